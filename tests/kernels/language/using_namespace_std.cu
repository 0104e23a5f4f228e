// warplens: --arg a=double[32] --arg b=float[32] --arg n=32 --block 32
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
using namespace std;
using std::max;
using std::uint32_t;
typedef unsigned long long ull;
using real = double;
template <typename T>
using Ptr = T*;
__global__ void k(Ptr<real> a, float* b, uint32_t n) {
  uint32_t i = threadIdx.x;
  if (i >= n) return;
  a[i] =
      max(a[i], 0.0) + std::fabs(sin(a[i])) + sqrt(abs(a[i])) + pow(a[i], 2.0) + std::floor(a[i]);
  b[i] = fmaxf(b[i], 1e-3f) + std::min(b[i], 2.0f) + roundf(b[i]) + std::exp(b[i]) + log1pf(b[i]) +
         fmod(b[i], 2.f) + std::pow(b[i], 3);
  ull mask = 1ULL << (i & 63);
  if (mask & 0xffull) b[i] = (float)mask;
}
