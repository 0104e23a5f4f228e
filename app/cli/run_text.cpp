// The report of `warplens run`: the launch, totals, one line an access, findings.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "app/cli/caches_report.hpp"
#include "app/cli/divergence_report.hpp"
#include "app/cli/edit_report.hpp"
#include "app/cli/report.hpp"
#include "app/cli/roofline_report.hpp"
#include "app/cli/schedule_report.hpp"
#include "app/cli/table.hpp"
#include "app/cli/words.hpp"
#include "app/compare/shown_word.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/base/shown_part.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/lang/tree/type.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/finding_words.hpp"

namespace warplens::cli {
namespace {

constexpr trace::Operation kOperations[] = {trace::Operation::kLoad, trace::Operation::kStore,
                                            trace::Operation::kAtomic};

std::string sizes(const launch::Dim3& dim) {
  return fmt::format("{} x {} x {}", dim.x, dim.y, dim.z);
}

std::string ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.2f}", static_cast<double>(part) / static_cast<double>(whole));
}

std::string percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? ""
                    : fmt::format("{:.3g} %",
                                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

// `is_alone`: no other launch of the file was run.
void print_head(std::ostream& out, const run::Run& run, bool is_alone) {
  const machine::GridContext& context = *run.context;
  out << run.program->kernel->name << "  (" << run.request.file.name() << ")\n";
  const auto indented = [&](const std::string& line) { out << "  " << line << "\n"; };
  indented(
      say("grid {grid} of blocks {block}: {threads} and {warps} a block, {bytes} bytes of shared "
          "memory a block",
          "grid"_a = sizes(context.grid), "block"_a = sizes(context.block),
          "threads"_a = say_count("{count} thread", "{count} threads", context.block.count()),
          "warps"_a = say_count("{count} warp", "{count} warps", context.warps_per_block()),
          "bytes"_a = grouped(context.shared_bytes)));
  if (!run.request.launch_place.empty()) {
    indented(
        say("launch taken from {source}", "source"_a = prepare::words(run.request.launch_place)));
    const size_t launches = run.program->unit->launches.size();
    if (launches > 1 && is_alone) {
      indented(say("(the first of {count} in the file: --then-all runs them one after another)",
                   "count"_a = launches));
    }
  }
  if (!run.request.guessed.empty())
    indented(say("guessed: {options}", "options"_a = fmt::join(run.request.guessed, " ")));
  if (!run.request.guess_note.empty()) indented(run.request.guess_note);
  indented(run.device.name);
  indented(run.flops > 0
               ? say("{count} warp instructions executed, {flops} floating-point operations",
                     "count"_a = grouped(run.steps), "flops"_a = grouped(run.flops))
               : say("{count} warp instructions executed", "count"_a = grouped(run.steps)));
  if (run::is_cut(run.ending)) indented(cut_words(run));
}

void print_totals(std::ostream& out, const observe::Totals& totals) {
  std::vector<std::vector<std::string>> shared, global;
  for (const trace::Operation operation : kOperations) {
    const observe::SharedTotal& s = totals.shared[static_cast<size_t>(operation)];
    if (s.requests > 0) {
      shared.push_back({compare::shown(word(operation)), grouped(s.requests), grouped(s.wavefronts),
                        grouped(s.conflicts), ratio(s.wavefronts, s.requests)});
    }
    const observe::GlobalTotal& g = totals.global[static_cast<size_t>(operation)];
    if (g.requests > 0) {
      global.push_back({compare::shown(word(operation)), grouped(g.requests), grouped(g.sectors),
                        grouped(g.lines), ratio(g.sectors, g.requests), grouped(g.bytes_requested),
                        grouped(g.bytes_used), grouped(g.bytes_moved),
                        percent(g.bytes_used, g.bytes_moved)});
    }
  }
  const Align right = Align::kRight;
  const bool has_constant = totals.constant.requests > 0;
  if (shared.empty() && global.empty() && !has_constant)
    out << "\n" << say("no access to shared or global memory") << "\n";
  if (!shared.empty()) {
    out << "\n"
        << say("shared memory") << "\n"
        << format_table({{"", Align::kLeft},
                         {label("requests"), right},
                         {label("wavefronts"), right},
                         {label("conflicts"), right},
                         {label("wavefronts/request"), right}},
                        shared, "  ");
  }
  if (!global.empty()) {
    out << "\n"
        << say("global memory") << "\n"
        << format_table({{"", Align::kLeft},
                         {label("requests"), right},
                         {label("sectors"), right},
                         {label("lines"), right},
                         {label("sectors/request"), right},
                         {label("bytes requested"), right},
                         {label("used"), right},
                         {label("moved"), right},
                         {label("used/moved"), right}},
                        global, "  ");
  }
  if (has_constant) {
    out << "\n"
        << say("constant memory") << "\n"
        << format_table({{"", Align::kLeft},
                         {label("requests"), right},
                         {label("broadcasts"), right},
                         {label("broadcasts/request"), right}},
                        {{label("load"), grouped(totals.constant.requests),
                          grouped(totals.constant.broadcasts),
                          ratio(totals.constant.broadcasts, totals.constant.requests)}},
                        "  ");
  }
}

// The line without its indent; of a long one what is around the span.
std::string trimmed(const base::SourceFile& file, const observe::AccessRow& row) {
  const uint32_t part = file.part_of(row.span.begin);
  const std::string_view line = file.line_text(row.line, part);
  const auto caret = static_cast<uint32_t>(
      std::min<size_t>(row.span.begin - file.line_start(row.line, part), line.size()));
  const base::Span shown = base::shown_part(line, caret);
  const size_t begin =
      std::max<size_t>(shown.begin, std::min(line.find_first_not_of(" \t"), line.size()));
  return (shown.begin > 0 ? "..." : "") +
         std::string(line.substr(begin, std::max<size_t>(shown.end, begin) - begin)) +
         (shown.end < line.size() ? "..." : "");
}

struct Cost {
  uint64_t requests = 0, number = 0;
  const char* unit = "";
};

Cost cost_of(const observe::AccessRow& row) {
  switch (row.space) {
    case trace::Space::kShared:
      return {row.shared.requests, row.shared.wavefronts, label("wavefronts")};
    case trace::Space::kConstant:
      return {row.constant.requests, row.constant.broadcasts, label("broadcasts")};
    case trace::Space::kGlobal:
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
      break;
  }
  return {row.global.requests, row.global.sectors, label("sectors")};
}

// The line's text, and for a device function "(in reduce_row, called from lines 40 and 52)".
std::string source_of(const run::Run& run, const observe::AccessRow& row) {
  const base::SourceFile& file = run.program->unit->file;
  std::string text = trimmed(file, row);
  const std::string functions = functions_of(row);
  if (functions.empty()) return text;
  text += "  ";
  const std::vector<uint32_t>& lines = row.call_lines;
  if (lines.size() < 2) {
    return text + say("(in {functions}, called from line {line})", "functions"_a = functions,
                      "line"_a = fmt::join(lines, ""));
  }
  return text +
         say("(in {functions}, called from lines {lines} and {last})", "functions"_a = functions,
             "lines"_a = fmt::join(lines.begin(), lines.end() - 1, ", "), "last"_a = lines.back());
}

void print_accesses(std::ostream& out, const run::Run& run) {
  if (run.accesses.empty()) return;
  std::vector<std::vector<std::string>> rows;
  for (const observe::AccessRow& row : run.accesses) {
    const bool is_shared = row.space == trace::Space::kShared;
    const Cost cost = cost_of(row);
    const std::string file = row.file.empty() ? "" : row.file + ":";
    rows.push_back({fmt::format("{}{}:{}", file, row.line, row.column),
                    compare::shown(word(row.operation)), compare::shown(word(row.space)),
                    row.array.empty() ? "?" : row.array, grouped(cost.requests),
                    grouped(cost.number), cost.unit, ratio(cost.number, cost.requests),
                    is_shared ? grouped(row.shared.conflicts) : "", source_of(run, row)});
  }
  const Align left = Align::kLeft, right = Align::kRight;
  out << "\n"
      << say("accesses, over the whole grid") << "\n"
      << format_table({{label("place"), left},
                       {label("op"), left},
                       {label("space"), left},
                       {label("array"), left},
                       {label("requests"), right},
                       {label("cost"), right},
                       {"", left},
                       {label("per request"), right},
                       {label("conflicts"), right},
                       {label("source"), left}},
                      rows, "  ");
}

void print_finding(std::ostream& out, const run::Run& run, const observe::Finding& finding) {
  out << base::render(base::at(finding.span, finding.message, "", finding.severity),
                      run.program->unit->file);
  const launch::Dim3& block = run.context->block;
  out << "  "
      << say("{counted}; first in {block}, {thread}", "counted"_a = observe::counted_words(finding),
             "block"_a = observe::block_words(finding.block),
             "thread"_a = observe::thread_words(finding.thread, {block.x, block.y, block.z}))
      << "\n";
  for (const std::string& more : {observe::also_words(finding), observe::guess_words(finding)}) {
    if (!more.empty()) out << "  " << more << "\n";
  }
}

// A fix for several findings is printed after the last of them.
bool is_said_later(const std::vector<observe::Finding>& findings, size_t index) {
  return std::any_of(findings.begin() + static_cast<std::ptrdiff_t>(index) + 1, findings.end(),
                     [&](const observe::Finding& later) {
                       return later.mend != nullptr &&
                              later.mend->message == findings[index].mend->message;
                     });
}

void print_prints(std::ostream& out, const observe::Prints& prints) {
  if (prints.lines.empty()) return;
  out << "\n" << say("printf, in the order of execution") << "\n";
  for (const observe::PrintLine& line : prints.lines) {
    std::string text = line.text;
    while (text.ends_with('\n')) text.pop_back();
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 5)) {
      text.insert(at + 1, "    ");
    }
    const trace::BlockId& block = line.block;
    out << "  "
        << say("block {block} thread {thread} line {line}: {text}",
               "block"_a = fmt::format("{},{},{}", block.x, block.y, block.z),
               "thread"_a = fmt::join(line.thread, ","), "line"_a = line.line, "text"_a = text)
        << "\n";
  }
  if (prints.dropped > 0)
    out << "  " << say("and {count} more", "count"_a = grouped(prints.dropped)) << "\n";
}

