// `warplens trace`: the recorded block's accesses one after another, as text or JSON. Written event
// by event, because a recording may hold millions.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/report.hpp"
#include "app/cli/table.hpp"
#include "app/compare/shown_word.hpp"
#include "app/study/finding.hpp"
#include "app/study/run.hpp"
#include "app/study/words.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::cli {
namespace {

using study::word;

// The array that an access touches, found from the address of its first active lane.
run::NamedElement place_of(const run::Run& run, const trace::Access& access) {
  uint32_t lane = 0;
  while (lane < trace::kWarpSize && (access.mask >> lane & 1u) == 0) ++lane;
  return run::named_element(run, access.space, access.addresses[lane % trace::kWarpSize]);
}

base::LineColumn place_in_text(const run::Run& run, const trace::Access& access) {
  const code::AccessSite& site = run.program->sites[access.site];
  const observe::SourceLocation text =
      observe::source_location(*run.program, site.span, site.frame);
  return {text.line, text.column, text.part};
}

// "sub = 1", "iteration 3", or "" outside a phase loop.
std::string phase_name(const run::Run& run, uint32_t index) {
  const trace::Phase& phase = run.recording->phases[index];
  if (phase.loop == trace::Phase::kOutside) return "-";
  const lang::Loop* loop = run.program->phase_loops[phase.loop].loop;
  if (phase.has_value && loop != nullptr && loop->induction != nullptr) {
    return fmt::format("{} = {}", loop->induction->name, phase.value);
  }
  return say("iteration {number}", "number"_a = phase.iteration);
}

std::string cost_text(trace::Space space, const trace::StepCost& cost) {
  if (space == trace::Space::kShared)
    return say_count("{count} wavefront", "{count} wavefronts", cost.paid);
  if (space == trace::Space::kConstant)
    return say_count("{count} broadcast", "{count} broadcasts", cost.paid);
  return say_count("{count} sector", "{count} sectors", cost.paid) + ", " +
         say_count("{count} line", "{count} lines", cost.lines);
}

// The elements that the active lanes touch, in order of lanes: "0..7, 16..23" or "3 (8 lanes), 4 (8
// lanes)".
std::string elements_text(const run::Run& run, const trace::Access& access) {
  std::vector<int64_t> numbers;  // one an active lane; -1: in no array
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((access.mask >> lane & 1u) == 0) continue;
    const bool is_outside = (access.out_of_bounds >> lane & 1u) != 0;
    const run::NamedElement place = run::named_element(run, access.space, access.addresses[lane]);
    numbers.push_back(
        is_outside || place.array.empty() ? -1 : static_cast<int64_t>(place.element_index));
  }
  std::string out;
  for (size_t i = 0; i < numbers.size();) {
    size_t same = i + 1, next = i + 1;
    while (same < numbers.size() && numbers[same] == numbers[i]) ++same;
    while (next < numbers.size() && numbers[i] >= 0 && numbers[next] == numbers[next - 1] + 1)
      ++next;
    const std::string first = numbers[i] < 0 ? label("outside") : std::to_string(numbers[i]);
    const size_t end = std::max(same, next);
    out += (out.empty() ? "" : ", ") + first;
    if (same > i + 1)
      out += " " + say_count("({count} lane)", "({count} lanes)", same - i);
    else if (next > i + 1)
      out += fmt::format("..{}", numbers[next - 1]);
    i = end;
  }
  return out;
}

// One a lane, null where it is not active: the bits moved; of 16 bytes the four words in order.
Json values_json(const trace::Access& access) {
  Json values = Json::array();
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    const uint64_t low = access.values[lane], high = access.high_values[lane];
    if ((access.mask >> lane & 1u) == 0)
      values.push_back(nullptr);
    else if (access.bytes == 16)
      values.push_back({low & 0xffffffffu, low >> 32, high & 0xffffffffu, high >> 32});
    else
      values.push_back(low);
  }
  return values;
}

