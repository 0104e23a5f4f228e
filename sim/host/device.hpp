// The device as host code sees it: its memory with what the program allocated, launches, errors
// that stay until the program reads them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/result.hpp"
#include "sim/base/shared_page.hpp"
#include "sim/base/sliced.hpp"
#include "sim/code/program.hpp"
#include "sim/host/labels.hpp"
#include "sim/host/launch_trial.hpp"
#include "sim/host/pools.hpp"
#include "sim/host/scalar/scalar_machine.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/model/device.hpp"

namespace warplens::machine {
struct GridEnd;
enum class StopReason : uint8_t;
}  // namespace warplens::machine

namespace warplens::host {

class Follower;
class GridEvents;
class RepeatedLaunches;
class WarpOrders;
struct EndedLaunch;
struct GridExecution;

// Codes of cudaError_t.
enum class Error : uint16_t {
  kSuccess = 0,
  kInvalidValue = 1,
  kMemoryAllocation = 2,
  kInvalidSymbol = 13,
  kInvalidMemcpyDirection = 21,
  kDevicesUnavailable = 46,
  kInvalidDevice = 101,
  kIllegalAddress = 700,
  kLaunchTimeout = 702,
  kAssert = 710,
  kIllegalInstruction = 715,
  kMisalignedAddress = 716,
  kLaunchFailure = 719,
};

// An array's window ends there. [bytes]
inline constexpr uint64_t kMostOfArray =
    machine::GlobalMemory::kWindow - machine::GlobalMemory::kStart;

enum class Kind : uint8_t { kDevice, kManaged, kPinned };  // of memory that the device can reach

// One launch: what the host gave.
struct Launched {
  base::Span span;     // of the launch in the text
  std::string kernel;  // lang::Kernel::name
  launch::Dim3 grid, block;
  uint64_t shared = 0;                   // dynamic [bytes]
  uint64_t stream = 0;                   // its handle
  std::vector<uint64_t> parameter_bits;  // by code::Program::parameters
};

class Device : public OtherMemory {
 public:
  struct Options {
    model::Device device;
    // Of what its arrays take of this machine's memory; null: not limited.
    std::shared_ptr<base::PageBudget> budget;
    uint32_t threads = 1;
    uint64_t step_limit = 0;    // of a launch; 0: none
    uint64_t set_up_limit = 0;  // the same of what its blocks cost to start
    // Kernels without loops are interpreted until they have executed so many warp instructions.
    uint64_t native_after = ~uint64_t{0};
    // What kernels print, in order, and lines of the runtime about a failed assertion. A process
    // sets them.
    std::function<void(std::string_view)> out, err;
    // Whether its work is counted, so that it can be limited (limit_work).
    bool counts_work = false;
    // Called before each launch, with memory as it finds it. May be empty.
    std::function<void(const Launched&, const std::shared_ptr<const machine::GridContext>&,
                       const machine::GlobalMemory&)>
        before_launch;
    // Called behind it, with what it took and what a warp instruction does (LaunchPrice), where
    // work is counted. May be empty.
    std::function<void(const Launched&, uint64_t work, uint64_t of_step)> after_launch;
    // Called before an array is freed. May be empty.
    std::function<void(uint32_t array)> before_free;
  };
  Device(std::shared_ptr<const lang::Unit> unit, Options options);
  ~Device() override;

  const model::Device& model() const { return options_.device; }
  const machine::GlobalMemory& memory() const { return memory_; }
  // Of its own memory, which managed and pinned arrays take none of. [bytes]
  uint64_t bytes_used() const { return used_; }
  uint64_t most_bytes() const { return most_bytes_; }
  Pools& pools() { return pools_; }
  // Whether its arrays take all that they may of this machine's memory.
  bool is_out_of_room() const { return broke_off_for_room_ || memory_.is_full(); }

  // Who is notified from now on; nothing is allocated yet. Null: nobody.
  void set_follower(Follower* follower) { follower_ = follower; }

  // 0: there is no memory.
  uint64_t allocate(uint64_t bytes, Kind kind);
  uint64_t add(machine::GlobalArray array, Kind kind);
  Error free(uint64_t address, bool is_pinned);
  // Of the array around an address; nothing for the host's own memory.
  std::optional<Kind> kind_at(uint64_t address) const;
  // The address of a __device__ or __managed__ variable; 0 of a __constant__ one, which `constant`
  // gives the bytes of.
  uint64_t address_of(const lang::Variable& variable);
  std::vector<std::byte>& constant(const lang::Variable& variable);
  // Bytes of its arrays; false where they are not all in one.
  bool copy_in(uint64_t address, std::span<const std::byte> from);
  bool copy_out(uint64_t address, std::span<std::byte> to);
  // Whether all of it is in one array.
  bool has(uint64_t address, uint64_t bytes) const { return range_at(address, bytes).has_value(); }
  // Whether all of it is in one managed or pinned array.
  bool is_own_to_host(uint64_t address, uint64_t bytes) const {
    return range_of_host(address, bytes).has_value();
  }
  bool fill(uint64_t address, std::byte value, uint64_t bytes);

  // Managed and pinned memory, as the host accesses it.
  const PageView* reads() const override { return reads_.data(); }
  const PageView* writes() const override { return writes_.data(); }
  bool read(uint64_t address, void* to, uint64_t bytes) override;
  bool write(uint64_t address, const void* from, uint64_t bytes) override;
  Label label(uint64_t address, uint64_t bytes) override;
  void put_label(uint64_t address, uint64_t bytes, Label label) override;

