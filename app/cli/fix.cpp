#include "app/cli/fix.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "app/cli/print_section.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/table.hpp"
#include "app/compare/gather.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "app/study/fix.hpp"
#include "sim/base/say.hpp"
#include "sim/edit/patch.hpp"

namespace warplens::cli {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Writes `text` in the place of the file's, if that is still what was run. "" or what went wrong.
std::string apply_to(const std::string& path, const std::string& before, std::string text) {
  bool has_mark = false;
  const auto is_known = [&](const std::optional<std::string>& content) {
    return content && *content == (has_mark ? std::string(kByteOrderMark) : "") + before;
  };
  const auto replace = [&] { return files::replace_text(path, text, is_known); };
  base::Result<bool, std::string> written = replace();
  if (written.ok() && !*written) {
    has_mark = true;
    text.insert(0, kByteOrderMark);
    written = replace();
  }
  if (!written) return written.error();
  if (*written) return "";
  return say("{path}: the file has changed since it was read; nothing was written",
             "path"_a = path);
}

std::optional<measure::Times> recorded_time(const compare::Recordings& recordings,
                                            const prepare::Request& request) {
  const measure::Measurement* found = compare::look_up(recordings, request);
  return measure::time_of(measure::find_build(found, measure::Build::kAsCompiled), 0);
}

void look_up_times(const prepare::Request& request, study::FixFacts& report) {
  const compare::Recordings recordings = compare::load_recordings("");
  report.time_before = recorded_time(recordings, request);
  prepare::Request fixed = request;
  fixed.file = base::SourceFile(request.file.name(), report.fixes.text);
  report.time_after = recorded_time(recordings, fixed);
  if (report.time_after) return;
  // What is recorded may have the same layout by a number of the launch.
  fixed = request;
  for (const fix::ArrayFixes& array : report.fixes.arrays) {
    if (array.fixes.empty()) continue;
    const std::optional<fix::DefineFix>& define = array.fixes.front().define;
    if (!define) return;
    for (launch::Definition& one : fixed.launch.defines)
      if (one.name == define->name) one.value = std::to_string(define->to);
  }
  report.time_after = recorded_time(recordings, fixed);
}

// The byte-order mark that the file begins with, which its text is without; "": none.
std::string mark_of(const base::SourceFile& file) {
  const base::Result<std::vector<std::byte>, std::string> bytes =
      files::read_bytes(file.name(), files::kTextLimit);
  const std::string_view content = bytes ? files::text_of(*bytes) : "";
  return std::string(content.starts_with(kByteOrderMark) ? kByteOrderMark : "");
}

// Why nothing was looked for; "": something was.
std::string why_unfixed(const fix::Fixes& fixes, const Surroundings& surroundings) {
  const run::Run& last = *fixes.before.back();
  if (last.ending != run::Ending::kComplete) return why_incomplete(last);
  if (surroundings.is_interrupted()) return say("interrupted before the fixes were confirmed");
  if (!fixes.is_cut) return "";
  return say(
      "the launch makes more than {count} different accesses of shared memory, which are "
      "too many to search; use a smaller launch",
      "count"_a = grouped(observe::kMostPatterns));
}

// Some conflicts remain.
bool is_left(const fix::Fixes& fixes) {
  const auto remains = [](const fix::ArrayFixes& array) { return array.is_left(); };
  return fixes.problem || std::any_of(fixes.arrays.begin(), fixes.arrays.end(), remains);
}

// What fix does not mend; true if there are errors.
bool tell_errors(const fix::Fixes& fixes, const std::string& target,
                 const Surroundings& surroundings) {
  size_t errors = 0;
  for (const std::shared_ptr<const run::Run>& run : fixes.before)
    errors += observe::errors_among(run->findings);
  if (errors == 0) return false;
  surroundings.err << say_count(
                          "the launch has {count} error, which no layout mends: 'warplens run "
                          "{target}' says what it is",
                          "the launch has {count} errors, which no layout mends: 'warplens run "
                          "{target}' says what they are",
                          errors, "target"_a = target)
                   << "\n";
  return true;
}

void print_report(const CommandLine& line, const Surroundings& surroundings,
                  const study::FixFacts& report, const std::optional<KernelChoice>& choice) {
  if (!line.json) {
    if (choice) print_choice(surroundings.out, *choice);
    print(surroundings.out, study::describe(report), false);
    return;
  }
  Json json = {{"version", kJsonVersion}};
  json.update(to_json(study::describe(report)));
  if (choice) json["chosen_kernel"] = choice_json(*choice);
  surroundings.out << to_text(json, 2) << "\n";
}

}  // namespace

int fix(const CommandLine& line, const Surroundings& surroundings) {
  std::optional<Opened> opened = open(line, line.target, surroundings);
  if (!opened) return surroundings.is_interrupted() ? kExitInterrupted : kExitMistake;
  if (line.apply && !opened->lesson.empty())
    return complain(surroundings, say("'--apply' needs a file of your own; '{name}' is a lesson",
                                      "name"_a = line.target));
  const std::optional<KernelChoice> choice = guess_open_launch(line, *opened, surroundings);
  const base::SourceFile file = opened->request.file;
  base::Diagnostics offers = offers_of(*opened);
  surroundings.err << base::render(offers, file);
  base::Checked<fix::Fixes> found = fix::find_fixes(opened->request);
  if (!found) {
    print_mistakes(found.error(), file, surroundings);
    offers.insert(offers.end(), found.error().begin(), found.error().end());
    if (line.json && !surroundings.is_interrupted())
      print_mistakes_json(surroundings.out, opened->request, offers);
    return surroundings.is_interrupted() ? kExitInterrupted : kExitMistake;
  }
  surroundings.err << base::render(opened->not_run, file);
  study::FixFacts report;
  report.fixes = std::move(*found);
  report.unfixed = why_unfixed(report.fixes, surroundings);
  if (!report.unfixed.empty()) {
    complain(surroundings, report.unfixed);
    if (line.json) print_report(line, surroundings, report, choice);
    if (surroundings.is_interrupted()) return kExitInterrupted;
    const int status = status_of(*report.fixes.before.back());
    return status == kExitDone ? kExitCut : status;
  }
  const std::string mark = opened->lesson.empty() ? mark_of(file) : "";
  const auto patch_to = [&](const std::string& text) {
    return edit::unified_diff(files::name_from_here(file.name()), mark + file.text(), mark + text);
  };
  if (report.fixes.is_fixed()) {
    report.patch = patch_to(report.fixes.text);
    look_up_times(opened->request, report);
  }
  if (report.fixes.is_exchanged()) report.exchange_patch = patch_to(report.fixes.exchange->text);
  if (line.apply && !(report.patch.empty() && report.exchange_patch.empty())) {
    const std::string problem =
        apply_to(file.name(), file.text(),
                 report.patch.empty() ? report.fixes.exchange->text : report.fixes.text);
    if (!problem.empty()) return complain(surroundings, problem);
    report.applied_to = file.name();
  }
  print_report(line, surroundings, report, choice);
  const bool has_errors = tell_errors(report.fixes, line.target, surroundings);
  return has_errors || is_left(report.fixes) ? kExitFindings : kExitDone;
}

}  // namespace warplens::cli
