#include "app/study/occupancy.hpp"

#include <algorithm>
#include <utility>

#include "app/study/format.hpp"
#include "sim/base/byte_count.hpp"

namespace warplens::study {
namespace {

using model::CannotLaunch;
using model::Occupancy;
using model::Resource;

const char* failure_word(CannotLaunch why) {
  constexpr const char* kWords[] = {"",
                                    "no threads",
                                    "threads of a block",
                                    "shared memory of a block",
                                    "static shared memory of a block",
                                    "registers of a thread",
                                    "registers of a block"};
  return kWords[static_cast<size_t>(why)];
}

// Behind "no block starts: ".
Sentence failure_words(CannotLaunch why) {
  constexpr Sentence kWords[] = {
      sentence("it does not fail"),
      sentence("a block has no threads"),
      sentence("a block has more threads than the device allows"),
      sentence("a block has more shared memory than the device allows"),
      sentence("arrays with a size in the text have more bytes than the device allows"),
      sentence("a thread has more registers than the device allows"),
      sentence("the registers of a block's threads are more than the device allows")};
  return kWords[static_cast<size_t>(why)];
}

struct ResourceNames {
  const char* word;
  Sentence name;
};
ResourceNames names_of(Resource resource) {
  constexpr ResourceNames kNames[] = {{"blocks", sentence("blocks")},
                                      {"warps", sentence("warps")},
                                      {"registers", sentence("registers")},
                                      {"shared", sentence("bytes of shared memory")}};
  return kNames[static_cast<size_t>(resource)];
}

Text registers_line(const OccupancyFacts& facts) {
  const uint32_t registers = facts.needs.registers;
  if (registers == 0)
    return to_say("registers a thread: not known, and not counted: {reason}",
                  "reason"_a = facts.known.problem);
  if (facts.known.is_entered || !facts.known.compiled)
    return to_say("registers a thread: {count}, entered", "count"_a = registers);
  return to_say("registers a thread: {count}, {compiled}", "count"_a = registers,
                "compiled"_a = compare::compiled_words(*facts.known.compiled));
}

Text limits_line(const OccupancyFacts& facts) {
  std::vector<Text> names;
  for (const Resource resource : kResources)
    if (facts.occupancy.is_limited_by(resource)) names.push_back(names_of(resource).name);
  return to_say("no further block fits because of: {resources}", "resources"_a = list_of(names));
}

std::vector<Value> row_of(const OccupancyFacts& facts, Resource resource) {
  const ResourceNames names = names_of(resource);
  const uint32_t room = facts.occupancy.room[static_cast<size_t>(resource)];
  const bool is_known = resource != Resource::kRegisters || facts.needs.registers != 0;
  Value of_one = of_block(facts, resource);
  Value rooms = room == Occupancy::kUnlimited ? Value(nullptr) : Value(room);
  if (room == Occupancy::kUnlimited && is_known) rooms.shown = sentence("any number");
  if (!is_known) {
    of_one.shown = sentence("not known");
    if (room != Occupancy::kUnlimited) rooms.shown = Text::as_is("");
  }
  return {Value(names.word, names.name), all_of(facts, resource), std::move(of_one),
          std::move(rooms), facts.occupancy.is_limited_by(resource)};
}

// Where the registers are from.
void add_registers(Section& section, const OccupancyFacts& facts) {
  const bool are_known = facts.needs.registers != 0;
  section.fact("registers", are_known ? Value(facts.needs.registers) : Value(nullptr));
  section.fact("registers_from",
               are_known ? Value(facts.known.compiled ? "compiled" : "entered") : Value(nullptr));
  if (const auto& compiled = facts.known.compiled) {
    section.fact("compiler", compiled->compiler);
    section.fact("target", compiled->target);
    section.fact("stack_bytes", compiled->code.stack);
  }
  if (!facts.known.problem.empty()) section.fact("problem", facts.known.problem);
}

Text block_text(const model::BlockNeeds& needs) {
  return needs.threads == 1
             ? Text(sentence("1 thread"))
             : to_say("{threads} threads", "threads"_a = base::grouped(needs.threads));
}

Text failure_text(const OccupancyFacts& facts) {
  const model::Multiprocessor& on = facts.on;
  const model::BlockNeeds& needs = facts.needs;
  switch (facts.occupancy.cannot_launch) {
    case CannotLaunch::kNoThreads:
      return sentence("The launch fails: a block has at least one thread.");
    case CannotLaunch::kThreads:
      return to_say(
          "The launch fails: a block may have {limit} threads, and this one has {threads}.",
          "limit"_a = base::grouped(on.block_threads), "threads"_a = base::grouped(needs.threads));
    case CannotLaunch::kShared:
      return to_say(
          "The launch fails: a block may have {limit} of shared memory, and this one takes "
          "{bytes}.",
          "limit"_a = byte_count(on.block_shared), "bytes"_a = byte_count(needs.shared));
    case CannotLaunch::kStaticShared:
      return to_say(
          "The launch fails: arrays with a size in the text may take {limit} of a block's shared "
          "memory, and these take {bytes}. Dynamic shared memory may take {dynamic}.",
          "limit"_a = byte_count(on.static_shared()), "bytes"_a = byte_count(needs.static_shared),
          "dynamic"_a = byte_count(on.block_shared));
    case CannotLaunch::kRegistersOfAThread:
      return to_say(
          "No such kernel is compiled: a thread may have {limit} registers, not {registers}.",
          "limit"_a = on.thread_registers, "registers"_a = needs.registers);
    case CannotLaunch::kRegistersOfABlock:
      return to_say(
          "The launch fails: {threads} threads of {registers} registers take more than the {limit} "
          "that a block may have.",
          "threads"_a = base::grouped(needs.threads), "registers"_a = needs.registers,
          "limit"_a = base::grouped(on.block_registers));
    case CannotLaunch::kNothing:
      break;
  }
  return {};
}

// What a further block would need, of one resource that has no room for it.
Text limit_text(const OccupancyFacts& facts, Resource resource) {
  const model::Multiprocessor& on = facts.on;
  const Occupancy& result = facts.occupancy;
  const uint64_t all = all_of(facts, resource), one = of_block(facts, resource);
  const uint64_t needed = one * (uint64_t{result.blocks} + 1);
  switch (resource) {
    case Resource::kBlocks:
      return to_say("an SM has at most {all} active blocks", "all"_a = all);
    case Resource::kWarps:
      return to_say("{needed} warps are more than {all}", "needed"_a = needed, "all"_a = all);
    case Resource::kRegisters:
      if (needed <= all)  // what is left over in the parts can't be put together
        return to_say("each of the {parts} parts of the registers has room for {warps} warps",
                      "parts"_a = on.parts,
                      "warps"_a = on.registers / on.parts / (one / result.block_warps));
      return to_say("{needed} registers are more than {all}", "needed"_a = base::grouped(needed),
                    "all"_a = base::grouped(all));
    case Resource::kShared:
      break;
  }
  return to_say("{needed} of shared memory are more than {all}", "needed"_a = byte_count(needed),
                "all"_a = byte_count(all));
}

// What a sentence holds for, where it is not what the launch has.
Text with_tried(Text sentence, const OccupancyTry& tried) {
  if (sentence.empty() || !tried.is_any()) return sentence;
  return to_say("Tried with {values}: {sentence}", "values"_a = tried_text(tried),
                "sentence"_a = sentence);
}

}  // namespace

OccupancyFacts occupancy_facts(const model::Device& device, const model::BlockNeeds& of_launch,
                               uint64_t blocks, const OccupancyTry& tried,
                               std::vector<BudgetArray> arrays, KnownRegisters known) {
  OccupancyFacts facts;
  facts.device = device.name;
  facts.on = device.multiprocessor;
  facts.multiprocessors = device.multiprocessors;
  facts.of_launch = facts.needs = of_launch;
  facts.tried = tried;
  facts.needs.threads = tried.threads.value_or(of_launch.threads);
  facts.needs.registers = tried.registers.value_or(of_launch.registers);
  facts.needs.shared = tried.shared.value_or(of_launch.shared);
  if (tried.shared) facts.needs.static_shared = 0;
  facts.blocks = blocks;
  facts.arrays = std::move(arrays);
  facts.known = std::move(known);
  facts.occupancy = model::occupancy(facts.on, facts.needs);
  return facts;
}

OccupancyFacts occupancy_facts(const run::Run& run, uint32_t entered,
                               const compare::CompiledResult* compiled) {
  const machine::GridContext& context = *run.context;
  model::BlockNeeds needs;
  needs.threads = static_cast<uint32_t>(context.block.count());
  needs.registers = entered;
  needs.shared = context.shared_bytes;
  needs.static_shared = run.program->static_shared_bytes;
  KnownRegisters known;
  known.is_entered = entered != 0;
  if (!known.is_entered && compiled != nullptr) {
    if (compiled->ok()) {
      known.compiled = **compiled;
      needs.registers = known.compiled->code.registers;
    } else {
      known.problem = compiled->error();
    }
  }
  return occupancy_facts(run.device, needs, context.grid.count(), {}, {}, std::move(known));
}

uint64_t all_of(const OccupancyFacts& facts, Resource resource) {
  const uint64_t all[] = {facts.on.blocks, facts.on.warps(), facts.on.registers, facts.on.shared};
  return all[static_cast<size_t>(resource)];
}

uint64_t of_block(const OccupancyFacts& facts, Resource resource) {
  const Occupancy& of = facts.occupancy;
  const uint64_t taken[] = {1, of.block_warps, of.block_registers, of.block_shared};
  return taken[static_cast<size_t>(resource)];
}

Section describe(const OccupancyFacts& facts) {
  const Occupancy& occupancy = facts.occupancy;
  Section section{.key = "occupancy", .is_model = true};
  section.title =
      to_say("theoretical occupancy: a model of limits ({device})", "device"_a = facts.device);
  add_registers(section, facts);
  section.line(registers_line(facts));
  if (Text units = register_units_text(facts); !units.empty()) section.line(std::move(units));
  if (facts.known.compiled && facts.known.compiled->code.stack != 0)
    section.line(to_say("local memory of a thread: {bytes} bytes",
                        "bytes"_a = base::grouped(facts.known.compiled->code.stack)));
  section.fact("cannot_launch",
               facts.fails() ? Value(failure_word(occupancy.cannot_launch)) : Value(nullptr));
  section.fact("blocks", occupancy.blocks);
  section.fact("warps", occupancy.warps);
  section.fact("fraction", {occupancy.fraction, Form::kThreeDigits});
  Table resources{"resources",
                  {{"resource", Text(), Align::kLeft},
                   {"all", sentence("of an SM")},
                   {"of_block", sentence("of a block")},
                   {"room", sentence("room for blocks")},
                   {"limits", std::nullopt}},
                  {}};
  for (const Resource resource : kResources) resources.rows.push_back(row_of(facts, resource));
  if (facts.fails()) {
    section.line(to_say("no block starts: {reason}",
                        "reason"_a = Text(failure_words(occupancy.cannot_launch))));
    for (Column& column : resources.columns) column.title.reset();
  } else {
    section.line(
        to_say_count("{count} active block an SM, {threads} threads: {warps} of {all} warps, "
                     "{percent:.3g} %",
                     "{count} active blocks an SM, {threads} threads each: {warps} of {all} warps, "
                     "{percent:.3g} %",
                     occupancy.blocks, "threads"_a = base::grouped(facts.needs.threads),
                     "warps"_a = occupancy.warps, "all"_a = facts.on.warps(),
                     "percent"_a = 100 * occupancy.fraction));
    section.line(limits_line(facts));
  }
  section.parts.push_back(std::move(resources));
  return section;
}

// ------------------------------------------------------------------------ the page's sentences

Text need_text(BlockNeed need, uint64_t value) {
  switch (need) {
    case BlockNeed::kThreads:
      return to_say("{threads} threads", "threads"_a = base::grouped(value));
    case BlockNeed::kRegisters:
      if (value == 1) return sentence("1 register");
      return to_say("{count} registers", "count"_a = value);
    case BlockNeed::kShared:
      break;
  }
  return Text::as_is(byte_count(value));
}

Text tried_text(const OccupancyTry& tried) {
  std::vector<Text> all;
  if (tried.threads) all.push_back(need_text(BlockNeed::kThreads, *tried.threads));
  if (tried.registers) all.push_back(need_text(BlockNeed::kRegisters, *tried.registers));
  if (tried.shared)
    all.push_back(to_say("{bytes} of shared memory", "bytes"_a = byte_count(*tried.shared)));
  return commas_between(all);
}

Text answer_text(const OccupancyFacts& facts) {
  const Occupancy& result = facts.occupancy;
  if (facts.fails())
    return with_tried(
        to_say("None: {reason}", "reason"_a = Text(failure_words(result.cannot_launch))),
        facts.tried);
  constexpr Sentence kLimits[] = {sentence("active blocks"), sentence("warps"),
                                  sentence("registers"), sentence("shared memory")};
  std::vector<Text> limits;
  for (const Resource resource : kResources)
    if (result.is_limited_by(resource)) limits.push_back(kLimits[static_cast<size_t>(resource)]);
  return with_tried(to_say_count("{count} active block an SM, limited by {limits}",
                                 "{count} active blocks an SM, limited by {limits}", result.blocks,
                                 "limits"_a = list_of(limits)),
                    facts.tried);
}

Text headline(const OccupancyFacts& facts) {
  const Occupancy& result = facts.occupancy;
  const Text threads = block_text(facts.needs);
  if (facts.fails())
    return with_tried(to_say("No block of {threads} starts", "threads"_a = threads), facts.tried);
  const std::string share = percent(result.warps, facts.on.warps());
  const Text text =
      result.blocks == 1
          ? to_say(
                "1 active block an SM, {threads}: {warps} of {all} warps, theoretical occupancy "
                "{share}",
                "threads"_a = threads, "warps"_a = result.warps, "all"_a = facts.on.warps(),
                "share"_a = share)
          : to_say(
                "{blocks} active blocks an SM, {threads} each: {warps} of {all} warps, theoretical "
                "occupancy {share}",
                "blocks"_a = result.blocks, "threads"_a = threads, "warps"_a = result.warps,
                "all"_a = facts.on.warps(), "share"_a = share);
  return with_tried(text, facts.tried);
}

Text reason_text(const OccupancyFacts& facts) {
  if (facts.fails()) return with_tried(failure_text(facts), facts.tried);
  std::vector<Text> reasons;
  for (const Resource resource : kResources)
    if (facts.occupancy.is_limited_by(resource)) reasons.push_back(limit_text(facts, resource));
  return with_tried(to_say("No further block fits: {reasons}.", "reasons"_a = clauses_of(reasons)),
                    facts.tried);
}

Text grid_text(const OccupancyFacts& facts) {
  if (facts.occupancy.blocks == 0) return {};
  const uint64_t blocks = facts.blocks;
  const uint64_t resident = uint64_t{facts.occupancy.blocks} * facts.multiprocessors;
  if (blocks > resident)
    return with_tried(to_say("The grid: {blocks} blocks, of which the {count} SMs have {resident} "
                             "active: the others follow, in {turns} waves if all take as long.",
                             "blocks"_a = base::grouped(blocks), "count"_a = facts.multiprocessors,
                             "resident"_a = base::grouped(resident),
                             "turns"_a = base::grouped((blocks + resident - 1) / resident)),
                      facts.tried);
  const Text room = to_say_count(
      "The grid: {count} block, and the SMs have room for {resident}: it runs at once.",
      "The grid: {count} blocks, and the SMs have room for {resident}: all run at once.", blocks,
      "resident"_a = base::grouped(resident));
  if (blocks >= facts.multiprocessors) return with_tried(room, facts.tried);
  // However they are given out.
  const Text idle =
      to_say_count("At most {count} of {all} SMs gets a block; the others have nothing to do.",
                   "At most {count} of {all} SMs get a block; the others have nothing to do.",
                   blocks, "all"_a = facts.multiprocessors);
  return with_tried(together({room, idle}), facts.tried);
}

// The blocks that there are without shared memory share it out among themselves.
Text budget_text(const OccupancyFacts& facts) {
  const model::Multiprocessor& on = facts.on;
  if (facts.fails() || (facts.needs.shared == 0 && facts.arrays.empty())) return {};
  model::BlockNeeds without = facts.needs;
  without.shared = 0;
  const uint32_t blocks = model::occupancy(on, without).blocks;
  if (blocks == 0) return {};
  const uint64_t part = on.shared / blocks;
  const uint64_t of_each =
      std::min<uint64_t>(part - std::min<uint64_t>(part, on.reserved_shared), on.block_shared);
  Text words =
      on.reserved_shared != 0
          ? to_say(
                "Budget of shared memory: {all} / {blocks} blocks, less {system} each "
                "for the system, are {part} a block",
                "all"_a = byte_count(on.shared), "blocks"_a = blocks,
                "system"_a = byte_count(on.reserved_shared), "part"_a = byte_count(of_each))
          : to_say("Budget of shared memory: {all} / {blocks} blocks are {part} a block",
                   "all"_a = byte_count(on.shared), "blocks"_a = blocks,
                   "part"_a = byte_count(of_each));
  if (facts.arrays.empty())
    return to_say("{budget}; this block takes {bytes} of it.", "budget"_a = words,
                  "bytes"_a = byte_count(facts.needs.shared));
  if (facts.arrays.size() > 1)
    words = to_say("{budget}, {share} for each of {count} arrays", "budget"_a = words,
                   "share"_a = byte_count(of_each / facts.arrays.size()),
                   "count"_a = facts.arrays.size());
  std::vector<Text> taken;
  for (const BudgetArray& array : facts.arrays)
    taken.push_back(to_say("'{array}' takes {bytes}", "array"_a = array.name,
                           "bytes"_a = byte_count(array.bytes)));
  return to_say("{budget}; {arrays} of it.", "budget"_a = words, "arrays"_a = list_of(taken));
}

Text source_text(const OccupancyFacts& facts) {
  const Text source =
      model::is_compared_with_toolkit(facts.on)
          ? to_say(
                "Model of {device}: limits of the CUDA C++ Programming Guide; as many blocks as "
                "the toolkit's own functions give.",
                "device"_a = facts.device)
          : to_say(
                "Model of {device}: by the tables of its guides; not compared with the "
                "toolkit's own functions.",
                "device"_a = facts.device);
  if (facts.of_launch.registers == 0 || !facts.known.compiled) return source;
  return to_say("{source} The kernel's {registers}: {compiled}.", "source"_a = source,
                "registers"_a = need_text(BlockNeed::kRegisters, facts.of_launch.registers),
                "compiled"_a = compare::compiled_words(*facts.known.compiled));
}

Text registers_problem(const OccupancyFacts& facts) {
  if (facts.known.problem.empty()) return {};
  return to_say("How many registers the compiled kernel has is not known: {reason}.",
                "reason"_a = facts.known.problem);
}

std::vector<Text> registers_texts(const OccupancyFacts& facts) {
  const uint32_t shown = facts.needs.registers, of_launch = facts.of_launch.registers;
  if (shown == 0)
    return {facts.known.is_compiling ? sentence("being compiled ...")
                                     : sentence("not known: press here to try")};
  const Text number = need_text(BlockNeed::kRegisters, shown);
  const std::string words =
      facts.known.compiled ? compare::compiled_words(*facts.known.compiled) : "";
  const bool is_entered = facts.tried.registers.has_value();
  if (is_entered && of_launch != 0)
    return {to_say("{registers}, entered ({count} {compiled})", "registers"_a = number,
                   "count"_a = of_launch, "compiled"_a = words),
            to_say("{registers}, entered (compiled: {count})", "registers"_a = number,
                   "count"_a = of_launch),
            number};
  if (is_entered) return {to_say("{registers}, entered", "registers"_a = number), number};
  if (words.empty()) return {number};
  return {to_say("{registers}, {compiled}", "registers"_a = number, "compiled"_a = words),
          to_say("{registers}, compiled", "registers"_a = number), number};
}

Text register_units_text(const OccupancyFacts& facts) {
  const uint32_t registers = facts.needs.registers, warps = facts.occupancy.block_warps;
  if (registers == 0 || warps == 0) return {};
  const std::string block = base::grouped(facts.occupancy.block_registers);
  const std::string unit = base::grouped(facts.on.register_unit);
  if (facts.on.registers_by_block)
    return to_say(
        "Registers are allocated to a block in units of {unit}: one with {registers} a thread gets "
        "{block}.",
        "unit"_a = unit, "registers"_a = registers, "block"_a = block);
  return to_say(
      "{registers} registers a thread are {exact} a warp. Registers are allocated to a warp in "
      "units of {unit}, so it gets {warp}, and a block {block}.",
      "registers"_a = registers, "exact"_a = base::grouped(uint64_t{registers} * base::kWarpSize),
      "unit"_a = unit, "warp"_a = base::grouped(facts.occupancy.block_registers / warps),
      "block"_a = block);
}

Text used_text(const OccupancyFacts& facts, Resource resource) {
  const Occupancy& result = facts.occupancy;
  if (result.room[static_cast<size_t>(resource)] == Occupancy::kUnlimited)
    return sentence("not known");
  const uint64_t used = of_block(facts, resource) * result.blocks, all = all_of(facts, resource);
  switch (resource) {
    case Resource::kBlocks:
      return to_say("{used} of {all} blocks", "used"_a = used, "all"_a = all);
    case Resource::kWarps:
      return to_say("{used} of {all} warps", "used"_a = used, "all"_a = all);
    case Resource::kRegisters:
      return to_say("{used} of {all} registers", "used"_a = base::grouped(used),
                    "all"_a = base::grouped(all));
    case Resource::kShared:
      break;
  }
  const Text text =
      to_say("{used} of {all}", "used"_a = byte_count(used), "all"_a = byte_count(all));
  const uint64_t reserved = uint64_t{facts.on.reserved_shared} * result.blocks;
  if (reserved == 0) return text;
  return to_say("{used}, {bytes} of it for the system", "used"_a = text,
                "bytes"_a = byte_count(reserved));
}

}  // namespace warplens::study
