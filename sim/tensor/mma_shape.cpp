#include "sim/tensor/mma_shape.hpp"

#include <algorithm>
#include <iterator>

namespace warplens::tensor {

namespace {

struct ElementName {
  Element element;
  std::string_view name;
};
constexpr ElementName kElementNames[] = {{Element::kF16, "f16"},   {Element::kBf16, "bf16"},
                                         {Element::kTf32, "tf32"}, {Element::kF32, "f32"},
                                         {Element::kF64, "f64"},   {Element::kS8, "s8"},
                                         {Element::kU8, "u8"},     {Element::kS32, "s32"}};

const std::vector<MmaShape> kShapes{
#define WL_MMA(name, rows, columns, depth, d, a, b, c, needs, saturates) \
  {name,          rows,          columns,       depth, Element::k##d,    \
   Element::k##a, Element::k##b, Element::k##c, needs, saturates},
#include "sim/tensor/mma_shapes.def"
};

}  // namespace

std::string_view name_of(Element element) {
  for (const ElementName& row : kElementNames)
    if (row.element == element) return row.name;
  return "";
}

std::optional<Element> element_from_name(std::string_view name) {
  for (const ElementName& row : kElementNames)
    if (row.name == name) return row.element;
  return std::nullopt;
}

const std::vector<MmaShape>& mma_shapes() {
  return kShapes;
}

std::optional<uint32_t> find_mma_shape(std::string_view name, std::string_view d,
                                       std::string_view a, std::string_view b, std::string_view c,
                                       bool saturates) {
  const auto found = std::find_if(kShapes.begin(), kShapes.end(), [&](const MmaShape& shape) {
    return shape.name == name && name_of(shape.d) == d && name_of(shape.a) == a &&
           name_of(shape.b) == b && name_of(shape.c) == c && shape.saturates == saturates;
  });
  if (found == kShapes.end()) return std::nullopt;
  return static_cast<uint32_t>(std::distance(kShapes.begin(), found));
}

}  // namespace warplens::tensor
