// Idioms that NVIDIA's samples and courses share, run and held to values computed here: shared
// memory behind a struct's conversion operator, pointers that may be null, templates that count
// down, accessors for const and other objects.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

const std::string kSharedMemory =
    "template <class T> struct SharedMemory {\n"
    "  __device__ inline operator T*() { extern __shared__ int __smem[]; return (T*)__smem; }\n"
    "  __device__ inline operator const T*() const {\n"
    "    extern __shared__ int __smem[]; return (T*)__smem; }\n"
    "};\n"
    "template <> struct SharedMemory<double> {\n"
    "  __device__ inline operator double*() {\n"
    "    extern __shared__ double __smem_d[]; return (double*)__smem_d; }\n"
    "};\n"
    "template <class T> __global__ void reduce(T* in, T* out, unsigned int n) {\n"
    "  T* sdata = SharedMemory<T>();\n"
    "  unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;\n"
    "  sdata[tid] = i < n ? in[i] : 0;\n"
    "  __syncthreads();\n"
    "  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {\n"
    "    if (tid < s) sdata[tid] += sdata[tid + s];\n"
    "    __syncthreads();\n"
    "  }\n"
    "  if (out != NULL && tid == 0) out[blockIdx.x] = sdata[0];\n"
    "}\n";

}  // namespace

TEST_CASE("samples: a reduction in shared memory behind a conversion operator") {
  const auto run = test::must_run(
      kSharedMemory,
      "--kernel reduce<float> --grid 2 --block 64 --shared 256 --arg in=float[100]:iota --arg "
      "out=float[2] --arg n=100");
  CHECK(test::floats_of(*run, "out") == std::vector<float>{63 * 64 / 2, (64 + 99) * 36 / 2});
  CHECK_FALSE(
      test::try_run(kSharedMemory,
                    "--kernel reduce<double> --block 32 --shared 64 --arg in=double[32] --arg "
                    "out=double[1]")
          .ok());  // n is missing
}

TEST_CASE("samples: null pointers are compared, written either way") {
  const auto run = test::must_run(
      "#include <stddef.h>\n"
      "__global__ void k(float* a, int n) {\n"
      "  float* none = n > 100 ? a : nullptr;\n"
      "  float v = none != nullptr ? none[0] : 2.0f;\n"
      "  if (a != NULL && none == 0) v += 1;\n"
      "  if (!none || nullptr == a) v += 4;\n"
      "  a[threadIdx.x] = v;\n"
      "}\n",
      "--block 2 --arg a=float[2] --arg n=3");
  CHECK(test::floats_of(*run, "a") == std::vector<float>{7, 7});
}

TEST_CASE("samples: templates that count down, and accessors by const") {
  const auto run = test::must_run(
      "template <int N> struct Fact { static const int value = N * Fact<N - 1>::value; };\n"
      "template <> struct Fact<0> { static const int value = 1; };\n"
      "struct View {\n"
      "  float* p; int n;\n"
      "  View() = default;\n"
      "  __host__ __device__ View(float* q, int m) : p(q), n(m) {}\n"
      "  ~View() {}\n"
      "  __device__ float& at(int i) { return p[i]; }\n"
      "  __device__ float at(int i) const { return -p[i]; }\n"
      "};\n"
      "__global__ void k(float* a) {\n"
      "  View v(a, 4);\n"
      "  const View c = v;\n"
      "  v.at(0) = Fact<4>::value;\n"
      "  v.at(1) = c.at(0);\n"
      "}\n",
      "--block 1 --arg a=float[2]");
  CHECK(test::floats_of(*run, "a") == std::vector<float>{24, -24});
}

TEST_CASE("samples: reciprocals rounded to nearest") {
  const auto run = test::must_run(
      "__global__ void k(float* a) {\n"
      "  a[0] = __frcp_rn(4.0f) + __frcp_rn(a[1]);\n"
      "  a[1] = __drcp_rn(8.0);\n"
      "}\n",
      "--block 1 --arg a=float[2]:const=2");
  CHECK(test::floats_of(*run, "a") == std::vector<float>{0.75f, 0.125f});
}
