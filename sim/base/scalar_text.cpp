#include "sim/base/scalar_text.hpp"

#include <fmt/format.h>

#include <bit>

#include "sim/base/half.hpp"

namespace warplens::base {

std::string scalar_text(Scalar type, uint64_t bits) {
  switch (type) {
    case Scalar::kBool:
      return (bits & 0xff) != 0 ? "true" : "false";
    case Scalar::kChar:
    case Scalar::kSChar:
      return fmt::format("{}", static_cast<int>(static_cast<int8_t>(bits)));
    case Scalar::kUChar:
      return fmt::format("{}", static_cast<unsigned>(bits & 0xff));
    case Scalar::kShort:
      return fmt::format("{}", static_cast<int16_t>(bits));
    case Scalar::kUShort:
      return fmt::format("{}", static_cast<uint16_t>(bits));
    case Scalar::kInt:
      return fmt::format("{}", static_cast<int32_t>(bits));
    case Scalar::kUInt:
      return fmt::format("{}", static_cast<uint32_t>(bits));
    case Scalar::kLong:
    case Scalar::kLongLong:
      return fmt::format("{}", static_cast<int64_t>(bits));
    case Scalar::kULong:
    case Scalar::kULongLong:
      return fmt::format("{}", bits);
    case Scalar::kHalf:
      return fmt::format("{:.5g}", half_to_float(static_cast<uint16_t>(bits)));
    case Scalar::kBfloat:
      return fmt::format("{:.4g}", bfloat_to_float(static_cast<uint16_t>(bits)));
    case Scalar::kFloat:
      return fmt::format("{:.7g}", std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case Scalar::kDouble:
      return fmt::format("{:.10g}", std::bit_cast<double>(bits));
  }
  return "";
}

}  // namespace warplens::base
