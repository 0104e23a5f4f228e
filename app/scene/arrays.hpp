// The arrays of a run with their shapes as pictures draw them, and where an address is in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/moment.hpp"

namespace warplens::scene {

struct Array {
  std::string name;
  trace::Space space = trace::Space::kGlobal;
  base::Scalar element = base::Scalar::kFloat;
  uint32_t element_bytes = 4;
  std::vector<uint64_t> extents;  // as declared; empty: a scalar
  uint64_t base = 0;              // address of element 0; shared, constant: offset in that memory
  uint64_t bytes = 0;
  std::vector<Member> members;     // of records: what the last extent counts
  uint64_t rows = 1, columns = 1;  // as drawn
  uint64_t row_length = 0;         // of a vector that the text addresses as a matrix; else 0
  uint64_t count() const { return bytes / element_bytes; }
};

// Rows and columns as drawn. Two extents and more: the last one counts columns, the others together
// rows; but many rows of 2 or 4 (float4 v[128]) are drawn as a vector of all their elements. A
// vector that the text addresses as a matrix has that one's rows; another is folded: up to 8
// elements are one row, up to 32 rows of 8, up to 128 rows of 16, more are rows of 32, or of a
// power of two near the square root where there are more than 1024.
void set_drawn_shape(Array& array);

// Global arrays in the order of binding, then constant and shared ones in order of declaration.
std::vector<Array> arrays_of(const run::Run& run);

struct ElementAt {
  uint32_t array = 0;    // index into the list
  uint64_t element = 0;  // row-major
};
// nullopt if the address is in none.
std::optional<ElementAt> find_element(const std::vector<Array>& arrays, trace::Space space,
                                      uint64_t address);

// An address outside every array, as an index of the array that it was meant for: "a[31]" past the
// end of a[30], "a[-1]" before it (every global array is alone in a window of 64 GiB). "" if none.
struct Nearest {
  std::string array, element;
};
Nearest nearest_element(const std::vector<Array>& arrays, trace::Space space, uint64_t address);

// "M[11][4]", "x[188]", "count" for a scalar. The element may lie past the array's end.
std::string element_name(const std::string& name, const std::vector<uint64_t>& extents,
                         uint64_t element);

std::string element_name(const Array& array, uint64_t element);

// A variable's or an access's value: a pointer as the array it points into, "M + 36".
std::string typed_text(const std::vector<Array>& arrays, const lang::Type* type, uint64_t bits);

// What an access of up to 16 bytes moved for a lane: of a vector each component, "1 2 3 4". `high`:
// the second 8 bytes.
std::string access_text(const std::vector<Array>& arrays, const lang::Type* type, uint32_t bytes,
                        uint64_t low, uint64_t high);
// A row of a matrix, as elements of the array that it is in.
std::string row_text(base::Scalar element, uint64_t low, uint64_t high);

}  // namespace warplens::scene
