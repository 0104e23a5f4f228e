#include "sim/whatif/fix/shared_arrays.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/tree/type.hpp"

namespace warplens::fix {

namespace {

using observe::SharedPattern;

uint64_t bytes_of(const run::Run& run, const code::SharedArray& array) {
  return array.is_dynamic ? run.context->shared_bytes - array.offset : array.bytes;
}

std::vector<SharedPattern> patterns_in(const run::Run& run) {
  if (run.patterns != nullptr) return run.patterns->all;
  if (run.recording == nullptr) return {};
  std::vector<uint32_t> steps(run.recording->size());
  for (uint32_t step = 0; step < steps.size(); ++step) steps[step] = step;
  return observe::patterns_of(*run.recording, steps);
}

// The array that holds the lane's bytes; none: between arrays, or past the last one.
std::optional<size_t> array_at(const run::Run& run, uint64_t address) {
  const std::vector<code::SharedArray>& shared = run.program->shared;
  for (size_t i = 0; i < shared.size(); ++i) {
    if (address >= shared[i].offset && address - shared[i].offset < bytes_of(run, shared[i]))
      return i;
  }
  return std::nullopt;
}

// The arrays of one launch, and their accesses.
class Sorter {
 public:
  explicit Sorter(const run::Run& run)
      : run_(run), accesses_(run.program->shared.size()), fixed_by_(accesses_.size()) {
    for (const SharedPattern& pattern : patterns_in(run)) sort(pattern);
    for (const observe::Finding& finding : run.advice) {
      if (finding.kind == observe::FindingKind::kPastRow) past_row_.push_back(finding.span);
    }
  }

  std::vector<SharedPattern> take(size_t index) { return std::move(accesses_[index]); }

  // Why the array has to stay as it is.
  std::optional<base::Diagnostic> fixed_by(size_t index, const edit::ArrayUses& uses) const {
    const std::string& array = run_.program->shared[index].name;
    if (uses.escape) return uses.escape;
    if (fixed_by_[index]) return fixed_by_[index];
    for (const edit::ElementPlace& place : uses.places) {
      if (std::find(past_row_.begin(), past_row_.end(), place.span) == past_row_.end()) continue;
      return base::at(place.span, say("an index goes past its row of '{array}' here, so the code "
                                      "counts on rows that follow one another",
                                      "array"_a = array));
    }
    return std::nullopt;
  }

 private:
  void sort(const SharedPattern& pattern) {
    std::optional<size_t> only;
    bool is_one = pattern.out_of_bounds == 0, is_first = true;
    std::vector<size_t> touched;
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((pattern.mask >> lane & 1) == 0) continue;
      const std::optional<size_t> here = array_at(run_, pattern.addresses[lane]);
      is_one = is_one && here && (is_first || here == only);
      is_first = false;
      only = here;
      if (here) touched.push_back(*here);
    }
    for (const size_t index : touched) {
      if (pattern.kind == observe::PatternKind::kBulk && !fixed_by_[index])
        fixed_by_[index] = base::at(run_.program->sites[pattern.site].span,
                                    say("a copy in bulk moves many bytes of '{array}' here at "
                                        "once, in the order that they have",
                                        "array"_a = run_.program->shared[index].name));
      if (is_one) {
        accesses_[index].push_back(pattern);
        return;
      }
      if (fixed_by_[index]) continue;
      fixed_by_[index] = base::at(run_.program->sites[pattern.site].span,
                                  say("one access here reaches '{array}' and what is beside it",
                                      "array"_a = run_.program->shared[index].name));
    }
  }

  const run::Run& run_;
  std::vector<std::vector<SharedPattern>> accesses_;       // by index in Program::shared
  std::vector<std::optional<base::Diagnostic>> fixed_by_;  // likewise
  std::vector<base::Span> past_row_;
};

// [bytes] of static shared memory that are left.
uint64_t room_in(const run::Run& run) {
  const uint64_t limit = run.device.static_shared_limit();
  const uint64_t taken = run.program->static_shared_bytes;
  return limit - std::min(limit, taken);
}

SharedArray declared(const lang::Variable& variable, const code::SharedArray& array) {
  SharedArray result;
  result.name = array.name;
  result.element_bytes = static_cast<uint32_t>(lang::size_of(lang::array_base(array.type)));
  result.is_dynamic = array.is_dynamic;
  result.has_members = lang::array_base(array.type)->kind == lang::TypeKind::kRecord;
  result.uses.variable = &variable;
  return result;
}

}  // namespace

