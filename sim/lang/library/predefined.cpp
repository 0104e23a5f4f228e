// Values are those of nvcc 13 on 64-bit Linux (<cfloat>, <climits>, <cstdint>, <cmath> with
// _GNU_SOURCE, math_constants.h). __CUDA_ARCH__ is not here: it follows the device.
#include "sim/lang/library/predefined.hpp"

#include <array>

namespace warplens::lang {
namespace {

constexpr auto kMacros = std::to_array<Predefined>({
    {"__CUDACC__", "1"},
    {"__NVCC__", "1"},
    {"__CUDACC_VER_MAJOR__", "13"},
    {"__CUDACC_VER_MINOR__", "0"},
    {"CUDART_VERSION", "13000"},
    {"CUDA_VERSION", "13000"},
    {"__cplusplus", "202002L"},
    {"__STDC__", "1"},
    {"__linux__", "1"},
    {"__builtin_align__", "__align__"},
    {"NULL", "nullptr"},
    {"M_E", "2.7182818284590452354"},
    {"M_LOG2E", "1.4426950408889634074"},
    {"M_LOG10E", "0.43429448190325182765"},
    {"M_LN2", "0.69314718055994530942"},
    {"M_LN10", "2.30258509299404568402"},
    {"M_PI", "3.14159265358979323846"},
    {"M_PI_2", "1.57079632679489661923"},
    {"M_PI_4", "0.78539816339744830962"},
    {"M_1_PI", "0.31830988618379067154"},
    {"M_2_PI", "0.63661977236758134308"},
    {"M_2_SQRTPI", "1.12837916709551257390"},
    {"M_SQRT2", "1.41421356237309504880"},
    {"M_SQRT1_2", "0.70710678118654752440"},
    {"CUDART_PI_F", "3.141592654f"},
    {"CUDART_PI", "3.1415926535897931e+0"},
    {"CUDART_INF_F", "(1.0f / 0.0f)"},
    {"CUDART_INF", "(1.0 / 0.0)"},
    {"CUDART_NAN_F", "(0.0f / 0.0f)"},
    {"CUDART_NAN", "(0.0 / 0.0)"},
    {"INFINITY", "(1.0f / 0.0f)"},
    {"NAN", "(0.0f / 0.0f)"},
    {"HUGE_VALF", "(1.0f / 0.0f)"},
    {"HUGE_VAL", "(1.0 / 0.0)"},
    {"FLT_MAX", "3.402823466e+38f"},
    {"FLT_MIN", "1.175494351e-38f"},
    {"FLT_EPSILON", "1.192092896e-7f"},
    {"DBL_MAX", "1.7976931348623158e+308"},
    {"DBL_MIN", "2.2250738585072014e-308"},
    {"DBL_EPSILON", "2.2204460492503131e-16"},
    {"CHAR_BIT", "8"},
    {"SCHAR_MAX", "127"},
    {"SCHAR_MIN", "(-128)"},
    {"UCHAR_MAX", "255"},
    {"CHAR_MAX", "127"},
    {"CHAR_MIN", "(-128)"},
    {"SHRT_MAX", "32767"},
    {"SHRT_MIN", "(-32768)"},
    {"USHRT_MAX", "65535"},
    {"INT_MAX", "2147483647"},
    {"INT_MIN", "(-2147483647 - 1)"},
    {"UINT_MAX", "0xffffffffu"},
    {"LONG_MAX", "9223372036854775807l"},
    {"LONG_MIN", "(-9223372036854775807l - 1)"},
    {"ULONG_MAX", "0xfffffffffffffffful"},
    {"LLONG_MAX", "9223372036854775807ll"},
    {"LLONG_MIN", "(-9223372036854775807ll - 1)"},
    {"ULLONG_MAX", "0xffffffffffffffffull"},
    {"SIZE_MAX", "0xfffffffffffffffful"},
    {"INT8_MAX", "127"},
    {"INT8_MIN", "(-128)"},
    {"UINT8_MAX", "255"},
    {"INT16_MAX", "32767"},
    {"INT16_MIN", "(-32768)"},
    {"UINT16_MAX", "65535"},
    {"INT32_MAX", "2147483647"},
    {"INT32_MIN", "(-2147483647 - 1)"},
    {"UINT32_MAX", "0xffffffffu"},
    {"INT64_MAX", "9223372036854775807l"},
    {"INT64_MIN", "(-9223372036854775807l - 1)"},
    {"UINT64_MAX", "0xfffffffffffffffful"},
});

}  // namespace

std::span<const Predefined> predefined_macros() {
  return kMacros;
}

}  // namespace warplens::lang
