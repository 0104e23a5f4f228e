// time_cublas(): the four functions of cuBLAS that a product needs, opened at run time. They are
// declared here, so that cuBLAS's headers need not be installed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernels/measure/cuda/compiler.hpp"
#include "kernels/measure/cuda/library.hpp"
#include "kernels/measure/timing/timing.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::timing {
namespace {

constexpr double kProductLimit_s = 2;
constexpr uint32_t kLargestOrder = 32768;

// cublas_api.h of CUDA 13.0; the same since CUDA 11.
using Handle = void*;
constexpr int kSuccess = 0;        // CUBLAS_STATUS_SUCCESS
constexpr int kNotTransposed = 0;  // CUBLAS_OP_N
constexpr int kPedantic = 2;       // CUBLAS_PEDANTIC_MATH: single precision throughout

struct Cublas {
  int (*create)(Handle*) = nullptr;
  int (*destroy)(Handle) = nullptr;
  int (*set_math_mode)(Handle, int) = nullptr;
  int (*sgemm)(Handle, int, int, int, int, int, const float*, const float*, int, const float*, int,
               const float*, float*, int) = nullptr;
};

Measured<Cublas> open() {
  const std::vector<std::string> names{"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
  std::vector<std::string> files = names;
  const std::string folder = cuda::toolkit_folder();
  if (!folder.empty()) files = cuda::files_in_toolkit(folder, names);
  files.insert(files.end(), names.begin(), names.end());
  const cuda::Library library = cuda::Library::open(files);
  Cublas cublas;
  const bool found = library.find(cublas.create, "cublasCreate_v2") &&
                     library.find(cublas.destroy, "cublasDestroy_v2") &&
                     library.find(cublas.set_math_mode, "cublasSetMathMode") &&
                     library.find(cublas.sgemm, "cublasSgemm_v2");
  if (found) return cublas;
  return base::fail(Problem{ProblemKind::kNoCompiler,
                            say("cuBLAS (libcublas) was not found; install it with the CUDA "
                                "Toolkit to see its product beside the others")});
}

// n * n different floats: multiplying equal ones would take less power and so allow a higher clock.
Measured<bool> fill(cuda::Memory& memory) {
  std::vector<float> pattern(1 << 20);
  uint32_t state = 1;
  for (float& value : pattern) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 8) / static_cast<float>(1U << 24);
  }
  const uint64_t step = pattern.size() * sizeof(float);
  for (uint64_t at = 0; at < memory.bytes(); at += step) {
    const Measured<bool> written =
        memory.write(pattern.data(), std::min(step, memory.bytes() - at), at);
    if (!written.ok()) return written;
  }
  return true;
}

Problem failed(int status) {
  return {ProblemKind::kInternal,
          say("cuBLAS failed with its status {status}; does its version fit the driver's?",
              "status"_a = status)};
}

Measured<Times> time_product(const cuda::DriverPointer& driver, const Cublas& cublas, Handle handle,
                             uint32_t n) {
  const int status = cublas.set_math_mode(handle, kPedantic);
  if (status != kSuccess) return base::fail(failed(status));
  std::array<cuda::Memory, 3> matrices;
  for (cuda::Memory& matrix : matrices) {
    Measured<cuda::Memory> memory = cuda::Memory::allocate(driver, uint64_t{n} * n * sizeof(float));
    if (!memory.ok()) return base::fail(memory.error());
    matrix = std::move(memory).value();
    const Measured<bool> filled = fill(matrix);
    if (!filled.ok()) return base::fail(filled.error());
  }
  const auto floats = [&](size_t i) { return reinterpret_cast<float*>(matrices[i].address()); };
  const int order = static_cast<int>(n);
  const float one = 1, zero = 0;
  return time_launch(driver, kProductLimit_s, [&]() -> Measured<bool> {
    const int done = cublas.sgemm(handle, kNotTransposed, kNotTransposed, order, order, order, &one,
                                  floats(0), order, floats(1), order, &zero, floats(2), order);
    if (done != kSuccess) return base::fail(failed(done));
    return true;
  });
}

}  // namespace

Measured<Times> time_cublas(const cuda::DriverPointer& driver, uint32_t n) {
  if (n == 0 || n > kLargestOrder)
    return base::fail(Problem{ProblemKind::kInput, say("a product's order is from 1 to {limit}",
                                                       "limit"_a = kLargestOrder)});
  const Measured<Cublas> cublas = open();
  if (!cublas.ok()) return base::fail(cublas.error());
  Handle handle = nullptr;
  const int status = cublas->create(&handle);
  if (status != kSuccess) return base::fail(failed(status));
  Measured<Times> times = time_product(driver, *cublas, handle, n);
  cublas->destroy(handle);
  return times;
}

}  // namespace warplens::measure::timing
