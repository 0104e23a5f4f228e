#include "kernels/measure/replay/kind.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "sim/base/say.hpp"

namespace warplens::measure::replay {
namespace {

// Shared memory's banks repeat every 128 bytes; 1 KiB is a multiple of that and of a global line.
constexpr uint64_t kAlignment = 1024;

constexpr uint64_t kMostGlobal = uint64_t{256} << 20;  // [bytes] that lanes of an access may span

constexpr std::string_view kNoResult = "red.";

struct AtomicKind {
  std::string_view name;
  uint32_t bytes;
};
// PTX ISA 9.0, "atom": what both shared and global memory take on compute capability 7.0 and later.
constexpr std::array kAtomics{
    AtomicKind{"add.u32", 4},         AtomicKind{"add.s32", 4},  AtomicKind{"add.u64", 8},
    AtomicKind{"add.f32", 4},         AtomicKind{"add.f64", 8},  AtomicKind{"add.noftz.f16", 2},
    AtomicKind{"add.noftz.f16x2", 4}, AtomicKind{"min.u32", 4},  AtomicKind{"min.s32", 4},
    AtomicKind{"min.u64", 8},         AtomicKind{"min.s64", 8},  AtomicKind{"max.u32", 4},
    AtomicKind{"max.s32", 4},         AtomicKind{"max.u64", 8},  AtomicKind{"max.s64", 8},
    AtomicKind{"and.b32", 4},         AtomicKind{"and.b64", 8},  AtomicKind{"or.b32", 4},
    AtomicKind{"or.b64", 8},          AtomicKind{"xor.b32", 4},  AtomicKind{"xor.b64", 8},
    AtomicKind{"exch.b32", 4},        AtomicKind{"exch.b64", 8}, AtomicKind{"inc.u32", 4},
    AtomicKind{"dec.u32", 4},         AtomicKind{"cas.b16", 2},  AtomicKind{"cas.b32", 4},
    AtomicKind{"cas.b64", 8},
};

}  // namespace

AccessKind kind_of(const WarpAccess& access) {
  AccessKind kind{access.space, access.operation, access.bytes_per_lane, ""};
  if (access.operation == Operation::kAtomic)
    kind.atomic = access.atomic.empty() ? "add.u32" : access.atomic;
  return kind;
}

std::string print(const AccessKind& kind) {
  const bool is_shared = kind.space == Space::kShared;
  switch (kind.operation) {
    case Operation::kLoad:
      return is_shared ? say_count("shared load of {count} byte", "shared load of {count} bytes",
                                   kind.bytes)
                       : say_count("global load of {count} byte", "global load of {count} bytes",
                                   kind.bytes);
    case Operation::kStore:
      return is_shared ? say_count("shared store of {count} byte", "shared store of {count} bytes",
                                   kind.bytes)
                       : say_count("global store of {count} byte", "global store of {count} bytes",
                                   kind.bytes);
    case Operation::kAtomic:
      return is_shared ? say("shared {atomic}", "atomic"_a = kind.atomic)
                       : say("global {atomic}", "atomic"_a = kind.atomic);
    case Operation::kCpAsync:
    case Operation::kBulk:
      break;
  }
  return "";
}

std::string type_of(const std::string& atomic) {
  const size_t dot = atomic.rfind('.');
  return dot == std::string::npos ? "" : atomic.substr(dot + 1);
}

bool has_result(const std::string& atomic) {
  return !atomic.starts_with(kNoResult);
}

std::string operation_of(const std::string& atomic) {
  const std::string name = has_result(atomic) ? atomic : atomic.substr(kNoResult.size());
  return name.substr(0, name.find('.'));
}

std::string refusal(const WarpAccess& access) {
  if (access.mask == 0) return say("no lane is active");
  const uint32_t bytes = access.bytes_per_lane;
  if (!std::has_single_bit(bytes) || bytes > 16)
    return say("a lane accesses 1, 2, 4, 8 or 16 bytes, not {bytes}", "bytes"_a = bytes);
  const AccessKind kind = kind_of(access);
  if (kind.operation == Operation::kAtomic) {
    const std::string operation = operation_of(kind.atomic);
    std::string_view name = kind.atomic;
    if (!has_result(kind.atomic) && operation != "cas" && operation != "exch")
      name.remove_prefix(kNoResult.size());
    const auto found = std::find_if(kAtomics.begin(), kAtomics.end(),
                                    [&](const AtomicKind& a) { return a.name == name; });
    if (found == kAtomics.end())
      return say("no atomic instruction is called {name}", "name"_a = kind.atomic);
    if (found->bytes != bytes)
      return say("{atomic} accesses {bytes} bytes a lane, not {given}", "atomic"_a = kind.atomic,
                 "bytes"_a = found->bytes, "given"_a = bytes);
  }
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((access.mask >> lane & 1u) != 0 && access.addresses[lane] % bytes != 0)
      return say("lane {lane}'s address is no multiple of {bytes}, which a GPU refuses",
                 "lane"_a = lane, "bytes"_a = bytes);
  }
  return "";
}

Placement placement(const WarpAccess& access) {
  uint64_t low = ~uint64_t{0}, high = 0;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    low = std::min(low, access.addresses[lane]);
    high = std::max(high, access.addresses[lane]);
  }
  const uint64_t base = low / kAlignment * kAlignment;
  return {base, high - base + access.bytes_per_lane};
}

std::array<uint64_t, kWarpSize> placed_addresses(const WarpAccess& access) {
  const uint64_t base = placement(access).base;
  std::array<uint64_t, kWarpSize> out{};
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((access.mask >> lane & 1u) != 0) out[lane] = access.addresses[lane] - base;
  }
  return out;
}

std::string refusal(const WarpAccess& access, uint64_t most_shared) {
  if (std::string impossible = refusal(access); !impossible.empty()) return impossible;
  const uint64_t bytes = placement(access).bytes;
  const uint64_t most = access.space == Space::kShared ? most_shared : kMostGlobal;
  if (bytes <= most) return "";
  return say("its lanes reach over {bytes} bytes; at most {limit} can be measured",
             "bytes"_a = bytes, "limit"_a = most);
}

}  // namespace warplens::measure::replay
