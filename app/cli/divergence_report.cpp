#include "app/cli/divergence_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/table.hpp"
#include "app/compare/compiled_branches.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::cli {
namespace {

using observe::Fork;
using observe::ForkKind;
using observe::LaneSlots;
using observe::WarpDivergence;

constexpr size_t kMostPrintedWarps = 32;

std::string share_text(uint64_t part, uint64_t whole) {
  return whole == 0 ? "-"
                    : fmt::format("{:.3g} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::string> slots_row(const std::string& name, uint64_t instructions,
                                   const LaneSlots& slots) {
  return {name,
          grouped(instructions),
          share_text(slots.active, slots.all()),
          grouped(slots.waiting),
          grouped(slots.exited),
          grouped(slots.absent)};
}

void print_warps(std::ostream& out, const whatif::Divergence& divergence) {
  std::vector<std::vector<std::string>> rows;
  for (size_t i = 0; i < divergence.warps.size() && i < kMostPrintedWarps; ++i) {
    const WarpDivergence& warp = divergence.warps[i];
    rows.push_back(slots_row(std::to_string(i), warp.instructions, warp.slots));
  }
  rows.push_back(slots_row(label("all"), divergence.instructions(), divergence.slots()));
  const Align right = Align::kRight;
  out << format_table({{label("warp"), right},
                       {label("instructions"), right},
                       {label("active"), right},
                       {label("waiting"), right},
                       {label("returned"), right},
                       {label("no thread"), right}},
                      rows, "  ");
}

const char* fork_word(ForkKind kind) {
  constexpr const char* kWords[] = {"branch", "loop", "switch", "leave", "return"};
  return kWords[static_cast<size_t>(kind)];
}

Json slots_json(const LaneSlots& slots) {
  return {{"active", slots.active},
          {"waiting", slots.waiting},
          {"returned", slots.exited},
          {"no_thread", slots.absent}};
}

uint32_t line_at(const run::Run& run, uint32_t pc) {
  return run.program->unit->file.line_of(run.program->spans[pc].begin);
}

Json fork_json(const run::Run& run, const whatif::BlockFork& one, const CompiledResult& compiled) {
  const Fork& fork = one.fork;
  Json json = {{"kind", fork_word(fork.kind)},
               {"line", line_at(run, fork.pc)},
               {"warps", one.warps},
               {"parted", fork.parted},
               {"lane_slots_lost", fork.lost}};
  if (compiled && compare::is_of_branch(fork.kind)) {
    const compare::CompiledBranch branch =
        compare::compiled_branch(*compiled, *run.program, fork.pc);
    json["compiled"] = compare::branch_word(branch.code);
    if (!branch.why.empty()) json["compiled_problem"] = branch.why;
  }
  if (fork.kind != ForkKind::kBranch) return json;
  json["reached"] = fork.reached;
  json["has_else"] = fork.has_second_side;
  json["instructions"] = fork.instructions;
  json["lane_slots_lost_by_side"] = fork.side_lost;
  return json;
}

}  // namespace

void print_divergence(std::ostream& out, const run::Run& run,
                      const base::Checked<whatif::Divergence>& divergence,
                      const CompiledResult& compiled) {
  if (!divergence) {
    out << "\n" << divergence.error().front().message << "\n";
    return;
  }
  out << "\n"
      << say("lane-slots of {block}, 32 for each warp instruction (of Warplens's bytecode: a "
             "compiler may predicate short branches)",
             "block"_a = observe::block_words(divergence->block))
      << "\n";
  print_warps(out, *divergence);
  const std::vector<whatif::BlockFork> forks = whatif::forks_of(*divergence);
  if (forks.empty()) out << "  " << say("the lanes of no warp part") << "\n";
  for (const whatif::BlockFork& one : forks) {
    out << "  "
        << say("{place}, in {warps} of {all} warps: {what}",
               "place"_a = whatif::place_words(*run.program, one.fork.pc), "warps"_a = one.warps,
               "all"_a = divergence->warps.size(), "what"_a = whatif::fork_words(one.fork))
        << "\n";
    if (compiled && compare::is_of_branch(one.fork.kind))
      out << "    "
          << compare::branch_words(compare::compiled_branch(*compiled, *run.program, one.fork.pc))
          << "\n";
  }
  for (size_t i = 0; i < divergence->warps.size() && i < kMostPrintedWarps; ++i) {
    for (const observe::LoopTrips& loop : divergence->warps[i].loops) {
      if (!loop.is_unequal()) continue;
      out << "  "
          << say("{place}, warp {warp}: a loop of {trips}",
                 "place"_a = whatif::place_words(*run.program, loop.pc), "warp"_a = i,
                 "trips"_a = whatif::trips_words(loop))
          << "\n";
    }
  }
  if (!forks.empty())
    out << "  "
        << (compiled
                ? say("the kernel: {compiled}", "compiled"_a = compare::compiled_words(*compiled))
                : say("what a compiler makes of the branches is not known: {reason}",
                      "reason"_a = compiled.error()))
        << "\n";
  if (divergence->is_cut) out << "  " << say("the block was not followed to its end") << "\n";
}

Json divergence_json(const run::Run& run, const base::Checked<whatif::Divergence>& divergence,
                     const CompiledResult& compiled) {
  if (!divergence) return {{"problem", divergence.error().front().message}};
  const trace::BlockId block = divergence->block;
  Json json = {{"block", {block.x, block.y, block.z}},
               {"warps", Json::array()},
               {"forks", Json::array()},
               {"cut", divergence->is_cut}};
  for (const WarpDivergence& warp : divergence->warps) {
    Json one = {{"instructions", warp.instructions},
                {"lane_slots", slots_json(warp.slots)},
                {"loops", Json::array()}};
    for (const observe::LoopTrips& loop : warp.loops) {
      one["loops"].push_back(
          {{"line", line_at(run, loop.pc)}, {"lanes", loop.lanes}, {"trips", loop.trips}});
    }
    json["warps"].push_back(std::move(one));
  }
  for (const whatif::BlockFork& fork : whatif::forks_of(*divergence))
    json["forks"].push_back(fork_json(run, fork, compiled));
  if (compiled)
    json.update(Json{{"compiler", compiled->compiler}, {"target", compiled->target}});
  else
    json["compiled_problem"] = compiled.error();
  return json;
}

}  // namespace warplens::cli
