// What accesses move between registers and bytes: one value a lane, or several neighbouring ones in
// registers that follow each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sim/machine/lanes.hpp"

namespace warplens::machine {

using LaneNumbers = std::array<uint64_t, kWarpSize>;

// What a loaded T becomes in a register.
template <class T>
using Wide = std::conditional_t<sizeof(T) == 8, uint64_t,
                                std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>;

// What a T is in a register: one of 16 bits takes a whole one.
template <class T>
using InRegister = std::conditional_t<sizeof(T) == 2, Wide<T>, T>;

inline constexpr uint32_t kMostAccessBytes = 32;  // of a lane: four values of 8

// How many values an access moves: one, known to the compiler, or a number.
using One = std::integral_constant<uint32_t, 1>;
inline constexpr One kOne{};

template <class T>
T bytes_to(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <class T>
uint64_t to_bits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
T from_bits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
inline constexpr uint32_t kSlots = sizeof(Wide<T>) / sizeof(uint32_t);

// The register of the k-th of several Ts that start at `slot`.
template <class T>
Lanes<Wide<T>> value_lanes(uint32_t* registers, uint16_t slot, uint32_t k) {
  return lanes_of<Wide<T>>(registers, static_cast<uint16_t>(slot + k * kSlots<T>));
}

// A lane's Ts from `slot` on, as bytes.
template <class T, class Count>
void values_to(uint32_t* registers, std::byte* to, uint16_t slot, uint32_t lane, Count count) {
  for (uint32_t k = 0; k < count; ++k) {
    const T value = static_cast<T>(value_lanes<T>(registers, slot, k)[lane]);
    std::memcpy(to + k * sizeof(T), &value, sizeof(T));
  }
}

// The bits of each lane's T in `slot`, for the lanes of the mask.
template <class T>
void bits_of(uint32_t* registers, uint16_t slot, uint32_t mask, LaneNumbers& bits) {
  using Unsigned = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  const auto value = lanes_of<Wide<Unsigned>>(registers, slot);
  for_each_lane(mask, [&](uint32_t lane) { bits[lane] = static_cast<Unsigned>(value[lane]); });
}

// The same of `count` Ts, at most 16 bytes: the first 8 and the second 8 of them.
template <class T, class Count>
void bits_of(uint32_t* registers, uint16_t slot, uint32_t mask, Count count, LaneNumbers& low,
             LaneNumbers& high) {
  if constexpr (std::is_same_v<Count, One>) {
    bits_of<T>(registers, slot, mask, low);
  } else {
    for_each_lane(mask, [&](uint32_t lane) {
      std::array<std::byte, 16> bytes{};
      values_to<T>(registers, bytes.data(), slot, lane, std::min<size_t>(count, 16 / sizeof(T)));
      low[lane] = bytes_to<uint64_t>(bytes.data());
      high[lane] = bytes_to<uint64_t>(bytes.data() + 8);
    });
  }
}

}  // namespace warplens::machine
