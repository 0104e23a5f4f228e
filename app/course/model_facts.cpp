#include "app/course/model_facts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/model/transactions.hpp"

namespace warplens::course {

study::Section dram_section(const study::DramFacts& facts) {
  study::Section section = study::describe(facts);
  section.fact("row_bytes", facts.timings.row_bytes);
  section.fact("banks", facts.timings.banks);
  section.fact("channels", facts.timings.channels);
  section.fact("bytes", facts.bytes());
  section.fact("lane_bytes", facts.lane_bytes);
  section.fact("channels_used", std::count_if(facts.channels.begin(), facts.channels.end(),
                                              [](size_t bursts) { return bursts > 0; }));
  study::Section times{.key = "ns"};
  for (const study::DramFacts::Row& row : facts.rows)
    times.fact(row.ordering->word, static_cast<uint64_t>(std::llround(row.counts.ns)));
  section.parts.push_back(std::move(times));
  return section;
}

study::Section transactions_section(const run::Run& run, uint32_t step) {
  using model::TransactionRules;
  constexpr std::pair<const char*, TransactionRules> kRules[] = {
      {"sequence", TransactionRules::kSequence},
      {"segments", TransactionRules::kSegments},
      {"lines", TransactionRules::kLines},
      {"sectors", TransactionRules::kL2}};
  study::Section section{.key = "transactions"};
  const trace::Access access = run.recording->at(step);
  if (access.space != trace::Space::kGlobal || access.operation != trace::Operation::kLoad)
    return section;
  for (const auto& [word, rules] : kRules) {
    const std::vector<model::Transaction> made =
        model::transactions(rules, access.bytes, access.mask, access.addresses);
    study::Section one{.key = word};
    one.fact("count", made.size());
    one.fact("bytes", model::bytes_of(made));
    section.parts.push_back(std::move(one));
  }
  return section;
}

}  // namespace warplens::course
