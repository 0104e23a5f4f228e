#include "app/course/question_versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lessons/expression.hpp"
#include "app/lessons/own_options.hpp"
#include "sim/base/say.hpp"
#include "sim/base/slice.hpp"
#include "sim/base/source.hpp"
#include "sim/code/program.hpp"

namespace warplens::course {

namespace {

auto count_of_lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

// The launch is its first comment, so that whoever copies it can run it. An error quotes the
// template.
base::Result<std::string, std::string> text_to_run(const Stop& stop,
                                                   const lessons::Values& parameters) {
  base::Result<std::string, std::string> launch = lessons::expand(stop.shown.launch, parameters);
  if (!launch) return launch;
  std::replace(launch->begin(), launch->end(), '\n', ' ');
  return lessons::with_launch_comment(stop.shown.text, *launch);
}

// Where in `code` the stop's access is, and who makes it; "" where it is in another file.
std::string selected_place(const Stop& stop, const StopRun& run, const std::string& code) {
  const std::optional<StopRun::Access> access = run.access("");
  if (!access || !run.opening()) return "";
  const code::Program& program = *access->run->program;
  const base::Span span = program.sites[access->run->recording->heads[access->step].site].span;
  const base::SourceFile& file = program.unit->file;
  if (file.part_of(span.begin) != 0) return "";
  // The first comment may have other lines now.
  const auto line = static_cast<int64_t>(file.line_of(span.begin)) +
                    (count_of_lines(code) - count_of_lines(stop.shown.text));
  const auto& [block, thread, index] = *run.opening();
  return say("Selected: `{code}` in line {line}, thread {thread} of block {block}.",
             "code"_a = file.slice(span), "line"_a = line,
             "thread"_a = fmt::format("({}, {}, {})", thread[0], thread[1], thread[2]),
             "block"_a = fmt::format("({}, {}, {})", block[0], block[1], block[2]));
}

// A student could not tell them apart.
bool looks_like(const QuestionVersion& a, const QuestionVersion& b) {
  return a.text == b.text && a.code == b.code && a.place == b.place && a.asked.text == b.asked.text;
}

base::Result<QuestionVersion, std::string> version_of(const std::shared_ptr<const Lesson>& lesson,
                                                      size_t index, std::optional<size_t> twin,
                                                      const std::atomic<bool>* cancelled) {
  const Stop& stop = lesson->stops[index];
  const base::Result<lessons::Values, std::string> parameters = parameters_of(stop, twin);
  if (!parameters) return base::fail(parameters.error());
  StopRun run(lesson, index, *parameters, kStopBudget);
  const base::Result<Facts, std::string> facts = base::whole(run, cancelled);
  if (!facts) return base::fail(facts.error());
  base::Result<Asked, std::string> asked = ask(stop, *parameters, *facts);
  if (!asked) return base::fail(asked.error());
  base::Result<std::string, std::string> code = text_to_run(stop, *parameters);
  if (!code)
    return base::fail(
        say("stop '{stop}': {problem}", "stop"_a = stop.id, "problem"_a = code.error()));
  QuestionVersion version;
  version.twin = twin;
  version.text = shown_text(stop.text, *parameters, *facts);
  version.code = std::move(*code);
  version.place = selected_place(stop, run, version.code);
  version.asked = std::move(*asked);
  return version;
}

}  // namespace

base::Result<AskedStop, std::string> asked_stop(const std::shared_ptr<const Lesson>& lesson,
                                                size_t index, const std::atomic<bool>* cancelled) {
  const Stop& stop = lesson->stops[index];
  AskedStop all{lesson->id, lesson->title, stop.id, {}};
  for (size_t i = 0; i <= stop.twins.size(); ++i) {
    const std::optional<size_t> twin = i == 0 ? std::nullopt : std::optional(i - 1);
    base::Result<QuestionVersion, std::string> version = version_of(lesson, index, twin, cancelled);
    if (!version) return base::fail(version.error());
    const bool is_known =
        std::any_of(all.versions.begin(), all.versions.end(),
                    [&](const QuestionVersion& known) { return looks_like(known, *version); });
    if (!is_known) all.versions.push_back(std::move(*version));
  }
  return all;
}

}  // namespace warplens::course
