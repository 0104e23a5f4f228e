#include "app/cli/fix.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/hardware/reports.hpp"
#include "app/cli/json.hpp"
#include "app/cli/visible_stream.hpp"
#include "app/study/words.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/fix/sentences.hpp"

namespace warplens::cli {
namespace {

const char* word(edit::LayoutChange::Kind kind) {
  switch (kind) {
    case edit::LayoutChange::Kind::kPad:
      return "pad";
    case edit::LayoutChange::Kind::kShorten:
      return "shorten";
    case edit::LayoutChange::Kind::kSwizzle:
      return "swizzle";
    case edit::LayoutChange::Kind::kTurn:
      break;
  }
  return "turn";
}

const base::SourceFile& file_of(const fix::Fixes& fixes) {
  return fixes.before.back()->program->unit->file;
}

std::string reason_words(const base::Diagnostic& reason, const base::SourceFile& file) {
  if (!reason.has_place) return reason.message;
  const base::LineColumn at = file.line_column(file.in_root(reason.span).begin);
  return say("line {line}: {message}", "line"_a = at.line, "message"_a = reason.message);
}

void print_array(std::ostream& out, const fix::ArrayFixes& array, const base::SourceFile& file) {
  const auto line = [&](const std::string& text) { out << "  " << text << "\n"; };
  out << fix::head(array) << "\n";
  for (size_t i = 0; i < array.fixes.size(); ++i) {
    const fix::Fix& one = array.fixes[i];
    const std::string what = fix::words(one), cost = fix::cost_words(array, one);
    line(i != 0           ? say("or: {what}: {cost}", "what"_a = what, "cost"_a = cost)
         : one.is_partial ? say("partial fix: {what}: {cost}", "what"_a = what, "cost"_a = cost)
                          : say("fix: {what}: {cost}", "what"_a = what, "cost"_a = cost));
  }
  if (!array.has_conflicts()) return;
  if (!array.fixes.empty()) {
    const std::string condition = fix::condition(array, array.fixes.front());
    if (!condition.empty()) line(condition);
  }
  for (const base::Diagnostic& reason : array.refusals) {
    const std::string why = reason_words(reason, file);
    line(array.fixes.empty() ? say("not fixed: {reason}", "reason"_a = why)
                             : say("another layout is not offered: {reason}", "reason"_a = why));
  }
  if (array.is_left() && (array.refusals.empty() || !array.fixes.empty()))
    line(fix::no_layout(array));
}

void print_times(std::ostream& out, const FixReport& report) {
  const auto print = [&](const std::string& what, const std::optional<measure::Times>& times) {
    if (times) out << what << ": " << time_text(*times) << "\n";
  };
  print(say("recorded time without the fix, as compiled"), report.time_before);
  print(say("recorded time with the fix, as compiled"), report.time_after);
}

Json fix_json(const fix::Fix& one) {
  const fix::Layout& layout = one.layout;
  Json json = {{"kind", word(layout.change.kind)}, {"what", fix::words(layout.change)},
               {"partial", one.is_partial},        {"wavefronts", layout.cost.paid},
               {"more_bytes", layout.more_bytes},  {"resident_blocks", one.occupancy.blocks}};
  if (one.define)
    json["define"] = {
        {"name", one.define->name}, {"from", one.define->from}, {"to", one.define->to}};
  return json;
}

Json array_json(const fix::ArrayFixes& array, const base::SourceFile& file) {
  Json json = {{"name", array.array},
               {"line", array.line},
               {"requests", array.before.requests},
               {"wavefronts", array.before.paid},
               {"ideal_wavefronts", array.before.ideal},
               {"resident_blocks", array.occupancy.blocks},
               {"conflicts_left", array.is_left()},
               {"fixes", Json::array()},
               {"refusals", Json::array()}};
  for (const fix::Fix& one : array.fixes) json["fixes"].push_back(fix_json(one));
  for (const base::Diagnostic& reason : array.refusals) {
    Json refusal = {{"message", reason.message}};
    if (reason.has_place) refusal["line"] = file.line_column(file.in_root(reason.span).begin).line;
    json["refusals"].push_back(std::move(refusal));
  }
  return json;
}

const char* gain_word(fix::GainKind kind) {
  constexpr const char* kWords[] = {"tile", "vector", "structure_of_arrays"};
  return kWords[static_cast<size_t>(kind)];
}

std::string gain_words(const fix::GlobalGain& gain) {
  constexpr Sentence kNames[] = {sentence("a tile"), sentence("a vector"),
                                 sentence("a structure of arrays")};
  return say("line {line}, {kind}: {message}", "line"_a = gain.line,
             "kind"_a = say(kNames[static_cast<size_t>(gain.kind)]), "message"_a = gain.message);
}

// What can be done about global memory; nothing where nothing is wasted.
void print_global(std::ostream& out, const FixReport& report) {
  const fix::Fixes& fixes = report.fixes;
  if (fixes.global.sectors <= fixes.global.needed) return;
  out << say("global memory: {sectors} sectors, {needed} ideal",
             "sectors"_a = base::grouped(fixes.global.sectors),
             "needed"_a = base::grouped(fixes.global.needed))
      << "\n";
  if (fixes.exchange && fixes.is_exchanged()) {
    out << "  "
        << say("fix: exchange threadIdx.x and threadIdx.y: {cost}; all arrays end the same, bit by "
               "bit",
               "cost"_a = fix::words(*fixes.exchange))
        << "\n";
  } else if (fixes.exchange) {
    out << "  "
        << say("threadIdx.x and threadIdx.y are not exchanged: {reason}",
               "reason"_a = reason_words(*fixes.exchange->refusal, file_of(fixes)))
        << "\n";
  }
  for (const fix::GlobalGain& gain : fixes.gains)
    out << "  " << say("by hand: {what}", "what"_a = gain_words(gain)) << "\n";
}

void print_exchange_patch(std::ostream& out, const FixReport& report) {
  if (report.exchange_patch.empty()) return;
  if (!report.patch.empty()) {
    out << "\n" << say("or, of the file as it is, with x and y exchanged:") << "\n";
  } else if (!report.applied_to.empty()) {
    out << say("{path} was changed", "path"_a = report.applied_to) << "\n";
    return;
  }
  out << "\n";
  print_bytes(out, report.exchange_patch);
}

Json global_json(const FixReport& report) {
  const fix::Fixes& fixes = report.fixes;
  Json json = {{"sectors", fixes.global.sectors},
               {"needed_sectors", fixes.global.needed},
               {"gains", Json::array()},
               {"patch", report.exchange_patch}};
  if (fixes.exchange) {
    Json exchange = {{"offered", fixes.is_exchanged()}};
    if (fixes.is_exchanged()) {
      exchange["sectors"] = fixes.exchange->after.sectors;
      exchange["wavefronts"] = fixes.exchange->after.wavefronts;
    } else {
      exchange["refusal"] = reason_words(*fixes.exchange->refusal, file_of(fixes));
    }
    json["exchange"] = std::move(exchange);
  }
  for (const fix::GlobalGain& gain : fixes.gains) {
    Json one = {{"kind", gain_word(gain.kind)}, {"line", gain.line}, {"message", gain.message}};
    if (gain.sectors != 0) {
      one["sectors"] = gain.sectors;
      one["needed_sectors"] = gain.needed;
    }
    json["gains"].push_back(std::move(one));
  }
  return json;
}

}  // namespace

void print_fixes(std::ostream& out, const FixReport& report) {
  const fix::Fixes& fixes = report.fixes;
  const base::SourceFile& file = file_of(fixes);
  if (fixes.has_launches())
    out << say("the counts are sums over all {count} launches", "count"_a = fixes.before.size())
        << "\n";
  if (fixes.arrays.empty()) {
    out << (fixes.has_launches() ? say("the launches access no shared array")
                                 : say("the launch accesses no shared array"))
        << "\n";
    const size_t launches = fixes.before.back()->program->unit->launches.size();
    if (launches > 1 && fixes.before.size() == 1) {
      out << "  "
          << say("(the first of {count} in the file: --then-all runs them one after another)",
                 "count"_a = launches)
          << "\n";
    }
    print_global(out, report);
    print_exchange_patch(out, report);
    return;
  }
  for (const fix::ArrayFixes& array : fixes.arrays) print_array(out, array, file);
  if (fixes.counts_one_block)
    out << say("its blocks take turns, so the wavefronts are those of one block") << "\n";
  if (fixes.problem) {
    out << say("all fixes together are not offered: {reason}",
               "reason"_a = reason_words(*fixes.problem, file))
        << "\n";
  }
  print_global(out, report);
  if (!fixes.is_fixed()) {
    print_exchange_patch(out, report);
    return;
  }
  out << (fixes.has_launches() ? say("run with the fix, all arrays of these launches end the same, "
                                     "bit by bit (active blocks: without their registers)")
                               : say("run with the fix, all arrays of this launch end the same, "
                                     "bit by bit (active blocks: without their registers)"))
      << "\n";
  print_times(out, report);
  if (report.applied_to.empty()) {
    out << "\n";
    print_bytes(out, report.patch);
  } else {
    out << say("{path} was changed", "path"_a = report.applied_to) << "\n";
  }
  print_exchange_patch(out, report);
}

void print_fixes_json(std::ostream& out, const FixReport& report) {
  const fix::Fixes& fixes = report.fixes;
  Json json = {{"version", kJsonVersion},
               {"kernel", fixes.before.back()->program->kernel->name},
               {"file", file_of(fixes).name()},
               {"arrays", Json::array()},
               {"counts_one_block", fixes.counts_one_block},
               {"complete", true},
               {"fixed", fixes.is_fixed()},
               {"applied", !report.applied_to.empty()},
               {"patch", report.patch}};
  for (const fix::ArrayFixes& array : fixes.arrays)
    json["arrays"].push_back(array_json(array, file_of(fixes)));
  if (fixes.problem) json["problem"] = reason_words(*fixes.problem, file_of(fixes));
  json["global"] = global_json(report);
  out << to_text(json, 2) << "\n";
}

void print_unfixed_json(std::ostream& out, const fix::Fixes& fixes, const std::string& reason) {
  const run::Run& last = *fixes.before.back();
  const Json json = {{"version", kJsonVersion},
                     {"kernel", last.program->kernel->name},
                     {"file", file_of(fixes).name()},
                     {"arrays", Json::array()},
                     {"complete", false},
                     {"ending", study::word(last.ending)},
                     {"reason", reason},
                     {"fixed", false},
                     {"applied", false},
                     {"patch", ""}};
  out << to_text(json, 2) << "\n";
}

}  // namespace warplens::cli
