// Which sums of products are rounded once: nvcc fuses a product with the sum that it is computed
// for (-fmad=true, the default). Each case prints bits, which tell one rounding from two.
#include <cstdio>
#include <cstring>

#define CASE(T, name, ...)                                                                    \
  __global__ void name(const T* p, T* r, int n, T A, T B) {                                   \
    T a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7];         \
    __VA_ARGS__;                                                                              \
  }

__device__ float times(float x, float y) { return x * y; }
struct Pair {
  float x, y;
};
__device__ Pair operator*(float s, Pair v) { return {s * v.x, s * v.y}; }
__device__ Pair operator+(Pair u, Pair v) { return {u.x + v.x, u.y + v.y}; }

// One product and one sum.
CASE(float, plus_right, r[0] = a * b + c; r[1] = c + a * b)
CASE(float, minus, r[0] = a * b - c; r[1] = c - d * e)
CASE(float, negated, r[0] = -(a * b) + c; r[1] = -(d * e) - f; r[2] = g * -h + c)
CASE(float, assigned, r[0] = c; r[0] += a * b; r[1] = d; r[1] -= e * f)
CASE(float, in_steps, float t = a; t *= b; t += c; r[0] = t)
CASE(float, factor_changes, float t = a * b; a = 7 * c; b = d; t += a * b; r[0] = t)
CASE(float, constant, r[0] = a * 0.1f + 0.3f; r[1] = 0.3f - b * 0.1f; r[2] = c * d - 0.7f)
CASE(float, same_factor, r[0] = a + a * b; r[1] = c - c * d; r[2] = e * f - e; r[3] = g * g + g)
CASE(float, of_parameters, r[0] = A * B + a; r[1] = b * A - B)
CASE(float, of_integers, r[0] = (float)threadIdx.x * a + b; r[1] = a * (float)n - b)
CASE(float, behind_call, r[0] = times(a, b) + c)
CASE(float, of_records, Pair v{a, b}; Pair w{c, d}; Pair q = e * v + w; r[0] = q.x; r[1] = q.y)
CASE(float, horner, r[0] = a + b * (c + d * (e + f * g)))
CASE(float, three_factors, r[0] = a * b * c + d; r[1] = a * (b * c) + d)
CASE(float, sum_of_fused, r[0] = (a * b + c) * d + e; r[1] = c - (a * b - d); r[2] = c - (a * b + d))
CASE(float, fma_first, r[0] = fmaf(a, b, c) + d * e; r[1] = fmaf(a, b, c * d) + e)
CASE(float, squares, float t = a * b; r[0] = t * t + c)

// Several products.
CASE(float, two, r[0] = a * b + c * d; r[1] = e * f + a * g)
CASE(float, two_apart, r[0] = a * b - c * d; r[1] = g * h - e * f)
CASE(float, later_first, r[0] = h * a + b * c; r[1] = a * d + b * c)
CASE(float, three, r[0] = a * b + c * d + e * f; r[1] = a * b - c * g + e * h)
CASE(float, chain, r[0] = e * f + a * b - c * d; r[1] = a * b - c * d - e * f)
CASE(float, four, r[0] = a * b + c * d - e * f - g * h)
CASE(float, halves, r[0] = (a * b + c * d) + (e * f + g * h))
CASE(float, norms, r[0] = a * a + b * b + c * c)

// Products of several uses.
CASE(float, two_sums, float t = a * b; r[0] = t + c; r[1] = t + d)
CASE(float, six_sums, float t = a * b; r[0] = t + c; r[1] = t + d; r[2] = t + e; r[3] = t + f;
     r[4] = t + g; r[5] = t + h)
