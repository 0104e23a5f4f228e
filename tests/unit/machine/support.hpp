// Compiles a kernel's text and runs it over arrays given by hand, keeping what it reports.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/machine/grid/grid.hpp"

namespace warplens::machine::test {

// A WarpAccess with its arrays copied.
struct LoggedAccess {
  trace::WarpAccess head;
  trace::BlockId block;
  std::array<uint64_t, 32> addresses{}, values{}, high_values{}, results{};
  trace::Side source;  // of a copy, without its addresses
  std::array<uint64_t, 32> source_addresses{};
  std::array<trace::Origin, 32> origins{};
};

// A MbarrierStep with its arrays copied.
struct LoggedMbarrier {
  trace::MbarrierStep head;
  std::array<uint64_t, 32> addresses{}, words{};
};

// Everything an observer receives, in words and, for accesses, in full.
class EventLog : public trace::Observer {
 public:
  void block_begins(trace::BlockId block) override { block_ = block; }
  void access(const trace::WarpAccess& access) override;
  void phase(uint32_t warp, uint32_t loop, bool entered, bool has_value, int64_t value) override;
  void barrier_arrives(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void barrier_releases() override { words += "release;"; }
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const trace::PrintArguments& arguments) override;
  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override;
  void local_fault(const trace::LocalFault& fault) override;
  void copies_commit(uint32_t warp, uint32_t pc, uint32_t mask) override;
  void copies_wait(uint32_t warp, uint32_t pc, const trace::CopyWait& wait) override;
  void copy_arrives(uint32_t warp, uint32_t copy, uint32_t mask) override;
  void mbarrier(const trace::MbarrierStep& step) override {
    mbarriers.push_back({step, *step.addresses, *step.words});
  }
  void bulk_begins(const trace::BulkCopy& copy) override { bulk_copies.push_back(copy); }
  void bulk_fault(const trace::BulkFault& fault) override { bulk_faults.push_back(fault); }
  void mbarrier_fault(const trace::MbarrierFault& fault) override {
    mbarrier_faults.push_back(fault);
  }
  void warp_ends(uint32_t warp) override { words += "end" + std::to_string(warp) + ";"; }

  struct Printed {
    uint32_t warp = 0, print = 0, mask = 0;
    std::vector<std::array<uint64_t, 32>> arguments;
  };
  struct Event {
    trace::LaneEvent event = trace::LaneEvent::kTrap;
    uint32_t index = 0, mask = 0;
  };
  std::vector<LoggedAccess> accesses;
  std::vector<Printed> printed;
  std::vector<Event> events;
  std::vector<LoggedMbarrier> mbarriers;
  std::vector<trace::BulkCopy> bulk_copies;
  std::vector<trace::BulkFault> bulk_faults;
  std::vector<trace::MbarrierFault> mbarrier_faults;
  std::vector<trace::LocalFault> faults;  // without their addresses
  // "arrive0;arrive1;release;end0;...", phases "phase0:0=3;", "leave0:0;", copies "copy0;commit0;
  // landed0:2;wait0:1;" (the block's third copy, by warp 0; all but one group)
  std::string words;

 private:
  trace::BlockId block_;
};

class Launched {
 public:
  // The text's only kernel. Compile errors fail the test with the rendered diagnostics.
  explicit Launched(const std::string& text);

  Launched& grid(uint32_t x, uint32_t y = 1, uint32_t z = 1);
  Launched& block(uint32_t x, uint32_t y = 1, uint32_t z = 1);
  Launched& dynamic_shared(uint32_t bytes);
  // Arguments in the order of the parameters.
  template <class T>
  Launched& array(const std::vector<T>& values) {
    GlobalArray array;
    array.extents = {values.size()};
    array.bytes = base::PagedBytes(values.size() * sizeof(T));
    array.bytes.write(0, std::as_bytes(std::span(values)));
    context_->parameter_bits.push_back(memory.add(std::move(array)));
    return *this;
  }
  template <class T>
  Launched& scalar(T value) {
    uint64_t bits = 0;
    if constexpr (std::is_integral_v<T>) {
      bits = static_cast<uint64_t>(value);
    } else {
      std::memcpy(&bits, &value, sizeof value);
    }
    context_->parameter_bits.push_back(bits);
    return *this;
  }
  Launched& follow() {
    follow_ = true;
    return *this;
  }
  Launched& limit(uint64_t steps) {
    limit_ = steps;
    return *this;
  }
  Launched& run();

  template <class T>
  std::vector<T> read(uint32_t array) const {
    const base::PagedBytes& bytes = memory.array(array).bytes;
    std::vector<T> values(bytes.size() / sizeof(T));
    bytes.read(0, std::as_writable_bytes(std::span(values)));
    return values;
  }
  std::shared_ptr<const GridContext> context() const { return context_; }
  const code::Program& program() const { return *context_->program; }
  // The text of an access's site.
  std::string text_of(const LoggedAccess& access) const;

  GlobalMemory memory;
  EventLog log;
  GridEnd end;

 private:
  void run_natively(const GlobalMemory& before, uint64_t slice_steps, uint32_t threads);

  std::shared_ptr<GridContext> context_ = std::make_shared<GridContext>();
  bool follow_ = false;
  uint64_t limit_ = 10'000'000;
};

}  // namespace warplens::machine::test
