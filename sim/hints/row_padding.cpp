// Shared arrays with bank conflicts, and what cures them: the smallest padding of their rows, a
// swizzle of their columns.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "sim/analysis/layout_search.hpp"
#include "sim/analysis/step_cost.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/hints/hint.hpp"

namespace warplens::hints {

namespace {

// Of each array so many accesses are worked out again for each layout.
constexpr size_t kMostAccesses = 2000;

struct Cost {
  uint64_t paid = 0, ideal = 0;
};

class RowPaddingHint : public Hint {
 public:
  explicit RowPaddingHint(const Subject& subject)
      : Hint(subject), accesses_(subject.layout.shared.size()) {}

  void access(const trace::Access& access) override {
    if (access.space != trace::Space::kShared || access.out_of_bounds != 0) return;
    std::optional<uint32_t> index;
    bool is_one_array = true;
    for_each_lane(access, [&](uint32_t lane) {
      const uint32_t here = subject().layout.find(access.space, access.addresses[lane]);
      is_one_array = is_one_array && index.value_or(here) == here;
      index = here;
    });
    if (!index || !is_one_array || *index >= accesses_.size()) return;
    if (accesses_[*index].size() < kMostAccesses) accesses_[*index].push_back(access.step);
  }

  void add_findings(std::vector<analysis::Finding>& to) const override {
    for (size_t i = 0; i < accesses_.size(); ++i) {
      const analysis::ArrayInfo& array = subject().layout.shared[i];
      if (array.extents.size() < 2 || accesses_[i].empty()) continue;
      const Cost now = cost(i);
      if (now.paid == now.ideal) continue;
      const auto layout = analysis::layout_of(array, bytes_a_lane(i));
      if (!layout) continue;
      const analysis::ConflictFree free = analysis::find_conflict_free(
          {{*layout, analysis::patterns_of(subject().recording, accesses_[i]), &subject().program}},
          subject().device);
      if (free.padded || free.swizzled) to.push_back(finding(i, now, free));
    }
  }

 private:
  Cost cost(size_t index) const {
    Cost sum;
    for (const uint32_t step : accesses_[index]) {
      const trace::Access access = subject().recording.at(step);
      const trace::StepCost one =
          analysis::cost_of(access, subject().program.sites[access.site], subject().device);
      sum.paid += one.paid;
      sum.ideal += one.ideal;
    }
    return sum;
  }

  uint32_t bytes_a_lane(size_t index) const {
    uint32_t most = 1;
    for (const uint32_t step : accesses_[index])
      most = std::max<uint32_t>(most, subject().recording.at(step).bytes);
    return most;
  }

  // "with rows of 33 elements instead of 32 it has no conflicts; the same with column ^ row % 32 in
  // the place of the column".
  std::string cure(const analysis::ArrayInfo& array, const analysis::ConflictFree& free) const {
    const uint64_t row = array.extents.back();
    const std::string swizzle = free.swizzled ? swizzle_text(array, *free.swizzled) : "";
    if (!free.padded)
      return say("with '{swizzle}' in the place of the column it has no conflicts",
                 "swizzle"_a = swizzle);
    const uint64_t padded = row + free.padded->pad * free.padded->unit / array.element_bytes;
    if (!free.swizzled)
      return say("with rows of {padded} elements instead of {row} it has no conflicts",
                 "padded"_a = padded, "row"_a = row);
    return say(
        "with rows of {padded} elements instead of {row} it has no conflicts; the same with "
        "'{swizzle}' in the place of the column",
        "padded"_a = padded, "row"_a = row, "swizzle"_a = swizzle);
  }

  // "column ^ row % 32", "column ^ row / 2 % 4 * 4": of elements, where a lane takes 4 at once.
  static std::string swizzle_text(const analysis::ArrayInfo& array,
                                  const analysis::ArrayLayout& layout) {
    const uint64_t unit = layout.unit / array.element_bytes;
    std::string text = "column ^ row";
    if (layout.swizzle_shift > 0) text += fmt::format(" / {}", uint64_t{1} << layout.swizzle_shift);
    text += fmt::format(" % {}", uint64_t{1} << layout.swizzle_bits);
    if (unit > 1) text += fmt::format(" * {}", unit);
    return text;
  }

  analysis::Finding finding(size_t index, const Cost& now,
                            const analysis::ConflictFree& free) const {
    const analysis::ArrayInfo& array = subject().layout.shared[index];
    uint32_t worst = 0;
    uint32_t site = 0;
    for (const uint32_t step : accesses_[index]) {
      const trace::Access access = subject().recording.at(step);
      const trace::StepCost one =
          analysis::cost_of(access, subject().program.sites[access.site], subject().device);
      if (one.paid - one.ideal <= static_cast<int>(worst)) continue;
      worst = static_cast<uint32_t>(one.paid - one.ideal);
      site = access.site;
    }
    analysis::Finding result = finding_at("bank_conflicts", site);
    result.count = now.paid - now.ideal;
    result.message = say(
        "'{array}' takes {paid} wavefronts in one block, {ideal} would do; {cure}",
        "array"_a = array.name, "paid"_a = base::grouped(static_cast<uint64_t>(now.paid)),
        "ideal"_a = base::grouped(static_cast<uint64_t>(now.ideal)), "cure"_a = cure(array, free));
    return result;
  }

  std::vector<std::vector<uint32_t>> accesses_;  // steps, by index in the layout
};

}  // namespace

std::unique_ptr<Hint> row_padding(const Subject& subject) {
  return std::make_unique<RowPaddingHint>(subject);
}

}  // namespace warplens::hints