CASE(float, sums_and_differences, float t = a * b; r[0] = t + c; r[1] = t - d; r[2] = e - t)
CASE(float, stored_too, float t = a * b; r[0] = t + c; r[1] = t)
CASE(float, multiplied_too, float t = a * b; r[0] = t + c; r[1] = t * d)
CASE(float, compared_too, float t = a * b; r[0] = t + c; r[1] = t > d ? 1 : 0)
CASE(float, written_twice, r[0] = a * b + c; r[1] = (a * b) * d)
CASE(float, with_itself, float t = a * b; r[0] = t + t)
CASE(float, from_itself, r[0] = a * b - a * b)
CASE(float, left_stored, float t = a * b; float u = c * d; r[0] = t + u; r[1] = t)
CASE(float, right_stored, float t = a * b; float u = c * d; r[0] = t - u; r[1] = u)
CASE(float, both_ways, float t = a * b; float u = c * d; r[0] = t + u; r[1] = t - u)
CASE(float, shared_right, float t = a * b; float u = c * d; r[0] = t + u; r[1] = u + e)
CASE(float, kept_right, float t = a * b; float u = c * d; r[0] = t - u; r[1] = u - e)
CASE(float, in_a_ring, float t = a * b; float u = c * d; float v = e * f; r[0] = t + u;
     r[1] = u + v; r[2] = v + t)
CASE(float, ring_of_differences, float t = a * b; float u = a * c; float v = b * c; r[0] = t - u;
     r[1] = u - v; r[2] = v - t)
CASE(float, negated_too, float t = a * b; r[0] = -t + c; r[1] = t + d)

// What is rounded alone.
CASE(float, rounded_product, r[0] = __fmul_rn(a, b) + c)
CASE(float, rounded_sum, r[0] = __fadd_rn(a * b, c); r[1] = __fsub_rn(c, a * b))
CASE(float, magnitude, r[0] = fabsf(a * b) - c)
CASE(float, larger, r[0] = fmaxf(a * b, c * 0.001f) - d)
CASE(float, quotient, r[0] = a / b + c)
CASE(float, chosen, float t = n > 3 ? a * b : d; r[0] = t + c)

// Control flow.
CASE(float, dot, float s = 0; for (int i = 0; i < n; ++i) s += p[i] * p[i + n]; r[0] = s)
CASE(float, dot_of_one, float s = 0; for (int i = 0; i < n; ++i) s = s - a * p[i]; r[0] = s)
CASE(float, unchanging, float s = 0; for (int i = 0; i < n; ++i) s += a * b; r[0] = s)
CASE(float, before_loop, float t = a * b; for (int i = 0; i < n; ++i) r[i] = t + p[i])
CASE(float, constant_before_loop, float t = a * 0.1f; for (int i = 0; i < n; ++i) r[i] = t + p[i])
CASE(float, parameter_before_loop, float t = a * B; for (int i = 0; i < n; ++i) r[i] = p[i] - t)
CASE(float, constant_stored_too, float t = a * 0.1f; r[5] = t;
     for (int i = 0; i < n; ++i) r[i] = t + p[i])
CASE(float, recurrence, float x = a; for (int i = 0; i < n; ++i) x = x * b + c; r[0] = x)
CASE(float, orbit, float x = a; float y = b;
     for (int i = 0; i < n; ++i) {
       float t = x * x - y * y + c;
       y = 2.f * x * y + d;
       x = t;
     } r[0] = x;
     r[1] = y)
CASE(float, escape, float x = 0; float y = 0; int k = 0;
     while (x * x + y * y < 4.f && k < n) {
       float t = x * x - y * y + c * 0.1f;
       y = 2 * x * y + d * 0.1f;
       x = t;
       ++k;
     } r[0] = x;
     r[1] = y)
CASE(float, behind_barrier, float t = a * b; __syncthreads(); r[0] = t + c)
CASE(float, behind_loop, float t = a * b; for (int i = 0; i < n; ++i) r[i + 1] = p[i]; r[0] = t + c)
CASE(float, through_memory, __shared__ float s[32]; s[threadIdx.x] = a * b; __syncthreads();
     r[0] = s[threadIdx.x] + c)