  // The kernel's program; why there is none where it is refused.
  base::Checked<std::shared_ptr<const code::Program>> program_of(const std::string& kernel);
  uint64_t shared_limit(const std::string& kernel) const;  // dynamic [bytes]
  // One launch and what its kernel launches, in steps of work as LaunchPrice counts it. A
  // diagnostic where a kernel is refused.
  base::Sliced<base::Checked<Error>> launch(Launched launched);
  // A library took so many operations of numbers: the program's clock goes on as after a launch.
  void compute(uint64_t operations);
  uint64_t nanoseconds() const {
    return nanoseconds_;
  }  // that launches have taken, at a stated rate
  uint64_t launches() const { return launches_; }
  // Of these, what was not executed again (RepeatedLaunches).
  uint64_t repeated_launches() const;
  // What launches, copies and libraries have taken, in units of LaunchPrice; and warp instructions
  // of launches.
  uint64_t work() const { return work_; }
  uint64_t steps() const { return steps_; }
  // Launches from now on may take so much together. One that takes more is broken off.
  void limit_work(uint64_t left) { work_limit_ = work_ + left; }
  bool is_out_of_work() const { return is_out_of_work_; }
  void count_bytes(uint64_t bytes) { work_ += bytes / kBytesOfWork; }  // that were copied
  // The first launch that met a limit of its own.
  const std::optional<base::Span>& cut_launch() const { return cut_launch_; }

  // An error stays until it is taken; one of a kernel that broke off stays for good.
  // The host waits for all that it launched, for what a stream was given, for what came before an
  // event. Returns what broke a kernel off.
  Error synchronize();
  Error wait_for_stream(uint64_t stream);
  Error wait_for_event(uint64_t event);
  void set_shared_limit(const std::string& kernel, uint64_t bytes) {
    shared_limits_[kernel] = bytes;
  }
  Error note(Error error);
  Error take_error();
  Error error() const { return broken_ != Error::kSuccess ? broken_ : last_; }
  Error broken() const { return broken_; }
  void reset();

 private:
  uint64_t add_array(uint64_t bytes, Kind kind);
  uint64_t keep(machine::GlobalArray array, Kind kind, uint64_t bytes);
  uint64_t granted(uint64_t bytes, Kind kind) const;
  void count(uint64_t bytes, Kind kind) {
    if (kind == Kind::kDevice) used_ += bytes;
  }
  // Whether somebody sees launches and where arrays begin and end.
  bool is_looked_at() const { return follower_ != nullptr || options_.before_launch; }
  // As GlobalMemory::range_at, of what the program asked for.
  std::optional<machine::GlobalMemory::Range> range_at(uint64_t address, uint64_t bytes) const;
  bool has_room_for(uint64_t bytes, Kind kind) const;
  base::Sliced<> note_effects(const EndedLaunch& ended, const GridEvents& events);
  // Null: it was not executed again (RepeatedLaunches).
  base::Sliced<std::unique_ptr<GridExecution>> begin(const Launched& launched,
                                                     std::shared_ptr<const code::Program> of);
  base::Sliced<> execute(GridExecution& grid);
  // Returns what it launched.
  base::Sliced<std::vector<Launched>> end(GridExecution& grid);
  void count_time(const machine::GridEnd& end);
  void note_end(machine::StopReason reason, const GridEvents& events);
  std::optional<machine::GlobalMemory::Range> range_of_host(uint64_t address, uint64_t bytes) const;
  Error notice();
  bool is_silent(uint64_t address) const;
  bool is_possible(const Launched& launched, const code::Program& program) const;
  void forget_views() { reads_ = writes_ = {}; }

  std::shared_ptr<const lang::Unit> unit_;
  Options options_;
  machine::GlobalMemory memory_;
  std::vector<std::optional<Kind>> kinds_;  // by array; nothing: freed
  std::vector<uint64_t> sizes_;             // by array: what the program asked for [bytes]
  // By size, those that were freed, the last one at the end: as a GPU's driver does, the next array
  // of the size begins where that began, unless somebody is to see what is used after it was freed.
  std::map<uint64_t, std::vector<uint32_t>> freed_;
  const uint64_t most_bytes_;
  uint64_t used_ = 0;
  Pools pools_;
  Follower* follower_ = nullptr;
  std::map<const lang::Variable*, uint64_t> globals_;
  std::map<const lang::Variable*, std::vector<std::byte>> constants_;
  std::map<std::string, std::shared_ptr<const code::Program>> programs_;
  std::map<const code::Program*, std::shared_ptr<machine::KernelCode>> codes_;
  std::array<PageView, PageView::kViews> reads_, writes_;
  Error last_ = Error::kSuccess, broken_ = Error::kSuccess;
  Error unseen_ = Error::kSuccess;                 // of a kernel that nobody has waited for
  std::string printed_, failed_;                   // by kernels that nobody has waited for
  std::map<std::string, uint64_t> shared_limits_;  // cudaFuncSetAttribute, by kernel
  uint64_t nanoseconds_ = 0, launches_ = 0;
  bool broke_off_for_room_ = false;  // a launch did
  std::optional<base::Span> cut_launch_;
  static constexpr uint64_t kBytesOfWork = 2;
  uint64_t work_ = 0, steps_ = 0, work_limit_ = ~uint64_t{0};
  bool is_out_of_work_ = false;
  LaunchPrices prices_;
  std::unique_ptr<WarpOrders> orders_;
  std::unique_ptr<RepeatedLaunches> repeats_;  // where nobody looks at launches
};

// "invalid argument", "cudaErrorInvalidValue".
std::string_view error_text(uint32_t code);
std::string_view error_name(uint32_t code);

}  // namespace warplens::host
