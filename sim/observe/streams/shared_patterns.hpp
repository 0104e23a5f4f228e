// The different accesses of shared memory that a grid makes, and how often each: enough to count
// all of them again as if an array was laid out otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/model/device.hpp"
#include "sim/trace/observer.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::observe {

// Of grids with more different ones, the rest is left out.
inline constexpr size_t kMostPatterns = 100'000;

// kBulk: a copy in bulk, whose pieces are in the place of lanes: it takes no wavefront.
enum class PatternKind : uint8_t { kAccess, kCopy, kBulk };

struct SharedPattern {
  uint32_t site = 0;  // index into code::Program::sites
  uint32_t mask = 0;
  uint32_t out_of_bounds = 0;
  uint8_t bytes = 4;  // a lane
  PatternKind kind = PatternKind::kAccess;
  std::array<uint32_t, trace::kWarpSize> addresses{};  // of inactive lanes 0
  // Of a kCopy: the lanes that read, and from where, counted from a multiple of 128 in front of the
  // lowest address: what it costs depends on both sides, and copies that read from elsewhere in the
  // same way are one pattern. Distances beyond 4 GiB wrap.
  uint32_t reading = 0;
  std::vector<uint32_t> sources;  // by lane; else empty
  uint64_t count = 1;             // requests
};

struct SharedPatterns {
  std::vector<SharedPattern> all;  // in order of first occurrence
  bool is_cut = false;             // some were left out
};

// Wavefronts of an access with these addresses, of a copy by both its sides. Of an atomic that is a
// loop, each lane is assumed to change what it finds.
trace::StepCost cost_of(const SharedPattern& pattern, const code::Program& program,
                        const model::Device& device);

// Counts while blocks run one after another.
class PatternCounter : public trace::Observer {
 public:
  void access(const trace::WarpAccess& access) override;
  SharedPatterns take() { return std::move(patterns_); }

 private:
  void count(const trace::WarpAccess& side, PatternKind kind);

  SharedPatterns patterns_;
  std::unordered_multimap<uint64_t, size_t> by_hash_;  // indexes into patterns_.all
};

// Those of some steps of a recording, each once.
std::vector<SharedPattern> patterns_of(const trace::Recording& recording,
                                       const std::vector<uint32_t>& steps);

}  // namespace warplens::observe
