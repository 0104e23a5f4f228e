// Shared arrays with bank conflicts, and the smallest padding of their rows that cures them: their
// accesses are worked out again with longer rows.
#include <optional>

#include "sim/analysis/layout_override.hpp"
#include "sim/analysis/step_cost.hpp"
#include "sim/base/say.hpp"
#include "sim/hints/hint.hpp"

namespace warplens::hints {

namespace {

constexpr uint64_t kMostPadding = 32;  // [elements]
// Of each array so many accesses are worked out again for each padding.
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
      const Cost now = cost(i, 0);
      if (now.paid == now.ideal) continue;
      for (uint64_t padding = 1; padding <= kMostPadding; ++padding) {
        const Cost padded = cost(i, padding);
        if (padded.paid != padded.ideal) continue;
        to.push_back(finding(i, now, padding));
        break;
      }
    }
  }

 private:
  Cost cost(size_t index, uint64_t padding) const {
    const analysis::ArrayInfo& array = subject().layout.shared[index];
    const analysis::RowPadding rows{array.base, array.bytes,
                                    array.extents.back() * array.element_bytes,
                                    padding * array.element_bytes};
    Cost sum;
    for (const uint32_t step : accesses_[index]) {
      trace::Access access = subject().recording.at(step);
      for (uint64_t& address : access.addresses) address = rows.moved(address);
      const trace::StepCost one =
          analysis::cost_of(access, subject().program.sites[access.site], subject().device);
      sum.paid += one.paid;
      sum.ideal += one.ideal;
    }
    return sum;
  }

  analysis::Finding finding(size_t index, const Cost& now, uint64_t padding) const {
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
    const uint64_t row = array.extents.back();
    result.message =
        say("'{array}' takes {paid} wavefronts in this block, {ideal} would do; with rows of "
            "{padded} elements instead of {row} it has no conflicts",
            "array"_a = array.name, "paid"_a = now.paid, "ideal"_a = now.ideal,
            "padded"_a = row + padding, "row"_a = row);
    return result;
  }

  std::vector<std::vector<uint32_t>> accesses_;  // steps, by index in the layout
};

}  // namespace

std::unique_ptr<Hint> row_padding(const Subject& subject) {
  return std::make_unique<RowPaddingHint>(subject);
}

}  // namespace warplens::hints
