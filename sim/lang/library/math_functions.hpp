// The functions of real numbers that a kernel may call, in one table: lowering, the machine and
// what explains an index expand it. A new one is a row here, and one for each of its names in
// intrinsics.def.
#pragma once

#include <cmath>

// clang-format off

// Row(name, arguments, expression, ...): the value of the function of x, y and z, all of them T (float or
// double). What it calls beside <cmath> is in sim/machine/arithmetic.hpp and device_math.hpp. The rest of the arguments is passed on.
#define WARPLENS_MATH_FUNCTIONS(Row, ...) \
  Row(Sqrt, 1, std::sqrt(x), __VA_ARGS__) \
  Row(Rsqrt, 1, 1 / std::sqrt(x), __VA_ARGS__) \
  Row(Exp, 1, std::exp(x), __VA_ARGS__) \
  Row(Exp2, 1, std::exp2(x), __VA_ARGS__) \
  Row(Log, 1, logarithm(x), __VA_ARGS__) \
  Row(Log2, 1, std::log2(x), __VA_ARGS__) \
  Row(Log10, 1, std::log10(x), __VA_ARGS__) \
  Row(Sin, 1, sine(x), __VA_ARGS__) \
  Row(Cos, 1, cosine(x), __VA_ARGS__) \
  Row(Tan, 1, std::tan(x), __VA_ARGS__) \
  Row(Asin, 1, std::asin(x), __VA_ARGS__) \
  Row(Acos, 1, std::acos(x), __VA_ARGS__) \
  Row(Atan, 1, std::atan(x), __VA_ARGS__) \
  Row(Sinh, 1, std::sinh(x), __VA_ARGS__) \
  Row(Cosh, 1, std::cosh(x), __VA_ARGS__) \
  Row(Tanh, 1, std::tanh(x), __VA_ARGS__) \
  Row(Floor, 1, std::floor(x), __VA_ARGS__) \
  Row(Ceil, 1, std::ceil(x), __VA_ARGS__) \
  Row(Round, 1, std::round(x), __VA_ARGS__) \
  Row(Trunc, 1, std::trunc(x), __VA_ARGS__) \
  Row(Rint, 1, std::nearbyint(x), __VA_ARGS__) \
  Row(Cbrt, 1, std::cbrt(x), __VA_ARGS__) \
  Row(Erf, 1, std::erf(x), __VA_ARGS__) \
  Row(Expm1, 1, std::expm1(x), __VA_ARGS__) \
  Row(Log1p, 1, std::log1p(x), __VA_ARGS__) \
  Row(Exp10, 1, power_of_ten(x), __VA_ARGS__) \
  Row(Asinh, 1, std::asinh(x), __VA_ARGS__) \
  Row(Acosh, 1, std::acosh(x), __VA_ARGS__) \
  Row(Atanh, 1, std::atanh(x), __VA_ARGS__) \
  Row(Erfc, 1, std::erfc(x), __VA_ARGS__) \
  Row(Lgamma, 1, log_gamma(x), __VA_ARGS__) \
  Row(Tgamma, 1, std::tgamma(x), __VA_ARGS__) \
  Row(Rcbrt, 1, 1 / std::cbrt(x), __VA_ARGS__) \
  Row(Sinpi, 1, sine_of_pi(x), __VA_ARGS__) \
  Row(Cospi, 1, cosine_of_pi(x), __VA_ARGS__) \
  Row(Copysign, 2, std::copysign(x, y), __VA_ARGS__) \
  Row(Fdim, 2, std::fdim(x, y), __VA_ARGS__) \
  Row(Remainder, 2, std::remainder(x, y), __VA_ARGS__) \
  Row(Nextafter, 2, std::nextafter(x, y), __VA_ARGS__) \
  Row(Pow, 2, std::pow(x, y), __VA_ARGS__) \
  Row(Fmod, 2, std::fmod(x, y), __VA_ARGS__) \
  Row(Hypot, 2, std::hypot(x, y), __VA_ARGS__) \
  Row(Atan2, 2, std::atan2(x, y), __VA_ARGS__) \
  Row(Fma, 3, std::fma(x, y, z), __VA_ARGS__) \
  Row(FmaToOdd, 3, fma_to_odd(x, y, z), __VA_ARGS__)

// clang-format on
