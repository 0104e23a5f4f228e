// time_launch() on a driver whose functions are the test's: what is done in which order, when it
// stops, and that nothing is left behind.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kernels/measure/timing/statistics.hpp"
#include "kernels/measure/timing/timing.hpp"

namespace {

using namespace warplens;
using namespace warplens::measure;
using namespace warplens::measure::timing;

constexpr int kL2_bytes = 40 << 20;

// The driver's functions are plain pointers, so that their state is here.
struct Played {
  std::string deeds;  // f: flush, e: event, l: launch, w: wait
  int events = 0, allocations = 0;
  size_t allocated = 0;
  float elapsed_ms = 1;
  float growth = 1;  // from run to run
  CUresult at_wait = CUDA_SUCCESS;
  CUresult at_event = CUDA_SUCCESS;
  size_t free_bytes = size_t{1} << 33;
};
Played* played = nullptr;

std::shared_ptr<const cuda::Driver> driver_of(Played& plays) {
  played = &plays;
  auto driver = std::make_shared<cuda::Driver>();
  cuda::Functions& cu = driver->cu;
  cu.cuDeviceGetAttribute = [](int* value, CUdevice_attribute, CUdevice) {
    *value = kL2_bytes;
    return CUDA_SUCCESS;
  };
  cu.cuMemGetInfo = [](size_t* free, size_t* total) {
    *free = *total = played->free_bytes;
    return CUDA_SUCCESS;
  };
  cu.cuMemAlloc = [](CUdeviceptr* address, size_t bytes) {
    *address = 4096;
    ++played->allocations;
    played->allocated = bytes;
    return CUDA_SUCCESS;
  };
  cu.cuMemFree = [](CUdeviceptr) {
    --played->allocations;
    return CUDA_SUCCESS;
  };
  cu.cuMemsetD8 = [](CUdeviceptr, unsigned char, size_t bytes) {
    CHECK(bytes >= 2 * size_t{kL2_bytes});
    played->deeds += 'f';
    return CUDA_SUCCESS;
  };
  cu.cuEventCreate = [](CUevent* event, unsigned) {
    if (played->at_event != CUDA_SUCCESS) return played->at_event;
    ++played->events;
    *event = nullptr;
    return CUDA_SUCCESS;
  };
  cu.cuEventDestroy = [](CUevent) {
    --played->events;
    return CUDA_SUCCESS;
  };
  cu.cuEventRecord = [](CUevent, CUstream) {
    played->deeds += 'e';
    return CUDA_SUCCESS;
  };
  cu.cuEventSynchronize = [](CUevent) {
    played->deeds += 'w';
    return played->at_wait;
  };
  cu.cuEventElapsedTime = [](float* elapsed_ms, CUevent, CUevent) {
    *elapsed_ms = played->elapsed_ms;
    played->elapsed_ms *= played->growth;
    return CUDA_SUCCESS;
  };
  return driver;
}

Measured<bool> run_once() {
  std::this_thread::sleep_for(std::chrono::microseconds(100));
  played->deeds += 'l';
  return true;
}

size_t launches() {
  return static_cast<size_t>(std::count(played->deeds.begin(), played->deeds.end(), 'l'));
}

void check_nothing_is_left(const Played& plays) {
  CHECK(plays.events == 0);
  CHECK(plays.allocations == 0);
}

}  // namespace

TEST_CASE("timing: each run is flushed, and measured between two events; it stops when settled") {
  Played plays;
  plays.elapsed_ms = 0.5;
  const auto times = time_launch(driver_of(plays), 60, run_once);
  REQUIRE(times.ok());
  CHECK(*times == Times{500, 0, kFewestRuns, true});
  CHECK(plays.allocated >= 2 * size_t{kL2_bytes});
  CHECK(launches() >= kFewestRuns + 3);  // warm-up
  std::string expected;
  for (size_t i = launches(); i > 0; --i) expected += "felew";
  CHECK(plays.deeds == expected);
  check_nothing_is_left(plays);
}

TEST_CASE("timing: what does not settle stops at the limit of runs") {
  Played plays;
  plays.growth = 1.02F;
  const auto times = time_launch(driver_of(plays), 1e9, run_once);
  REQUIRE(times.ok());
  CHECK(times->runs == kMostRuns);
  CHECK_FALSE(times->settled);
}

TEST_CASE("timing: a launch longer than the limit is measured once") {
  Played plays;
  const auto times = time_launch(driver_of(plays), 0.001, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return run_once();
  });
  REQUIRE(times.ok());
  CHECK(times->runs == 1);
  CHECK_FALSE(times->settled);
  CHECK(launches() == 2);
}

TEST_CASE("timing: a launch that is refused, one that faults, and too little memory are reported") {
  Played refused;
  const auto no_launch = time_launch(driver_of(refused), 1, []() -> Measured<bool> {
    return base::fail(Problem{ProblemKind::kInput, "too many threads"});
  });
  REQUIRE_FALSE(no_launch.ok());
  CHECK(no_launch.error() == Problem{ProblemKind::kInput, "too many threads"});
  check_nothing_is_left(refused);

  Played faulting;
  faulting.at_wait = CUDA_ERROR_ILLEGAL_ADDRESS;
  const auto faulted = time_launch(driver_of(faulting), 1, run_once);
  REQUIRE_FALSE(faulted.ok());
  CHECK(faulted.error().kind == ProblemKind::kFault);
  CHECK(launches() == 1);
  check_nothing_is_left(faulting);

  Played full;
  full.free_bytes = kL2_bytes;
  const auto no_memory = time_launch(driver_of(full), 1, run_once);
  REQUIRE_FALSE(no_memory.ok());
  CHECK(no_memory.error().kind == ProblemKind::kMemory);
  check_nothing_is_left(full);

  Played eventless;
  eventless.at_event = CUDA_ERROR_OUT_OF_MEMORY;
  CHECK_FALSE(time_launch(driver_of(eventless), 1, run_once).ok());
  check_nothing_is_left(eventless);
}

TEST_CASE("timing: an impossible product is not requested of cuBLAS") {
  Played plays;
  for (const uint32_t n : {0U, 100'000U}) {
    const auto times = time_cublas(driver_of(plays), n);
    REQUIRE_FALSE(times.ok());
    CHECK(times.error().kind == ProblemKind::kInput);
  }
}
