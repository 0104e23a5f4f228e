// The device descriptions: one row each. A new device is a new row, a new compute capability one of
// multiprocessor.cpp, too.
//
// A compute capability has the multiprocessors of its best known board: GB10, RTX 5090, Jetson AGX
// Thor, B300, B200, H100, RTX 4090, Jetson AGX Orin, RTX 3090, A100, RTX 2080 Ti, Jetson AGX
// Xavier, V100, Jetson TX2, GTX 1080, P100, Jetson TX1, GTX 980, GTX 750 Ti, Jetson TK1, GTX 680,
// GTX 560 Ti, GTX 480, 8800 GTX. What one of them holds is in multiprocessor.cpp.
#include "sim/model/device.hpp"

#include <algorithm>

#include "sim/base/assert.hpp"
#include "sim/model/occupancy.hpp"

namespace warplens::model {
namespace {

// 5.x and later: 32 banks of 4 bytes, any number of words broadcast. Measured on 9.0; the guide
// gives the same description of the others' banks.
Device current(std::string id, std::string name, int major, int minor, uint32_t multiprocessors) {
  Device device;
  device.id = std::move(id);
  device.name = std::move(name);
  const Multiprocessor* multiprocessor = find_multiprocessor(major, minor);
  WL_ASSERT(multiprocessor != nullptr, "its compute capability has a row in multiprocessor.cpp");
  device.multiprocessor = *multiprocessor;
  device.multiprocessors = multiprocessors;
  device.is_measured = major == 9;
  return device;
}

// 3.x in its 64-bit bank mode (cudaSharedMemBankSizeEightByte): successive 64-bit words are in
// successive banks, and lanes that access parts of the same 64-bit word do not conflict. The
// 32-bit mode is not described here.
Device kepler(std::string id, std::string name, int minor, uint32_t multiprocessors) {
  Device device = current(std::move(id), std::move(name), 3, minor, multiprocessors);
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
  return device;
}

std::vector<Device> make_devices() {
  return {
      current("h200", "NVIDIA H200 (compute capability 9.0)", 9, 0, 132),
      current("h100", "NVIDIA H100 80GB HBM3 (compute capability 9.0)", 9, 0, 132),
      current("cc12.1", "compute capability 12.1 (GB10)", 12, 1, 48),
      current("cc12.0", "compute capability 12.0 (RTX Blackwell)", 12, 0, 170),
      current("cc11.0", "compute capability 11.0 (Jetson Thor)", 11, 0, 20),
      current("cc10.3", "compute capability 10.3 (Blackwell Ultra)", 10, 3, 148),
      current("cc10.0", "compute capability 10.0 (Blackwell)", 10, 0, 148),
      current("cc9.0", "compute capability 9.0 (Hopper)", 9, 0, 132),
      current("cc8.9", "compute capability 8.9 (Ada)", 8, 9, 128),
      current("cc8.7", "compute capability 8.7 (Jetson Orin)", 8, 7, 16),
      current("cc8.6", "compute capability 8.6 (RTX Ampere)", 8, 6, 82),
      current("cc8.0", "compute capability 8.0 (Ampere)", 8, 0, 108),
      current("cc7.5", "compute capability 7.5 (Turing)", 7, 5, 68),
      current("cc7.2", "compute capability 7.2 (Jetson Xavier)", 7, 2, 8),
      current("cc7.0", "compute capability 7.0 (Volta)", 7, 0, 80),
      current("cc6.2", "compute capability 6.2 (Jetson TX2)", 6, 2, 2),
      current("cc6.1", "compute capability 6.1 (GeForce Pascal)", 6, 1, 20),
      current("cc6.0", "compute capability 6.0 (Pascal)", 6, 0, 56),
      current("cc5.3", "compute capability 5.3 (Jetson TX1)", 5, 3, 2),
      current("cc5.2", "compute capability 5.2 (Maxwell)", 5, 2, 16),
      current("cc5.0", "compute capability 5.0 (Maxwell, 2014)", 5, 0, 5),
      kepler("cc3.2", "compute capability 3.2, 8-byte banks (Jetson TK1, 2014)", 2, 1),
      kepler("cc3.0", "compute capability 3.x, 8-byte banks (2012)", 0, 8),
      current("cc2.1", "compute capability 2.1 (Fermi, 2010)", 2, 1, 8),
      current("cc2.0", "compute capability 2.x (Fermi, 2010)", 2, 0, 15),
      tesla(),
  };
}

const std::vector<Device> kDevices = make_devices();

}  // namespace

uint32_t Device::static_shared_limit() const {
  return multiprocessor.static_shared();
}

uint64_t Device::resident_blocks(uint64_t threads, uint64_t shared_bytes) const {
  BlockNeeds block;
  block.threads = static_cast<uint32_t>(std::min<uint64_t>(threads, UINT32_MAX));
  block.shared = shared_bytes;
  return uint64_t{std::max<uint32_t>(1, occupancy(multiprocessor, block).blocks)} * multiprocessors;
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
