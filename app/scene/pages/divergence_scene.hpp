// Masks over time as the page Divergence draws them: for each warp of the chosen block a row a lane
// and time in warp instructions to the right, the places at which lanes part, and loops.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/compiled_kernel.hpp"
#include "sim/base/sliced_work.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::scene {

// Of a warp with more instructions, a column is several of them.
inline constexpr uint64_t kMostDivergenceColumns = 240;

// kTogether: active, and no lane waits. kFirst, kSecond: on a side of a branch that others wait
// for. kOther: active while others have left a loop, or wait elsewhere.
enum class LaneFill : uint8_t {
  kTogether,
  kFirst,
  kSecond,
  kOther,
  kWaiting,
  kExited,
  kAbsent,
};

struct DivergenceColumn {
  uint64_t begin = 0, count = 1;                  // warp instructions
  std::array<LaneFill, base::kWarpSize> lanes{};  // of several instructions the most frequent
  std::string place, text;                        // of the first one: "line 4", its source text
  std::optional<uint32_t> step;                   // of the recording: the warp's next access
};

struct DivergenceRow {
  std::string place, text, words;
  uint32_t pc = 0;               // of the program
  bool is_of_branch = false;     // of the text, and neither loop nor switch
  std::optional<uint32_t> step;  // the warp's next access where its lanes part
  uint64_t lost = 0;             // lane-slots
};

struct LoopRow {
  std::string place, text, words;
  std::array<uint32_t, base::kWarpSize> trips{};
  uint32_t lanes = 0, most = 0;
  bool is_unequal = false;
  std::optional<uint32_t> step;
};

struct WarpMasks {
  std::string headline;  // how many lane-slots are active
  std::string lost;      // what the others are; "" where none is lost
  uint64_t instructions = 0, instructions_of_column = 1;
  std::vector<DivergenceColumn> columns;
  std::vector<DivergenceRow> rows;  // the one that loses most first
  std::vector<LoopRow> loops;       // with different trips first
};

struct DivergenceScene {
  std::vector<WarpMasks> warps;
  std::string block;                     // the whole block, in sentences
  std::optional<uint32_t> parting_warp;  // the first whose lanes part; none: those of none do
  std::string note;                      // what the instructions are
  bool is_cut = false;
};

// What a GPU's compiler makes of the branches.
struct CompiledBranches {
  std::string sentence;                   // by which compiler, or why it is not known
  std::map<uint32_t, std::string> by_pc;  // by DivergenceRow::pc: "compiled as a branch"
};
// Of the scene's rows. `kernel` may be null: then `problem` says why, without a full stop.
CompiledBranches compiled_branches(const run::Run& run, const DivergenceScene& scene,
                                   const compare::CompiledKernel* kernel,
                                   const std::string& problem);

// `run` is what was followed; both outlive this.
class DivergenceSceneOfRun {
 public:
  DivergenceSceneOfRun(const run::Run& run, const whatif::Divergence& divergence)
      : run_(run), divergence_(divergence) {}
  base::Progress advance(base::Slice& slice);
  DivergenceScene take();  // when it is done

 private:
  const run::Run& run_;
  const whatif::Divergence& divergence_;
  DivergenceScene scene_;
};
// The same, at once.
DivergenceScene divergence_scene(const run::Run& run, const whatif::Divergence& divergence);

// The page Divergence (page_inputs.hpp): which lanes of the recorded block execute.
struct PageInputs;
struct DivergencePage {
  using Scene = DivergenceScene;
  using Key = std::shared_ptr<const run::Run>;
  struct Try {};
  static std::optional<Key> wanted(const PageInputs& now);
  static base::SlicedWork<Scene> make(const Key& run, std::shared_ptr<const Scene> shown);
};

// "waits", "active": what a lane does, a part of a sentence.
std::string fill_words(LaneFill fill);

}  // namespace warplens::scene
