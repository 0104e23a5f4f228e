#include "app/study/run.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/study/finding.hpp"
#include "app/study/metrics.hpp"
#include "app/study/schedules.hpp"
#include "app/study/totals.hpp"
#include "app/study/words.hpp"
#include "sim/base/grouped.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::study {
namespace {

using base::grouped;

std::string sizes(const launch::Dim3& dim) {
  return fmt::format("{} x {} x {}", dim.x, dim.y, dim.z);
}

Section launch_facts(const machine::GridContext& context) {
  Section section{.key = "launch"};
  section.fact("grid", extents_of(context.grid));
  section.fact("block", extents_of(context.block));
  section.fact("shared_bytes", context.shared_bytes);
  section.fact("warps", context.grid.count() * context.warps_per_block());
  return section;
}

// From where on races were not looked for.
List list_stops(const run::Run& run) {
  using Reason = observe::CheckStop::Reason;
  List stops{"check_stops", {}};
  for (const observe::CheckStop& stop : run.check_stops) {
    const char* memory = stop.memory == observe::CheckStop::Memory::kGlobal   ? "global"
                         : stop.memory == observe::CheckStop::Memory::kShared ? "shared"
                                                                              : "both";
    const char* reason = stop.reason == Reason::kPlaces     ? "places"
                         : stop.reason == Reason::kPairs    ? "pairs"
                         : stop.reason == Reason::kAccesses ? "accesses"
                         : stop.reason == Reason::kFences   ? "fences"
                                                            : "work";
    Section& one = stops.items.emplace_back();
    one.fact("memory", memory);
    one.fact("reason", reason);
    one.fact("block", extents_of(stop.block));
    one.fact("access", stop.step);
  }
  return stops;
}

List list_arrays(const run::Run& run) {
  List arrays{"arrays", {}};
  const auto add = [&](const std::string& name, const char* space, base::Scalar element,
                       const std::vector<uint64_t>& extents, uint64_t bytes) -> Section& {
    Section& one = arrays.items.emplace_back();
    one.fact("name", name);
    one.fact("space", space);
    one.fact("type", std::string(base::name_of(element)));
    one.fact("extents", std::vector<Value>(extents.begin(), extents.end()));
    one.fact("bytes", bytes);
    return one;
  };
  for (const machine::ArrayShape& array : run.arrays) {
    Section& one = add(array.name, "global", array.element,
                       {array.extents.begin(), array.extents.end()}, array.bytes);
    if (!array.struct_name.empty()) one.fact("record", array.struct_name);
  }
  for (const code::GlobalVariable& global : run.program->globals) {
    if (!global.is_constant) continue;
    const prepare::MemoryShape shape = prepare::memory_shape(global.variable->type);
    add(global.variable->name, "constant", shape.element,
        {shape.extents.begin(), shape.extents.end()}, lang::size_of(global.variable->type));
  }
  return arrays;
}

List list_prints(const observe::Prints& prints) {
  List lines{"prints", {}};
  for (const observe::PrintLine& line : prints.lines) {
    Section& one = lines.items.emplace_back();
    one.fact("block", extents_of(line.block));
    one.fact("thread", std::vector<Value>(std::begin(line.thread), std::end(line.thread)));
    one.fact("line", line.line);
    one.fact("text", line.text);
  }
  return lines;
}

Section prints_in_words(const observe::Prints& prints) {
  Section section;
  if (prints.lines.empty()) return section;
  section.title = sentence("printf, in the order of execution");
  for (const observe::PrintLine& line : prints.lines) {
    std::string text = line.text;
    while (text.ends_with('\n')) text.pop_back();
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 5))
      text.insert(at + 1, "    ");
    const trace::BlockId& block = line.block;
    section.line(to_say("block {block} thread {thread} line {line}: {text}",
                        "block"_a = fmt::format("{},{},{}", block.x, block.y, block.z),
                        "thread"_a = fmt::format("{}", fmt::join(line.thread, ",")),
                        "line"_a = line.line, "text"_a = text));
  }
  if (prints.dropped > 0)
    section.line(to_say("and {count} more", "count"_a = grouped(prints.dropped)));
  return section;
}

Section head(const run::Run& run, bool is_alone) {
  const machine::GridContext& context = *run.context;
  Section section;
  section.title =
      Text::as_is(fmt::format("{}  ({})", run.program->kernel->name, run.request.file.name()));
  section.line(to_say(
      "grid {grid} of blocks {block}: {threads} and {warps} a block, {bytes} bytes of shared "
      "memory a block",
      "grid"_a = sizes(context.grid), "block"_a = sizes(context.block),
      "threads"_a = to_say_count("{count} thread", "{count} threads", context.block.count()),
      "warps"_a = to_say_count("{count} warp", "{count} warps", context.warps_per_block()),
      "bytes"_a = grouped(context.shared_bytes)));
  if (!run.request.launch_place.empty()) {
    section.line(to_say("launch taken from {source}",
                        "source"_a = prepare::words(run.request.launch_place)));
    const size_t launches = run.program->unit->launches.size();
    if (launches > 1 && is_alone)
      section.line(
          to_say("(the first of {count} in the file: --then-all runs them one after another)",
                 "count"_a = launches));
  }
  add_guess_lines(section, run.request);
  section.line(Text::as_is(run.device.name));
  section.line(run.flops > 0
                   ? to_say("{count} warp instructions executed, {flops} floating-point operations",
                            "count"_a = grouped(run.steps), "flops"_a = grouped(run.flops))
                   : to_say("{count} warp instructions executed", "count"_a = grouped(run.steps)));
  if (run::is_cut(run.ending)) section.line(cut_text(run));
  if (!run.turns) return section;
  // The counts may be others under another schedule.
  section.line(Text::as_is(run::turns_words(*run.turns)));
  if (run.turns->was_needed)
    section.line(
        sentence("A warp waits for one that comes after it, so the launch was run by turns."));
  return section;
}

}  // namespace

