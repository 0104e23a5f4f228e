// What fences and flags order, held against a model that remembers every release.
#include "sim/observe/races/fence_order.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "sim/observe/races/clocks.hpp"

using namespace warplens;
using observe::FenceRelation;
using observe::Party;
using observe::ThreadMoment;
using trace::FenceScope;

namespace {

// Everything is a list. A release is what a fence of a thread comes behind, and releases that the
// thread knew.
class Model {
 public:
  void begin_block() {
    threads_.clear();
    all_ = {};
  }

  void barrier(uint32_t interval) {
    for (auto& [number, thread] : threads_) {
      add(all_.known, thread.known);
      for (int scope = 0; scope < 2; ++scope) {
        add(all_.pending[scope], thread.pending[scope]);
        for (size_t release : thread.fences[scope]) {
          releases_.push_back(releases_[release]);
          releases_.back().at.interval = interval;
          releases_.back().is_of_thread = false;
          all_.fences[scope].push_back(releases_.size() - 1);
        }
      }
    }
    threads_.clear();
  }

  void fence(const ThreadMoment& now, FenceScope scope) {
    Thread& it = thread(now);
    add(it.known, all_.known);
    for (int of = 0; of <= static_cast<int>(scope); ++of) {
      add(it.known, it.pending[of]);
      add(it.known, all_.pending[of]);
      it.pending[of].clear();
    }
    releases_.push_back({now, it.known, true});
    for (int of = 0; of <= static_cast<int>(scope); ++of) it.fences[of] = {releases_.size() - 1};
  }

  void flag_stored(uint64_t address, const ThreadMoment& now) {
    for (int scope = 0; scope < 2; ++scope) {
      const Thread& it = thread(now);
      const std::vector<size_t>& from =
          it.fences[scope].empty() ? all_.fences[scope] : it.fences[scope];
      std::set<size_t>& flag = flag_at(address, scope, now.block);
      flag.insert(from.begin(), from.end());
    }
  }

  void flag_loaded(uint64_t address, const ThreadMoment& now) {
    for (int scope = 0; scope < 2; ++scope)
      add(thread(now).pending[scope], flag_at(address, scope, now.block));
  }

  FenceRelation relation(const Party& before, const ThreadMoment& now) {
    const Thread& it = thread(now);
    for (const Thread* one : {static_cast<const Thread*>(&all_), &it}) {
      if (covers(one->known, before)) return FenceRelation::kOrdered;
    }
    for (const Thread* one : {static_cast<const Thread*>(&all_), &it}) {
      for (const std::set<size_t>& pending : one->pending) {
        if (covers(pending, before)) return FenceRelation::kLacksAcquire;
      }
    }
    return FenceRelation::kNone;
  }

 private:
  struct Release {
    ThreadMoment at;
    std::set<size_t> known;
    bool is_of_thread = true;
  };
  struct Thread {
    std::vector<size_t> fences[2];
    std::set<size_t> known, pending[2];
  };

  static void add(std::set<size_t>& to, const std::set<size_t>& more) {
    to.insert(more.begin(), more.end());
  }
  Thread& thread(const ThreadMoment& now) { return threads_[now.warp * 32 + now.lane]; }
  std::set<size_t>& flag_at(uint64_t address, int scope, uint32_t block) {
    return flags_[{address, scope == 0 ? block + 1 : 0}];
  }

  bool covers(const std::set<size_t>& known, const Party& before) const {
    std::set<size_t> done;
    std::vector<size_t> to_do(known.begin(), known.end());
    while (!to_do.empty()) {
      const size_t one = to_do.back();
      to_do.pop_back();
      if (!done.insert(one).second) continue;
      const Release& release = releases_[one];
      const ThreadMoment& at = release.at;
      const bool is_of_lane = before.warp == at.warp && before.lanes == 1u << at.lane;
      if (before.block == at.block && (before.interval < at.interval ||
                                       (release.is_of_thread && is_of_lane &&
                                        before.interval == at.interval && before.step < at.step))) {
        return true;
      }
      to_do.insert(to_do.end(), release.known.begin(), release.known.end());
    }
    return false;
  }

  std::vector<Release> releases_;
  std::map<std::pair<uint64_t, uint32_t>, std::set<size_t>> flags_;
  std::map<uint32_t, Thread> threads_;
  Thread all_;
};

constexpr observe::FenceOrder::Limits kPlenty{uint64_t{1} << 30, ~uint64_t{0}};

}  // namespace

