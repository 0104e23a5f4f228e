// What goes wrong before a kernel runs, without a GPU: too little device memory, by a stand-in for
// the driver's functions, and a machine that has no driver.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "kernels/measure/cuda/driver.hpp"
#include "kernels/measure/gpu/cuda_gpu.hpp"
#include "kernels/measure/gpu/job_memory.hpp"

namespace warplens::measure {
namespace {

constexpr size_t kFree = size_t{376} << 20, kTotal = size_t{1024} << 20;  // [bytes]

// A GPU with little memory left; `allocate` is what the driver does when it is asked for some.
cuda::DriverPointer small_gpu(decltype(&::cuMemAlloc) allocate) {
  auto driver = std::make_shared<cuda::Driver>();
  driver->cu.cuMemGetInfo = [](size_t* free, size_t* total) {
    *free = kFree;
    *total = kTotal;
    return CUDA_SUCCESS;
  };
  driver->cu.cuMemAlloc = allocate;
  driver->cu.cuMemFree = [](CUdeviceptr) { return CUDA_SUCCESS; };
  return driver;
}

CUresult must_not_be_asked(CUdeviceptr*, size_t) {
  FAIL("memory that is not there is asked for");
  return CUDA_ERROR_OUT_OF_MEMORY;
}
CUresult has_none_after_all(CUdeviceptr*, size_t) {
  return CUDA_ERROR_OUT_OF_MEMORY;
}
CUresult gives(CUdeviceptr* address, size_t) {
  *address = 4096;
  return CUDA_SUCCESS;
}

// Two arrays of so many bytes each, and a variable of the kernel's own, which needs none.
class TwoArrays {
 public:
  explicit TwoArrays(uint64_t bytes) {
    path_ = std::filesystem::temp_directory_path() / "warplens_failures_test.bin";
    std::ofstream(path_).close();
    std::filesystem::resize_file(path_, 2 * bytes);  // a hole: nothing is written
    job.data_file = path_.string();
    job.arrays.resize(2);
    job.arrays[0].bytes = job.arrays[1].bytes = bytes;
    job.arrays[1].offset = bytes;
  }
  ~TwoArrays() { std::filesystem::remove(path_); }
  TwoArrays(const TwoArrays&) = delete;
  TwoArrays& operator=(const TwoArrays&) = delete;

  Job job;

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE(
    "gpu: arrays that do not fit together are told with both numbers, before any is asked for") {
  const TwoArrays arrays(uint64_t{256} << 20);  // each alone would fit
  const auto memory = JobMemory::allocate(small_gpu(must_not_be_asked), arrays.job);
  REQUIRE_FALSE(memory.ok());
  CHECK(memory.error().kind == ProblemKind::kMemory);
  CHECK(memory.error().message.find("need 512 MiB") != std::string::npos);
  CHECK(memory.error().message.find("376 MiB of 1024 MiB are free; ") != std::string::npos);
}

TEST_CASE("gpu: memory that another program took in between is told, too") {
  const TwoArrays arrays(4096);
  const auto memory = JobMemory::allocate(small_gpu(has_none_after_all), arrays.job);
  REQUIRE_FALSE(memory.ok());
  CHECK(memory.error().kind == ProblemKind::kMemory);
  CHECK(JobMemory::allocate(small_gpu(gives), arrays.job).ok());
}

TEST_CASE("gpu: an input file that is gone or cut off is the input's problem") {
  TwoArrays arrays(4096);
  arrays.job.arrays[1].bytes = 8192;
  const auto cut_off = JobMemory::allocate(small_gpu(gives), arrays.job);
  REQUIRE_FALSE(cut_off.ok());
  CHECK(cut_off.error().kind == ProblemKind::kInput);
  arrays.job.data_file = "/no/such/file";
  const auto gone = JobMemory::allocate(small_gpu(gives), arrays.job);
  REQUIRE_FALSE(gone.ok());
  CHECK(gone.error().message.find("/no/such/file") != std::string::npos);
}

TEST_CASE("gpu: without a driver every request is answered by the same sentence") {
  if (cuda::Driver::open().ok()) return;  // here is a GPU
  CudaGpu gpu;
  const Progress progress = [](double, const std::string&) {};
  const Problem problem = gpu.machine().error();
  CHECK((problem.kind == ProblemKind::kNoDriver || problem.kind == ProblemKind::kNoDevice));
  CHECK(problem.message.find("; ") != std::string::npos);
  CHECK(gpu.run({}, progress).error() == problem);
  CHECK(gpu.measure_accesses({}, progress).error() == problem);
  CHECK(gpu.ceilings(progress).error() == problem);
  CHECK(gpu.cublas_product(16).error() == problem);
}

}  // namespace warplens::measure
