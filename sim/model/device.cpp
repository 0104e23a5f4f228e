// The device descriptions: one row each. A new device is a new row; nothing else names a device.
//
// Limits: CUDA C++ Programming Guide 13.0, "Compute Capabilities" (shared memory per thread block,
// opt-in maximum) and, for 1.x to 3.x, the tables of the guides of their time (3.2, 8.0).
#include "sim/model/device.hpp"

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
      current("cc12.0", "compute capability 12.0 (RTX Blackwell)", 12, 0, 99),
      current("cc10.0", "compute capability 10.0 (Blackwell)", 10, 0, 227),
      current("cc9.0", "compute capability 9.0 (Hopper)", 9, 0, 227),
      current("cc8.9", "compute capability 8.9 (Ada)", 8, 9, 99),
      current("cc8.6", "compute capability 8.6 (RTX Ampere)", 8, 6, 99),
      current("cc8.0", "compute capability 8.0 (Ampere)", 8, 0, 163),
      current("cc7.5", "compute capability 7.5 (Turing)", 7, 5, 64),
      current("cc7.0", "compute capability 7.0 (Volta)", 7, 0, 96),
      kepler(),
      current("cc2.0", "compute capability 2.x (Fermi, 2010)", 2, 0, 48),
      tesla(),
  };
}

const std::vector<Device> kDevices = make_devices();

}  // namespace

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
