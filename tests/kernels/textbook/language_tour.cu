// warplens: --grid 2 --block 48 --arg in=int[96]:mod=41 --arg ints=int[96]:none --arg floats=float[96]:none
//
// Small C++ features that kernels use: a namespace of constexpr helpers, default arguments, overloads
// for int and float, references, function templates with deduction, sizeof, comma and conditionals.

namespace geometry {
constexpr int kDimensions = 3;
__host__ __device__ constexpr int power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
namespace detail {
__device__ int clamp(int value, int low = 0, int high = 31) {
  return value < low ? low : value > high ? high : value;
}
}  // namespace detail
}  // namespace geometry

template <typename T>
__device__ void exchange(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}

__device__ int halved(int x) { return x / 2; }
__device__ float halved(float x) { return x / 2; }

template <typename T>
__device__ T largest(T a, T b) {
  return a < b ? b : a;
}

__global__ void language_tour(const int* in, int* ints, float* floats) {
  using namespace geometry;
  constexpr int kCells = power(2, kDimensions);
  static_assert(kCells == 8, "two to the third");
  const int i = blockIdx.x * blockDim.x + threadIdx.x;

  int value = in[i], other = in[i ^ 1];
  if (value > other) exchange(value, other);
  float real = static_cast<float>(value), limit = 7.5f;
  if (real > limit) exchange(real, limit);

  int steps = 0;
  for (int low = 0, high = kCells; low < high; ++low, --high) steps += high - low;
  ints[i] = detail::clamp(halved(other) * 3) + detail::clamp(value, 5) + steps +
            int(sizeof(double)) * largest(i % 3, 1);
  floats[i] = halved(real) + largest(limit, 2.0f);
}
