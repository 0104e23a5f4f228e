// One lane's registers as values of any type: a word a slot, 64 bits in two.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace warplens::oracle {

template <class T>
T get(const std::vector<uint32_t>& registers, uint32_t slot) {
  T value;
  std::memcpy(&value, registers.data() + slot, sizeof value);
  return value;
}

template <class T>
void set(std::vector<uint32_t>& registers, uint32_t slot, T value) {
  std::memcpy(registers.data() + slot, &value, sizeof value);
}

}  // namespace warplens::oracle
