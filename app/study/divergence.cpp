#include "app/study/divergence.hpp"

#include <algorithm>
#include <utility>

#include "app/compare/compiled_branches.hpp"
#include "app/study/format.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::study {
namespace {

using compare::CompiledResult;
using observe::Fork;
using observe::ForkKind;
using observe::LaneSlots;
using observe::LoopTrips;
using observe::WarpDivergence;

constexpr size_t kMostShownWarps = 32;

Value active_share(const LaneSlots& slots) {
  if (slots.all() == 0) return Value("-");
  return percent_of(slots.active, slots.all(), Form::kShortPercent);
}

// Of the 32 of a warp, on average over its instructions.
std::string active_threads(const LaneSlots& slots) {
  return ratio(slots.active * base::kWarpSize, slots.all());
}

std::vector<Value> slots_row(Value name, uint64_t instructions, const LaneSlots& slots) {
  return {std::move(name), instructions, active_share(slots),
          slots.waiting,   slots.exited, slots.absent};
}

const char* fork_word(ForkKind kind) {
  constexpr const char* kWords[] = {"branch", "loop", "switch", "leave", "return"};
  return kWords[static_cast<size_t>(kind)];
}

uint32_t line_at(const run::Run& run, uint32_t pc) {
  return run.program->unit->file.line_of(run.program->spans[pc].begin);
}

template <class Numbers>
std::vector<Value> list_values(const Numbers& numbers) {
  return std::vector<Value>(std::begin(numbers), std::end(numbers));
}

Section fork_facts(const run::Run& run, const whatif::BlockFork& one,
                   const CompiledResult& compiled) {
  const Fork& fork = one.fork;
  Section section;
  section.fact("kind", fork_word(fork.kind));
  section.fact("line", line_at(run, fork.pc));
  section.fact("warps", one.warps);
  section.fact("parted", fork.parted);
  section.fact("lane_slots_lost", fork.lost);
  if (compiled && compare::is_of_branch(fork.kind)) {
    const compare::CompiledBranch branch =
        compare::compiled_branch(*compiled, *run.program, fork.pc);
    section.fact("compiled", compare::branch_word(branch.code));
    if (!branch.why.empty()) section.fact("compiled_problem", branch.why);
  }
  if (fork.kind != ForkKind::kBranch) return section;
  section.fact("reached", fork.reached);
  section.fact("has_else", fork.has_second_side);
  section.fact("instructions", list_values(fork.instructions));
  section.fact("lane_slots_lost_by_side", list_values(fork.side_lost));
  return section;
}

Section warp_facts(const run::Run& run, const WarpDivergence& warp) {
  Section section;
  section.fact("instructions", warp.instructions);
  Section slots{.key = "lane_slots"};
  slots.fact("active", warp.slots.active);
  slots.fact("waiting", warp.slots.waiting);
  slots.fact("returned", warp.slots.exited);
  slots.fact("no_thread", warp.slots.absent);
  section.parts.push_back(std::move(slots));
  List loops{"loops", {}};
  for (const LoopTrips& loop : warp.loops) {
    Section& one = loops.items.emplace_back();
    one.fact("line", line_at(run, loop.pc));
    one.fact("lanes", loop.lanes);
    one.fact("trips", list_values(loop.trips));
    if (loop.trips_of_run) one.fact("trips_of_run", *loop.trips_of_run);
  }
  section.parts.push_back(std::move(loops));
  return section;
}

// For programs.
void add_facts(Section& section, const run::Run& run, const whatif::Divergence& divergence,
               const std::vector<whatif::BlockFork>& forks, const CompiledResult& compiled) {
  section.fact("block", extents_of(divergence.block));
  section.fact("parting_warps", list_values(divergence.parting_warps()));
  List warps{"warps", {}}, parted{"forks", {}};
  for (const WarpDivergence& warp : divergence.warps) warps.items.push_back(warp_facts(run, warp));
  for (const whatif::BlockFork& fork : forks)
    parted.items.push_back(fork_facts(run, fork, compiled));
  section.parts.push_back(std::move(warps));
  section.parts.push_back(std::move(parted));
  section.fact("cut", divergence.is_cut);
  if (compiled) {
    section.fact("compiler", compiled->compiler);
    section.fact("target", compiled->target);
  } else {
    section.fact("compiled_problem", compiled.error());
  }
}

void add_forks(Section& section, const run::Run& run, const whatif::Divergence& divergence,
               const std::vector<whatif::BlockFork>& forks, const CompiledResult& compiled) {
  if (forks.empty()) section.line(sentence("no branch is divergent"));
  for (const whatif::BlockFork& one : forks) {
    section.line(to_say("{place}, in {warps} of {all} warps: {what}",
                        "place"_a = place_text(*run.program, one.fork.pc), "warps"_a = one.warps,
                        "all"_a = divergence.warps.size(), "what"_a = fork_text(one.fork)));
    if (compiled && compare::is_of_branch(one.fork.kind))
      section.line(Text::as_is(compare::branch_words(
                       compare::compiled_branch(*compiled, *run.program, one.fork.pc))),
                   1);
  }
}

void add_loops(Section& section, const run::Run& run, const whatif::Divergence& divergence) {
  for (size_t i = 0; i < divergence.warps.size() && i < kMostShownWarps; ++i) {
    for (const LoopTrips& loop : divergence.warps[i].loops) {
      if (!loop.is_unequal()) continue;
      section.line(to_say("{place}, warp {warp}: a loop of {trips}",
                          "place"_a = place_text(*run.program, loop.pc), "warp"_a = i,
                          "trips"_a = trips_text(loop)));
    }
  }
}

}  // namespace

