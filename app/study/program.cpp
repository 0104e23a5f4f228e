#include "app/study/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "app/study/call_names.hpp"
#include "sim/base/byte_count.hpp"
#include "sim/base/grouped.hpp"
#include "sim/lang/tree/type.hpp"

namespace warplens::study {

Text bytes_text(uint64_t bytes) {
  constexpr uint64_t kMostExact = uint64_t{1} << 20;
  if (bytes >= kMostExact) return Text::as_is(base::byte_count(bytes));
  if (bytes == 1) return sentence("1 byte");
  return to_say("{count} bytes", "count"_a = base::grouped(bytes));
}

Text name_at(const ProgramFacts& facts, const ProgramStep& step, uint32_t array) {
  const std::string& name = facts.arrays[array].name;
  const auto called = std::find_if(step.called.begin(), step.called.end(),
                                   [&](const CalledArray& one) { return one.array == array; });
  if (called == step.called.end()) return Text::as_is(name);
  return to_say("{name} (allocated as {first})", "name"_a = called->name, "first"_a = name);
}

Text name_of(prepare::JournalArray::Side side) {
  using Side = prepare::JournalArray::Side;
  switch (side) {
    case Side::kHost:
      return sentence("host");
    case Side::kDevice:
      return sentence("device");
    case Side::kManaged:
      return sentence("managed");
    case Side::kPinned:
      return sentence("pinned");
    case Side::kSymbol:
      break;
  }
  return sentence("constant");
}

namespace {

using prepare::JournalArray;
using prepare::JournalStep;
using Kind = JournalStep::Kind;

// Of an element, without what it may not be used for: "float".
std::string words_of(const lang::Type* element) {
  if (element->is_scalar()) return std::string(base::name_of(element->scalar));
  const std::string name = lang::name_of(element);
  constexpr std::string_view kConst = "const ";
  return name.starts_with(kConst) ? name.substr(kConst.size()) : name;
}

Text size_of(const JournalArray& array) {
  const bool has_elements = array.element != nullptr && lang::size_of(array.element) > 0;
  const Text size = has_elements
                        ? Text::as_is(fmt::format(
                              "{} {}", base::grouped(array.bytes / lang::size_of(array.element)),
                              words_of(array.element)))
                        : bytes_text(array.bytes);
  const bool is_part = array.side == JournalArray::Side::kHost && !array.is_whole;
  return is_part ? to_say("{size} copied", "size"_a = size) : size;
}

std::string extent(const launch::Dim3& of) {
  if (of.z != 1) return fmt::format("{} × {} × {}", of.x, of.y, of.z);
  return of.y != 1 ? fmt::format("{} × {}", of.x, of.y) : fmt::format("{}", of.x);
}

// What the calls that allocate, copy and fill say of the arrays that they are given. The first name
// counts.
class Names {
 public:
  Names(const prepare::ReachedProgram& program, ProgramFacts& facts)
      : program_(program), facts_(facts) {}

  void read(const JournalStep& step) {
    if (step.kind == Kind::kLaunch || step.kind == Kind::kWrite) return;
    const std::vector<std::string>& names = names_at(step);
    if (step.to && !names.empty()) take(*step.to, names[0]);
    if (step.from && names.size() > 1) take(*step.from, names[1]);
  }

  // What a step calls its arrays of the device's, where that is another name; complete() comes
  // first.
  std::vector<CalledArray> called_at(const JournalStep& step) {
    std::vector<CalledArray> called;
    const auto add = [&](uint32_t array, const std::vector<std::string>& names, size_t index) {
      if (facts_.arrays[array].is_host() || index >= names.size() || !is_variable(names[index]) ||
          names[index] == facts_.arrays[array].name)
        return;
      called.push_back({array, names[index]});
    };
    if (step.kind == Kind::kWrite) return called;
    const std::vector<std::string>& names = names_at(step);
    if (step.kind != Kind::kLaunch) {
      if (step.to) add(*step.to, names, 0);
      if (step.from) add(*step.from, names, 1);
      return called;
    }
    if (!step.launch) return called;
    const auto& parameters = program_.launches[*step.launch].context->program->parameters;
    for (const JournalStep::Content& content : step.contents) {
      const auto at = std::find_if(
          parameters.begin(), parameters.end(),
          [&](const code::Parameter& parameter) { return parameter.name == content.parameter; });
      add(content.array, names, static_cast<size_t>(at - parameters.begin()));
    }
    return called;
  }

  // Those that no call names.
  void complete() {
    for (size_t i = 0; i < facts_.arrays.size(); ++i) {
      std::string& name = facts_.arrays[i].name;
      if (name.empty()) name = program_.journal.arrays[i].parameter;
      if (name.empty()) name = say("array {number}", "number"_a = i + 1);
    }
  }

