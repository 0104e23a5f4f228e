#include "app/gui/scene/memory_scene.hpp"

#include "app/gui/scene/format.hpp"
#include "sim/base/say.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/whatif/run_arithmetic.hpp"

namespace warplens::scene {
namespace {

std::string place_text(const run::Run& run, uint32_t site, const model::Traffic& traffic) {
  const code::AccessSite& at = run.program->sites[site];
  const base::SourceFile& file = run.program->unit->file;
  const auto line = file.line_of(at.span.begin);
  const std::string place(file.text().substr(at.span.begin, at.span.end - at.span.begin));
  const bool is_short = place.size() <= 24 && place.find('\n') == std::string::npos;
  const char* operation = traffic.loads > 0    ? label("load")
                          : traffic.stores > 0 ? label("store")
                                               : label("atomic");
  return is_short ? say("line {line}: {operation} {place}", "line"_a = line,
                        "operation"_a = operation, "place"_a = place)
                  : say("line {line}: {operation}", "line"_a = line, "operation"_a = operation);
}

std::string sizes_text(const MemoryScene& scene) {
  const model::CacheSizes& sizes = scene.caches.sizes;
  if (sizes.l1 == 0 && sizes.l2 == 0)
    return say("{device} has no cache for global memory: all that is asked moves from DRAM.",
               "device"_a = scene.device);
  if (sizes.l1 == 0)
    return say("{device}: loads of global memory pass by L1; L2 of {l2}, empty at first.",
               "device"_a = scene.device, "l2"_a = byte_count(sizes.l2));
  return say(
      "{device}: L1 of {l1} on each of {count} multiprocessors (what shared memory leaves), L2 of "
      "{l2}; lines of 128 B, sectors of 32 B; empty at first.",
      "device"_a = scene.device, "l1"_a = byte_count(sizes.l1),
      "count"_a = scene.caches.placement.multiprocessors, "l2"_a = byte_count(sizes.l2));
}

}  // namespace

uint64_t sector_bytes(uint64_t sectors) {
  return sectors * model::kSectorBytes;
}

MemoryScene memory_scene(const run::Run& run) {
  MemoryScene scene;
  scene.flops = run.flops;
  scene.arithmetic = whatif::arithmetic_of(run);
  if (run.stream == nullptr) {
    scene.problem = label(
        "Nothing is modelled where blocks take turns: the order of their requests is another one "
        "each time.");
    return scene;
  }
  if (run.stream->lines.empty()) {
    scene.problem = label("This launch does not access global memory.");
    return scene;
  }
  const model::MemoryFigures& figures = model::shown_memory_figures(run.device);
  scene.device = figures.board;
  scene.dram = figures.dram;
  scene.is_h200 = run.device.id == "h200";
  if (model::memory_figures(run.device) == nullptr)
    scene.instead =
        say("No public memory figures of {device} are known here: an {board}'s are shown instead.",
            "device"_a = run.device.name, "board"_a = figures.board);
  scene.caches = whatif::caches_of(run);
  scene.arrays = run.stream->arrays;
  if (run.is_counted) scene.load_bytes = run.totals.global[0].bytes_requested;
  const model::CachesResult& result = scene.caches.result;
  for (size_t i = 0; i < result.sites.size(); ++i) {
    if (result.sites[i].requests == 0) continue;
    const auto site = static_cast<uint32_t>(i);
    scene.rows.push_back({place_text(run, site, result.sites[i]), site, result.sites[i]});
  }
  scene.headline = say("{asked} asked of L1, {l2} move from or to L2, {dram} from or to DRAM",
                       "asked"_a = byte_count(sector_bytes(result.all.requested())),
                       "l2"_a = byte_count(sector_bytes(result.all.from_l2())),
                       "dram"_a = byte_count(sector_bytes(result.all.from_dram())));
  scene.sizes = sizes_text(scene);
  scene.accuracy = label(
      "A model. Of 30 launches counted on an H200, L1's hits are within 3 points in 28, reads from "
      "DRAM within 5% in 26 of 27; moved from L2 is 0.6 to 3.8 times the count, most where "
      "neighbouring multiprocessors read the same at once. Stores that L2 keeps are not counted as "
      "moved to DRAM.");
  if (!scene.is_h200)
    scene.accuracy +=
        label(" The error was measured on an H200 only: of this device it is unknown.");
  if (result.all.dram_paired > 0)
    scene.pairs =
        say("DRAM gives sectors of 32 B in pairs: of {dram} read from it {paired} were not asked "
            "for at the time.",
            "dram"_a = byte_count(sector_bytes(result.all.dram_reads)),
            "paired"_a = byte_count(sector_bytes(result.all.dram_paired)));
  const uint64_t missed = result.all.l2_reads - result.all.l2_read_hits;
  const uint64_t asked = result.all.dram_reads - result.all.dram_paired;
  if (result.all.l2_from_other > 0 && missed > asked)
    scene.other_part =
        say("L2 is in two parts: of {missed} that the near one did not serve, the other one had "
            "{other}.",
            "missed"_a = byte_count(sector_bytes(missed)),
            "other"_a = byte_count(sector_bytes(missed - asked)));
  if (run.stream->left_out > 0)
    scene.left_out = say(
        "Of the first {lines} lines that warps ask for; {count} requests behind them are left "
        "out. A smaller launch is modelled whole.",
        "lines"_a = grouped(run.stream->lines.size()), "count"_a = grouped(run.stream->left_out));
  return scene;
}

}  // namespace warplens::scene
