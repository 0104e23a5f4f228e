// time_launch(): flush, event, launch, event, again and again. The flush keeps the GPU busy while
// it receives the launch, so that the time between the events is the kernel's and not the
// processor's.
#include "kernels/measure/timing/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/measure/timing/statistics.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::timing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kWarmUps = 3;
constexpr double kWarmUp_s = 0.1;                   // an idle GPU needs a while to raise its clocks
constexpr double kWarmUpShare = 0.25;               // of the limit, at most
constexpr uint64_t kLeastFlushed_bytes = 32 << 20;  // also where the driver names no L2 size
constexpr double kLeastFlushed_l2 = 2;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Event {
 public:
  explicit Event(cuda::DriverPointer driver) : driver_(std::move(driver)) {
    result_ = driver_->cu.cuEventCreate(&event_, CU_EVENT_DEFAULT);
  }
  ~Event() {
    if (result_ == CUDA_SUCCESS) driver_->cu.cuEventDestroy(event_);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  CUresult result() const { return result_; }  // of making it
  CUevent get() const { return event_; }

 private:
  cuda::DriverPointer driver_;
  CUevent event_ = nullptr;
  CUresult result_ = CUDA_SUCCESS;
};

// One launch between two events, after a flush of the L2 cache.
class Stopwatch {
 public:
  static Measured<Stopwatch> make(const cuda::DriverPointer& driver) {
    int l2_bytes = 0;
    driver->cu.cuDeviceGetAttribute(&l2_bytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, driver->device);
    const auto flushed = static_cast<uint64_t>(kLeastFlushed_l2 * std::max(l2_bytes, 0));
    Measured<cuda::Memory> memory =
        cuda::Memory::allocate(driver, std::max(flushed, kLeastFlushed_bytes));
    if (!memory.ok()) return base::fail(memory.error());
    Stopwatch stopwatch(driver, std::move(memory).value());
    for (const CUresult result : {stopwatch.start_->result(), stopwatch.end_->result()}) {
      if (result != CUDA_SUCCESS)
        return base::fail(driver->problem(result, say("making an event")));
    }
    return stopwatch;
  }

  // [us]
  Measured<double> run(const std::function<Measured<bool>()>& launch) {
    const cuda::Functions& cu = driver_->cu;
    const auto flushed = memory_.fill(0);
    if (!flushed.ok()) return base::fail(flushed.error());
    CUresult result = cu.cuEventRecord(start_->get(), nullptr);
    if (result == CUDA_SUCCESS) {
      const auto launched = launch();
      if (!launched.ok()) return base::fail(launched.error());
      result = cu.cuEventRecord(end_->get(), nullptr);
    }
    if (result == CUDA_SUCCESS) result = cu.cuEventSynchronize(end_->get());
    float elapsed_ms = 0;
    if (result == CUDA_SUCCESS)
      result = cu.cuEventElapsedTime(&elapsed_ms, start_->get(), end_->get());
    if (result != CUDA_SUCCESS) return base::fail(driver_->problem(result, say("timing a kernel")));
    return std::round(double{elapsed_ms} * 1e6) / 1e3;  // a float's last digits are meaningless
  }

 private:
  Stopwatch(const cuda::DriverPointer& driver, cuda::Memory memory)
      : driver_(driver),
        memory_(std::move(memory)),
        start_(std::make_unique<Event>(driver)),
        end_(std::make_unique<Event>(driver)) {}

  cuda::DriverPointer driver_;
  cuda::Memory memory_;
  std::unique_ptr<Event> start_, end_;
};

}  // namespace

Measured<Times> time_launch(const cuda::DriverPointer& driver, double limit_s,
                            const std::function<Measured<bool>()>& run) {
  Measured<Stopwatch> stopwatch = Stopwatch::make(driver);
  if (!stopwatch.ok()) return base::fail(stopwatch.error());

  const Clock::time_point start = Clock::now();
  const double warm_up_s = std::min(kWarmUp_s, kWarmUpShare * limit_s);
  for (uint32_t i = 0; i < kWarmUps || seconds_since(start) < warm_up_s; ++i) {
    const Measured<double> warm_up = stopwatch->run(run);
    if (!warm_up.ok()) return base::fail(warm_up.error());
    if (seconds_since(start) > kWarmUpShare * limit_s) break;
  }

  std::vector<double> runs_us;
  Times times;
  do {
    const Measured<double> elapsed_us = stopwatch->run(run);
    if (!elapsed_us.ok()) return base::fail(elapsed_us.error());
    runs_us.push_back(*elapsed_us);
    times = summarise(runs_us);
  } while (!times.settled && times.runs < kMostRuns && seconds_since(start) < limit_s);
  return times;
}

}  // namespace warplens::measure::timing