std::string ending_words(run::Ending ending) {
  switch (ending) {
    case run::Ending::kTrapped:
      return say("the grid stopped at a failed assertion or a trap: counted so far");
    case run::Ending::kStepLimit:
      return say("stopped at the step limit: counted so far");
    case run::Ending::kSetUpLimit:
      return say("stopped at the limit of work for starting blocks: counted so far");
    case run::Ending::kWorkLimit:
      return say("stopped at the limit of work: counted so far");
    case run::Ending::kMemoryLimit:
      return say("stopped at the limit of memory: counted so far");
    case run::Ending::kSequenceLimit:
      return say("stopped at the step limit of all launches together: counted so far");
    case run::Ending::kDeadlock:
      return say("stopped where no thread can go on: counted so far");
    case run::Ending::kCancelled:
    case run::Ending::kRunning:
      return say("interrupted: a part of the run, counted so far");
    case run::Ending::kComplete:
      break;
  }
  return "";
}

// Of the text's own, not of an object that is built in, as a cooperative group.
bool has_local_memory(const code::Program& program) {
  const base::SourceFile& file = program.unit->file;
  return std::any_of(program.local_arrays.begin(), program.local_arrays.end(),
                     [&](const code::LocalArray& one) {
                       if (one.variable == nullptr || !file.is_own(one.variable->span.begin))
                         return false;
                       const lang::Type* type = lang::array_base(one.variable->type);
                       return !type->is_record() || file.is_own(type->record->span.begin);
                     });
}

