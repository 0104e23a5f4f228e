#include "sim/model/dram.hpp"

namespace warplens::model {

std::span<const DramOrdering> dram_orderings() {
  static constexpr DramOrdering kAll[] = {
      {"fifo", sentence("first come, first served"), false, {}},
      {"hits-first", sentence("row-buffer hits first"), false, {DramOrder::kRowHitFirst}},
      {"by-address", sentence("the same in order of address"), true, {}},
      {"one-bank", sentence("the same with all rows in one bank"), false, {DramOrder::kFifo, true}},
      {"two-rows-in-turn",
       sentence("worst: two rows of one bank in turn"),
       false,
       {DramOrder::kFifo, true, true}}};
  return kAll;
}

DramOptions options_of(const DramOrdering& ordering, const DramOptions& shown) {
  DramOptions options = ordering.options;
  options.shown_channel = shown.shown_channel;
  options.most_steps = shown.most_steps;
  return options;
}

}  // namespace warplens::model
