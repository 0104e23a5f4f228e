#include "app/scene/pages/divergence_scene.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "app/compare/compiled_branches.hpp"
#include "app/scene/pages/page_inputs.hpp"
#include "app/study/divergence.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

using observe::Fork;
using observe::ForkKind;
using observe::Side;
using observe::Stretch;
using observe::WarpDivergence;

constexpr size_t kFills = 7;

std::string source_text(const code::Program& program, uint32_t pc) {
  const base::SourceFile& file = program.unit->file;
  const uint32_t at = program.spans[pc].begin;
  std::string_view line = file.line_text(file.line_of(at), file.part_of(at));
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  return std::string(line);
}

std::optional<uint32_t> next_step(std::span<const uint32_t> steps, uint32_t from) {
  const auto at = std::lower_bound(steps.begin(), steps.end(), from);
  if (at != steps.end()) return *at;
  return steps.empty() ? std::nullopt : std::optional(steps.back());
}

LaneFill fill_of(const WarpDivergence& warp, const Stretch& stretch, uint32_t lane) {
  const uint32_t bit = 1u << lane;
  if ((warp.present & bit) == 0) return LaneFill::kAbsent;
  if ((stretch.mask & bit) == 0)
    return (stretch.exited & bit) != 0 ? LaneFill::kExited : LaneFill::kWaiting;
  if ((warp.present & ~stretch.mask & ~stretch.exited) == 0) return LaneFill::kTogether;
  const bool is_branch =
      stretch.fork != Stretch::kNoFork && warp.forks[stretch.fork].kind == ForkKind::kBranch;
  if (!is_branch) return LaneFill::kOther;
  return stretch.side == Side::kFirst ? LaneFill::kFirst : LaneFill::kSecond;
}

