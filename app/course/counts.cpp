#include "app/course/counts.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "app/study/occupancy.hpp"
#include "app/study/run.hpp"
#include "app/study/totals.hpp"
#include "app/study/words.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::course {

namespace {

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
  double sum = 0, most = 0;
  for (const observe::AccessRow& row : run.accesses) {
    if (study::word(row.space) != words[1] || study::word(row.operation) != words[2]) continue;
    if (!goal.array.empty() && row.array != goal.array) continue;
    const study::Section facts = facts_of(row);
    const std::optional<double> value = number_of(study::find(facts, words[3]));
    const std::optional<double> requests = number_of(study::find(facts, "requests"));
    if (!value || !requests) return std::nullopt;
    sum += *value;
    if (*requests > 0) most = std::max(most, *value / *requests);
  }
  return goal.is_each_request ? most : sum;
}

// Of the recorded block, which is the first one.
study::Section divergence_of(const run::Run& run) {
  study::Section section{.key = "divergence"};
  const base::Checked<whatif::Divergence> divergence = whatif::follow_divergence(run);
  if (divergence && !divergence->is_cut)
    section.fact("parting_warps", uint64_t{divergence->parting_warps().size()});
  return section;
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

bool counts_divergence(const Exercise& exercise) {
  return std::any_of(exercise.goals.begin(), exercise.goals.end(), [](const Goal& goal) {
    return std::any_of(goal.facts.begin(), goal.facts.end(),
                       [](const std::string& fact) { return fact.starts_with("divergence."); });
  });
}

std::vector<std::optional<double>> counts_of(const Exercise& exercise, const run::Run& run) {
  std::vector<study::Section> models;
  if (exercise.registers != 0)
    models.push_back(study::describe(study::occupancy_facts(run, exercise.registers, nullptr)));
  if (counts_divergence(exercise)) models.push_back(divergence_of(run));
  const study::Section section = study::describe(run, true, std::move(models));
  std::vector<std::optional<double>> counts;
  for (const Goal& goal : exercise.goals) {
    std::optional<double>& all = counts.emplace_back(0);
    for (const std::string& fact : goal.facts) {
      const bool is_of_accesses = goal.is_each_request || !goal.array.empty();
      const std::optional<double> one =
          is_of_accesses ? of_accesses(run, goal, fact) : number_of(study::find(section, fact));
      if (!one) {
        all.reset();
        break;
      }
      // Of requests the largest mean; of everything else the sum.
      all = goal.is_each_request ? std::max(*all, *one) : *all + *one;
    }
  }
  return counts;
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