Json event_json(const run::Run& run, const trace::Access& access) {
  const base::LineColumn at = place_in_text(run, access);
  Json addresses = Json::array();
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((access.mask >> lane & 1u) != 0)
      addresses.push_back(access.addresses[lane]);
    else
      addresses.push_back(nullptr);
  }
  Json json = {{"step", access.step},
               {"phase", access.phase},
               {"warp", access.warp},
               {"line", at.line},
               {"column", at.column},
               {"space", word(access.space)},
               {"op", word(access.operation)},
               {"array", place_of(run, access).array},
               {"bytes", access.bytes},
               {"mask", access.mask},
               {"addresses", std::move(addresses)}};
  const trace::StepCost& cost = (*run.costs)[access.step];
  if (access.space == trace::Space::kShared) {
    json["wavefronts"] = cost.paid;
  } else if (access.space == trace::Space::kConstant) {
    json["broadcasts"] = cost.paid;
  } else {
    json["sectors"] = cost.paid;
    json["lines"] = cost.lines;
  }
  json["values"] = values_json(access);
  return json;
}

// The block that is traced: the recorded one, or one that was requested and not reached, which has
// no accesses.
struct Traced {
  explicit Traced(const run::Run& run)
      : is_reached(run.recording != nullptr),
        recording(is_reached ? *run.recording : nothing),
        block(is_reached ? recording.block : run.request.recorded_block) {}
  const trace::Recording nothing;
  const bool is_reached;
  const trace::Recording& recording;
  const trace::BlockId block;
};

Json phases_json(const run::Run& run, const trace::Recording& recording) {
  Json phases = Json::array();
  for (const trace::Phase& phase : recording.phases) {
    if (phase.loop == trace::Phase::kOutside) {
      phases.push_back({{"loop_line", nullptr},
                        {"iteration", nullptr},
                        {"variable", nullptr},
                        {"value", nullptr}});
      continue;
    }
    const code::PhaseLoop& loop = run.program->phase_loops[phase.loop];
    const bool has_variable =
        phase.has_value && loop.loop != nullptr && loop.loop->induction != nullptr;
    phases.push_back({{"loop_line", run.request.file.line_of(loop.span.begin)},
                      {"iteration", phase.iteration},
                      {"variable", has_variable ? Json(loop.loop->induction->name) : Json(nullptr)},
                      {"value", has_variable ? Json(phase.value) : Json(nullptr)}});
  }
  return phases;
}

// Of the accesses in a recording, which are printed: steps below `end` of the warp that is asked
// for.
struct Printed {
  uint32_t end = 0;
  uint64_t left_out = 0;
};

bool is_of_warp(const trace::Recording& recording, uint32_t step, const TracePart& part) {
  return !part.warp || recording.heads[step].warp == *part.warp;
}

Printed printed_part(const trace::Recording& recording, const TracePart& part) {
  Printed printed;
  uint64_t count = 0;
  for (uint32_t step = 0; step < recording.size(); ++step) {
    if (!is_of_warp(recording, step, part)) continue;
    if (count++ < part.most)
      printed.end = step + 1;
    else
      ++printed.left_out;
  }
  return printed;
}

