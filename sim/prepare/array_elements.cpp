#include "sim/prepare/array_elements.hpp"

#include <limits>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/memory_shape.hpp"

namespace warplens::prepare {

using base::at;

static launch::StructLayout layout_of_struct(const lang::Type* type) {
  launch::StructLayout layout{lang::size_of(type), {}};
  for (const lang::Leaf& leaf : lang::leaves_of(type)) {
    if (leaf.type->is_scalar()) layout.members.push_back({leaf.type->scalar, leaf.offset});
  }
  return layout;
}

std::optional<Elements> elements_of(const code::Program& program,
                                    const launch::ArrayArgument& array, const std::string& name,
                                    base::Span span, base::Diagnostics& errors) {
  Elements elements;
  if (array.struct_name.empty()) {
    elements.scalar = array.element;
    elements.layout = {base::size_of(array.element), {{array.element, 0}}};
    return elements;
  }
  elements.struct_type = find_struct(*program.unit, *program.kernel, array.struct_name);
  if (elements.struct_type == nullptr) {
    const std::string nearest = launch::nearest_type(array.struct_name);
    errors.push_back(at(
        span,
        nearest.empty() ? say("--arg {name}: unknown type '{type}'", "name"_a = name,
                              "type"_a = array.struct_name)
                        : say("--arg {name}: unknown type '{type}', did you mean '{nearest}'?",
                              "name"_a = name, "type"_a = array.struct_name, "nearest"_a = nearest),
        say("it is a scalar or vector type, or a struct that the kernel's parameters "
            "or the file's variables have")));
    return std::nullopt;
  }
  constexpr uint64_t kLargestStruct = uint64_t{1} << 20;  // [bytes]
  if (lang::size_of(elements.struct_type) > kLargestStruct) {
    errors.push_back(at(span,
                        say("--arg {name}: a {type} has {bytes} bytes, too many to fill member "
                            "by member",
                            "name"_a = name, "type"_a = array.struct_name,
                            "bytes"_a = lang::size_of(elements.struct_type)),
                        say("give the array's bytes: --arg {name}=char[...]", "name"_a = name)));
    return std::nullopt;
  }
  MemoryShape shape = memory_shape(elements.struct_type);
  elements.scalar = shape.element;
  elements.extents = std::move(shape.extents);
  elements.layout = layout_of_struct(elements.struct_type);
  return elements;
}

launch::StructLayout layout_of(const lang::Unit& unit, const machine::GlobalArray& array) {
  const auto has_struct = [&](const lang::Kernel& kernel) {
    return find_struct(unit, kernel, array.struct_name);
  };
  const lang::Type* type = nullptr;
  if (!array.struct_name.empty()) {
    if (unit.program != nullptr) type = has_struct(unit.program->entry);
    for (size_t i = 0; type == nullptr && i < unit.kernels.size(); ++i)
      type = has_struct(unit.kernels[i]);
  }
  const launch::StructLayout scalars{base::size_of(array.element), {{array.element, 0}}};
  if (type == nullptr) return scalars;
  launch::StructLayout layout = layout_of_struct(type);
  return layout.members.empty() || array.bytes.size() % layout.bytes != 0 ? scalars : layout;
}

std::optional<uint64_t> bytes_of(const launch::ArrayArgument& array, uint64_t each) {
  uint64_t bytes = each;
  for (uint64_t extent : array.extents) {
    if (extent != 0 && bytes > std::numeric_limits<uint64_t>::max() / extent) return std::nullopt;
    bytes *= extent;
  }
  return bytes;
}

}  // namespace warplens::prepare
