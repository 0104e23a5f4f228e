// The totals table: every measure is one row of a list, so that a new one is one line here.
#include "app/scene/pages/totals_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "app/scene/words/judgement.hpp"
#include "app/scene/words/text_change.hpp"
#include "app/study/format.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::scene {
namespace {

struct Value {
  std::string text;
  double number = 0;
  bool is_wasteful = false;
};

Value count(uint64_t number, bool is_wasteful = false) {
  return {study::grouped(number), static_cast<double>(number), is_wasteful};
}

Value fraction(uint64_t part, uint64_t whole, std::string text, bool is_wasteful) {
  return {std::move(text), whole ? static_cast<double>(part) / static_cast<double>(whole) : 0,
          is_wasteful};
}

template <typename Total>
bool is_waste(const Total& total) {
  return judge(total) == Judgement::kWaste;
}

// More lines than the least sectors need if each request's begin a line.
bool has_more_lines(const observe::GlobalTotal& total) {
  constexpr uint64_t kSectorsPerLine = model::kLineBytes / model::kSectorBytes;
  return total.lines * kSectorsPerLine >
         total.ideal_sectors + (kSectorsPerLine - 1) * total.requests;
}

enum class Aim : uint8_t { kLess, kMore, kNone };  // which way is better

template <typename Total>
struct MeasureRule {
  Measure measure;
  Aim aim;
  bool is_rate;  // does not grow with the amount of work
  Value (*value)(const Total&);
};

using observe::ConstantTotal;
using observe::GlobalTotal;
using observe::SharedTotal;

constexpr MeasureRule<SharedTotal> kSharedMeasures[] = {
    {Measure::kRequests, Aim::kNone, false, [](const SharedTotal& t) { return count(t.requests); }},
    {Measure::kWavefronts, Aim::kLess, false,
     [](const SharedTotal& t) { return count(t.wavefronts, is_waste(t)); }},
    {Measure::kConflicts, Aim::kLess, false,
     [](const SharedTotal& t) { return count(t.conflicts, is_waste(t)); }},
    {Measure::kWavefrontsARequest, Aim::kLess, true,
     [](const SharedTotal& t) {
       return fraction(t.wavefronts, t.requests, study::ratio(t.wavefronts, t.requests),
                       is_waste(t));
     }},
};

constexpr MeasureRule<GlobalTotal> kGlobalMeasures[] = {
    {Measure::kRequests, Aim::kNone, false, [](const GlobalTotal& t) { return count(t.requests); }},
    {Measure::kSectors, Aim::kLess, false,
     [](const GlobalTotal& t) { return count(t.sectors, is_waste(t)); }},
    {Measure::kLines, Aim::kLess, false,
     [](const GlobalTotal& t) { return count(t.lines, is_waste(t) && has_more_lines(t)); }},
    {Measure::kSectorsARequest, Aim::kLess, false,
     [](const GlobalTotal& t) {
       return fraction(t.sectors, t.requests, study::ratio(t.sectors, t.requests), is_waste(t));
     }},
    {Measure::kBytesUsed, Aim::kNone, false,
     [](const GlobalTotal& t) {
       return fraction(t.bytes_used, 1, study::byte_count(t.bytes_used), false);
     }},
    {Measure::kBytesMoved, Aim::kLess, false,
     [](const GlobalTotal& t) {
       return fraction(t.bytes_moved, 1, study::byte_count(t.bytes_moved), is_waste(t));
     }},
    {Measure::kEfficiency, Aim::kMore, true,
     [](const GlobalTotal& t) {
       return fraction(t.bytes_used, t.bytes_moved, study::percent(t.bytes_used, t.bytes_moved),
                       is_waste(t));
     }},
};

constexpr MeasureRule<ConstantTotal> kConstantMeasures[] = {
    {Measure::kRequests, Aim::kNone, false,
     [](const ConstantTotal& t) { return count(t.requests); }},
    {Measure::kBroadcasts, Aim::kLess, false,
     [](const ConstantTotal& t) { return count(t.broadcasts, is_waste(t)); }},
    {Measure::kBroadcastsARequest, Aim::kLess, true,
     [](const ConstantTotal& t) {
       return fraction(t.broadcasts, t.requests, study::ratio(t.broadcasts, t.requests),
                       is_waste(t));
     }},
};

// A sum can only be judged against a run that did the same work (had the same arguments), a rate
// also against another run of the kernel.
Verdict compare(Aim aim, bool is_comparable, double now, double before) {
  if (now == before) return Verdict::kSame;
  if (aim == Aim::kNone || !is_comparable) return Verdict::kNeutral;
  return (now < before) == (aim == Aim::kLess) ? Verdict::kBetter : Verdict::kWorse;
}

// What of the run before can be judged against.
struct Alike {
  bool sums = false, rates = false;
};

using observe::AccessKind;
// Of which kinds each memory has totals, in their order.
constexpr AccessKind kKindsOfShared[] = {AccessKind::kLoad,     AccessKind::kStore,
                                         AccessKind::kAtomic,   AccessKind::kLdmatrix,
                                         AccessKind::kStmatrix, AccessKind::kCpAsync};
constexpr AccessKind kKindsOfGlobal[] = {AccessKind::kLoad, AccessKind::kStore, AccessKind::kAtomic,
                                         AccessKind::kCpAsync};
constexpr AccessKind kKindsOfConstant[] = {AccessKind::kLoad};  // it is only read

// `is_counted`: else only the requests of `now` are known.
template <typename Total, size_t N>
void add_section(TotalsTable& table, trace::Space space, const MeasureRule<Total> (&rules)[N],
                 std::span<const AccessKind> kinds, const Total* now, const Total* before,
                 const Alike& alike, bool is_counted = true) {
  TotalsSection section;
  section.space = space;
  std::vector<size_t> indices;  // into the totals
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (now[i].requests == 0 && (before == nullptr || before[i].requests == 0)) continue;
    section.kinds.push_back(kinds[i]);
    indices.push_back(i);
  }
  if (section.kinds.empty()) return;
  for (const MeasureRule<Total>& rule : rules) {
    TotalsLine line{rule.measure, {}};
    for (const size_t index : indices) {
      const Value value = rule.value(now[index]);
      TotalsCell cell{value.text, "", Verdict::kSame, value.is_wasteful};
      const bool is_known = is_counted || rule.measure == Measure::kRequests;
      if (!is_known) cell = {"", "", Verdict::kSame, false, false, false};
      if (before) {
        const Value earlier = rule.value(before[index]);
        const bool both_did_it = now[index].requests > 0 && before[index].requests > 0;
        cell.before = earlier.text;
        if (!is_known) {
          line.cells.push_back(std::move(cell));
          continue;
        }
        cell.has_grown = value.number > earlier.number;
        cell.verdict = compare(rule.aim, both_did_it && (rule.is_rate ? alike.rates : alike.sums),
                               value.number, earlier.number);
      }
      line.cells.push_back(std::move(cell));
    }
    section.lines.push_back(std::move(line));
  }
  table.sections.push_back(std::move(section));
}

