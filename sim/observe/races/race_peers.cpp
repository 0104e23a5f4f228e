// Which two loads, or atomics, of a place are kept, so that whoever comes races with one of them if
// it races with any.
#include <bit>

#include "sim/observe/races/races.hpp"

namespace warplens::observe {

// Whether nobody else's access is kept there: a second text of one warp may have the place, so that
// each of its lanes is found at its own.
bool Races::has_room_beside(const Party* other, const Party& party) const {
  if (has_fences_) return false;
  return other == nullptr || (other->block == party.block && other->interval != party.interval);
}

// Keeps an access where others of its warp are. Each text has a place while there is one; a third
// takes that of another one, if it can of one by the same lane. With fences it takes over its
// lanes, since fences may order one lane and not another.
bool Races::add_to_warp(ShadowPage::Peers& peers, const std::array<const Party*, 2>& known,
                        const Party& party, Mark now) const {
  const auto lane = static_cast<uint32_t>(std::countr_zero(now.lanes));
  const auto is_of_warp = [&](size_t i) {
    return known[i] != nullptr && known[i]->block == party.block && known[i]->warp == party.warp;
  };
  if (!is_of_warp(0) && !is_of_warp(1)) return false;
  const auto is_now = [&](size_t i) {
    return is_of_warp(i) && known[i]->interval == party.interval && known[i]->syncs == party.syncs;
  };
  const auto is_over = [&](size_t i) {
    return is_of_warp(i) && !is_now(i) &&
           order_.unordered_lanes(*known[i], peers[i].lanes, party.warp, lane) == 0;
  };
  const auto put = [&](size_t i) {
    const bool are_kept = is_now(i) && (has_fences_ || known[i]->site == party.site);
    const uint32_t others = are_kept ? peers[i].lanes & ~now.lanes : 0;
    peers[i] = {now.party, now.lanes | not_before(*known[i], others, party, now.lanes)};
    return true;
  };
  for (const size_t i : {0, 1}) {
    if (is_now(i) && known[i]->site == party.site) return put(i);
  }
  for (const size_t i : {0, 1}) {
    if (is_over(i)) return put(i);
  }
  for (const size_t i : {0, 1}) {
    if (!is_of_warp(i) || !has_room_beside(known[1 - i], party)) continue;
    peers[1 - i] = now;
    return true;
  }
  for (const size_t i : {0, 1}) {
    if (is_now(i) && (peers[i].lanes & ~now.lanes) == 0) return put(i);
  }
  return put(is_now(0) || !is_of_warp(1) ? 0 : 1);
}

// The latest access is kept, since its thread may store what it loaded, and beside it one of
// another block or warp, if there is one: whoever comes races with one of the two. One that
// barriers order before all that is to come gives way first.
bool Races::add_peer(ShadowPage::Peers& peers, Shadow& shadow, const Party& party, Mark now) const {
  const std::array<const Party*, 2> known = {shadow.find(peers[0]), shadow.find(peers[1])};
  if (add_to_warp(peers, known, party, now)) return false;
  for (size_t i = 0; i < 2; ++i) {
    const Party* peer = known[i];
    if (peer == nullptr || (peer->block == party.block && peer->interval != party.interval)) {
      peers[i] = now;
      const Party* other = known[1 - i];
      return other != nullptr && other->block != party.block;
    }
  }
  const bool is_first_of_block = known[0]->block == party.block;
  const bool is_second_of_block = known[1]->block == party.block;
  peers[is_first_of_block && !is_second_of_block ? 0 : 1] = now;
  return !is_first_of_block || !is_second_of_block;
}

}  // namespace warplens::observe
