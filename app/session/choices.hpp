// A set of an enumeration's values.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace warplens::gui {

template <class Value>
class Choices {
 public:
  constexpr Choices() = default;
  constexpr Choices(std::initializer_list<Value> values) {
    for (const Value value : values) set(value, true);
  }

  constexpr bool has(Value value) const { return (bits_ >> static_cast<int>(value) & 1u) != 0; }
  constexpr void set(Value value, bool is_in) {
    const uint32_t bit = 1u << static_cast<int>(value);
    bits_ = is_in ? bits_ | bit : bits_ & ~bit;
  }
  constexpr bool is_empty() const { return bits_ == 0; }
  friend constexpr bool operator==(const Choices&, const Choices&) = default;

 private:
  uint32_t bits_ = 0;
};

}  // namespace warplens::gui