 private:
  void take(uint32_t array, const std::string& name) {
    if (facts_.arrays[array].name.empty()) facts_.arrays[array].name = name;
  }

  const std::vector<std::string>& names_at(const JournalStep& step) {
    const auto [known, is_new] = known_.try_emplace(step.place.begin);
    const base::SourceFile& file = program_.unit->file;
    if (is_new)
      known->second = step.kind == Kind::kLaunch ? launch_names(file, step.place)
                                                 : call_names(file, step.place);
    return known->second;
  }

  const prepare::ReachedProgram& program_;
  ProgramFacts& facts_;
  std::map<uint32_t, std::vector<std::string>> known_;  // by where the call begins
};

Text name_or_none(const ProgramFacts& facts, const ProgramStep& step,
                  std::optional<uint32_t> array) {
  return array ? name_at(facts, step, *array) : Text::as_is("?");
}

std::string printed(const std::string& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const bool is_all = end + 1 >= text.size();
  return text.substr(0, end) + (is_all ? "" : " …");
}

// Which array each of a launch's parameters points to: "now = b, next = a"; "" where they have the
// same names.
Text arguments_of(const JournalStep& from, const ProgramFacts& facts, const ProgramStep& step) {
  std::vector<Text> words;
  bool is_plain = true;
  for (const JournalStep::Content& content : from.contents) {
    const Text array = name_at(facts, step, content.array);
    is_plain = is_plain && array.english() == content.parameter;
    words.push_back(
        to_say("{parameter} = {array}", "parameter"_a = content.parameter, "array"_a = array));
  }
  return is_plain ? Text() : commas_between(words);
}

void say_launch(const prepare::ReachedProgram& program, const JournalStep& from,
                const ProgramFacts& facts, ProgramStep& step) {
  if (!step.launch) {
    step.words = step.has_failed ? sentence("a launch that failed") : sentence("a launch");
    return;
  }
  const prepare::ReachedLaunch& launch = program.launches[*step.launch];
  step.words =
      to_say("launch {number}: {kernel}, grid {grid}, block {block}", "number"_a = *step.launch + 1,
             "kernel"_a = launch.kernel, "grid"_a = extent(launch.context->grid),
             "block"_a = extent(launch.context->block));
  if (const Text arguments = arguments_of(from, facts, step); !arguments.empty())
    step.words =
        to_say("{launch}; {arguments}", "launch"_a = step.words, "arguments"_a = arguments);
  step.kernel = launch.kernel;
}

void say_step(const prepare::ReachedProgram& program, const JournalStep& from,
              const ProgramFacts& facts, ProgramStep& step) {
  const Text to = name_or_none(facts, step, step.to);
  const Text source = name_or_none(facts, step, step.from);
  const Text bytes = bytes_text(step.bytes);
  switch (step.kind) {
    case Kind::kAllocate:
      step.words = step.has_failed
                       ? to_say("allocate {bytes}: no memory is left", "bytes"_a = bytes)
                       : to_say("allocate {array}, {bytes}", "array"_a = to, "bytes"_a = bytes);
      return;
    case Kind::kFree:
      step.words = to_say("free {array}", "array"_a = to);
      return;
    case Kind::kCopy:
      step.words = to_say("copy {bytes} from {from} to {to}", "bytes"_a = bytes, "from"_a = source,
                          "to"_a = to);
      break;
    case Kind::kFill:
      step.words = to_say("set {bytes} of {array} to {value}", "bytes"_a = bytes, "array"_a = to,
                          "value"_a = from.value);
      break;
    case Kind::kLaunch:
      say_launch(program, from, facts, step);
      return;
    case Kind::kEnd:
      step.words = to_say(
          "the program stopped: {reason}",
          "reason"_a = program.refused.empty() ? program.message : program.refused.front().message);
      return;
    case Kind::kWrite:
      step.words = to_say("print “{text}”", "text"_a = printed(from.text));
      return;
  }
  if (step.has_failed) step.words = to_say("{step}: it failed", "step"_a = step.words);
}

ProgramStep step_of(const JournalStep& from, const base::SourceFile& file) {
  ProgramStep step;
  step.kind = from.kind;
  step.line = file.line_of(from.place.begin);
  step.place = from.place;
  step.to = from.to;
  step.from = from.from;
  step.launch = from.launch;
  step.bytes = from.bytes;
  step.has_failed = from.has_failed;
  for (const JournalStep::Content& content : from.contents) step.arrays.push_back(content.array);
  for (const std::optional<uint32_t>& array : {from.from, from.to}) {
    if (array && std::count(step.arrays.begin(), step.arrays.end(), *array) == 0)
      step.arrays.push_back(*array);
  }
  return step;
}

}  // namespace

namespace {

void add_lines(const std::string& text, std::vector<std::string>& lines) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

std::vector<std::string> output_lines(const prepare::ReachedProgram& program) {
  std::vector<std::string> lines;
  add_lines(program.out, lines);
  add_lines(program.err, lines);
  return lines;
}

std::optional<size_t> step_of(const ProgramFacts& facts, const ProgramFinding& finding) {
  for (size_t i = 0; i < facts.steps.size(); ++i)
    if (facts.steps[i].line == finding.line) return i;
  return std::nullopt;
}

size_t step_in(const ProgramFacts& now, const ProgramFacts& before, size_t step) {
  const ProgramStep& wanted = before.steps[step];
  const auto is_alike = [&](const ProgramStep& one) {
    return one.kind == wanted.kind && one.kernel == wanted.kernel;
  };
  const auto is_in_line = [&](const ProgramStep& one) {
    return is_alike(one) && one.line == wanted.line;
  };
  // The one that has as many before it.
  const auto find = [&](auto is_one) -> std::optional<size_t> {
    const auto begin = before.steps.begin();
    auto left = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(step), is_one);
    for (size_t i = 0; i < now.steps.size(); ++i) {
      if (is_one(now.steps[i]) && left-- == 0) return i;
    }
    return std::nullopt;
  };
  const auto all = [&](const ProgramFacts& of) {
    return std::count_if(of.steps.begin(), of.steps.end(), is_alike);
  };
  const auto found = all(now) == all(before) ? find(is_alike) : find(is_in_line);
  return found.value_or(now.steps.size() - 1);
}

ShownOutput output_at(const ProgramFacts& facts, size_t step, size_t most) {
  ShownOutput shown;
  const bool is_all = step + 1 >= facts.steps.size();
  uint64_t left = is_all ? 0 : facts.steps[step].out;  // [bytes] of the line's stream
  for (size_t i = 0; i < facts.output.size(); ++i) {
    if (i == facts.out_lines && !is_all) left = facts.steps[step].err;
    const std::string& line = facts.output[i];
    if (!is_all && left == 0) continue;
    if (shown.lines.size() == most)
      ++shown.more;
    else
      shown.lines.push_back(is_all ? line : line.substr(0, left));
    left -= std::min<uint64_t>(left, line.size() + 1);
  }
  return shown;
}

Text ending_of(const prepare::ReachedProgram& program) {
  if (!program.refused.empty()) {
    return to_say("it was stopped in line {line}: {problem}",
                  "line"_a = program.unit->file.line_of(program.refused.front().span.begin),
                  "problem"_a = program.refused.front().message);
  }
  if (!program.message.empty() && !program.is_cut && program.ended_at.begin != 0)
    return to_say("it ended in line {line}: {reason}",
                  "line"_a = program.unit->file.line_of(program.ended_at.begin),
                  "reason"_a = program.message);
  if (!program.message.empty()) return to_say("it ended: {reason}", "reason"_a = program.message);
  const lang::HostProgram& run = *program.unit->program;
  if (run.is_call && program.status == 0)
    return to_say("{function}() returned", "function"_a = run.entry.name);
  return to_say("it ended with status {status}", "status"_a = program.status);
}

ProgramFacts facts_of(const prepare::ReachedProgram& program) {
  const base::SourceFile& file = program.unit->file;
  ProgramFacts facts;
  facts.ending = ending_of(program);
  facts.has_failed = !program.refused.empty() || !program.message.empty() || program.status != 0;
  add_lines(program.out, facts.output);
  facts.out_lines = facts.output.size();
  add_lines(program.err, facts.output);
  facts.reads_arguments =
      !program.unit->program->is_call && !program.unit->program->main->parameters.empty();
  facts.launches = static_cast<uint32_t>(program.launches.size());
  for (const JournalArray& array : program.journal.arrays) {
    facts.arrays.push_back({"", array.side, size_of(array)});
  }
  Names names(program, facts);
  for (const JournalStep& step : program.journal.steps) names.read(step);
  names.complete();
  uint64_t out = 0, err = 0;  // [bytes] written so far
  for (const JournalStep& from : program.journal.steps) {
    ProgramStep step = step_of(from, file);
    if (from.kind == Kind::kWrite) (from.is_error ? err : out) += from.bytes;
    step.out = out;
    step.err = err;
    step.called = names.called_at(from);
    say_step(program, from, facts, step);
    facts.steps.push_back(std::move(step));
  }
  facts.left_out = program.journal.all_steps - program.journal.steps.size();
  for (const observe::Finding& finding : program.findings)
    facts.findings.push_back({finding.line, finding.message, finding.severity});
  for (ProgramStep& step : facts.steps) {
    step.is_mistake = std::any_of(
        facts.findings.begin(), facts.findings.end(), [&](const ProgramFinding& finding) {
          return finding.line == step.line && finding.severity == base::Severity::kError;
        });
  }
  return facts;
}

namespace {

bool is_known_at(const prepare::ReachedProgram& program, uint32_t array, size_t step) {
  return ArrayState(program, array, step).count() > 0;
}

// Of the host's array beside one of the device's, or the other way round: the one of the nearest
// copy between them, first of those up to the step.
std::optional<uint32_t> partner_of(const ProgramFacts& facts, uint32_t array, size_t step) {
  const bool is_host = facts.arrays[array].is_host();
  const auto other = [&](size_t at) -> std::optional<uint32_t> {
    const ProgramStep& one = facts.steps[at];
    if (one.kind != Kind::kCopy || !one.to || !one.from) return std::nullopt;
    if (one.to != array && one.from != array) return std::nullopt;
    const uint32_t partner = one.to == array ? *one.from : *one.to;
    return facts.arrays[partner].is_host() == is_host ? std::nullopt : std::optional(partner);
  };
  for (size_t at = std::min(step + 1, facts.steps.size()); at-- > 0;) {
    if (const auto partner = other(at)) return partner;
  }
  for (size_t at = step + 1; at < facts.steps.size(); ++at) {
    if (const auto partner = other(at)) return partner;
  }
  return std::nullopt;
}

// What a step is about: first the array that it changes, then the one that it takes values from.
std::vector<uint32_t> arrays_about(const JournalStep& step) {
  std::vector<uint32_t> arrays;
  if (step.to) arrays.push_back(*step.to);
  if (step.from) arrays.push_back(*step.from);
  for (const bool is_changed : {true, false}) {
    for (const JournalStep::Content& content : step.contents) {
      if (content.is_changed == is_changed &&
          std::find(arrays.begin(), arrays.end(), content.array) == arrays.end())
        arrays.push_back(content.array);
    }
  }
  return arrays;
}

}  // namespace

ArrayPair arrays_beside(const prepare::ReachedProgram& program, const ProgramFacts& facts,
                        size_t step, std::optional<uint32_t> wanted) {
  const auto is_known = [&](uint32_t array) { return is_known_at(program, array, step); };
  std::vector<uint32_t> arrays;
  if (wanted && is_known(*wanted)) arrays.push_back(*wanted);
  // What is printed is about none, and what is freed or only allocated holds nothing.
  for (size_t at = step + 1; at-- > 0 && arrays.empty();) {
    arrays = arrays_about(program.journal.steps[at]);
    std::erase_if(arrays, [&](uint32_t array) { return !is_known(array); });
  }
  if (arrays.empty()) return {};
  const uint32_t first = arrays.front();
  std::optional<uint32_t> other =
      arrays.size() > 1 ? std::optional(arrays[1]) : partner_of(facts, first, step);
  if (const JournalStep& now = program.journal.steps[step]; wanted && now.kind == Kind::kLaunch) {
    const std::vector<uint32_t> about = arrays_about(now);
    const bool is_given = std::find(about.begin(), about.end(), first) != about.end();
    const auto beside =
        std::find_if(about.begin(), about.end(), [&](uint32_t one) { return one != first; });
    if (is_given && beside != about.end()) other = *beside;
  }
  if (other && !is_known(*other)) other.reset();
  if (facts.arrays[first].is_host()) return {first, other};
  return {other, first};
}

std::optional<size_t> step_about(const prepare::Journal& journal, size_t step, uint32_t one,
                                 uint32_t other) {
  const auto is_about = [&](size_t at) {
    const std::vector<uint32_t> arrays = arrays_about(journal.steps[at]);
    return std::count(arrays.begin(), arrays.end(), one) != 0 &&
           std::count(arrays.begin(), arrays.end(), other) != 0;
  };
  for (size_t at = std::min(step + 1, journal.steps.size()); at-- > 0;) {
    if (is_about(at)) return at;
  }
  for (size_t at = step + 1; at < journal.steps.size(); ++at) {
    if (is_about(at)) return at;
  }
  return std::nullopt;
}

bool is_copied_in_place(const JournalStep& step, uint32_t one, uint32_t other) {
  const auto begin_of = [&](uint32_t array) -> std::optional<uint64_t> {
    for (const JournalStep::Content& content : step.contents) {
      if (content.array == array && content.end > content.begin) return content.begin;
    }
    return std::nullopt;
  };
  return step.kind == Kind::kCopy && begin_of(one) && begin_of(one) == begin_of(other);
}

std::vector<std::string> first_values(const ArrayState& state, size_t most) {
  std::vector<std::string> values;
  for (uint64_t i = 0; i < std::min<uint64_t>(state.count(), most); ++i)
    values.push_back(state.text(i));
  return values;
}

}  // namespace warplens::study