uint32_t SharedArray::most_bytes_a_lane() const {
  uint32_t most = 1;
  for (const observe::LaidOut& one : laid_out) {
    for (const SharedPattern& access : one.accesses) most = std::max<uint32_t>(most, access.bytes);
  }
  return most;
}

observe::LayoutCost SharedArray::cost(const model::Device& device) const {
  return observe::cost_of(laid_out, observe::ArrayLayout(), device);
}

std::vector<SharedArray> shared_arrays(const run::Runs& runs) {
  std::map<uint32_t, SharedArray> by_place;  // where it is declared
  for (size_t launch = 0; launch < runs.size(); ++launch) {
    const run::Run& run = *runs[launch];
    Sorter sorter(run);
    for (size_t index = 0; index < run.program->shared.size(); ++index) {
      const code::SharedArray& array = run.program->shared[index];
      const lang::Variable* variable = edit::declaration_of(*run.program, array);
      if (variable == nullptr || !array.type->is_array()) continue;
      edit::ArrayUses uses = edit::uses_of(*run.program, *variable);
      observe::LaidOut laid_out;
      laid_out.layout.begin = array.offset;
      laid_out.layout.bytes = bytes_of(run, array);
      laid_out.accesses = sorter.take(index);
      laid_out.program = run.program.get();
      std::optional<base::Diagnostic> fixed_by = sorter.fixed_by(index, uses);
      if (laid_out.accesses.empty() && !fixed_by) continue;
      const bool is_new = !by_place.contains(variable->span.begin);
      if (is_new) by_place.emplace(variable->span.begin, declared(*variable, array));
      SharedArray& entry = by_place[variable->span.begin];
      if (is_new)
        entry.uses = std::move(uses);
      else
        edit::add_uses(entry.uses, uses);
      if (!array.is_dynamic) entry.room = std::min(entry.room, room_in(run));
      std::vector<uint64_t> extents = lang::extents_of(array.type);
      if (array.is_dynamic) extents[0] = laid_out.layout.bytes / entry.element_bytes;
      entry.places.push_back({launch, index, std::move(extents)});
      entry.laid_out.push_back(std::move(laid_out));
      if (!entry.fixed_by) entry.fixed_by = std::move(fixed_by);
    }
  }
  std::vector<SharedArray> arrays;
  for (auto& [place, array] : by_place) arrays.push_back(std::move(array));
  return arrays;
}

std::optional<base::Diagnostic> met_by_source(const SharedArray& array, const run::Runs& runs) {
  for (size_t i = 0; i < array.places.size(); ++i) {
    const run::Run& run = *runs[array.places[i].launch];
    for (const SharedPattern& access : array.laid_out[i].accesses) {
      if (access.kind != observe::PatternKind::kCopy) continue;
      SharedPattern apart = access;  // targets side by side
      for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
        apart.addresses[lane] = lane * access.bytes;
      const trace::StepCost cost = observe::cost_of(apart, *run.program, run.device);
      if (cost.paid == cost.ideal) continue;
      return base::at(run.program->sites[access.site].span,
                      say("a copy into '{array}' reads its source by lanes that are on one bank "
                          "there (address / {bytes} % {banks}), which takes {paid} wavefronts "
                          "wherever its targets are: read it in another order",
                          "array"_a = array.name, "bytes"_a = uint32_t{access.bytes},
                          "banks"_a = 128u / access.bytes, "paid"_a = uint32_t{cost.paid}));
    }
  }
  return std::nullopt;
}

bool is_cut(const run::Runs& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const auto& run) {
    if (run->patterns != nullptr) return run->patterns->is_cut;
    return run->recording == nullptr || run->recording->is_cut;
  });
}

bool counts_one_block(const run::Runs& runs) {
  return std::any_of(runs.begin(), runs.end(),
                     [](const auto& run) { return run->patterns == nullptr; });
}

}  // namespace warplens::fix
