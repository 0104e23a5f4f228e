#include "app/course/counts.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "app/study/hiding.hpp"
#include "app/study/occupancy.hpp"
#include "app/study/run.hpp"
#include "app/study/totals.hpp"
#include "app/study/words.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::course {

namespace {

constexpr std::string_view kOfProgram = "program.";

study::Section facts_of(const observe::AccessRow& row) {
  study::Section section;
  if (row.space == trace::Space::kShared)
    study::add_facts(section, row.shared);
  else if (row.space == trace::Space::kConstant)
    study::add_facts(section, row.constant);
  else
    study::add_facts(section, row.global);
  return section;
}

// "totals.shared.load.wavefronts", access by access.
std::optional<double> of_accesses(const run::Run& run, const Goal& goal, std::string_view fact) {
  std::string_view words[4];
  for (std::string_view& word : words) {
    const size_t dot = std::min(fact.find('.'), fact.size());
    word = fact.substr(0, dot);
    fact.remove_prefix(std::min(dot + 1, fact.size()));
  }
  if (words[0] != "totals") return std::nullopt;
  std::vector<const observe::AccessRow*> accesses;
  for (const observe::AccessRow& row : run.accesses) {
    if (study::word(row.space) != words[1] || study::word(row.kind) != words[2]) continue;
    if (goal.array.empty() || row.array == goal.array) accesses.push_back(&row);
  }
  return count_together(accesses, words[3], goal.is_each_request);
}

// Of the recorded block, which is the first one.
study::Section divergence_of(const run::Run& run) {
  study::Section section{.key = "divergence"};
  const base::Checked<whatif::Divergence> divergence = whatif::follow_divergence(run);
  if (divergence && !divergence->is_cut)
    section.fact("parting_warps", uint64_t{divergence->parting_warps().size()});
  return section;
}

// The same, with an H200's latencies: cycles of as many warps as an SM holds at most.
study::Section hiding_of(const run::Run& run) {
  constexpr uint64_t kMostFollowed = 50'000;  // instructions: a judge waits for them
  study::Section section{.key = "hiding"};
  const study::HidingFacts facts = study::hiding_facts(run, model::h200_latencies(),
                                                       std::vector<Text>{}, nullptr, kMostFollowed);
  if (facts.streams != nullptr && !facts.streams->is_cut && !facts.points.empty())
    section.fact("cycles", facts.points.back().hiding.cycles);
  return section;
}

bool counts_one_of(const Exercise& exercise, std::string_view model) {
  return std::any_of(exercise.goals.begin(), exercise.goals.end(), [&](const Goal& goal) {
    return std::any_of(goal.facts.begin(), goal.facts.end(),
                       [&](const std::string& fact) { return fact.starts_with(model); });
  });
}

constexpr std::string_view kDivergence = "divergence.", kHiding = "hiding.";

// What goals may count of a run.
class FactsOfRun {
 public:
  FactsOfRun(const Exercise& exercise, const run::Run& run) : run_(run) {
    std::vector<study::Section> models;
    if (exercise.registers != 0)
      models.push_back(study::describe(study::occupancy_facts(run, exercise.registers, nullptr)));
    if (counts_one_of(exercise, kDivergence)) models.push_back(divergence_of(run));
    if (counts_one_of(exercise, kHiding)) models.push_back(hiding_of(run));
    section_ = study::describe(run, true, std::move(models));
  }

  std::optional<double> of(const Goal& goal, const std::string& fact) const {
    const bool is_of_accesses = goal.is_each_request || !goal.array.empty();
    return is_of_accesses ? of_accesses(run_, goal, fact) : number_of(study::find(section_, fact));
  }

 private:
  const run::Run& run_;
  study::Section section_;
};

// Of requests the largest mean; of everything else the sum.
std::optional<double> together(const Goal& goal, std::optional<double> all,
                               std::optional<double> one) {
  if (!all || !one) return std::nullopt;
  return goal.is_each_request ? std::max(*all, *one) : *all + *one;
}

template <class Count>
std::vector<std::optional<double>> counts_by(const Exercise& exercise, Count count) {
  std::vector<std::optional<double>> counts;
  for (const Goal& goal : exercise.goals) {
    std::optional<double> all = 0;
    for (const std::string& fact : goal.facts) all = together(goal, all, count(goal, fact));
    counts.push_back(all);
  }
  return counts;
}

}  // namespace

std::optional<double> number_of(const study::Value* value) {
  if (value == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<uint64_t>(&value->is)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<int64_t>(&value->is)) return static_cast<double>(*number);
  if (const auto* number = std::get_if<double>(&value->is)) return *number;
  if (const auto* truth = std::get_if<bool>(&value->is)) return *truth ? 1 : 0;
  return std::nullopt;
}

std::vector<std::string> counts_in(trace::Space space) {
  observe::AccessRow none;
  none.space = space;
  std::vector<std::string> names;
  for (const auto& part : facts_of(none).parts) {
    if (const auto* fact = std::get_if<study::Fact>(&part)) names.push_back(fact->key);
  }
  return names;
}

std::optional<double> count_together(const std::vector<const observe::AccessRow*>& accesses,
                                     std::string_view count, bool is_each_request) {
  double sum = 0, most = 0;
  for (const observe::AccessRow* row : accesses) {
    const study::Section facts = facts_of(*row);
    const std::optional<double> value = number_of(study::find(facts, count));
    const std::optional<double> requests = number_of(study::find(facts, "requests"));
    if (!value || !requests) return std::nullopt;
    sum += *value;
    if (*requests > 0) most = std::max(most, *value / *requests);
  }
  return is_each_request ? most : sum;
}

bool counts_first_block(const Exercise& exercise) {
  return counts_one_of(exercise, kDivergence) || counts_one_of(exercise, kHiding);
}

std::vector<std::optional<double>> counts_of(const Exercise& exercise, const run::Run& run) {
  const FactsOfRun facts(exercise, run);
  return counts_by(exercise,
                   [&](const Goal& goal, const std::string& fact) { return facts.of(goal, fact); });
}

std::vector<std::optional<double>> counts_of(const Exercise& exercise, const run::Runs& launches,
                                             const study::Section& program) {
  std::vector<FactsOfRun> facts;
  for (const auto& launch : launches) facts.emplace_back(exercise, *launch);
  return counts_by(exercise,
                   [&](const Goal& goal, const std::string& fact) -> std::optional<double> {
                     if (fact.starts_with(kOfProgram))
                       return number_of(study::find(program, fact.substr(kOfProgram.size())));
                     std::optional<double> all = 0;
                     for (const FactsOfRun& launch : facts)
                       all = together(goal, all, launch.of(goal, fact));
                     return all;
                   });
}

bool is_met(Relation relation, double value, double bound) {
  switch (relation) {
    case Relation::kMost:
      return value <= bound;
    case Relation::kLeast:
      return value >= bound;
    case Relation::kEqual:
      return value == bound;
  }
  return false;
}

}  // namespace warplens::course
