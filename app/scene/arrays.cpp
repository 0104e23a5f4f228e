// Shapes, names and value texts; everything about arrays that the other files of the scene share.
#include "app/scene/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/scene/matrices.hpp"
#include "sim/base/say.hpp"
#include "sim/base/scalar_text.hpp"
#include "sim/code/pointer.hpp"
#include "sim/prepare/memory_shape.hpp"

namespace warplens::scene {
namespace {

constexpr uint64_t kShortestRow = 4;  // many rows of up to so many elements stand side by side
constexpr uint64_t kLongestRow = 64;  // short rows of up to so many elements in all stay rows

// The scalars of a record, if they are of one size and without gaps: each is a cell.
std::vector<lang::Leaf> equal_leaves(const lang::Type* type) {
  while (type->is_array()) type = type->element;
  if (!type->is_record() || lang::size_of(type) > kLongestRow * sizeof(uint64_t)) return {};
  std::vector<lang::Leaf> leaves = lang::leaves_of(type);
  const uint64_t size = leaves.empty() ? 0 : lang::size_of(leaves.front().type);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const bool fits = leaves[i].type->is_scalar() && lang::size_of(leaves[i].type) == size &&
                      leaves[i].offset == i * size;
    if (!fits) return {};
  }
  if (leaves.size() * size != lang::size_of(type) || leaves.size() > kLongestRow) return {};
  return leaves;
}

void set_shape(Array& array, const lang::Type* type) {
  const std::vector<lang::Leaf> leaves = equal_leaves(type);
  if (!leaves.empty()) {
    array.element = leaves.front().type->scalar;
    array.element_bytes = base::size_of(array.element);
    array.extents = lang::extents_of(type);
    array.extents.push_back(leaves.size());
    for (const lang::Leaf& leaf : leaves) array.members.push_back({leaf.path, leaf.type->scalar});
    return;
  }
  prepare::MemoryShape shape = prepare::memory_shape(type);
  array.element = shape.element;
  array.element_bytes = base::size_of(shape.element);
  array.extents = std::move(shape.extents);
}

Array constant_array(const code::GlobalVariable& source) {
  Array array;
  array.name = source.variable->name;
  array.space = trace::Space::kConstant;
  array.base = source.offset;
  array.bytes = lang::size_of(source.variable->type);
  set_shape(array, source.variable->type);
  return array;
}

Array shared_array(const code::SharedArray& source, uint32_t shared_bytes) {
  Array array;
  array.name = source.name;
  array.space = trace::Space::kShared;
  array.base = source.offset;
  array.bytes = source.bytes;
  set_shape(array, source.type);
  if (source.is_dynamic) {
    array.bytes = shared_bytes > source.offset ? shared_bytes - source.offset : 0;
    uint64_t inner = array.element_bytes;
    for (size_t i = 1; i < array.extents.size(); ++i) inner *= array.extents[i];
    if (!array.extents.empty() && inner != 0) array.extents[0] = array.bytes / inner;
  }
  return array;
}

// Of a short one few a row, so that its cells are large; 32 are what a warp accesses.
uint64_t vector_columns(uint64_t count) {
  if (count <= 8) return std::max<uint64_t>(count, 1);
  if (count <= 32) return 8;
  if (count <= 128) return 16;
  uint64_t columns = 32;
  while (columns * columns < count) columns *= 2;
  return columns;
}

// A vector of whose rows the text says nothing (a function does the indexing) has those of another
// one with as many elements, where all others agree.
void take_row_lengths(std::vector<Array>& arrays) {
  std::map<uint64_t, std::set<uint64_t>> known;  // by number of elements
  for (const Array& array : arrays) {
    if (array.row_length != 0) known[array.count()].insert(array.row_length);
  }
  for (Array& array : arrays) {
    const auto lengths = known.find(array.count());
    if (array.space == trace::Space::kGlobal && array.row_length == 0 &&
        array.extents.size() <= 1 && lengths != known.end() && lengths->second.size() == 1)
      array.row_length = *lengths->second.begin();
  }
}

}  // namespace

void set_drawn_shape(Array& array) {
  const uint64_t count = array.count();
  const uint64_t last = array.extents.size() >= 2 ? array.extents.back() : 0;
  if (array.row_length != 0) {
    array.columns = array.row_length;
  } else if (last > kShortestRow || (last != 0 && count <= kLongestRow) || last == 3) {
    array.columns = last;
  } else {
    array.columns = vector_columns(count);
  }
  array.rows = std::max<uint64_t>((count + array.columns - 1) / array.columns, 1);
}

std::vector<Array> arrays_of(const run::Run& run) {
  std::vector<Array> arrays;
  const Matrices matrices = matrices_of(run);
  for (const machine::ArrayShape& source : run.arrays) {
    Array array;
    if (const auto row = matrices.row_lengths.find(source.name); row != matrices.row_lengths.end())
      array.row_length = row->second;
    array.name = source.name;
    array.element = source.element;
    array.element_bytes = base::size_of(source.element);
    array.extents = source.extents;
    array.base = source.address;
    array.bytes = source.bytes;
    arrays.push_back(std::move(array));
  }
  for (const code::GlobalVariable& source : run.program->globals) {
    if (source.is_constant) arrays.push_back(constant_array(source));
  }
  for (const code::SharedArray& source : run.program->shared) {
    arrays.push_back(shared_array(source, run.context->shared_bytes));
  }
  take_row_lengths(arrays);
  for (Array& array : arrays) set_drawn_shape(array);
  return arrays;
}

