// Sorting of numbers, as thrust and CUB sort them on the device: stable, with values beside the
// keys. In the device's memory or in the host's.
#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <vector>

#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {
namespace {

enum class KeyKind : int32_t { kUnsigned, kSigned, kReal };

// As an unsigned number whose order is that of the key. CUB takes -0 for +0.
uint64_t in_order(uint64_t bits, uint64_t bytes, KeyKind kind) {
  const uint64_t sign = uint64_t{1} << (8 * bytes - 1);
  if (kind == KeyKind::kSigned) return bits ^ sign;
  if (kind == KeyKind::kUnsigned) return bits;
  if (bits == sign) bits = 0;
  const uint64_t all = sign | (sign - 1);
  return (bits & sign) != 0 ? ~bits & all : bits | sign;
}

bool read_elements(Process& process, uint64_t address, std::vector<std::byte>& to) {
  if (process.device.kind_at(address)) return process.device.copy_out(address, to);
  const std::byte* from = process.memory.at(address, to.size());
  if (from == nullptr) return false;
  std::copy_n(from, to.size(), to.begin());
  return true;
}
bool write_elements(Process& process, uint64_t address, const std::vector<std::byte>& from) {
  if (process.device.kind_at(address)) return process.device.copy_in(address, from);
  std::byte* to = process.memory.at(address, from.size());
  if (to == nullptr) return false;
  std::copy(from.begin(), from.end(), to);
  if (Follower* follower = process.follower()) follower->wrote(address, from.size());
  return true;
}

std::vector<std::byte> permuted(const std::vector<std::byte>& from,
                                const std::vector<uint32_t>& order, uint64_t size) {
  std::vector<std::byte> to(from.size());
  for (size_t i = 0; i < order.size(); ++i)
    std::memcpy(to.data() + i * size, from.data() + order[i] * size, size);
  return to;
}

}  // namespace

uint64_t warplens_sort_bits_(Call& call) {
  Process& process = call.process;
  const uint64_t keys = call.bits(0), count = call.bits(1), bytes = call.bits(2);
  const auto kind = static_cast<KeyKind>(call.number(3));
  const bool is_descending = call.number(4) != 0;
  const uint64_t values = call.bits(5), value_bytes = call.bits(6);
  if (count == 0) return 0;
  const auto fail = [&process] {
    return static_cast<uint64_t>(process.device.note(Error::kIllegalAddress));
  };
  if (count > UINT32_MAX) return fail();
  std::vector<std::byte> from(count * bytes), beside(count * value_bytes);
  if (!read_elements(process, keys, from) ||
      (value_bytes != 0 && !read_elements(process, values, beside)))
    return fail();
  std::vector<uint64_t> ordered(count);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, from.data() + i * bytes, bytes);
    ordered[i] = in_order(bits, bytes, kind);
  }
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return is_descending ? ordered[a] > ordered[b] : ordered[a] < ordered[b];
  });
  if (!write_elements(process, keys, permuted(from, order, bytes)) ||
      (value_bytes != 0 && !write_elements(process, values, permuted(beside, order, value_bytes))))
    return fail();
  process.device.compute(count * static_cast<uint64_t>(std::bit_width(count)));
  return 0;
}

}  // namespace warplens::host::runtime