std::string print(const launch::Dim3& size) {
  if (size.z > 1) return fmt::format("{} × {} × {}", size.x, size.y, size.z);
  return size.y > 1 ? fmt::format("{} × {}", size.x, size.y) : std::to_string(size.x);
}

// What a run was, in the words that can tell two apart.
std::map<std::string, std::string> traits(const run::Run& run) {
  const launch::Launch& launch = run.request.launch;
  std::map<std::string, std::string> result;
  for (const launch::Definition& define : launch.defines) result[define.name] = define.value;
  for (const launch::Argument& argument : launch.arguments) {
    if (const auto* text = std::get_if<std::string>(&argument.value)) {
      result[argument.name] = *text;
    } else {
      result["array"] += launch::print(std::get<launch::ArrayArgument>(argument.value)) + " ";
    }
  }
  result["grid"] = print(launch.grid);
  result["block"] = print(launch.block);
  result["device"] = run.device.id;
  return result;
}

std::string kernel_name(const run::Run& run) {
  return run.program && run.program->kernel ? run.program->kernel->name : run.request.launch.kernel;
}

// "PAD 1" against "PAD 0": the kernels, the first trait or the word of the text that differs.
void name_difference(const run::Run& run, const run::Run& before, TotalsTable& table) {
  const std::map<std::string, std::string> now = traits(run), then = traits(before);
  const std::string kernel = kernel_name(run), other_kernel = kernel_name(before);
  if (kernel != other_kernel) {
    table.now_name = kernel;
    table.before_name = other_kernel;
    return;
  }
  for (const auto& [name, value] : now) {
    const auto other = then.find(name);
    if (other == then.end() || other->second == value || name == "array") continue;
    table.now_name = fmt::format("{} {}", name, value);
    table.before_name = fmt::format("{} {}", name, other->second);
    return;
  }
  if (const auto change = text_change(before.request.file.text(), run.request.file.text())) {
    table.now_name = change->now_place;
    table.before_name = change->before_place;
  }
}