std::string one_way_words(const std::vector<uint32_t>& lines) {
  std::vector<std::string> numbers;
  for (const uint32_t line : lines) numbers.push_back(std::to_string(line));
  return say_count(
      "the branch in line {lines} went only one way in this run, so nothing is said of the other",
      "the branches in lines {lines} went only one way in this run, so nothing is said of the "
      "others",
      lines.size(), "lines"_a = base::list_words(numbers));
}

// What was looked for, all of it in vain; nothing is said of what the program doesn't have.
std::string no_findings_words(const run::Run& run) {
  const launch::CheckSet& checks = run.request.launch.checks;
  const code::Program& program = *run.program;
  std::string words = say("no findings: every access is in its array and aligned");
  if (checks.races) {
    words +=
        "; " + (!run.check_stops.empty() ? say("of the accesses that were followed, no two race")
                                         : say("no two threads race"));
  }
  const bool has_barriers =
      std::any_of(program.instrs.begin(), program.instrs.end(), [](const code::Instr& instr) {
        return instr.op == code::Op::kBarrier || instr.op == code::Op::kBarrierVote;
      });
  if (checks.barriers && has_barriers) words += "; " + say("no thread skips a barrier");
  const bool has_shared = !program.shared.empty();
  const bool has_local = has_local_memory(program);
  if (checks.unwritten && has_shared) {
    words += "; " + (has_local ? say("no value of unwritten shared or local memory is used")
                               : say("no value of unwritten shared memory is used"));
  } else if (checks.unwritten && has_local) {
    words += "; " + say("no value of unwritten local memory is used");
  }
  if (!run.one_way_lines.empty()) words += "; " + one_way_words(run.one_way_lines);
  return words;
}