Section describe(const run::Run& run, const base::Checked<whatif::Divergence>& divergence,
                 const CompiledResult& compiled) {
  Section section{.key = "divergence"};
  if (!divergence) {
    const std::string& problem = divergence.error().front().message;
    section.title = Text::as_is(problem);
    section.fact("problem", problem);
    return section;
  }
  const std::vector<whatif::BlockFork> forks = whatif::forks_of(*divergence);
  section.title = to_say(
      "active threads of {block}, of 32 for each warp instruction (of Warplens's bytecode: a "
      "compiler may predicate short branches)",
      "block"_a = observe::block_words(divergence->block));
  add_facts(section, run, *divergence, forks, compiled);
  Table& warps = section.table(nullptr, {{nullptr, sentence("warp")},
                                         {nullptr, sentence("instructions")},
                                         {nullptr, sentence("active")},
                                         {nullptr, sentence("waiting")},
                                         {nullptr, sentence("returned")},
                                         {nullptr, sentence("no thread")}});
  for (size_t i = 0; i < divergence->warps.size() && i < kMostShownWarps; ++i) {
    const WarpDivergence& warp = divergence->warps[i];
    warps.rows.push_back(slots_row({i, Form::kPlain}, warp.instructions, warp.slots));
  }
  warps.rows.push_back(
      slots_row(Text(sentence("all")), divergence->instructions(), divergence->slots()));
  add_forks(section, run, *divergence, forks, compiled);
  add_loops(section, run, *divergence);
  if (!forks.empty())
    section.line(compiled ? to_say("the kernel: {compiled}",
                                   "compiled"_a = compare::compiled_words(*compiled))
                          : to_say("what a compiler makes of the branches is not known: {reason}",
                                   "reason"_a = compiled.error()));
  if (divergence->is_cut) section.line(sentence("the block was not followed to its end"));
  return section;
}

// ------------------------------------------------------------------------ the page's sentences

Text fork_text(const Fork& fork) {
  const Text lost = to_say("inactive threads: {lost}", "lost"_a = base::grouped(fork.lost));
  switch (fork.kind) {
    case ForkKind::kBranch:
      if (fork.has_second_side)
        return to_say("both sides, one after the other ({first} + {second} instructions); {lost}",
                      "first"_a = base::grouped(fork.instructions[0]),
                      "second"_a = base::grouped(fork.instructions[1]), "lost"_a = lost);
      return to_say("some lanes wait while others execute it (instructions: {first}); {lost}",
                    "first"_a = base::grouped(fork.instructions[0]), "lost"_a = lost);
    case ForkKind::kLoop:
      return to_say("lanes that are done wait for those that go on; {lost}", "lost"_a = lost);
    case ForkKind::kSwitch:
      return to_say("its labels are executed one after another; {lost}", "lost"_a = lost);
    case ForkKind::kLeave:
      return to_say("lanes that leave here wait for the others; {lost}", "lost"_a = lost);
    case ForkKind::kReturn:
      break;
  }
  return to_say("lanes that return here are idle until their warp ends; {lost}", "lost"_a = lost);
}