std::multiset<uint64_t> array_sizes(const run::Run& run) {
  std::multiset<uint64_t> bytes;
  for (const machine::ArrayShape& array : run.arrays) bytes.insert(array.bytes);
  return bytes;
}

bool has_arrays_as_large(const run::Run& run, const run::Run& before) {
  return !run.arrays.empty() && array_sizes(run) == array_sizes(before);
}

// A change was made between the two, and they are of one kernel or on arrays as large: a run of
// another exercise says nothing about this one, and neither does the same run again.
bool is_worth_comparing(const run::Run& run, const run::Run& before) {
  const launch::Launch &now = run.request.launch, &then = before.request.launch;
  if (now == then && run.request.file.text() == before.request.file.text()) return false;
  return kernel_name(run) == kernel_name(before) || now.arguments == then.arguments ||
         has_arrays_as_large(run, before);
}

// Of other kernels on the same arrays one may copy and one transpose: that they compute the same is
// taken from what they compute on and how much.
bool is_same_work_of(const run::Run& run, const run::Run& before) {
  return (kernel_name(run) == kernel_name(before) &&
          run.request.launch.arguments == before.request.launch.arguments) ||
         (run.flops > 0 && run.flops == before.flops && has_arrays_as_large(run, before));
}

std::string intensity_of(const run::Run& run) {
  const uint64_t bytes = run.totals.global_sum().bytes_moved;
  return run.flops > 0 && bytes > 0 ? study::ratio(run.flops, bytes) : "";
}

void add_sums(TotalsTable& table, const run::Run& run, const run::Run* before) {
  const auto fill = [&](TotalsCell& cell, uint64_t now, uint64_t then, auto words) {
    if (now == 0 && then == 0) return;
    cell.now = words(now);
    if (before != nullptr) cell.before = words(then);
    cell.verdict = before == nullptr || now == then ? Verdict::kSame : Verdict::kNeutral;
    cell.has_grown = before != nullptr && now > then;
  };
  fill(table.requested, run.totals.global_sum().bytes_requested,
       before ? before->totals.global_sum().bytes_requested : 0, study::byte_count);
  fill(table.operations, run.flops, before ? before->flops : 0, study::grouped);
  table.intensity.now = intensity_of(run);
  if (before) table.intensity.before = intensity_of(*before);
}

}  // namespace

TotalsTable make_totals_table(const run::Run& run, const run::Run* before) {
  TotalsTable table;
  const bool is_whole = run.ending != run::Ending::kRunning;
  if (before && !(is_whole && is_worth_comparing(run, *before))) before = nullptr;
  table.has_before = before != nullptr;
  Alike alike;
  alike.sums = before && is_same_work_of(run, *before);
  alike.rates = alike.sums || (before && kernel_name(run) == kernel_name(*before));
  add_section(table, trace::Space::kShared, kSharedMeasures, kKindsOfShared, run.totals.shared,
              before ? before->totals.shared : nullptr, alike, run.is_counted);
  add_section(table, trace::Space::kConstant, kConstantMeasures, kKindsOfConstant,
              &run.totals.constant, before ? &before->totals.constant : nullptr, alike);
  add_section(table, trace::Space::kGlobal, kGlobalMeasures, kKindsOfGlobal, run.totals.global,
              before ? before->totals.global : nullptr, alike);
  add_sums(table, run, before);
  if (before) name_difference(run, *before, table);
  return table;
}

}  // namespace warplens::scene