// One warp's columns: an instruction each, or as many as make kMostDivergenceColumns.
std::vector<DivergenceColumn> columns_of(const code::Program& program, const WarpDivergence& warp,
                                         std::span<const uint32_t> steps, uint64_t width) {
  std::vector<DivergenceColumn> columns;
  size_t at = 0;  // the stretch that the column begins in
  for (uint64_t begin = 0; begin < warp.instructions; begin += width) {
    const uint64_t end = std::min(begin + width, warp.instructions);
    while (warp.stretches[at].begin + warp.stretches[at].count <= begin) ++at;
    const Stretch& first = warp.stretches[at];
    DivergenceColumn column{begin,
                            end - begin,
                            {},
                            study::place_text(program, first.pc).rendered(),
                            source_text(program, first.pc),
                            next_step(steps, first.step)};
    std::array<std::array<uint64_t, kFills>, base::kWarpSize> times{};
    for (size_t i = at; i < warp.stretches.size() && warp.stretches[i].begin < end; ++i) {
      const Stretch& one = warp.stretches[i];
      const uint64_t part = std::min(one.begin + one.count, end) - std::max(one.begin, begin);
      for (uint32_t lane = 0; lane < base::kWarpSize; ++lane)
        times[lane][static_cast<size_t>(fill_of(warp, one, lane))] += part;
    }
    for (uint32_t lane = 0; lane < base::kWarpSize; ++lane) {
      const auto most = std::max_element(times[lane].begin(), times[lane].end());
      column.lanes[lane] = static_cast<LaneFill>(most - times[lane].begin());
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

std::optional<uint32_t> step_of_fork(const WarpDivergence& warp, uint32_t fork,
                                     std::span<const uint32_t> steps) {
  for (const Stretch& stretch : warp.stretches)
    if (stretch.fork == fork) return next_step(steps, stretch.step);
  return std::nullopt;
}

std::vector<DivergenceRow> rows_of(const code::Program& program, const WarpDivergence& warp,
                                   std::span<const uint32_t> steps) {
  std::vector<DivergenceRow> rows;
  for (uint32_t i = 0; i < warp.forks.size(); ++i) {
    const Fork& fork = warp.forks[i];
    if (fork.parted == 0) continue;
    rows.push_back({study::place_text(program, fork.pc).rendered(), source_text(program, fork.pc),
                    study::fork_text(fork).rendered(), fork.pc, compare::is_of_branch(fork.kind),
                    step_of_fork(warp, i, steps), fork.lost});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const DivergenceRow& a, const DivergenceRow& b) { return a.lost > b.lost; });
  return rows;
}

std::vector<LoopRow> loops_of(const code::Program& program, const WarpDivergence& warp,
                              std::span<const uint32_t> steps) {
  std::vector<LoopRow> rows;
  for (const observe::LoopTrips& loop : warp.loops) {
    LoopRow row{study::place_text(program, loop.pc).rendered(),
                source_text(program, loop.pc),
                study::trips_text(loop).rendered(),
                loop.trips,
                loop.lanes,
                loop.most(),
                loop.is_unequal(),
                std::nullopt};
    const uint32_t line = program.unit->file.line_of(program.spans[loop.pc].begin);
    for (const Stretch& stretch : warp.stretches) {
      if (program.unit->file.line_of(program.spans[stretch.pc].begin) != line) continue;
      row.step = next_step(steps, stretch.step);
      break;
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LoopRow& a, const LoopRow& b) { return a.is_unequal > b.is_unequal; });
  return rows;
}

WarpMasks masks_of(const code::Program& program, const WarpDivergence& warp, uint32_t index,
                   std::span<const uint32_t> steps) {
  WarpMasks masks;
  masks.instructions = warp.instructions;
  masks.instructions_of_column = std::max<uint64_t>(
      1, (warp.instructions + kMostDivergenceColumns - 1) / kMostDivergenceColumns);
  masks.headline = study::warp_headline(warp, index).rendered();
  masks.lost = study::lost_text(warp.slots).rendered();
  masks.columns = columns_of(program, warp, steps, masks.instructions_of_column);
  masks.rows = rows_of(program, warp, steps);
  masks.loops = loops_of(program, warp, steps);
  return masks;
}

}  // namespace

// A warp's columns take about as long as a slice.
base::Progress DivergenceSceneOfRun::advance(base::Slice& slice) {
  while (scene_.warps.size() < divergence_.warps.size() && !slice.is_cancelled()) {
    if (slice.is_over()) return base::Progress::kMore;
    const auto index = static_cast<uint32_t>(scene_.warps.size());
    scene_.warps.push_back(masks_of(*run_.program, divergence_.warps[index], index,
                                    run_.recording->steps().of_warp(index)));
    slice.spend(base::Slice::kUsual);
  }
  return base::Progress::kDone;
}

DivergenceScene DivergenceSceneOfRun::take() {
  scene_.block = study::block_headline(divergence_, run_.context->grid.z > 1).rendered();
  if (const std::string parting = study::parting_text(divergence_).rendered(); !parting.empty())
    scene_.block += " " + parting;
  if (const std::vector<uint32_t> parting = divergence_.parting_warps(); !parting.empty())
    scene_.parting_warp = parting.front();
  scene_.note = study::instructions_note().rendered();
  scene_.is_cut = divergence_.is_cut;
  return std::move(scene_);
}

DivergenceScene divergence_scene(const run::Run& run, const whatif::Divergence& divergence) {
  DivergenceSceneOfRun scene(run, divergence);
  return base::whole(scene);
}

std::optional<DivergencePage::Key> DivergencePage::wanted(const PageInputs& now) {
  return now.run;
}

base::SlicedWork<DivergenceScene> DivergencePage::make(const Key& run,
                                                       std::shared_ptr<const Scene>) {
  struct Following {
    explicit Following(Key given) : run(std::move(given)), block(*run) {}
    const Key run;
    whatif::DivergenceOfBlock block;
    std::optional<base::Checked<whatif::Divergence>> followed;
    std::optional<DivergenceSceneOfRun> drawn;
  };
  const auto work = std::make_shared<std::optional<Following>>();
  return [run, work](base::Slice& slice) -> std::optional<base::Checked<Scene>> {
    if (!*work) work->emplace(run);
    Following& now = **work;
    if (!now.followed) {
      now.followed = base::advanced<whatif::Divergence>(now.block, slice);
      if (!now.followed) return std::nullopt;
      if (!*now.followed) return base::Checked<Scene>(base::fail(now.followed->error()));
      now.drawn.emplace(*now.run, **now.followed);
    }
    return base::advanced<Scene>(*now.drawn, slice);
  };
}

CompiledBranches compiled_branches(const run::Run& run, const DivergenceScene& scene,
                                   const compare::CompiledKernel* kernel,
                                   const std::string& problem) {
  CompiledBranches branches;
  branches.sentence = study::compiled_headline(kernel, problem).rendered();
  if (kernel == nullptr) return branches;
  for (const WarpMasks& masks : scene.warps)
    for (const DivergenceRow& row : masks.rows) {
      if (!row.is_of_branch || branches.by_pc.contains(row.pc)) continue;
      branches.by_pc[row.pc] =
          compare::branch_words(compare::compiled_branch(*kernel, *run.program, row.pc));
    }
  return branches;
}

std::string fill_words(LaneFill fill) {
  constexpr Sentence kWords[kFills] = {
      sentence("active, all together"),
      sentence("active, on the first side of a branch"),
      sentence("active, on the other side"),
      sentence("active, while others have left a loop or wait elsewhere"),
      sentence("waits for other lanes"),
      sentence("has returned"),
      sentence("has no thread in this block")};
  return say(kWords[static_cast<size_t>(fill)]);
}

}  // namespace warplens::scene