Text trips_text(const LoopTrips& loop) {
  if (!loop.is_unequal()) {
    const uint32_t of_run = loop.trips_of_run.value_or(loop.most());
    const Text trips =
        to_say_count("{count} iteration in every lane", "{count} iterations in every lane", of_run);
    if (of_run == loop.most()) return trips;
    return to_say("{trips}, run {times} times", "trips"_a = trips,
                  "times"_a = base::grouped(loop.most() / of_run));
  }
  return to_say("{least} to {most} iterations, by lane", "least"_a = base::grouped(loop.least()),
                "most"_a = base::grouped(loop.most()));
}

Text place_text(const code::Program& program, uint32_t pc) {
  const base::SourceFile& file = program.unit->file;
  const uint32_t at = program.spans[pc].begin;
  const uint32_t part = file.part_of(at);
  if (part == 0) return to_say("line {line}", "line"_a = file.line_of(at));
  return to_say("line {line} of {file}", "line"_a = file.line_of(at), "file"_a = file.name(part));
}

Text warp_headline(const WarpDivergence& warp, uint32_t index) {
  return to_say(
      "Warp {warp}: {threads} active threads of 32 on average, {share} (instructions: "
      "{instructions})",
      "warp"_a = index, "threads"_a = active_threads(warp.slots),
      "share"_a = percent(warp.slots.active, warp.slots.all()),
      "instructions"_a = base::grouped(warp.instructions));
}

Text lost_text(const LaneSlots& slots) {
  std::vector<Text> parts;
  if (slots.waiting != 0)
    parts.push_back(
        to_say("{count} of lanes that wait for others", "count"_a = base::grouped(slots.waiting)));
  if (slots.exited != 0)
    parts.push_back(
        to_say("{count} of lanes that have returned", "count"_a = base::grouped(slots.exited)));
  if (slots.absent != 0)
    parts.push_back(
        to_say("{count} of lanes without a thread", "count"_a = base::grouped(slots.absent)));
  if (parts.empty()) return {};
  return to_say("Inactive threads of all instructions: {lost} of {all} ({what}).",
                "lost"_a = base::grouped(slots.lost()), "all"_a = base::grouped(slots.all()),
                "what"_a = clauses_of(parts));
}

Text block_headline(const whatif::Divergence& divergence, bool has_depth) {
  const LaneSlots slots = divergence.slots();
  return to_say_count(
      "The warp of block {block}: {threads} active threads of 32 on average, {share}.",
      "All {count} warps of block {block}: {threads} active threads a warp of 32 on average, "
      "{share}.",
      divergence.warps.size(), "block"_a = block_text(divergence.block, has_depth),
      "threads"_a = active_threads(slots), "share"_a = percent(slots.active, slots.all()));
}

Text parting_text(const whatif::Divergence& divergence) {
  if (divergence.warps.size() < 2) return {};
  return to_say("{parting} of {count} warps have a divergent branch.",
                "parting"_a = divergence.parting_warps().size(),
                "count"_a = divergence.warps.size());
}

Text instructions_note() {
  return sentence(
      "Branches as written, in instructions of Warplens's bytecode; a compiler may predicate short "
      "ones, and then no lane jumps.");
}

Text compiled_headline(const compare::CompiledKernel* kernel, const std::string& problem) {
  if (kernel != nullptr)
    return to_say("What became of a branch, where known, is below it: {compiled}.",
                  "compiled"_a = compare::compiled_words(*kernel));
  if (problem.empty()) return {};
  return to_say("What a compiler makes of the branches is not known: {reason}.",
                "reason"_a = problem);
}

}  // namespace warplens::study
