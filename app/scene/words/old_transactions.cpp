#include "app/scene/words/old_transactions.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

std::string words_by(const Moment& moment, model::TransactionRules rules) {
  return transactions_words(
      model::transactions(rules, moment.access.bytes, moment.access.mask, moment.access.addresses));
}

bool is_known(const Moment& moment) {
  return moment.access.space == trace::Space::kGlobal &&
         moment.access.operation != trace::Operation::kAtomic && moment.access.mask != 0;
}

}  // namespace

std::string transactions_words(const std::vector<model::Transaction>& transactions) {
  std::map<uint32_t, uint32_t, std::greater<>> sizes;  // by bytes: how many
  for (const model::Transaction& one : transactions) ++sizes[one.bytes];
  std::string list;
  for (const auto& [bytes, count] : sizes)
    list += fmt::format("{}{} × {} B", list.empty() ? "" : ", ", count, bytes);
  return say_count("{count} transaction: {list}", "{count} transactions: {list}",
                   transactions.size(), "list"_a = list);
}

std::string old_transactions(const Moment& moment, int major, int minor) {
  if (!is_known(moment) || !model::has_old_transactions(major)) return "";
  const bool is_load = moment.access.operation == trace::Operation::kLoad;
  return words_by(moment, model::rules_of(major, minor, is_load));
}

std::string old_transactions(const Moment& moment) {
  if (!is_known(moment)) return "";
  std::string lines = label("earlier devices, by their guides:");
  const auto add = [&](const char* who, model::TransactionRules rules) {
    lines += fmt::format("\n  {}  {}", who, words_by(moment, rules));
  };
  add("1.0, 1.1:", model::TransactionRules::kSequence);
  add("1.2, 1.3:", model::TransactionRules::kSegments);
  if (moment.access.operation == trace::Operation::kLoad) {
    add(label("2.x with L1:"), model::TransactionRules::kLines);
    add(label("2.x without, 3.x:"), model::TransactionRules::kL2);
  } else {
    add("2.x, 3.x:", model::TransactionRules::kL2);
  }
  return lines;
}

}  // namespace warplens::scene
