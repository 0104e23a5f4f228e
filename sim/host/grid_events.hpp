// What host code notices of a grid: what it prints and launches, a failed assertion, an access to
// memory that is nobody's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/device.hpp"
#include "sim/launch/launch.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::host {

class GridEvents : public trace::Observer {
 public:
  // Whether nobody notices an access to that address of global memory.
  using IsSilent = std::function<bool(uint64_t address)>;
  GridEvents(std::shared_ptr<const code::Program> program, launch::Dim3 block,
             uint64_t shared_bytes, IsSilent is_silent)
      : program_(std::move(program)),
        extents_(block),
        shared_bytes_(shared_bytes),
        is_silent_(std::move(is_silent)) {}

  void block_begins(trace::BlockId block) override { block_ = block; }
  trace::Observer* hearer_of_accesses() override { return nullptr; }
  bool hears_only_rare_events() const override { return true; }
  void stray(const trace::WarpAccess& access) override;
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const trace::PrintArguments& arguments) override;
  void lane_event(uint32_t warp, trace::LaneEvent event, uint32_t index, uint32_t mask) override;
  void bulk_fault(const trace::BulkFault& fault) override;
  void mbarrier_fault(const trace::MbarrierFault& fault) override;
  std::unique_ptr<trace::Observer> for_chunk(Apart) override {
    return std::make_unique<GridEvents>(program_, extents_, shared_bytes_, is_silent_);
  }
  void clear() override;
  void merge(trace::Observer& chunk) override;
  uint64_t bytes() const override { return printed_.size() + assertions_.size(); }

  const std::string& printed() const { return printed_; }
  // Of its threads, in their order.
  const std::vector<Launched>& launched() const { return launched_; }
  // As the driver writes it, a line for each thread of the first warp that failed.
  const std::string& failed_assertion() const { return assertions_; }
  bool has_assertion() const { return !assertions_.empty(); }
  // The first address out of bounds of global memory.
  std::optional<uint64_t> stray() const { return stray_; }
  // Whether the grid did nothing but change memory.
  bool has_none() const {
    return printed_.empty() && launched_.empty() && assertions_.empty() && !stray_ && !is_broken_ &&
           !refused_;
  }
  // Whether an access broke the grid off: one to global memory that is not silent, or one past the
  // shared memory of a block.
  bool is_broken() const { return is_broken_; }
  // The first error of an instruction that the GPU refuses to execute.
  std::optional<Error> refused() const { return refused_; }

 private:
  void note_stray(const trace::WarpAccess& side);

  std::shared_ptr<const code::Program> program_;
  launch::Dim3 extents_;
  uint64_t shared_bytes_;
  IsSilent is_silent_;
  trace::BlockId block_;
  std::string printed_, assertions_;
  std::optional<uint64_t> stray_;
  bool is_broken_ = false;
  std::optional<Error> refused_;
  std::vector<Launched> launched_;
};

}  // namespace warplens::host
