#include "app/gui/scene/occupancy_scene.hpp"

#include <algorithm>
#include <cmath>

#include "app/gui/scene/format.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/base/warp.hpp"

namespace warplens::scene {
namespace {

using model::CannotLaunch;
using model::Resource;

constexpr uint64_t kSharedUnit = 1024;  // [bytes] between a curve's points

std::string used_text(Resource resource, uint64_t used, uint64_t all) {
  switch (resource) {
    case Resource::kBlocks:
      return say("{used} of {all} blocks", "used"_a = used, "all"_a = all);
    case Resource::kWarps:
      return say("{used} of {all} warps", "used"_a = used, "all"_a = all);
    case Resource::kRegisters:
      return say("{used} of {all} registers", "used"_a = base::grouped(used),
                 "all"_a = base::grouped(all));
    case Resource::kShared:
      break;
  }
  return say("{used} of {all}", "used"_a = byte_count(used), "all"_a = byte_count(all));
}

std::vector<OccupancyBar> bars_of(const model::Multiprocessor& on, const model::Occupancy& result) {
  const uint64_t all[] = {on.blocks, on.warps(), on.registers, on.shared};
  const uint64_t of_block[] = {1, result.block_warps, result.block_registers, result.block_shared};
  std::vector<OccupancyBar> bars;
  for (const Resource resource :
       {Resource::kBlocks, Resource::kWarps, Resource::kRegisters, Resource::kShared}) {
    const auto at = static_cast<size_t>(resource);
    OccupancyBar bar{resource, all[at], of_block[at], result.room[at], false, ""};
    bar.is_limit = result.is_limited_by(resource) && result.warps < on.warps();
    bar.used = bar.room == model::Occupancy::kUnlimited
                   ? label("not known")
                   : used_text(resource, bar.of_block * result.blocks, bar.all);
    const uint64_t reserved = uint64_t{on.reserved_shared} * result.blocks;
    if (resource == Resource::kShared && reserved > 0)
      bar.used = say("{used}, {bytes} of it for the system", "used"_a = bar.used,
                     "bytes"_a = byte_count(reserved));
    bars.push_back(std::move(bar));
  }
  return bars;
}

std::string block_text(const model::BlockNeeds& needs) {
  return needs.threads == 1 ? std::string(label("1 thread"))
                            : say("{threads} threads", "threads"_a = base::grouped(needs.threads));
}

std::string failure_text(const model::Multiprocessor& on, const model::BlockNeeds& needs,
                         CannotLaunch why) {
  switch (why) {
    case CannotLaunch::kNoThreads:
      return label("The launch fails: a block has at least one thread.");
    case CannotLaunch::kThreads:
      return say("The launch fails: a block may have {limit} threads, and this one has {threads}.",
                 "limit"_a = base::grouped(on.block_threads),
                 "threads"_a = base::grouped(needs.threads));
    case CannotLaunch::kShared:
      return say(
          "The launch fails: a block may have {limit} of shared memory, and this one takes "
          "{bytes}.",
          "limit"_a = byte_count(on.block_shared), "bytes"_a = byte_count(needs.shared));
    case CannotLaunch::kStaticShared:
      return say(
          "The launch fails: arrays with a size in the text may take {limit} of a block's shared "
          "memory, and these take {bytes}. Dynamic shared memory may take {dynamic}.",
          "limit"_a = byte_count(on.static_shared()), "bytes"_a = byte_count(needs.static_shared),
          "dynamic"_a = byte_count(on.block_shared));
    case CannotLaunch::kRegistersOfAThread:
      return say(
          "No such kernel is compiled: a thread may have {limit} registers, not {registers}.",
          "limit"_a = on.thread_registers, "registers"_a = needs.registers);
    case CannotLaunch::kRegistersOfABlock:
      return say(
          "The launch fails: {threads} threads of {registers} registers take more than the "
          "{limit} that a block may have.",
          "threads"_a = base::grouped(needs.threads), "registers"_a = needs.registers,
          "limit"_a = base::grouped(on.block_registers));
    case CannotLaunch::kNothing:
      break;
  }
  return "";
}

// What a further block would need, of one resource that has no room for it.
std::string limit_text(const model::Multiprocessor& on, const OccupancyBar& bar,
                       const model::Occupancy& result) {
  const uint64_t needed = bar.of_block * (uint64_t{result.blocks} + 1);
  switch (bar.resource) {
    case Resource::kBlocks:
      return say("a multiprocessor has {all} slots for blocks", "all"_a = bar.all);
    case Resource::kWarps:
      return say("{needed} warps are more than {all}", "needed"_a = needed, "all"_a = bar.all);
    case Resource::kRegisters:
      if (needed <= bar.all)  // what is left over in the parts can't be put together
        return say("each of the {parts} parts of the registers has room for {warps} warps",
                   "parts"_a = on.parts,
                   "warps"_a = on.registers / on.parts / (bar.of_block / result.block_warps));
      return say("{needed} registers are more than {all}", "needed"_a = base::grouped(needed),
                 "all"_a = base::grouped(bar.all));
    case Resource::kShared:
      break;
  }
  return say("{needed} of shared memory are more than {all}", "needed"_a = byte_count(needed),
             "all"_a = byte_count(bar.all));
}

std::string reason_text(const model::Multiprocessor& on, const std::vector<OccupancyBar>& bars,
                        const model::Occupancy& result) {
  std::string reasons;
  for (const OccupancyBar& bar : bars) {
    if (!result.is_limited_by(bar.resource)) continue;
    reasons += (reasons.empty() ? "" : "; ") + limit_text(on, bar, result);
  }
  return say("One block more does not fit: {reasons}.", "reasons"_a = reasons);
}

std::string headline_text(const model::Multiprocessor& on, const model::BlockNeeds& needs,
                          const model::Occupancy& result) {
  if (result.cannot_launch != CannotLaunch::kNothing)
    return say("No block of {threads} starts", "threads"_a = block_text(needs));
  const std::string share = percent(result.warps, on.warps());
  if (result.blocks == 1)
    return say("1 block of {threads}: {warps} of {all} warps, occupancy {share}",
               "threads"_a = block_text(needs), "warps"_a = result.warps, "all"_a = on.warps(),
               "share"_a = share);
  return say("{blocks} blocks of {threads}: {warps} of {all} warps, occupancy {share}",
             "blocks"_a = result.blocks, "threads"_a = block_text(needs), "warps"_a = result.warps,
             "all"_a = on.warps(), "share"_a = share);
}

std::string grid_text(const model::Device& device, const model::Occupancy& result,
                      uint64_t blocks) {
  if (result.blocks == 0) return "";
  const uint64_t resident = uint64_t{result.blocks} * device.multiprocessors;
  if (blocks <= resident) {
    const std::string room = say_count(
        "The grid: {count} block, and the multiprocessors have room for {resident}: it runs at "
        "once.",
        "The grid: {count} blocks, and the multiprocessors have room for {resident}: all run at "
        "once.",
        blocks, "resident"_a = base::grouped(resident));
    if (blocks >= device.multiprocessors) return room;
    // However they are given out.
    return room + " " +
           say_count(
               "At most {count} of {all} multiprocessors gets a block; the others have "
               "nothing to do.",
               "At most {count} of {all} multiprocessors get a block; the others have "
               "nothing to do.",
               blocks, "all"_a = device.multiprocessors);
  }
  return say(
      "The grid: {blocks} blocks, and the {count} multiprocessors have room for "
      "{resident}: the others follow, in {turns} turns if all take as long.",
      "blocks"_a = base::grouped(blocks), "count"_a = device.multiprocessors,
      "resident"_a = base::grouped(resident),
      "turns"_a = base::grouped((blocks + resident - 1) / resident));
}

// The blocks that there are without shared memory share it out among themselves.
std::string budget_text(const model::Multiprocessor& on, const model::BlockNeeds& needs,
                        const std::vector<BudgetArray>& arrays) {
  if (needs.shared == 0 && arrays.empty()) return "";
  model::BlockNeeds without = needs;
  without.shared = 0;
  const uint32_t blocks = model::occupancy(on, without).blocks;
  if (blocks == 0) return "";
  const uint64_t part = on.shared / blocks;
  const uint64_t of_block =
      std::min<uint64_t>(part - std::min<uint64_t>(part, on.reserved_shared), on.block_shared);
  std::string words =
      on.reserved_shared != 0
          ? say("Budget of shared memory: {all} / {blocks} blocks, less {system} each for the "
                "system, are {part} a block",
                "all"_a = byte_count(on.shared), "blocks"_a = blocks,
                "system"_a = byte_count(on.reserved_shared), "part"_a = byte_count(of_block))
          : say("Budget of shared memory: {all} / {blocks} blocks are {part} a block",
                "all"_a = byte_count(on.shared), "blocks"_a = blocks,
                "part"_a = byte_count(of_block));
  if (arrays.empty())
    return say("{budget}; this block takes {bytes} of it.", "budget"_a = words,
               "bytes"_a = byte_count(needs.shared));
  if (arrays.size() > 1)
    words = say("{budget}, {share} for each of {count} arrays", "budget"_a = words,
                "share"_a = byte_count(of_block / arrays.size()), "count"_a = arrays.size());
  std::vector<std::string> taken;
  for (const BudgetArray& array : arrays)
    taken.push_back(say("'{array}' takes {bytes}", "array"_a = array.name,
                        "bytes"_a = byte_count(array.bytes)));
  return say("{budget}; {arrays} of it.", "budget"_a = words, "arrays"_a = base::list_words(taken));
}

// What a sentence holds for, where it is not what the run has.
std::string with_tried(const std::string& sentence, const OccupancyTry& tried) {
  if (sentence.empty() || !tried.is_any()) return sentence;
  return say("Tried with {values}: {sentence}", "values"_a = tried_text(tried),
             "sentence"_a = sentence);
}

void set(model::BlockNeeds& needs, BlockNeed need, uint64_t value) {
  switch (need) {
    case BlockNeed::kThreads:
      needs.threads = static_cast<uint32_t>(value);
      break;
    case BlockNeed::kRegisters:
      needs.registers = static_cast<uint32_t>(value);
      break;
    case BlockNeed::kShared:
      needs.shared = value;
      break;
  }
}

uint64_t value_of(const model::BlockNeeds& needs, BlockNeed need) {
  switch (need) {
    case BlockNeed::kThreads:
      return needs.threads;
    case BlockNeed::kRegisters:
      return needs.registers;
    case BlockNeed::kShared:
      break;
  }
  return needs.shared;
}

OccupancyCurve curve_of(const model::Multiprocessor& on, BlockNeed need,
                        const model::BlockNeeds& of_run, const model::BlockNeeds& needs) {
  OccupancyCurve curve;
  curve.need = need;
  if (need == BlockNeed::kThreads) {
    curve.unit = curve.first = base::kWarpSize;
    curve.last = on.block_threads;
  } else if (need == BlockNeed::kRegisters) {
    curve.first = 1;
    curve.last = on.thread_registers;
  } else {
    curve.unit = kSharedUnit;
    curve.last = on.block_shared;
  }
  model::BlockNeeds at = needs;
  for (uint64_t value = curve.first; value <= curve.last; value += curve.unit) {
    set(at, need, value);
    curve.fractions.push_back(static_cast<float>(model::occupancy(on, at).fraction));
  }
  const auto known = [&](const model::BlockNeeds& of) {
    const bool is_known = need != BlockNeed::kRegisters || of.registers != 0;
    return is_known ? std::optional(value_of(of, need)) : std::nullopt;
  };
  curve.now = known(needs);
  curve.of_run = known(of_run);
  return curve;
}

// Of `shown` registers a thread; 0: not known.
std::vector<std::string> registers_texts(uint32_t shown, uint32_t of_run, bool is_entered,
                                         const KnownRegisters& known) {
  if (shown == 0)
    return {known.is_compiling ? label("being compiled ...")
                               : label("not known: press here to try")};
  const std::string number = need_text(BlockNeed::kRegisters, shown);
  if (is_entered && of_run != 0)
    return {
        say("{registers}, entered ({count} {compiled})", "registers"_a = number, "count"_a = of_run,
            "compiled"_a = known.words),
        say("{registers}, entered (compiled: {count})", "registers"_a = number, "count"_a = of_run),
        number};
  if (is_entered) return {say("{registers}, entered", "registers"_a = number), number};
  if (known.words.empty()) return {number};
  return {say("{registers}, {compiled}", "registers"_a = number, "compiled"_a = known.words),
          say("{registers}, compiled", "registers"_a = number), number};
}

}  // namespace

OccupancyScene occupancy_scene(const model::Device& device, model::BlockNeeds of_run,
                               uint64_t blocks, const OccupancyTry& tried,
                               const std::vector<BudgetArray>& arrays,
                               const KnownRegisters& known) {
  const model::Multiprocessor& on = device.multiprocessor;
  OccupancyScene scene;
  scene.source =
      model::is_compared_with_toolkit(on)
          ? say("Model of {device}: limits of the CUDA C++ Programming Guide; as many blocks as "
                "the toolkit's own functions give.",
                "device"_a = device.name)
          : say("Model of {device}: by the tables of its guides; not compared with the toolkit's "
                "own functions.",
                "device"_a = device.name);
  scene.of_run = scene.needs = of_run;
  scene.tried = tried;
  scene.needs.threads = tried.threads.value_or(of_run.threads);
  scene.needs.registers = tried.registers.value_or(of_run.registers);
  scene.needs.shared = tried.shared.value_or(of_run.shared);
  if (tried.shared) scene.needs.static_shared = 0;
  scene.registers =
      registers_texts(scene.needs.registers, of_run.registers, tried.registers.has_value(), known);
  if (of_run.registers != 0 && !known.words.empty())
    scene.source = say("{source} The kernel's {registers}: {compiled}.", "source"_a = scene.source,
                       "registers"_a = need_text(BlockNeed::kRegisters, of_run.registers),
                       "compiled"_a = known.words);
  if (!known.problem.empty())
    scene.registers_problem =
        say("How many registers the compiled kernel has is not known: {reason}.",
            "reason"_a = known.problem);
  scene.box = say("A multiprocessor, one of {count}", "count"_a = device.multiprocessors);
  scene.occupancy = model::occupancy(on, scene.needs);
  scene.headline = headline_text(on, scene.needs, scene.occupancy);
  if (scene.fails()) {
    scene.reason = failure_text(on, scene.needs, scene.occupancy.cannot_launch);
  } else {
    scene.bars = bars_of(on, scene.occupancy);
    scene.reason = reason_text(on, scene.bars, scene.occupancy);
    scene.grid = grid_text(device, scene.occupancy, blocks);
    scene.carve_outs = on.carve_outs;
    scene.carve_out = model::carve_out_for(on, scene.occupancy);
    scene.left_to_l1 = on.with_l1 - std::min(on.with_l1, scene.carve_out);
    scene.budget = budget_text(on, scene.needs, arrays);
  }
  for (std::string* one : {&scene.headline, &scene.reason, &scene.grid})
    *one = with_tried(*one, tried);
  for (const BlockNeed need : {BlockNeed::kThreads, BlockNeed::kRegisters, BlockNeed::kShared})
    scene.curves.push_back(curve_of(on, need, of_run, scene.needs));
  return scene;
}

std::string tried_text(const OccupancyTry& tried) {
  std::string words;
  const auto add = [&](BlockNeed need, std::optional<uint64_t> value) {
    if (value) words += (words.empty() ? "" : ", ") + need_text(need, *value);
  };
  add(BlockNeed::kThreads, tried.threads);
  add(BlockNeed::kRegisters, tried.registers);
  if (tried.shared) {
    words += words.empty() ? "" : ", ";
    words += say("{bytes} of shared memory", "bytes"_a = byte_count(*tried.shared));
  }
  return words;
}

uint64_t value_at(const OccupancyCurve& curve, float share) {
  const double points = static_cast<double>((curve.last - curve.first) / curve.unit);
  const double at = std::round(std::clamp(static_cast<double>(share), 0.0, 1.0) * points);
  return curve.first + curve.unit * static_cast<uint64_t>(at);
}

float place_of(const OccupancyCurve& curve, uint64_t value) {
  const uint64_t whole = (curve.last - curve.first) / curve.unit * curve.unit;
  const uint64_t within = std::clamp(value, curve.first, curve.first + whole) - curve.first;
  return static_cast<float>(static_cast<double>(within) / static_cast<double>(whole));
}

std::string need_text(BlockNeed need, uint64_t value) {
  switch (need) {
    case BlockNeed::kThreads:
      return say("{threads} threads", "threads"_a = base::grouped(value));
    case BlockNeed::kRegisters:
      if (value == 1) return label("1 register");
      return say("{count} registers", "count"_a = value);
    case BlockNeed::kShared:
      break;
  }
  return byte_count(value);
}

}  // namespace warplens::scene
