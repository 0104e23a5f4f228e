// Source: CUDA C++ Programming Guide, "Built-in Vector Types" (names and alignments): two and four
// components are aligned to their whole size, up to 16 bytes; one and three to one component.
#include "sim/lang/tree/vector_shape.hpp"

#include <algorithm>
#include <array>

namespace warplens::lang {
namespace {

struct Family {
  std::string_view prefix;
  base::Scalar component;
};

constexpr std::array<Family, 12> kFamilies{{
    {"char", base::Scalar::kSChar},
    {"uchar", base::Scalar::kUChar},
    {"short", base::Scalar::kShort},
    {"ushort", base::Scalar::kUShort},
    {"int", base::Scalar::kInt},
    {"uint", base::Scalar::kUInt},
    {"long", base::Scalar::kLong},
    {"ulong", base::Scalar::kULong},
    {"longlong", base::Scalar::kLongLong},
    {"ulonglong", base::Scalar::kULongLong},
    {"float", base::Scalar::kFloat},
    {"double", base::Scalar::kDouble},
}};

}  // namespace

std::optional<VectorShape> vector_shape(std::string_view name) {
  if (name == "dim3") return VectorShape{base::Scalar::kUInt, 3, 4};
  if (name == "__half2" || name == "half2") return VectorShape{base::Scalar::kHalf, 2, 4};
  if (name == "__nv_bfloat162" || name == "nv_bfloat162")
    return VectorShape{base::Scalar::kBfloat, 2, 4};
  if (name.size() < 2 || name.back() < '1' || name.back() > '4') return std::nullopt;
  const auto count = static_cast<uint32_t>(name.back() - '0');
  const std::string_view prefix = name.substr(0, name.size() - 1);
  const auto family = std::find_if(kFamilies.begin(), kFamilies.end(),
                                   [&](const Family& known) { return known.prefix == prefix; });
  if (family == kFamilies.end()) return std::nullopt;
  const uint32_t bytes = base::size_of(family->component);
  const uint32_t alignment = count == 2 || count == 4 ? std::min(bytes * count, 16u) : bytes;
  return VectorShape{family->component, count, alignment};
}

}  // namespace warplens::lang