std::optional<ElementAt> find_element(const std::vector<Array>& arrays, trace::Space space,
                                      uint64_t address) {
  for (uint32_t i = 0; i < arrays.size(); ++i) {
    const Array& array = arrays[i];
    if (array.space != space || address < array.base || address - array.base >= array.bytes) {
      continue;
    }
    return ElementAt{i, (address - array.base) / array.element_bytes};
  }
  return std::nullopt;
}

Nearest nearest_element(const std::vector<Array>& arrays, trace::Space space, uint64_t address) {
  constexpr auto kHalfWindow = static_cast<int64_t>(machine::GlobalMemory::kWindow / 2);
  for (const Array& array : arrays) {
    const auto distance = static_cast<int64_t>(address - array.base);
    if (space != trace::Space::kGlobal || array.space != space) continue;
    if (distance < -kHalfWindow || distance >= kHalfWindow) continue;
    const auto bytes = static_cast<int64_t>(array.element_bytes);
    if (distance >= 0) {
      return {array.name,
              element_name(array.name, array.extents, static_cast<uint64_t>(distance / bytes))};
    }
    return {array.name, fmt::format("{}[{}]", array.name, (distance - bytes + 1) / bytes)};
  }
  return {};
}

std::string element_name(const std::string& name, const std::vector<uint64_t>& extents,
                         uint64_t element) {
  if (extents.empty()) return element == 0 ? name : fmt::format("{}[{}]", name, element);
  std::string indices;
  for (size_t i = extents.size(); i-- > 1;) {
    const uint64_t extent = std::max<uint64_t>(extents[i], 1);
    indices = fmt::format("[{}]", element % extent) + indices;
    element /= extent;
  }
  return fmt::format("{}[{}]", name, element) + indices;
}

namespace {

std::string element_name(const std::string& name, const std::vector<uint64_t>& extents,
                         const std::vector<Member>& members, uint64_t element) {
  if (members.empty()) return scene::element_name(name, extents, element);
  const std::vector<uint64_t> outer(extents.begin(), extents.end() - 1);
  return scene::element_name(name, outer, element / members.size()) +
         members[element % members.size()].name;
}

}  // namespace

std::string element_name(const Array& array, uint64_t element) {
  return element_name(array.name, array.extents, array.members, element);
}

std::string element_name(const Grid& grid, uint64_t row, uint64_t column) {
  return element_name(grid.name, grid.extents, grid.members, row * grid.columns + column);
}

std::string value_text(const Grid& grid, uint64_t row, uint64_t column) {
  if (!grid.holds(row, column) || grid.bits.empty()) return "";
  const base::Scalar scalar =
      grid.members.empty()
          ? grid.element
          : grid.members[(row * grid.columns + column) % grid.members.size()].scalar;
  return base::scalar_text(scalar, grid.bits[grid.at(row, column)]);
}

std::string typed_text(const std::vector<Array>& arrays, const lang::Type* type, uint64_t bits) {
  if (type == nullptr) return fmt::format("{}", bits);
  if (type->is_scalar()) return base::scalar_text(type->scalar, bits);
  if (bits == 0) return "nullptr";
  const uint64_t offset = code::offset_of(bits);
  auto space = trace::Space::kGlobal;
  switch (code::space_of(bits)) {
    case base::Space::kShared:
      space = trace::Space::kShared;
      break;
    case base::Space::kConstant:
      space = trace::Space::kConstant;
      break;
    case base::Space::kLocal:
      return say("own memory + {offset}", "offset"_a = static_cast<int32_t>(offset));
    case base::Space::kGlobal:
    case base::Space::kRegisters:
    case base::Space::kHost:
      break;
  }
  const auto place = find_element(arrays, space, offset);
  if (!place) return fmt::format("{:#x}", bits);
  const Array& array = arrays[place->array];
  const uint64_t pointee =
      type->element != nullptr && !type->element->is_void() ? lang::size_of(type->element) : 0;
  const uint64_t bytes = pointee != 0 ? pointee : array.element_bytes;
  if (offset == array.base) return array.name;
  return fmt::format("{} + {}", array.name, (offset - array.base) / bytes);
}

std::string access_text(const std::vector<Array>& arrays, const lang::Type* type, uint32_t bytes,
                        uint64_t low, uint64_t high) {
  if (type == nullptr || !type->is_record() || lang::size_of(type) != bytes) {
    const std::string text = typed_text(arrays, type, low);
    return bytes <= 8 ? text : fmt::format("{} {}", text, typed_text(arrays, type, high));
  }
  std::string text;
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    const uint64_t half = leaf.offset < 8 ? low : high;
    const uint64_t bits = half >> 8 * (leaf.offset % 8), size = lang::size_of(leaf.type);
    const uint64_t mask = size < 8 ? (uint64_t{1} << 8 * size) - 1 : ~uint64_t{0};
    if (!text.empty()) text += " ";
    text += typed_text(arrays, leaf.type, bits & mask);
  }
  return text;
}

std::string row_text(base::Scalar element, uint64_t low, uint64_t high) {
  const uint32_t bits = 8 * base::size_of(element);
  std::string text;
  for (const uint64_t half : {low, high}) {
    for (uint32_t bit = 0; bit < 64; bit += bits) {
      const uint64_t value = half >> bit & (~uint64_t{0} >> (64 - bits));
      text += (text.empty() ? "" : " ") + base::scalar_text(element, value);
    }
  }
  return text;
}

}  // namespace warplens::scene
