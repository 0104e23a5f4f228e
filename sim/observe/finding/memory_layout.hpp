// Which array an address is in, as plain data: the block's shared arrays and the launch's global
// and constant ones. sim/run makes it, which sets up the memory; no observer knows the machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/lang/tree/type.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

struct ArrayInfo {
  std::string name;
  uint64_t base = 0;  // shared, constant: offset in that memory; global: address [bytes]
  uint64_t bytes = 0;
  uint32_t element_bytes = 4;
  std::vector<uint64_t> extents;            // outermost first
  const lang::Type* struct_type = nullptr;  // of an array of structs; kept by the program
};

// An element of an array, or, of an address in no array, that.
struct ElementRef {
  std::string array;              // "": none
  std::vector<uint64_t> indices;  // outermost first; of an array of structs its number
  uint64_t address = 0;           // in its memory

  // As detail.hpp has it.
  template <class Field>
  void visit(Field field) const {
    field("array", array);
    field("index", indices);
    field("address", address);
  }
};

inline constexpr uint32_t kNoArray = 0xffffffff;

struct MemoryLayout {
  std::vector<ArrayInfo> shared;  // by ascending offset
  std::vector<ArrayInfo> global;  // array i begins i << window_shift after the first
  std::vector<ArrayInfo> constant;
  uint32_t window_shift = 36;

  const std::vector<ArrayInfo>& arrays(trace::Space space) const {
    if (space == trace::Space::kConstant) return constant;
    return space == trace::Space::kShared ? shared : global;
  }
  // The array that holds the address. An address in no array belongs to the nearest global one, at
  // most half a window away, and to no other one: kNoArray.
  uint32_t find(trace::Space space, uint64_t address) const;
  ElementRef element_at(trace::Space space, uint64_t address) const;
};

}  // namespace warplens::observe
