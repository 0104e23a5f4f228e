// What goes wrong before a kernel runs, without a GPU: too little device memory, by a fake of
// the driver's functions, and a machine that has no driver.
#include <doctest/doctest.h>

#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/child/compiler.hpp"
#include "kernels/measure/child/scratch_folder.hpp"
#include "kernels/measure/cuda/driver.hpp"
#include "kernels/measure/gpu/cuda_gpu.hpp"
#include "kernels/measure/gpu/job_memory.hpp"
#include "tests/support/skip.hpp"

namespace warplens::measure {
namespace {

constexpr size_t kFree = size_t{376} << 20, kTotal = size_t{1024} << 20;  // [bytes]

// A GPU with little memory left; `allocate` is the driver's function for that.
std::shared_ptr<cuda::Driver> small_gpu(decltype(&::cuMemAlloc) allocate) {
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
  FAIL("more memory than is free is requested");
  return CUDA_ERROR_OUT_OF_MEMORY;
}
CUresult has_none_after_all(CUdeviceptr*, size_t) {
  return CUDA_ERROR_OUT_OF_MEMORY;
}
CUresult gives(CUdeviceptr* address, size_t) {
  *address = 4096;
  return CUDA_SUCCESS;
}

// A device whose memory is this process's.
std::deque<std::vector<char>> device_memory;
CUresult gives_own(CUdeviceptr* address, size_t bytes) {
  *address = reinterpret_cast<CUdeviceptr>(device_memory.emplace_back(bytes).data());
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
    "gpu: arrays that do not fit together are reported with both numbers, before any is "
    "allocated") {
  const TwoArrays arrays(uint64_t{256} << 20);  // each alone would fit
  const auto memory = JobMemory::allocate(small_gpu(must_not_be_asked), arrays.job);
  REQUIRE_FALSE(memory.ok());
  CHECK(memory.error().kind == ProblemKind::kMemory);
  CHECK(memory.error().message.find("need 512 MiB") != std::string::npos);
  CHECK(memory.error().message.find("376 MiB of 1024 MiB are free; ") != std::string::npos);
}

TEST_CASE("gpu: memory that another program took in between is reported, too") {
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

TEST_CASE("gpu: arrays larger than the buffer between file and device are copied whole") {
  constexpr uint64_t kBytes = (uint64_t{17} << 20) + 12, kOffset = 256;
  const ScratchFolder folder;
  Job job;
  job.data_file = folder.path() + "/data.bin";
  job.arrays = {
      {"empty", 0, 0, false}, {"a", kBytes, kOffset, false}, {"b", 0, kBytes + 512, false}};
  std::string contents(kBytes + 512, 'x');
  for (size_t i = 0; i < contents.size(); i += 4096) contents[i] = static_cast<char>(i / 4096);
  std::ofstream(job.data_file, std::ios::binary) << contents;

  auto driver = small_gpu(gives_own);
  driver->cu.cuMemcpyHtoD = [](CUdeviceptr to, const void* from, size_t bytes) {
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return CUDA_SUCCESS;
  };
  driver->cu.cuMemcpyDtoH = [](void* to, CUdeviceptr from, size_t bytes) {
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return CUDA_SUCCESS;
  };
  auto memory = JobMemory::allocate(driver, job);
  REQUIRE(memory.ok());
  REQUIRE(memory->restore().ok());
  const std::vector<char>& a = device_memory.at(1);
  REQUIRE(a.size() == kBytes);
  CHECK(std::memcmp(a.data(), contents.data() + kOffset, kBytes) == 0);

  const std::string result = folder.path() + "/as-written.bin";
  REQUIRE(memory->save(result).ok());
  std::ifstream file(result, std::ios::binary);
  std::string saved(kBytes + 512, ' ');
  REQUIRE(file.read(saved.data(), kBytes + 512));
  CHECK(file.get() == std::ifstream::traits_type::eof());
  CHECK(saved.compare(kOffset, kBytes, contents, kOffset, kBytes) == 0);
}

TEST_CASE("gpu: without a driver every request is answered by the same sentence") {
  WARPLENS_NEEDS(!cuda::Driver::open().ok(), "here is a GPU");
  CudaGpu gpu(make_compiler());
  const Progress progress = [](double, const std::string&) {};
  const Problem problem = gpu.machine().error();
  CHECK((problem.kind == ProblemKind::kNoDriver || problem.kind == ProblemKind::kNoDevice));
  CHECK(problem.message.find("; ") != std::string::npos);
  CHECK(gpu.run({}, progress).error() == problem);
  CHECK(gpu.measure_accesses({}, progress).error() == problem);
  CHECK(gpu.ceilings(progress).error() == problem);
  CHECK(gpu.latencies(progress).error() == problem);
  CHECK(gpu.cublas_product(16).error() == problem);
}

}  // namespace warplens::measure
