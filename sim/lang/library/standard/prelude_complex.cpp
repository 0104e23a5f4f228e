// <cuComplex.h>: complex numbers as pairs, computed as that header computes them.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kComplexText = R"cuda(
#pragma once
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
__host__ __device__ inline float cuCrealf(cuFloatComplex x) { return x.x; }
__host__ __device__ inline float cuCimagf(cuFloatComplex x) { return x.y; }
__host__ __device__ inline cuFloatComplex make_cuFloatComplex(float real, float imaginary) { return make_float2(real, imaginary); }
__host__ __device__ inline cuComplex make_cuComplex(float real, float imaginary) { return make_float2(real, imaginary); }
__host__ __device__ inline cuFloatComplex cuConjf(cuFloatComplex x) { return make_float2(x.x, -x.y); }
__host__ __device__ inline cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x + y.x, x.y + y.y); }
__host__ __device__ inline cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y) { return make_float2(x.x - y.x, x.y - y.y); }
__host__ __device__ inline cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y) {
  return make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
__host__ __device__ inline cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y) {
  float scale = 1.0f / (fabsf(y.x) + fabsf(y.y));
  const float a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  scale = 1.0f / (c * c + d * d);
  return make_float2((a * c + b * d) * scale, (b * c - a * d) * scale);
}
__host__ __device__ inline float cuCabsf(cuFloatComplex x) {
  const float a = fabsf(x.x), b = fabsf(x.y);
  const float large = a > b ? a : b, small = a > b ? b : a;
  if (large == 0.0f || large > 3.402823466e38f || small > 3.402823466e38f) return large + small;
  const float ratio = small / large;
  return large * sqrtf(1.0f + ratio * ratio);
}
__host__ __device__ inline cuComplex cuCfmaf(cuComplex x, cuComplex y, cuComplex z) {
  return make_float2(x.x * y.x + z.x - x.y * y.y, x.x * y.y + z.y + x.y * y.x);
}
__host__ __device__ inline double cuCreal(cuDoubleComplex x) { return x.x; }
__host__ __device__ inline double cuCimag(cuDoubleComplex x) { return x.y; }
__host__ __device__ inline cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) { return make_double2(real, imaginary); }
__host__ __device__ inline cuDoubleComplex cuConj(cuDoubleComplex x) { return make_double2(x.x, -x.y); }
__host__ __device__ inline cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x + y.x, x.y + y.y); }
__host__ __device__ inline cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y) { return make_double2(x.x - y.x, x.y - y.y); }
__host__ __device__ inline cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y) {
  return make_double2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
__host__ __device__ inline cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y) {
  double scale = 1.0 / (fabs(y.x) + fabs(y.y));
  const double a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
  scale = 1.0 / (c * c + d * d);
  return make_double2((a * c + b * d) * scale, (b * c - a * d) * scale);
}
__host__ __device__ inline double cuCabs(cuDoubleComplex x) {
  const double a = fabs(x.x), b = fabs(x.y);
  const double large = a > b ? a : b, small = a > b ? b : a;
  if (large == 0.0 || large > 1.79769313486231570e308 || small > 1.79769313486231570e308) return large + small;
  const double ratio = small / large;
  return large * sqrt(1.0 + ratio * ratio);
}
__host__ __device__ inline cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex z) {
  return make_double2(x.x * y.x + z.x - x.y * y.y, x.x * y.y + z.y + x.y * y.x);
}
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return make_double2(x.x, x.y); }
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) { return make_float2((float)x.x, (float)x.y); }
)cuda";

}  // namespace

std::string_view complex_text() {
  return kComplexText;
}

}  // namespace warplens::lang
