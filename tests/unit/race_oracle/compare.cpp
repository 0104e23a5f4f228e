#include "compare.hpp"

#include <algorithm>
#include <map>

#include "sim/machine/grid/grid.hpp"

namespace warplens::race_oracle {

namespace {

constexpr uint64_t kStepLimit = 1'000'000;

std::string words(const Place& place) {
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string words(const Race& race) {
  return race.kind + " " + words(race.one) + " " + words(race.other);
}

class Comparison {
 public:
  Comparison(const std::vector<observe::Finding>& findings, const Races& races) : races_(races) {
    for (const observe::Finding& finding : findings) {
      if (!finding.other) continue;
      Place one{finding.line, finding.column}, other{finding.other->line, finding.other->column};
      if (other < one) std::swap(one, other);
      if (finding.kind == observe::FindingKind::kLostUpdate)
        updates_.insert({one, other});
      else if (finding.is_race())
        found_[{std::string(observe::word(finding.kind)), one, other}] = finding.severity;
      for (const observe::AlsoRacing& also : finding.also) {
        one = {also.one.line, also.one.column};
        other = {also.other.line, also.other.column};
        if (other < one) std::swap(one, other);
        found_[{std::string(observe::word(also.kind)), one, other}] = finding.severity;
      }
    }
  }

  std::vector<std::string> differences() {
    check_found();
    check_updates();
    for (const auto& [race, pairs] : races_.of_last_store) must_be_found(race, pairs);
    for (const auto* all : {&races_.of_readers, &races_.of_atomics}) {
      for (const std::set<Race>& some : *all) one_must_be_found(some);
    }
    return std::move(wrong_);
  }

 private:
  // No finding without a race, no error of stores of one value.
  void check_found() {
    for (const auto& [race, severity] : found_) {
      const auto known = races_.all.find(race);
      if (known == races_.all.end()) {
        wrong_.push_back("no race: " + words(race));
      } else if (severity == base::Severity::kError && !known->second.are_some_different) {
        wrong_.push_back("no error: " + words(race));
      }
    }
  }

  void check_updates() {
    for (const auto& [one, other] : updates_) {
      if (!races_.explained.contains({one, other}))
        wrong_.push_back("no lost update: " + words(one) + " " + words(other));
    }
  }

  // A lost update takes the races of its loads and stores with it.
  bool is_found(const Race& race) const {
    if (found_.contains(race)) return true;
    return std::any_of(updates_.begin(), updates_.end(), [&](const auto& stores) {
      const auto explained = races_.explained.find(stores);
      return explained != races_.explained.end() &&
             explained->second.contains({race.one, race.other});
    });
  }

  void must_be_found(const Race& race, const Pairs& pairs) {
    if (!is_found(race)) {
      wrong_.push_back("not found: " + words(race));
      return;
    }
    const auto found = found_.find(race);
    if (found != found_.end() && pairs.are_some_different && found->second == base::Severity::kHint)
      wrong_.push_back("no hint: " + words(race));
    if (pairs.are_some_updates && !updates_.contains({race.one, race.other}))
      wrong_.push_back("a lost update: " + words(race));
  }

  void one_must_be_found(const std::set<Race>& some) {
    if (some.empty()) return;
    if (some.size() == 1) return must_be_found(*some.begin(), {true, false});
    const bool is_any_found =
        std::any_of(some.begin(), some.end(), [&](const Race& race) { return is_found(race); });
    if (is_any_found) return;
    std::string all = "none found of:";
    for (const Race& race : some) all += " " + words(race) + ";";
    wrong_.push_back(all);
  }

  const Races& races_;
  std::map<Race, base::Severity> found_;
  std::set<std::pair<Place, Place>> updates_;
  std::vector<std::string> wrong_;
};

}  // namespace

Races races_of(const run::Run& run, bool in_lockstep) {
  const auto extent = [](const launch::Dim3& of) { return trace::BlockId{of.x, of.y, of.z}; };
  VectorClocks clocks(run.program, extent(run.context->grid), extent(run.context->block),
                      in_lockstep);
  machine::GlobalMemory memory = *run.memory_before_block->get();
  machine::GridOptions options;
  options.step_limit = kStepLimit;
  machine::run_grid(run.context, memory, &clocks, options);
  return clocks.races();
}

std::vector<std::string> differences(const std::vector<observe::Finding>& findings,
                                     const Races& races) {
  return Comparison(findings, races).differences();
}

}  // namespace warplens::race_oracle