// The counts below may be others under another schedule.
void print_turns(std::ostream& out, const run::Run& run) {
  if (!run.turns) return;
  out << "  " << run::turns_words(*run.turns) << "\n";
  if (run.turns->was_needed) {
    out << "  " << say("A warp waits for one that comes after it, so the launch was run by turns.")
        << "\n";
  }
}

void print_memory(std::ostream& out, const run::Run& run, const MemoryReports& reports) {
  if (reports.caches) print_caches(out, run);
  if (reports.roofline) print_roofline(out, run);
  if (reports.dram) print_dram(out, run, *reports.dram);
}

void print_run(std::ostream& out, const run::Run& run, bool is_alone,
               const MemoryReports& reports) {
  print_head(out, run, is_alone);
  print_turns(out, run);
  print_totals(out, run.totals);
  print_accesses(out, run);
  print_memory(out, run, reports);
  print_prints(out, run.prints);
  print_findings(out, run);
  print_ending(out, run);
}

}  // namespace

std::string cut_words(const run::Run& run) {
  return say("cut: {blocks} of {all} blocks executed", "blocks"_a = grouped(run.blocks),
             "all"_a = grouped(run.context->grid.count()));
}

void print_findings(std::ostream& out, const run::Run& run) {
  for (const observe::CheckStop& stop : run.check_stops) out << "\n" << stop_words(stop) << "\n";
  if (run.findings.empty()) {
    out << "\n"
        << (run.ending == run::Ending::kComplete ? no_findings_words(run)
                                                 : say("no findings so far"))
        << "\n";
  } else {
    out << "\n" << say("findings") << "\n";
  }
  for (size_t i = 0; i < run.findings.size(); ++i) {
    const observe::Finding& finding = run.findings[i];
    print_finding(out, run, finding);
    if (finding.mend != nullptr && !is_said_later(run.findings, i))
      out << "  " << finding.mend->message << "\n";
  }
  if (run.advice.empty()) return;
  out << "\n" << say("hints, from one block") << "\n";
  for (const observe::Finding& hint : run.advice) {
    out << base::render(base::at(hint.span, hint.message, "", hint.severity),
                        run.program->unit->file);
  }
}

std::string one_thread_words(const run::Run& run) {
  if (!run.one_thread) return "";
  const std::string& array = run.one_thread->array;
  const std::string block = grouped(run.one_thread->first_block);
  return array.empty()
             ? say("ran on one thread from block number {block} on: beside other blocks, most ran "
                   "on for too long or stored to too many places",
                   "block"_a = block)
             : say("ran on one thread from block number {block} on: blocks read what other blocks "
                   "store in '{array}'",
                   "block"_a = block, "array"_a = array);
}

void print_ending(std::ostream& out, const run::Run& run) {
  if (run.ending != run::Ending::kComplete) out << "\n" << ending_words(run.ending) << "\n";
}

void print_runs(std::ostream& out, const std::vector<Runs>& devices, const Trials& trials) {
  bool is_first = true;
  for (const Runs& runs : devices) {
    for (size_t i = 0; i < runs.size(); ++i) {
      if (!std::exchange(is_first, false)) out << "\n";
      if (runs.size() > 1) {
        out << say("launch {number} of {all}", "number"_a = i + 1, "all"_a = runs.size()) << "\n";
      }
      print_run(out, *runs[i], runs.size() == 1, trials.memory);
    }
  }
  if (trials.schedules) print_schedules(out, *trials.schedules, *devices.front().back());
  if (trials.edit) print_edit(out, *trials.edit);
  for (size_t i = 0; i < trials.divergence.size(); ++i)
    print_divergence(out, *devices.front()[i], trials.divergence[i], trials.compiled[i]);
  for (size_t i = 0; i < trials.occupancy.size(); ++i)
    print_occupancy(out, *devices.front()[i], trials.occupancy[i]);
  if (trials.hiding) print_hiding(out, *trials.hiding);
}

}  // namespace warplens::cli