CASE(double, doubles, r[0] = a * b + c; r[1] = d * e - f; r[2] = g - h * a)
CASE(double, two_doubles, r[0] = a * b + c * d; r[1] = e * f - g * h)
CASE(double, double_stored_too, double t = a * b; r[0] = t + c; r[1] = t)
CASE(double, double_in_six, double t = a * b; r[0] = t + c; r[1] = t - d; r[2] = t + e;
     r[3] = t + f; r[4] = t + g; r[5] = t + h)
CASE(double, double_rounded, r[0] = __dmul_rn(a, b) + c; r[1] = __dadd_rn(a * b, c))
CASE(double, double_changes, double t = a * b; a = c; b = d; r[0] = t - e; r[1] = a * b - f)

constexpr int kSets = 16;  // of inputs, 8 numbers each

// The bits of each result that is not 0 of all sets, folded.
template <class T>
void show(const char* name, void (*kernel)(const T*, T*, int, T, T), const T* p, T* r) {
  unsigned long long folded[6] = {};
  for (int set = 0; set < kSets; ++set, p += 8) {
    cudaMemset(r, 0, 8 * sizeof(T));
    kernel<<<1, 1>>>(p, r, 4, p[0] * T(0.9), p[1] * T(1.1));
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; ++i) {
      unsigned long long bits = 0;
      memcpy(&bits, &r[i], sizeof(T));
      folded[i] = folded[i] * 31 + bits;
    }
  }
  printf("%s", name);
  for (unsigned long long bits : folded)
    if (bits != 0) printf(" %llx", bits);
  printf("\n");
}

int main() {
  float *p, *r;
  double *dp, *dr;
  cudaMallocManaged(&p, 8 * kSets * sizeof(float));
  cudaMallocManaged(&r, 8 * sizeof(float));
  cudaMallocManaged(&dp, 8 * kSets * sizeof(double));
  cudaMallocManaged(&dr, 8 * sizeof(double));
  unsigned long long state = 1;
  for (int i = 0; i < 8 * kSets; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    dp[i] = 0.5 + (double)(state >> 11) / 9007199254740992.0;
    p[i] = (float)dp[i];
  }
#define SHOW(name) show<float>(#name, name, p, r);
  SHOW(plus_right) SHOW(minus) SHOW(negated) SHOW(assigned) SHOW(in_steps) SHOW(factor_changes)
  SHOW(constant) SHOW(same_factor) SHOW(of_parameters) SHOW(of_integers) SHOW(behind_call)
  SHOW(of_records) SHOW(horner) SHOW(three_factors) SHOW(sum_of_fused) SHOW(fma_first)
  SHOW(squares) SHOW(two) SHOW(two_apart) SHOW(later_first) SHOW(three) SHOW(chain) SHOW(four)
  SHOW(halves) SHOW(norms) SHOW(two_sums) SHOW(six_sums) SHOW(sums_and_differences)
  SHOW(stored_too) SHOW(multiplied_too) SHOW(compared_too) SHOW(written_twice) SHOW(with_itself)
  SHOW(from_itself) SHOW(left_stored) SHOW(right_stored) SHOW(both_ways) SHOW(shared_right)
  SHOW(kept_right) SHOW(in_a_ring) SHOW(ring_of_differences) SHOW(negated_too)
  SHOW(rounded_product) SHOW(rounded_sum) SHOW(magnitude) SHOW(larger) SHOW(quotient)
  SHOW(chosen) SHOW(dot) SHOW(dot_of_one) SHOW(unchanging) SHOW(before_loop)
  SHOW(constant_before_loop) SHOW(parameter_before_loop) SHOW(constant_stored_too)
  SHOW(recurrence) SHOW(orbit) SHOW(escape) SHOW(behind_barrier)
  SHOW(behind_loop) SHOW(through_memory)
#undef SHOW
#define SHOW(name) show<double>(#name, name, dp, dr);
  SHOW(doubles) SHOW(two_doubles) SHOW(double_stored_too) SHOW(double_in_six)
  SHOW(double_rounded) SHOW(double_changes)
}
