#include "sim/observe/races/text_order.hpp"

#include <algorithm>
#include <tuple>

#include "sim/code/opcodes.hpp"

namespace warplens::observe {

namespace {

bool is_barrier(code::Op op) {
  return op == code::Op::kBarrier || op == code::Op::kBarrierVote;
}

}  // namespace

TextOrders::TextOrders(const code::Program& program) : program_(program), paths_(program) {
  std::vector<uint32_t> next;
  for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
    next.clear();
    paths_.add_next(pc, next);
    for (const uint32_t target : next) {
      if (target <= pc) loops_.emplace_back(target, pc);
    }
  }
}

std::vector<bool> TextOrders::reach(uint32_t pc, bool jumps_back) const {
  std::vector<bool> seen(program_.instrs.size());
  std::vector<uint32_t> open, next;
  paths_.add_next(pc, open);
  while (!open.empty()) {
    const uint32_t at = open.back();
    open.pop_back();
    if (at >= seen.size() || seen[at] || is_barrier(program_.instrs[at].op)) continue;
    seen[at] = true;
    next.clear();
    paths_.add_next(at, next);
    for (const uint32_t target : next) {
      if (jumps_back || target > at) open.push_back(target);
    }
  }
  return seen;
}

const TextOrders::Reach& TextOrders::reach_of(uint32_t pc) {
  const auto [at, is_new] = reached_.try_emplace(pc);
  if (is_new) at->second = {reach(pc, false), reach(pc, true)};
  return at->second;
}

std::optional<TextOrder> TextOrders::next_turn(uint32_t first, uint32_t second) {
  const uint32_t from = program_.sites[first].pc, to = program_.sites[second].pc;
  if (!reach_of(from).all[to]) return std::nullopt;
  std::optional<TextOrder> order;
  for (const auto& [begin, end] : loops_) {
    const bool is_around = begin <= std::min(from, to) && std::max(from, to) <= end;
    if (!is_around || (order && end - begin >= order->loop_end - order->loop_begin)) continue;
    // A barrier on the way round the loop orders its turns.
    if (!reach_of(from).all[end] || !reach_of(end).all[to]) continue;
    order = TextOrder{TextOrder::Kind::kNextTurn, first, second, begin, end};
  }
  return order;
}

TextOrder TextOrders::between(Moment earlier, Moment later) {
  const auto pc = [this](Moment moment) { return program_.sites[moment.site].pc; };
  const bool is_later_above = pc(later) < pc(earlier);
  const auto [above, below] =
      is_later_above ? std::pair(later, earlier) : std::pair(earlier, later);
  TextOrder forward;
  if (pc(above) != pc(below) && reach_of(pc(above)).forward[pc(below)])
    forward = {TextOrder::Kind::kForward, above.site, below.site, 0, 0, is_later_above};
  if (above.turn == below.turn && forward.kind == TextOrder::Kind::kForward) return forward;
  // The one with fewer turns comes first, if there is a loop around both.
  const bool is_below_first = below.turn < above.turn;
  for (const bool from_below : {is_below_first, !is_below_first}) {
    const auto [first, second] = from_below ? std::pair(below, above) : std::pair(above, below);
    std::optional<TextOrder> next = next_turn(first.site, second.site);
    if (!next) continue;
    next->is_reversed = from_below != is_later_above;
    return *next;
  }
  return forward;
}

}  // namespace warplens::observe