Section describe(const run::Run& run, bool is_alone, std::vector<Section> models) {
  Section section;
  const auto add = [&](auto part) { section.parts.push_back(std::move(part)); };
  section.fact("kernel", run.program->kernel->name);
  section.fact("device", run.device.id);
  add(launch_facts(*run.context));
  add(head(run, is_alone));
  Section totals = describe(run.totals);
  totals.parts.insert(totals.parts.begin(), list_metrics());
  add(std::move(totals));
  add(list_accesses(run));
  add(accesses_in_words(run));
  add(list_findings("findings", {&run.findings, &run.advice}));
  section.fact("checks_cut", !run.check_stops.empty());
  add(list_stops(run));
  section.fact("complete", run.ending == run::Ending::kComplete);
  add(list_arrays(run));
  add(schedule_facts(run));
  add(list_prints(run.prints));
  section.fact("prints_dropped", run.prints.dropped);
  section.fact("floating_point_operations", run.flops);
  section.fact("ending", word(run.ending));
  add(list_kernels(*run.program->unit));
  section.fact("blocks_executed", run.blocks);
  section.fact("warp_instructions", run.steps);
  for (Section& model : models) add(std::move(model));
  if (!run.request.launch_place.empty())
    section.fact("launch_source", prepare::words(run.request.launch_place));
  add_guess_facts(section, run.request);
  add(prints_in_words(run.prints));
  for (Section& found : findings_in_words(run)) add(std::move(found));
  if (Text ending = ending_text(run.ending); !ending.empty()) {
    Section end;
    end.title = std::move(ending);
    add(std::move(end));
  }
  return section;
}

void add_guess_lines(Section& section, const prepare::Request& request) {
  if (!request.guessed.empty())
    section.line(to_say("guessed: {options}",
                        "options"_a = fmt::format("{}", fmt::join(request.guessed, " "))));
  if (!request.guess_note.empty()) section.line(Text::as_is(request.guess_note));
}

void add_guess_facts(Section& section, const prepare::Request& request) {
  const std::vector<std::string>& guessed = request.guessed;
  if (!guessed.empty()) section.fact("guessed", std::vector<Value>(guessed.begin(), guessed.end()));
  if (!request.guess_note.empty()) section.fact("guess_note", request.guess_note);
}

List list_kernels(const lang::Unit& unit) {
  List kernels{"kernels", {}};
  for (const lang::ListedKernel& kernel : unit.listed) {
    Section& one = kernels.items.emplace_back();
    one.fact("name", kernel.name);
    one.fact("line", unit.file.line_of(kernel.span.begin));
    one.fact("parameters", kernel.parameters);
    one.fact("state", word(kernel.state));
    if (const uint32_t part = unit.file.part_of(kernel.span.begin); part != 0)
      one.fact("file", unit.file.name(part));
    if (kernel.errors.empty()) continue;
    const base::Diagnostic& cause = kernel.errors.front();
    one.fact("reason", cause.message);
    if (cause.has_place) one.fact("reason_line", unit.file.line_of(cause.span.begin));
  }
  return kernels;
}

Text cut_text(const run::Run& run) {
  return to_say("cut: {blocks} of {all} blocks executed", "blocks"_a = grouped(run.blocks),
                "all"_a = grouped(run.context->grid.count()));
}

Text ending_text(run::Ending ending) {
  switch (ending) {
    case run::Ending::kTrapped:
      return sentence(
          "the grid stopped at a failed assertion or a trap, or a copy that a GPU refuses: counted "
          "so far");
    case run::Ending::kStepLimit:
      return sentence("stopped at the step limit: counted so far");
    case run::Ending::kSetUpLimit:
      return sentence("stopped at the limit of work for starting blocks: counted so far");
    case run::Ending::kWorkLimit:
      return sentence("stopped at the limit of work: counted so far");
    case run::Ending::kMemoryLimit:
      return sentence("stopped at the limit of memory: counted so far");
    case run::Ending::kSequenceLimit:
      return sentence("stopped at the step limit of all launches together: counted so far");
    case run::Ending::kDeadlock:
      return sentence("stopped where no thread can go on: counted so far");
    case run::Ending::kCancelled:
    case run::Ending::kRunning:
      return sentence("interrupted: a part of the run, counted so far");
    case run::Ending::kComplete:
      break;
  }
  return {};
}

Text one_thread_text(const run::Run& run) {
  if (!run.one_thread) return {};
  const std::string& array = run.one_thread->array;
  const std::string block = grouped(run.one_thread->first_block);
  if (array.empty())
    return to_say(
        "ran on one thread from block number {block} on: alongside other blocks, most took too "
        "long or stored to too many places",
        "block"_a = block);
  return to_say(
      "ran on one thread from block number {block} on: blocks read what other blocks store in "
      "'{array}'",
      "block"_a = block, "array"_a = array);
}

}  // namespace warplens::study