TEST_CASE("fence order: random fences, flags and barriers order what a slow model says") {
  size_t ordered = 0, lacking = 0, unordered = 0;
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&](uint32_t count) { return static_cast<uint32_t>(random()) % count; };
    const uint32_t blocks = 1 + pick(4), warps = 1 + pick(3), lanes = 1 + pick(4);
    const uint32_t flags = 1 + pick(5), barriers = 1 + pick(12);
    observe::FenceOrder order(blocks, warps, true, kPlenty);
    Model model;
    std::vector<Party> accesses;
    for (uint32_t block = 0; block < blocks; ++block) {
      order.block_begins();
      model.begin_block();
      ThreadMoment now{block, 0, 0, 0, 0};
      for (uint32_t i = 0; i < 60; ++i) {
        now.warp = pick(warps);
        now.lane = pick(lanes);
        const uint64_t flag = 4 * pick(flags);
        switch (pick(barriers) == 0 ? 9 : pick(7)) {
          case 0:
          case 1: {
            const auto scope = pick(3) == 0 ? FenceScope::kBlock : FenceScope::kDevice;
            order.fence(now, scope);
            model.fence(now, scope);
            break;
          }
          case 2:
          case 3:
            order.flag_stored(flag, now);
            model.flag_stored(flag, now);
            now.step += 1;
            break;
          case 4:
          case 5:
            order.flag_loaded(flag, now);
            model.flag_loaded(flag, now);
            now.step += 1;
            break;
          case 9:
            now.interval += 1;
            order.barrier(now.interval);
            model.barrier(now.interval);
            break;
          default: {
            for (const Party& before : accesses) {
              const FenceRelation expected = model.relation(before, now);
              if (order.relation(before, now) != expected) FAIL("another relation");
              ++(expected == FenceRelation::kOrdered        ? ordered
                 : expected == FenceRelation::kLacksAcquire ? lacking
                                                            : unordered);
            }
            Party& access = accesses.emplace_back();
            access.block = block;
            access.interval = now.interval;
            access.step = now.step++;
            access.warp = now.warp;
            access.lanes = 1u << now.lane;
          }
        }
      }
    }
  }
  CHECK(ordered > 300);
  CHECK(lacking > 300);
  CHECK(unordered > 300);
}

TEST_CASE("fence order: blocks that take turns keep what they know") {
  observe::FenceOrder order(2, 1, false, kPlenty);
  const ThreadMoment first{0, 0, 5, 0, 3}, second{1, 0, 2, 0, 7};
  Party access;
  access.block = 0;
  access.step = 4;
  access.lanes = 1u << 3;
  order.block_begins();
  order.fence(first, FenceScope::kDevice);
  order.put_away(0);
  order.block_begins();
  order.put_away(1);
  order.take_up(0);
  order.flag_stored(64, first);
  order.put_away(0);
  order.take_up(1);
  order.flag_loaded(64, second);
  CHECK(order.relation(access, second) == FenceRelation::kLacksAcquire);
  order.fence(second, FenceScope::kDevice);
  CHECK(order.relation(access, second) == FenceRelation::kOrdered);
  access.step = 5;
  CHECK(order.relation(access, second) == FenceRelation::kNone);
}

// A lock that 64 threads of each block take in turn, with thousands of releases.
TEST_CASE("fence order: many releases of few flags take bounded memory, and less work than pairs") {
  const auto work_of = [](uint32_t turns) {
    observe::FenceOrder order(16, 2, false, {uint64_t{4} << 20, ~uint64_t{0}});
    std::mt19937 random(7);
    for (uint32_t block = 0; block < 16; ++block) {
      order.block_begins();
      ThreadMoment now{block, 0, 0, 0, 0};
      for (uint32_t i = 0; i < turns; ++i, ++now.step) {
        now.warp = i / 32 % 2;
        now.lane = i % 32;
        const uint64_t flag = 4 * (random() % 64);
        order.flag_loaded(flag, now);
        order.fence(now, FenceScope::kDevice);
        order.fence(now, FenceScope::kDevice);
        order.flag_stored(flag, now);
      }
    }
    REQUIRE_FALSE(order.is_full());
    return order.work();
  };
  CHECK(work_of(4000) < 5 * work_of(1000));
}

TEST_CASE("fence order: without room, or after too much work, nothing is ordered any more") {
  for (const observe::FenceOrder::Limits limits :
       {observe::FenceOrder::Limits{1 << 16, ~uint64_t{0}},
        observe::FenceOrder::Limits{uint64_t{1} << 30, 10'000}}) {
    observe::FenceOrder order(1, 1, false, limits);
    ThreadMoment now;
    for (uint32_t i = 0; i < 20'000 && !order.is_full(); ++i, ++now.step) {
      order.fence(now, FenceScope::kDevice);
      order.flag_stored(4 * i, now);
    }
    CHECK(order.is_full());
    order.flag_loaded(0, now);
    order.barrier(1);
    Party first;
    first.block = 0;
    first.lanes = 1;
    CHECK(order.relation(first, now) == FenceRelation::kNone);
  }
}

TEST_CASE("clocks: join is the larger number at each key, and what is not held is forgotten") {
  constexpr uint64_t kKeys = 1000;
  std::mt19937 random(3);
  observe::Clocks clocks(kKeys);
  std::vector<observe::Clocks::Clock> held(20, observe::Clocks::kNothing);
  std::vector<std::map<uint64_t, uint64_t>> expected(held.size());
  int collections = 0;
  for (int i = 0; i < 20'000; ++i) {
    const size_t at = random() % held.size();
    if (random() % 3 == 0) {
      const size_t from = random() % held.size();
      held[at] = clocks.join(held[at], held[from]);
      for (const auto& [key, value] : expected[from])
        expected[at][key] = std::max(expected[at][key], value);
    } else {
      const uint64_t key = random() % 4 == 0 ? random() % kKeys : random() % 50;
      const uint64_t value = random() % 1000;
      held[at] = clocks.raised(held[at], key, value);
      expected[at][key] = std::max(expected[at][key], value);
    }
    if (random() % 200 == 0) {
      held[at] = observe::Clocks::kNothing;
      expected[at].clear();
    }
    if (clocks.has_grown()) {
      clocks.collect(held);
      ++collections;
    }
    if (i % 2000 != 0) continue;
    bool are_same = true;
    for (size_t one = 0; one < held.size(); ++one) {
      for (const auto& [key, value] : expected[one])
        are_same = are_same && clocks.at(held[one], key) == value;
    }
    REQUIRE(are_same);
  }
  CHECK(collections > 0);
  CHECK(clocks.bytes() < (uint64_t{32} << 20));
}
