#include "sim/whatif/edit_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/replay/expression_text.hpp"
#include "sim/run/named_element.hpp"

namespace warplens::whatif {

namespace {

std::string head(const EditResults& results) {
  if (results.launch)
    return say("{without} (line {line}) in launch {number}", "without"_a = edit_head(results.edit),
               "line"_a = results.line, "number"_a = *results.launch);
  return say("{without} (line {line})", "without"_a = edit_head(results.edit),
             "line"_a = results.line);
}

// With its block, if there are several.
std::string reader_text(const run::Run& run, const FirstMoment& moment) {
  const std::string thread = thread_text(run, moment.warp * trace::kWarpSize + moment.lane);
  if (run.context->grid.count() == 1) return thread;
  return say("{thread} of {block}", "thread"_a = thread,
             "block"_a = observe::block_words(moment.block));
}

uint32_t line_of(const run::Run& run, uint32_t site) {
  const code::AccessSite& access = run.program->sites[site];
  return observe::source_location(*run.program, access.span, access.frame).line;
}

template <class Count>
uint64_t sum(const run::Runs& runs, Count count) {
  uint64_t total = 0;
  for (const std::shared_ptr<const run::Run>& run : runs) total += count(run->totals);
  return total;
}

bool reads_unwritten(const run::Run& run) {
  return std::any_of(run.findings.begin(), run.findings.end(), [](const observe::Finding& finding) {
    return finding.kind == observe::FindingKind::kUnwrittenRead;
  });
}

// What a text with a race leaves is one of several results, and not the right one.
std::string difference_sentence(const EditResults& results, const ArrayDifference& first) {
  const std::string found = replay::number_text(first.element, first.found);
  const std::string expected = replay::number_text(first.element, first.expected);
  if (race_in(results.before) != nullptr)
    return say_count(
        "{head}, {count} element of {array} comes out different: {first} is {found}, and "
        "{expected} as written.",
        "{head}, {count} elements of {array} come out different: {first} is {found}, and "
        "{expected} as written.",
        first.count, "head"_a = head(results), "array"_a = first.array,
        "first"_a = first.first_text, "found"_a = found, "expected"_a = expected);
  return say_count(
      "{head}, {count} element of {array} comes out wrong: {first} is {found} instead of "
      "{expected}.",
      "{head}, {count} elements of {array} come out wrong: {first} is {found} instead of "
      "{expected}.",
      first.count, "head"_a = head(results), "array"_a = first.array, "first"_a = first.first_text,
      "found"_a = found, "expected"_a = expected);
}

// Where the arrays are the same, and the ending is not.
std::string no_end_sentence(const EditResults& results) {
  const run::Ending ending = results.after.back()->ending;
  if (ending == run::Ending::kDeadlock)
    return say("{head}, no thread can go on.", "head"_a = head(results));
  if (run::is_cut(ending))
    return say("{head}, the run does not end: a limit cut it.", "head"_a = head(results));
  return say("{head}, the run ends differently.", "head"_a = head(results));
}

// Loads and stores have become atomics, or the other way round: they are not counted in one unit.
bool trades_atomics(const EditResults& results) {
  return results.edit.change == edit::Change::kAtomicAdd ||
         results.edit.change == edit::Change::kNoAtomic;
}

// How many requests of global memory are of each kind; "" where none has become another one.
std::string request_sentence(const EditResults& results) {
  uint64_t before[3], after[3];
  for (int op = 0; op < 3; ++op) {
    const auto requests = [op](const observe::Totals& totals) {
      return totals.global[op].requests;
    };
    before[op] = sum(results.before, requests);
    after[op] = sum(results.after, requests);
  }
  constexpr auto kLoad = static_cast<size_t>(trace::Operation::kLoad);
  constexpr auto kStore = static_cast<size_t>(trace::Operation::kStore);
  constexpr auto kAtomic = static_cast<size_t>(trace::Operation::kAtomic);
  if (before[kAtomic] == after[kAtomic]) return "";
  return say(
      "Requests of global memory: loads {loads} instead of {loads_before}, stores {stores} instead "
      "of {stores_before}, atomics {atomics} instead of {atomics_before}. Atomics on one element "
      "are done one after another, which sectors do not count.",
      "loads"_a = base::grouped(after[kLoad]), "loads_before"_a = base::grouped(before[kLoad]),
      "stores"_a = base::grouped(after[kStore]), "stores_before"_a = base::grouped(before[kStore]),
      "atomics"_a = base::grouped(after[kAtomic]),
      "atomics_before"_a = base::grouped(before[kAtomic]));
}

}  // namespace

std::string thread_text(const run::Run& run, uint32_t thread) {
  const launch::Dim3& block = run.context->block;
  return observe::thread_words(trace::thread_at(thread, block).data(), {block.x, block.y, block.z});
}

std::string edit_head(const edit::Edit& edit) {
  std::string text = edit::words(edit.change);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

std::string unreached_sentence(const edit::Edit& edit, uint32_t launch, size_t launches) {
  return say_count(
      "{without}, the program no longer reaches launch {number}: it launches {count} kernel",
      "{without}, the program no longer reaches launch {number}: it launches {count} kernels",
      launches, "without"_a = edit_head(edit), "number"_a = launch + 1);
}

std::string other_kernel_sentence(const edit::Edit& edit, uint32_t launch,
                                  const std::string& kernel, const std::string& written) {
  return say("{without}, launch {number} is of '{kernel}', and of '{written}' as written",
             "without"_a = edit_head(edit), "number"_a = launch + 1, "kernel"_a = kernel,
             "written"_a = written);
}

std::string end_sentence(const EditResults& results) {
  const run::Run& after = *results.after.back();
  if (results.differences.empty()) {
    if (results.ends_otherwise()) return no_end_sentence(results);
    const std::string same = say_count("{head}, the arrays end the same, under {count} schedule.",
                                       "{head}, the arrays end the same, under {count} schedules.",
                                       results.tried, "head"_a = head(results));
    if (!reads_unwritten(after)) return same;
    return same + " " +
           say("But what it reads before anything is stored there may be anything on a GPU.");
  }
  const ArrayDifference& first = results.differences.front();
  std::string ends = difference_sentence(results, first);
  if (run::is_cut(after.ending) && !run::is_cut(results.before.back()->ending))
    ends += " " + say("The edited text did not end: a limit cut it.");
  if (results.tried == 1) return ends;
  return ends + " " +
         say("Schedule: {schedule}.",
             "schedule"_a = launch::words(results.after.front()->request.launch.schedule));
}

std::string stale_sentence(const EditResults& results) {
  if (!results.first_moment || !results.stale_read) return "";
  const run::Run& after = *results.after.back();
  const FirstMoment& moment = *results.first_moment;
  const StaleRead& stale = *results.stale_read;
  const base::Scalar element = stale.element.element;
  const std::string reader = reader_text(after, moment);
  const std::string writer = thread_text(after, stale.writer);
  const uint32_t line = line_of(after, moment.site);
  const uint32_t writer_line = line_of(after, after.recording->heads[stale.writer_step].site);
  if (stale.is_too_early)
    return say(
        "In line {line}, {reader} reads {element} and gets {found}: only later {writer} stores "
        "{expected} there, in line {writer_line}.",
        "reader"_a = reader, "element"_a = run::element_text(stale.element), "line"_a = line,
        "found"_a = replay::number_text(element, moment.found), "writer"_a = writer,
        "expected"_a = replay::number_text(element, moment.expected),
        "writer_line"_a = writer_line);
  return say(
      "In line {line}, {reader} reads {element} and gets {found} instead of {expected}: {writer} "
      "has already replaced it, in line {writer_line}.",
      "reader"_a = reader, "element"_a = run::element_text(stale.element), "line"_a = line,
      "found"_a = replay::number_text(element, moment.found),
      "expected"_a = replay::number_text(element, moment.expected), "writer"_a = writer,
      "writer_line"_a = writer_line);
}

std::string updates_sentence(const EditResults& results) {
  const auto& before = results.updates_before;
  const auto& after = results.updates_after;
  if (!before || !after || before->updates.empty() || after->updates.empty()) return "";
  const run::NamedElement place =
      run::named_element(*results.before.back(), before->space, before->address);
  return say(
      "Of {before_all} updates of {element} by the block, {before_arrived} arrive as written, and "
      "{after_arrived} of {after_all} {without}.",
      "element"_a = run::element_text(place), "before_all"_a = before->updates.size(),
      "before_arrived"_a = before->arrived(), "after_all"_a = after->updates.size(),
      "after_arrived"_a = after->arrived(), "without"_a = edit::words(results.edit.change));
}

std::vector<std::string> cost_sentences(const EditResults& results) {
  std::vector<std::string> costs;
  const auto wavefronts = [](const observe::Totals& totals) {
    return totals.shared_sum().wavefronts;
  };
  const auto sectors = [](const observe::Totals& totals) { return totals.global_sum().sectors; };
  if (const uint64_t one = sum(results.before, wavefronts), two = sum(results.after, wavefronts);
      one != two)
    costs.push_back(say("Shared memory takes {after} wavefronts instead of {before}.",
                        "after"_a = base::grouped(two), "before"_a = base::grouped(one)));
  if (trades_atomics(results)) {
    if (std::string requests = request_sentence(results); !requests.empty())
      costs.push_back(std::move(requests));
    return costs;
  }
  if (const uint64_t one = sum(results.before, sectors), two = sum(results.after, sectors);
      one != two)
    costs.push_back(say("Global memory takes {after} sectors instead of {before}.",
                        "after"_a = base::grouped(two), "before"_a = base::grouped(one)));
  return costs;
}

}  // namespace warplens::whatif