// False if accesses were left out.
bool print_trace(std::ostream& out, const run::Run& run, const TracePart& part) {
  const Traced traced(run);
  const trace::Recording& recording = traced.recording;
  const trace::BlockId block = traced.block;
  const std::string what =
      traced.is_reached
          ? say_count("{accesses} accesses by {count} warp", "{accesses} accesses by {count} warps",
                      recording.warps, "accesses"_a = grouped(recording.accesses_in_block))
          : say("not reached");
  out << say("{kernel}, block x {x} y {y} z {z}: {what}", "kernel"_a = run.program->kernel->name,
             "x"_a = block.x, "y"_a = block.y, "z"_a = block.z, "what"_a = what)
      << "\n";
  const Printed printed = printed_part(recording, part);
  size_t next_release = 0;
  for (uint32_t step = 0; step < printed.end; ++step) {
    for (; next_release < recording.releases.size() && recording.releases[next_release] <= step;
         ++next_release) {
      out << fmt::format(
          "{:>6}  {}\n", "",
          say("barrier {number}: all warps have arrived", "number"_a = next_release + 1));
    }
    if (!is_of_warp(recording, step, part)) continue;
    const trace::Access access = recording.at(step);
    const base::LineColumn at = place_in_text(run, access);
    const run::NamedElement place = place_of(run, access);
    out << fmt::format(
        "{:>6}  {:<10}  {} {:<2}  {:>8}  {:<6} {} {:<12}  {:>2} B  {:08x}  {:<22}  {}\n", step,
        phase_name(run, access.phase), label("warp"), access.warp,
        fmt::format("{}:{}", at.line, at.column), compare::shown(word(access.operation)),
        compare::shown(word(access.space)), place.array.empty() ? "?" : place.array, access.bytes,
        access.mask, cost_text(access.space, (*run.costs)[step]), elements_text(run, access));
  }
  if (printed.left_out > 0) {
    out << say("left out: {count} more accesses; --most N prints more, --warp N fewer",
               "count"_a = grouped(printed.left_out))
        << "\n";
  }
  if (recording.is_cut) {
    out << say("cut: {count} of {all} accesses were kept", "count"_a = grouped(recording.size()),
               "all"_a = grouped(recording.accesses_in_block))
        << "\n";
  }
  if (!run.findings.empty()) {
    for (const study::Section& section : study::findings_in_words(run)) print(out, section);
  }
  if (const Text ending = study::ending_text(run.ending); !ending.empty())
    out << "\n" << ending.rendered() << "\n";
  return printed.left_out == 0;
}

bool print_trace_json(std::ostream& out, const run::Run& run, const TracePart& part,
                      bool with_version) {
  const Traced traced(run);
  const trace::Recording& recording = traced.recording;
  const trace::BlockId block = traced.block;
  const Printed printed = printed_part(recording, part);
  Json head = Json::object();
  if (with_version) head["version"] = kJsonVersion;
  const Json members = {{"kernel", run.program->kernel->name},
                        {"device", run.device.id},
                        {"block", {block.x, block.y, block.z}},
                        {"reached", traced.is_reached},
                        {"warps", recording.warps},
                        {"accesses_in_block", recording.accesses_in_block},
                        {"cut", recording.is_cut},
                        {"left_out", printed.left_out},
                        {"complete", run.ending == run::Ending::kComplete},
                        {"ending", word(run.ending)},
                        {"findings", to_json(study::list_findings("findings", {&run.findings}))},
                        {"phases", phases_json(run, recording)}};
  head.update(members);
  std::string text = to_text(head, -1);
  text.pop_back();
  out << text << ",\n\"events\": [";
  bool is_first = true;
  for (uint32_t step = 0; step < printed.end; ++step) {
    if (!is_of_warp(recording, step, part)) continue;
    out << (is_first ? "\n" : ",\n") << to_text(event_json(run, recording.at(step)), -1);
    is_first = false;
  }
  out << "\n]}";
  return printed.left_out == 0;
}

}  // namespace

bool print_traces(std::ostream& out, const Runs& runs, const TracePart& part) {
  bool is_whole = true;
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) out << "\n";
    if (runs.size() > 1)
      out << say("launch {number} of {all}", "number"_a = i + 1, "all"_a = runs.size()) << "\n";
    is_whole &= print_trace(out, *runs[i], part);
  }
  return is_whole;
}

bool print_traces_json(std::ostream& out, const Runs& runs, const TracePart& part) {
  bool is_whole = true;
  const bool are_several = runs.size() > 1;
  if (are_several) out << "{\"version\": " << kJsonVersion << ",\n\"launches\": [\n";
  for (size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) out << ",\n";
    is_whole &= print_trace_json(out, *runs[i], part, !are_several);
  }
  out << (are_several ? "\n]}\n" : "\n");
  return is_whole;
}

}  // namespace warplens::cli
