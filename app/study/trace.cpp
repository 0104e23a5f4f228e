#include "app/study/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/study/copy_words.hpp"
#include "app/study/counts.hpp"
#include "app/study/finding.hpp"
#include "app/study/format.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/observe/totals/access_kind.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::study {
namespace {

bool is_active(const trace::RecordedSide& side, uint32_t lane) {
  return (side.mask >> lane & 1u) != 0;
}

// What counts its turns; null: nothing does.
const lang::Variable* variable_of(const run::Run& run, const trace::Phase& phase) {
  const lang::Loop* loop = run.program->phase_loops[phase.loop].loop;
  return phase.has_value && loop != nullptr ? loop->induction : nullptr;
}

Section phase_facts(const run::Run& run, const trace::Phase& phase) {
  Section section;
  const bool is_in_loop = phase.loop != trace::Phase::kOutside;
  const lang::Variable* variable = is_in_loop ? variable_of(run, phase) : nullptr;
  const auto in_loop = [&](auto value) { return is_in_loop ? Value(value) : Value(nullptr); };
  const uint32_t line =
      is_in_loop ? run.request.file.line_of(run.program->phase_loops[phase.loop].span.begin) : 0;
  section.fact("loop_line", in_loop(line));
  section.fact("iteration", in_loop(phase.iteration));
  section.fact("variable", variable != nullptr ? Value(variable->name) : Value(nullptr));
  section.fact("value", variable != nullptr ? Value(phase.value) : Value(nullptr));
  return section;
}

std::vector<Value> addresses_of(const trace::RecordedSide& access) {
  std::vector<Value> addresses;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
    addresses.push_back(is_active(access, lane) ? Value(access.addresses[lane]) : Value(nullptr));
  return addresses;
}

// One a lane: the bits moved; of 16 bytes the four words in order.
std::vector<Value> moved_by(const trace::Access& access) {
  std::vector<Value> values;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const uint64_t low = access.values[lane], high = access.high_values[lane];
    if (!is_active(access, lane))
      values.emplace_back(nullptr);
    else if (access.bytes == 16)
      values.emplace_back(
          std::vector<Value>{low & 0xffffffffu, low >> 32, high & 0xffffffffu, high >> 32});
    else
      values.emplace_back(low);
  }
  return values;
}

// One an active lane; -1: in no array.
std::vector<int64_t> elements_of(const run::Run& run, const trace::Access& access) {
  std::vector<int64_t> elements;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if (!is_active(access, lane)) continue;
    const bool is_outside = (access.out_of_bounds >> lane & 1u) != 0;
    const run::NamedElement place = run::named_element(run, access.space, access.addresses[lane]);
    elements.push_back(
        is_outside || place.array.empty() ? -1 : static_cast<int64_t>(place.element_index));
  }
  return elements;
}

}  // namespace

TraceFacts trace_facts(std::shared_ptr<const run::Run> run, std::optional<uint32_t> warp,
                       uint64_t most) {
  TraceFacts facts;
  facts.run = std::move(run);
  facts.warp = warp;
  facts.is_reached = facts.run->recording != nullptr;
  facts.recording =
      facts.is_reached ? facts.run->recording : std::make_shared<const trace::Recording>();
  facts.block = facts.is_reached ? facts.recording->block : facts.run->request.recorded_block;
  uint64_t count = 0;
  for (uint32_t step = 0; step < facts.recording->size(); ++step) {
    if (!facts.shows(step)) continue;
    if (count++ < most)
      facts.end = step + 1;
    else
      ++facts.left_out;
  }
  return facts;
}

Section describe(const TraceFacts& facts) {
  const run::Run& run = *facts.run;
  const trace::Recording& recording = *facts.recording;
  Section section;
  const Text what = facts.is_reached
                        ? to_say_count("{accesses} accesses by {count} warp",
                                       "{accesses} accesses by {count} warps", recording.warps,
                                       "accesses"_a = grouped(recording.accesses_in_block))
                        : Text(sentence("not reached"));
  section.title =
      to_say("{kernel}, block x {x} y {y} z {z}: {what}", "kernel"_a = run.program->kernel->name,
             "x"_a = facts.block.x, "y"_a = facts.block.y, "z"_a = facts.block.z, "what"_a = what);
  section.fact("kernel", run.program->kernel->name);
  section.fact("device", run.device.id);
  section.fact("block", extents_of(facts.block));
  section.fact("reached", facts.is_reached);
  section.fact("warps", recording.warps);
  section.fact("accesses_in_block", recording.accesses_in_block);
  section.fact("cut", recording.is_cut);
  section.fact("left_out", facts.left_out);
  section.fact("complete", run.ending == run::Ending::kComplete);
  section.fact("ending", word(run.ending));
  section.parts.push_back(list_findings("findings", {&run.findings}));
  List phases{"phases", {}};
  for (const trace::Phase& phase : recording.phases)
    phases.items.push_back(phase_facts(run, phase));
  section.parts.push_back(std::move(phases));
  return section;
}

