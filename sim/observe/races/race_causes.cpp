// A barrier orders a race if it is anywhere between its two accesses: races have one cause as long
// as these stretches of the program have a part in common.
#include "sim/observe/races/race_causes.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace warplens::observe {

namespace {

// Where the barriers are missing that order a race.
struct Stretch {
  bool is_between_blocks = false, is_hint = false, lacks_fences = false;
  TextOrder::Kind kind = TextOrder::Kind::kNone;
  uint32_t loop_begin = 0, loop_end = 0;
  uint32_t behind = 0, before = 0;  // instructions
  // Accesses that nothing puts in an order meet by their places alone.
  uint32_t lower_site = 0, upper_site = 0;

  auto key() const {
    return std::tie(is_between_blocks, is_hint, lacks_fences, kind, loop_begin, loop_end,
                    lower_site, upper_site);
  }
};

Stretch stretch_of(const Race& race, const code::Program& program) {
  Stretch stretch;
  stretch.is_between_blocks = race.key.relation == Relation::kBetweenBlocks;
  stretch.is_hint = race.is_hint();
  stretch.lacks_fences = race.conflict.lacks_fences;
  stretch.kind = race.order.kind;
  if (race.order.kind == TextOrder::Kind::kNone) {
    std::tie(stretch.lower_site, stretch.upper_site) =
        std::minmax(race.key.earlier_site, race.key.later_site);
    return stretch;
  }
  stretch.loop_begin = race.order.loop_begin;
  stretch.loop_end = race.order.loop_end;
  stretch.behind = program.sites[race.order.first].pc;
  stretch.before = program.sites[race.order.second].pc;
  return stretch;
}

// Whether a barrier orders both; then `all` becomes where.
bool meet(Stretch& all, const Stretch& one) {
  if (all.key() != one.key()) return false;
  const uint32_t behind = std::max(all.behind, one.behind);
  const uint32_t before = std::min(all.before, one.before);
  if (all.kind == TextOrder::Kind::kForward && behind >= before) return false;
  all.behind = behind;
  all.before = before;
  return true;
}

// The one that shows most: between warps, where __syncwarp() does not help, then by its places.
void put_told_first(std::vector<Race>& races, const code::Program& program) {
  const auto rank = [&](const Race& race) {
    const uint32_t second = program.sites[race.order.second].pc;
    return std::tuple(race.key.relation == Relation::kInWarp, second,
                      program.sites[race.order.first].pc, race.key);
  };
  std::sort(races.begin(), races.end(),
            [&](const Race& a, const Race& b) { return rank(a) < rank(b); });
}

// Who writes what a test of the same place let through meets others who do.
void join_writes(std::vector<RaceCause>& causes, const code::Program& program) {
  const auto tests = [&](const RaceCause& cause, const Race& write) {
    const Race& test = cause.races.front();
    const bool is_alike =
        test.is_hint() == write.is_hint() && (test.key.relation == Relation::kBetweenBlocks) ==
                                                 (write.key.relation == Relation::kBetweenBlocks);
    return is_alike && is_check_then_set(test.order, program) &&
           test.order.second == write.key.later_site;
  };
  for (size_t i = 0; i < causes.size();) {
    const Race write = causes[i].races.front();
    const bool is_alone = write.order.kind == TextOrder::Kind::kNone &&
                          write.key.earlier_site == write.key.later_site;
    const auto test = std::find_if(causes.begin(), causes.end(), [&](const RaceCause& cause) {
      return is_alone && tests(cause, write);
    });
    if (test == causes.end()) {
      ++i;
      continue;
    }
    test->races.insert(test->races.end(), causes[i].races.begin(), causes[i].races.end());
    causes.erase(causes.begin() + static_cast<ptrdiff_t>(i));
  }
}

}  // namespace

bool is_test_of(const code::AccessSite& first, const code::AccessSite& second) {
  const lang::Stmt* test = first.statement;
  return first.frame == second.frame && test != nullptr && test->kind == lang::StmtKind::kIf &&
         test->span.begin <= second.span.begin && second.span.end <= test->span.end;
}

bool is_check_then_set(const TextOrder& order, const code::Program& program) {
  if (order.kind != TextOrder::Kind::kForward) return false;
  const code::AccessSite& test = program.sites[order.first];
  const code::AccessSite& set = program.sites[order.second];
  const base::SourceFile& file = program.unit->file;
  return is_test_of(test, set) && file.slice(test.span) == file.slice(set.span);
}

std::vector<RaceCause> causes_of(std::vector<Race> races, const code::Program& program) {
  TextOrders orders(program);
  for (Race& race : races)
    race.order = orders.between({race.key.earlier_site, race.conflict.earlier.turn},
                                {race.key.later_site, race.conflict.later.turn});
  // By the end of their stretches, so that the first barrier that orders one orders most.
  std::vector<std::pair<Stretch, Race>> by_end;
  for (const Race& race : races) by_end.emplace_back(stretch_of(race, program), race);
  std::stable_sort(by_end.begin(), by_end.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.before, a.first.behind) < std::tie(b.first.before, b.first.behind);
  });
  std::vector<std::pair<Stretch, RaceCause>> causes;
  for (const auto& [stretch, race] : by_end) {
    const auto same = std::find_if(causes.begin(), causes.end(), [&, &of = stretch](auto& cause) {
      return meet(cause.first, of);
    });
    if (same != causes.end())
      same->second.races.push_back(race);
    else
      causes.push_back({stretch, RaceCause{{race}, 0, 0}});
  }
  std::vector<RaceCause> all;
  for (auto& [stretch, cause] : causes) {
    for (const Race& race : cause.races) {
      if (race.order.kind == TextOrder::Kind::kNone) continue;
      if (program.sites[race.order.first].pc == stretch.behind) cause.behind = race.order.first;
      if (program.sites[race.order.second].pc == stretch.before) cause.before = race.order.second;
    }
    put_told_first(cause.races, program);
    all.push_back(std::move(cause));
  }
  join_writes(all, program);
  return all;
}

}  // namespace warplens::observe
