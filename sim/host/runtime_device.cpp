// CUDA's runtime: what the program may ask about the device. There is one; what it is comes from
// the model, and where that knows nothing, from an H100 under CUDA 13.0.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "sim/host/runtime.hpp"
#include "sim/model/device_limits.hpp"

namespace warplens::host::runtime {

namespace {

// By number, as cudaDeviceAttr has them: measured on an H100.
constexpr auto kMeasured = std::to_array<int32_t>(
    {0,        1024,      1024,       1024,   64,        2147483647, 65535,     65535,  49152,
     65536,    32,        2147483647, 65536,  1980000,   512,        1,         132,    0,
     0,        1,         0,          131072, 131072,    65536,      16384,     16384,  16384,
     32768,    32768,     2048,       512,    1,         1,          0,         6,      0,
     2619000,  5120,      52428800,   2048,   3,         1,          32768,     2048,   1,
     32768,    32768,     8192,       8192,   32768,     0,          32,        32768,  32768,
     2046,     32768,     131072,     65536,  16384,     16384,      16384,     32768,  2048,
     32768,    32768,     2048,       32768,  32768,     2046,       268435456, 131072, 65000,
     2097120,  32768,     32768,      9,      0,         32768,      1,         1,      1,
     233472,   65536,     1,          0,      0,         0,          2,         0,      1,
     1,        1,         0,          0,      0,         1,          1,         232448, 0,
     1,        0,         0,          1,      1,         0,          0,         32,     1,
     32768000, 134217728, 1,          1024,   1,         1,          1,         1,      1,
     1,        100,       9,          1,      1,         1,          1,         1,      1,
     4,        1,         1,          1,      0,         -1,         0,         0,      0,
     0,        0,         0,          0,      590352606, 381751518,  1,         1,      0,
     1,        1,         0,          0});
using Attributes = std::array<int32_t, kMeasured.size()>;

Attributes attributes_of(const model::Device& device) {
  const model::Multiprocessor& of = device.multiprocessor;
  const auto blocks = model::most_blocks(of);
  const auto threads = model::most_threads(of);
  Attributes all = kMeasured;
  const auto set = [&](size_t number, uint64_t value) {
    all[number] = static_cast<int32_t>(value);
  };
  set(1, of.block_threads);
  for (size_t i = 0; i < 3; ++i) {
    set(2 + i, threads[i]);
    set(5 + i, blocks[i]);
  }
  set(8, of.static_shared());
  set(10, base::kWarpSize);
  set(12, of.block_registers);
  set(16, device.multiprocessors);
  for (const model::Limit& one : model::limits_of(device)) {
    if (one.kind == model::LimitKind::kL2) set(38, one.value.value_or(0));
  }
  if (device.id == "h200") {  // measured, too: its memory's clock and width
    set(36, 3'201'000);
    set(37, 6016);
  }
  set(39, of.threads);
  set(75, of.major);
  set(76, of.minor);
  set(81, of.shared);
  set(82, of.registers);
  set(97, device.dynamic_shared_limit());
  set(106, of.blocks);
  set(111, of.reserved_shared);
  return all;
}

// The fields of cudaDeviceProp (prelude_device.cpp) behind its memory's size: the attribute that
// each has the value of. One that is a size_t is negative here.
constexpr auto kFields = std::to_array<int16_t>(
    {-8,  12,  10,  -11, 1,   2,   3,   4,   5,   6,   7,   -9,  75,  76,  -14,  -51, 16,  18,  19,
     21,  77,  22,  23,  73,  74,  70,  71,  72,  45,  46,  24,  25,  26,  47,   48,  49,  52,  42,
     43,  27,  28,  29,  53,  54,  55,  56,  57,  58,  59,  60,  61,  62,  63,   64,  65,  66,  67,
     68,  -30, 31,  32,  33,  34,  50,  35,  40,  41,  37,  38,  108, 39,  78,   79,  80,  -81, 82,
     83,  84,  85,  86,  88,  89,  90,  91,  95,  -97, 100, 101, 106, 109, -111, 99,  112, 113, 114,
     115, 116, 117, 118, 119, 121, 122, 120, 129, 130, 131, 133, 134, 139, 140,  143});
constexpr uint64_t kBytesOfProperties = 1008;
constexpr size_t kNameRoom = 256;
constexpr size_t kMemoryAt = 288;  // behind name, uuid, luid and its mask

// "NVIDIA H200 (compute capability 9.0)" is "NVIDIA H200".
std::string_view product_of(const model::Device& device) {
  return std::string_view(device.name).substr(0, device.name.find(" ("));
}

uint64_t invalid_device(Call& call) {
  return static_cast<uint64_t>(call.process.device.note(Error::kInvalidDevice));
}

}  // namespace

uint64_t cudaGetDeviceCount_(Call& call) {
  call.store(0, 1, 4);
  return 0;
}
uint64_t cudaGetDevice_(Call& call) {
  call.store(0, 0, 4);
  return 0;
}
uint64_t cudaSetDevice_(Call& call) {
  return call.number(0) == 0 ? 0 : invalid_device(call);
}
uint64_t cudaDriverGetVersion_(Call& call) {
  call.store(0, 13000, 4);
  return 0;
}
uint64_t cudaRuntimeGetVersion_(Call& call) {
  call.store(0, 13000, 4);
  return 0;
}
uint64_t cudaMemGetInfo_(Call& call) {
  const Device& device = call.process.device;
  call.store(0, device.most_bytes() - device.bytes_used(), 8);
  call.store(1, device.most_bytes(), 8);
  return 0;
}
uint64_t warplens_device_attribute_(Call& call) {
  if (call.number(2) != 0) return invalid_device(call);
  const Attributes all = attributes_of(call.process.device.model());
  const int32_t number = call.number(1);
  if (number < 1 || static_cast<size_t>(number) >= all.size())
    return static_cast<uint64_t>(call.process.device.note(Error::kInvalidValue));
  call.store(0, static_cast<uint32_t>(all[static_cast<size_t>(number)]), 4);
  return 0;
}
uint64_t warplens_device_properties_(Call& call) {
  if (call.number(1) != 0) return invalid_device(call);
  const Device& device = call.process.device;
  const Attributes all = attributes_of(device.model());
  std::byte* const to = call.bytes(0, kBytesOfProperties);
  std::memset(to, 0, kBytesOfProperties);
  const std::string_view name = product_of(device.model());
  std::memcpy(to, name.data(), std::min(name.size(), kNameRoom - 1));
  const uint64_t memory = device.most_bytes();
  std::memcpy(to + kMemoryAt, &memory, sizeof memory);
  size_t at = kMemoryAt + sizeof memory;
  for (const int16_t field : kFields) {
    const int32_t value = all[static_cast<size_t>(field < 0 ? -field : field)];
    const auto wide = static_cast<uint64_t>(value);
    const size_t size = field < 0 ? sizeof wide : sizeof value;
    at = (at + size - 1) / size * size;
    if (field < 0)
      std::memcpy(to + at, &wide, size);
    else
      std::memcpy(to + at, &value, size);
    at += size;
  }
  return 0;
}

}  // namespace warplens::host::runtime