std::vector<Section> end_of_trace(const TraceFacts& facts) {
  const trace::Recording& recording = *facts.recording;
  std::vector<Section> sections;
  Section missing;
  if (facts.left_out > 0)
    missing.line(to_say("left out: {count} more accesses; --most N prints more, --warp N fewer",
                        "count"_a = grouped(facts.left_out)),
                 -1);
  if (recording.is_cut)
    missing.line(
        to_say("cut: {count} of {all} accesses were kept", "count"_a = grouped(recording.size()),
               "all"_a = grouped(recording.accesses_in_block)),
        -1);
  sections.push_back(std::move(missing));
  if (!facts.run->findings.empty()) {
    for (Section& section : findings_in_words(*facts.run)) sections.push_back(std::move(section));
  }
  sections.push_back(Section{.title = ending_text(facts.run->ending)});
  return sections;
}

TracedAccess traced_access(const TraceFacts& facts, uint32_t step) {
  const run::Run& run = *facts.run;
  TracedAccess traced;
  traced.access = facts.recording->at(step);
  const code::AccessSite& site = run.program->sites[traced.access.site];
  const observe::SourceLocation text =
      observe::source_location(*run.program, site.span, site.frame);
  traced.place = {text.line, text.column, text.part};
  uint32_t lane = 0;
  while (lane < trace::kWarpSize && !is_active(traced.access, lane)) ++lane;
  traced.array =
      run::named_element(run, traced.access.space, traced.access.addresses[lane % trace::kWarpSize])
          .array;
  traced.cost = (*run.costs)[step];
  return traced;
}

Section describe(const TracedAccess& traced) {
  const trace::Access& access = traced.access;
  Section section;
  section.fact("step", access.step);
  section.fact("phase", access.phase);
  section.fact("warp", access.warp);
  section.fact("line", traced.place.line);
  section.fact("column", traced.place.column);
  section.fact("space", word(access.space));
  section.fact("op", word(observe::kind_of(access.operation, access.layout)));
  section.fact("array", traced.array);
  section.fact("bytes", access.bytes);
  section.fact("mask", access.mask);
  section.fact("addresses", addresses_of(access));
  section.fact(word(cost_in(access.space)), traced.cost.paid);
  if (cost_in(access.space) == Measure::kSectors)
    section.fact(word(Measure::kLines), traced.cost.lines);
  section.fact("values", moved_by(access));
  section.fact(word(Measure::kIdeal), traced.cost.ideal);
  if (!access.source) return section;
  section.fact("source_space", word(access.source->space));
  section.fact("source_mask", access.source->mask);
  section.fact("source_addresses", addresses_of(*access.source));
  if (cost_in(access.space) != Measure::kSectors)
    section.fact(word(Measure::kLines), traced.cost.lines);
  return section;
}

Text released_text(uint64_t barrier) {
  return to_say("barrier {number}: all warps have arrived", "number"_a = barrier);
}

Text phase_text(const TraceFacts& facts, uint32_t phase) {
  const trace::Phase& of = facts.recording->phases[phase];
  if (of.loop == trace::Phase::kOutside) return Text::as_is("-");
  if (const lang::Variable* variable = variable_of(*facts.run, of))
    return Text::as_is(fmt::format("{} = {}", variable->name, of.value));
  return to_say("iteration {number}", "number"_a = of.iteration);
}

std::optional<Text> reason_text(const TraceFacts& facts, const TracedAccess& traced) {
  if (traced.access.operation != trace::Operation::kCopy) return std::nullopt;
  return copy_text(facts.run->program->sites[traced.access.site], traced.access);
}

Text cost_text(const TracedAccess& traced) {
  const Measure measure = cost_in(traced.access.space);
  const Text paid = counted(measure, traced.cost.paid);
  if (measure != Measure::kSectors) return paid;
  return commas_between({paid, counted(Measure::kLines, traced.cost.lines)});
}

std::string elements_text(const TraceFacts& facts, const TracedAccess& traced) {
  const std::vector<int64_t> elements = elements_of(*facts.run, traced.access);
  std::string out;
  for (size_t i = 0; i < elements.size();) {
    size_t same = i + 1, next = i + 1;
    while (same < elements.size() && elements[same] == elements[i]) ++same;
    while (next < elements.size() && elements[i] >= 0 && elements[next] == elements[next - 1] + 1)
      ++next;
    const std::string first = elements[i] < 0 ? label("outside") : std::to_string(elements[i]);
    const size_t end = std::max(same, next);
    out += (out.empty() ? "" : ", ") + first;
    if (same > i + 1)
      out += " " + say_count("({count} lane)", "({count} lanes)", same - i);
    else if (next > i + 1)
      out += fmt::format("..{}", elements[next - 1]);
    i = end;
  }
  return out;
}

}  // namespace warplens::study
