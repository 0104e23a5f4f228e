// The output of the kernel's printf calls, in order of execution: one line for each call and lane.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/trace/observer.hpp"

namespace warplens::observe {

struct PrintLine {
  trace::BlockId block;
  uint32_t thread[3] = {0, 0, 0};
  base::Span span;    // of the call
  uint32_t line = 0;  // of the call
  std::string text;   // as written: a line end is part of it, if there is one
};
struct Prints {
  std::vector<PrintLine> lines;
  uint64_t dropped = 0;  // a lane's calls after the last that is kept
};

// At most so many are kept.
inline constexpr size_t kMostPrints = 10'000;

struct Observed;
struct Wanted;

class PrintLog : public trace::Observer {
 public:
  PrintLog(std::shared_ptr<const code::Program> program, std::array<uint32_t, 3> block_extent)
      : program_(std::move(program)), block_extent_(block_extent) {}
  explicit PrintLog(const Wanted& of);

  void block_begins(trace::BlockId block) override { block_ = block; }
  trace::Observer* hearer_of_accesses() override { return nullptr; }
  void prints(uint32_t warp, uint32_t print, uint32_t mask,
              const trace::PrintArguments& arguments) override;
  std::unique_ptr<trace::Observer> for_chunk(Apart) override {
    return std::make_unique<PrintLog>(program_, block_extent_);
  }
  void clear() override { prints_ = {}; }
  void merge(trace::Observer& chunk) override;  // the cap is that of all together
  void put(Observed& to) const;
  const Prints& so_far() const { return prints_; }

 private:
  std::shared_ptr<const code::Program> program_;
  std::array<uint32_t, 3> block_extent_;
  trace::BlockId block_;
  Prints prints_;
};

}  // namespace warplens::observe
