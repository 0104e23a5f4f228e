// The device descriptions: one row each. A new device is a new row; nothing else names a device.
//
// Limits: CUDA C++ Programming Guide 13.0, "Compute Capabilities" (shared memory per thread block,
// opt-in maximum; blocks, threads and shared memory per multiprocessor) and, for 1.x to 3.x, the
// tables of the guides of their time (3.2, 8.0). A compute capability has the multiprocessors of
// its best known board: RTX 5090, B200, H100, RTX 4090, RTX 3090, A100, RTX 2080 Ti, V100, K40,
// GTX 480, 8800 GTX.
#include "sim/model/device.hpp"

#include <algorithm>

namespace warplens::model {
namespace {

constexpr uint32_t kKiB = 1024;

// 5.x and later: 32 banks of 4 bytes, any number of words broadcast. Measured on 9.0; the guide
// gives the same description of the others' banks.
Device current(std::string id, std::string name, int major, int minor, uint32_t shared_kib) {
  Device device;
  device.id = std::move(id);
  device.name = std::move(name);
  device.compute_major = major;
  device.compute_minor = minor;
  device.dynamic_shared_limit = shared_kib * kKiB;
  device.is_measured = major == 9;
  device.shared_reserved = major >= 8 ? kKiB : 0;
  return device;
}

// The same with what a multiprocessor holds.
Device with(Device device, uint32_t multiprocessors, uint32_t blocks, uint32_t threads,
            uint32_t shared_kib) {
  device.multiprocessors = multiprocessors;
  device.blocks_per_multiprocessor = blocks;
  device.threads_per_multiprocessor = threads;
  device.shared_per_multiprocessor = shared_kib * kKiB;
  return device;
}

// 3.x in its 64-bit bank mode (cudaSharedMemBankSizeEightByte): successive 64-bit words are in
// successive banks, and lanes that access parts of the same 64-bit word do not conflict. The
// 32-bit mode is not described here.
Device kepler() {
  Device device = current("cc3.0", "compute capability 3.x, 8-byte banks (2012)", 3, 0, 48);
  device.bank_bytes = 8;
  device.pairs_words = true;
  return device;
}

// 1.x: a warp's request is split into two half-warps; in each pass one word is broadcast.
Device tesla() {
  Device device = current("cc1.0", "compute capability 1.x, half-warps (2006)", 1, 0, 16);
  device.banks = 16;
  device.lanes_per_pass = 16;
  device.broadcast = Broadcast::kOneWord;
  device.static_shared_limit = 16 * kKiB;
  device.threads_per_block = 512;
  return device;
}

std::vector<Device> make_devices() {
  return {
      current("h200", "NVIDIA H200 (compute capability 9.0)", 9, 0, 227),
      with(current("cc12.0", "compute capability 12.0 (RTX Blackwell)", 12, 0, 99), 170, 24, 1536,
           100),
      with(current("cc10.0", "compute capability 10.0 (Blackwell)", 10, 0, 227), 148, 32, 2048,
           228),
      current("cc9.0", "compute capability 9.0 (Hopper)", 9, 0, 227),
      with(current("cc8.9", "compute capability 8.9 (Ada)", 8, 9, 99), 128, 24, 1536, 100),
      with(current("cc8.6", "compute capability 8.6 (RTX Ampere)", 8, 6, 99), 82, 16, 1536, 100),
      with(current("cc8.0", "compute capability 8.0 (Ampere)", 8, 0, 163), 108, 32, 2048, 164),
      with(current("cc7.5", "compute capability 7.5 (Turing)", 7, 5, 64), 68, 16, 1024, 64),
      with(current("cc7.0", "compute capability 7.0 (Volta)", 7, 0, 96), 80, 32, 2048, 96),
      with(kepler(), 15, 16, 2048, 48),
      with(current("cc2.0", "compute capability 2.x (Fermi, 2010)", 2, 0, 48), 15, 8, 1536, 48),
      with(tesla(), 16, 8, 768, 16),
  };
}

const std::vector<Device> kDevices = make_devices();

}  // namespace

uint64_t Device::resident_blocks(uint64_t threads, uint64_t shared_bytes) const {
  const uint64_t shared = shared_bytes + shared_reserved;
  uint64_t blocks = std::min<uint64_t>(blocks_per_multiprocessor,
                                       threads_per_multiprocessor / std::max<uint64_t>(1, threads));
  if (shared > 0) blocks = std::min<uint64_t>(blocks, shared_per_multiprocessor / shared);
  return std::max<uint64_t>(1, blocks) * multiprocessors;
}

const std::vector<Device>& devices() {
  return kDevices;
}

const Device& default_device() {
  return kDevices.front();
}

const Device* find_device(const std::string& id) {
  for (const Device& device : kDevices) {
    if (device.id == id) return &device;
  }
  return nullptr;
}

}  // namespace warplens::model
