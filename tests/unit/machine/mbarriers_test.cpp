// mbarriers: phases, who waits and goes on, by turns too, deadlocks and mistakes; each beside a
// twin that is right.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using machine::test::Launched;
using trace::MbarrierFault;
using trace::MbarrierState;
using Kind = trace::MbarrierStep::Kind;

namespace {

// A kernel k(int* out) with `body`: b(i) is where bar[i] is.
std::string kernel(const std::string& body) {
  return "__global__ void k(int* out) {\n"
         "  __shared__ unsigned long long bar[8];\n"
         "  __shared__ int ring[3][128];\n"
         "  const int t = threadIdx.x, warp = t / 32, lane = t % 32;\n"
         "#define b(i) ((unsigned)__cvta_generic_to_shared(&bar[i]))\n" +
         body + "}\n";
}

// Warp 0 fills slots of a ring, three warps take from them.
std::string ring(const std::string& wait) {
  return kernel(
      "if (t < 3) { warplens_mbarrier_init(b(t), 32); warplens_mbarrier_init(b(3 + t), 96); }\n"
      "__syncthreads();\n"
      "if (warp == 0) {\n"
      "  for (int s = 0; s < 8; ++s) {\n"
      "    const unsigned bar_of_slot = b(3 + s % 3), parity = (s / 3 & 1) ^ 1;\n    " +
      wait +
      "    for (int i = lane; i < 128; i += 32) ring[s % 3][i] = 1000 * s + i;\n"
      "    warplens_mbarrier_arrive(b(s % 3), 1);\n"
      "  }\n"
      "} else {\n"
      "  int sum = 0;\n"
      "  for (int s = 0; s < 8; ++s) {\n"
      "    const unsigned bar_of_slot = b(s % 3), parity = s / 3 & 1;\n    " +
      wait +
      "    sum += ring[s % 3][t - 32] + ring[s % 3][127 - (t - 32)];\n"
      "    warplens_mbarrier_arrive(b(3 + s % 3), 1);\n"
      "  }\n"
      "  out[t] = sum;\n"
      "}\n");
}

const std::string kWait = "warplens_mbarrier_wait(bar_of_slot, parity);\n";
const std::string kAsk = "while (!warplens_mbarrier_test(bar_of_slot, parity)) { }\n";

std::vector<int> sums_of_ring() {
  std::vector<int> sums(128);
  for (size_t t = 32; t < 128; ++t) {
    for (int s = 0; s < 8; ++s) sums[t] += 2000 * s + 127;
  }
  return sums;
}

// The same launch in another order.
GridEnd by_turns(const Launched& launched, launch::Order order, bool independent_lanes,
                 GlobalMemory& memory) {
  GridOptions options;
  options.step_limit = 5'000'000;
  options.scheduling.emplace();
  options.scheduling->schedule.order = order;
  options.scheduling->schedule.independent_lanes = independent_lanes;
  options.scheduling->schedule.resident = 1;
  return run_grid(launched.context(), memory, nullptr, options);
}

// Of a kernel that does not end: what its first stuck threads wait for, in order and by turns.
StuckThreads stuck_in(const std::string& body, uint32_t threads = 64) {
  Launched run(kernel(body));
  run.array(std::vector<int>(128)).block(threads).run();
  REQUIRE(run.end.reason == StopReason::kDeadlock);
  REQUIRE(!run.end.stuck.empty());
  for (const bool lanes : {false, true}) {
    CAPTURE(lanes);
    GlobalMemory memory = run.memory;
    const GridEnd end = by_turns(run, launch::Order::kRoundRobin, lanes, memory);
    CHECK(end.reason == StopReason::kDeadlock);
    REQUIRE(end.stuck.size() == run.end.stuck.size());
    for (size_t i = 0; i < end.stuck.size(); ++i) {
      CHECK(end.stuck[i].reason == run.end.stuck[i].reason);
      CHECK(end.stuck[i].count == run.end.stuck[i].count);
      CHECK(end.stuck[i].mbarrier.word == run.end.stuck[i].mbarrier.word);
    }
  }
  return run.end.stuck.front();
}

// The mistakes of a launch of one warp that ends.
std::vector<MbarrierFault> faults_of(const std::string& body) {
  Launched run(kernel(body));
  run.array(std::vector<int>(128)).block(32).run();
  CHECK(run.end.reason == StopReason::kDone);
  return run.log.mbarrier_faults;
}

const std::string kInit = "if (t == 0) warplens_mbarrier_init(b(0), 2); __syncthreads();\n";

}  // namespace

TEST_CASE("mbarriers: a word holds arrivals, bytes and the phase's parity") {
  for (const MbarrierState& state :
       {MbarrierState{1, 1, 0, 0}, MbarrierState{0, 1048575, 1048575, 1},
        MbarrierState{1048575, 3, -1048575, 0}, MbarrierState{7, 9, -1, 1}}) {
    CHECK(MbarrierState::is_in(state.word()));
    CHECK(MbarrierState::of(state.word()) == state);
  }
  CHECK_FALSE(MbarrierState::is_in(0));
  CHECK_FALSE(MbarrierState::is_in(~uint64_t{0}));
}

TEST_CASE("mbarriers: a ring of slots has every value, whether threads wait or ask again") {
  for (const std::string& wait : {kWait, kAsk}) {
    CAPTURE(wait);
    Launched run(ring(wait));
    run.array(std::vector<int>(128)).block(128).run();
    CHECK(run.end.reason == StopReason::kDone);
    CHECK(run.read<int>(0) == sums_of_ring());
    CHECK(run.log.mbarrier_faults.empty());
  }
}

TEST_CASE("mbarriers: a ring of slots is the same by turns, of warps and of lanes") {
  using launch::Order;
  for (const std::string& wait : {kWait, kAsk}) {
    for (const Order order :
         {Order::kInOrder, Order::kRoundRobin, Order::kRandom, Order::kAdversarial}) {
      for (const bool lanes : {false, true}) {
        CAPTURE(wait);
        CAPTURE(static_cast<int>(order));
        CAPTURE(lanes);
        Launched run(ring(wait));
        run.array(std::vector<int>(128)).block(128);
        CHECK(by_turns(run, order, lanes, run.memory).reason == StopReason::kDone);
        CHECK(run.read<int>(0) == sums_of_ring());
      }
    }
  }
}

TEST_CASE("mbarriers: a copy of the block made anywhere goes on the same") {
  Launched whole(ring(kAsk));
  whole.array(std::vector<int>(128)).block(128).run();
  Launched cut(ring(kAsk));
  cut.array(std::vector<int>(128)).block(128);
  BlockRun block(cut.context(), {}, true);
  uint64_t steps = 0;
  for (StopReason reason = StopReason::kStepLimit; reason == StopReason::kStepLimit;) {
    uint64_t budget = 7;
    reason = block.run(cut.memory, nullptr, budget, false);
    steps += 7 - budget;
    block = BlockRun(block);
  }
  CHECK(cut.read<int>(0) == sums_of_ring());
  CHECK(steps == whole.end.steps);
}

TEST_CASE("mbarriers: a phase ends with its last arrival, and states tell of it") {
  Launched run(kernel(
      "if (t == 0) warplens_mbarrier_init(b(0), 3);\n"
      "__syncthreads();\n"
      "if (t == 0) {\n"
      "  out[0] = warplens_mbarrier_test(b(0), 1);\n"  // as if a phase had ended before the first
      "  const unsigned long long one = warplens_mbarrier_arrive(b(0), 1);\n"
      "  out[1] = warplens_mbarrier_pending(one);\n"
      "  out[2] = warplens_mbarrier_test_state(b(0), one);\n"
      "  const unsigned long long two = warplens_mbarrier_arrive(b(0), 2);\n"
      "  out[3] = warplens_mbarrier_pending(two);\n"
      "  out[4] = warplens_mbarrier_test_state(b(0), one);\n"
      "  out[5] = warplens_mbarrier_wait_state(b(0), two);\n"
      "  out[6] = warplens_mbarrier_test(b(0), 0);\n"
      "  out[7] = warplens_mbarrier_test(b(0), 1);\n"
      "  out[8] = warplens_mbarrier_pending(warplens_mbarrier_arrive(b(0), 1));\n"
      "}\n"));
  run.array(std::vector<int>(9)).block(32).run();
  CHECK(run.read<int>(0) == std::vector<int>{1, 3, 0, 2, 1, 1, 1, 0, 3});
}

TEST_CASE("mbarriers: a phase ends when its arrivals and its bytes have come, in any order") {
  const std::string arrive = "warplens_mbarrier_arrive(b(0), 1);",
                    expect = "warplens_mbarrier_expect_tx(b(0), 64);",
                    some = "warplens_mbarrier_complete_tx(b(0), 48);",
                    rest = "warplens_mbarrier_complete_tx(b(0), 16);";
  const std::string test = "out[n++] = warplens_mbarrier_test(b(0), 0);";
  const auto tests = [&](const std::vector<std::string>& steps) {
    std::string body = "if (t == 0) { int n = 0; warplens_mbarrier_init(b(0), 1);\n";
    for (const std::string& step : steps) body += step + test + "\n";
    Launched run(kernel(body + "}\n"));
    run.array(std::vector<int>(4)).block(32).run();
    return run.read<int>(0);
  };
  CHECK(tests({expect, arrive, some, rest}) == std::vector<int>{0, 0, 0, 1});
  CHECK(tests({expect, some, rest, arrive}) == std::vector<int>{0, 0, 0, 1});
  CHECK(tests({some, expect, rest, arrive}) == std::vector<int>{0, 0, 0, 1});
}

TEST_CASE("mbarriers: a thread that drops out is expected no more") {
  Launched run(
      kernel("if (t == 0) warplens_mbarrier_init(b(0), 2);\n"
             "__syncthreads();\n"
             "if (t == 0) {\n"
             "  warplens_mbarrier_drop(b(0), 1);\n"
             "  warplens_mbarrier_arrive(b(0), 1);\n"
             "  out[0] = warplens_mbarrier_test(b(0), 0);\n"
             "  warplens_mbarrier_arrive(b(0), 1);\n"
             "  out[1] = warplens_mbarrier_test(b(0), 1);\n"
             "}\n"));
  run.array(std::vector<int>(2)).block(32).run();
  CHECK(run.read<int>(0) == std::vector<int>{1, 1});
}

TEST_CASE("mbarriers: who waits for bytes that nobody sends is stuck; with them it goes on") {
  const auto body = [](const std::string& sent) {
    return kInit +
           "if (t == 0) { warplens_mbarrier_expect_tx(b(0), 512);"
           " warplens_mbarrier_complete_tx(b(0), " +
           sent +
           "); warplens_mbarrier_arrive(b(0), 2); }\n"
           "warplens_mbarrier_wait(b(0), 0); out[t] = 1;\n";
  };
  const StuckThreads stuck = stuck_in(body("384"));
  CHECK(stuck.reason == StuckThreads::Reason::kMbarrier);
  CHECK(stuck.count == 64);
  CHECK(stuck.mbarrier.parity == 0);
  CHECK(MbarrierState::of(stuck.mbarrier.word) == MbarrierState{0, 2, 128, 0});
  Launched run(kernel(body("512")));
  run.array(std::vector<int>(128)).block(64).run();
  CHECK(run.end.reason == StopReason::kDone);
  CHECK(run.read<int>(0)[63] == 1);
}

TEST_CASE("mbarriers: who waits for arrivals that do not come is stuck, others at a barrier") {
  const auto body = [](const std::string& arriving) {
    return kInit + "if (" + arriving +
           ") warplens_mbarrier_arrive(b(0), 1);\n"
           "if (warp == 0) warplens_mbarrier_wait(b(0), 0);\n"
           "__syncthreads();\n";
  };
  CHECK(stuck_in(body("t == 5")).reason == StuckThreads::Reason::kBarrier);
  Launched run(kernel(body("t == 5 || t == 40")));
  run.array(std::vector<int>(128)).block(64).run();
  CHECK(run.end.reason == StopReason::kDone);
}

TEST_CASE("mbarriers: a wait for the other parity is stuck in a phase that nobody arrives at") {
  const auto body = [](const std::string& parity) {
    return kInit + "if (lane == 0) warplens_mbarrier_arrive(b(0), 1);\n" +
           "warplens_mbarrier_wait(b(0), 0);\n"
           "warplens_mbarrier_wait(b(0), " +
           parity + ");\n";
  };
  const StuckThreads stuck = stuck_in(body("1"));
  CHECK(MbarrierState::of(stuck.mbarrier.word) == MbarrierState{2, 2, 0, 1});
  Launched run(kernel(body("0")));
  run.array(std::vector<int>(128)).block(64).run();
  CHECK(run.end.reason == StopReason::kDone);
}

TEST_CASE("mbarriers: who asks again and again for what does not come is found to") {
  Launched run(kernel(kInit + "while (!warplens_mbarrier_test(b(0), 0)) { }\n"));
  run.array(std::vector<int>(128)).block(96).limit(50'000'000).run();
  CHECK(run.end.reason == StopReason::kSpins);
  REQUIRE(run.end.stuck.size() == 1);
  CHECK(run.end.stuck[0].reason == StuckThreads::Reason::kMbarrier);
  CHECK(run.end.stuck[0].count == 96);
  CHECK(MbarrierState::of(run.end.stuck[0].mbarrier.word) == MbarrierState{2, 2, 0, 0});
}

TEST_CASE(
    "mbarriers: a lane that waits for another of its warp goes on where lanes do by themselves") {
  Launched run(kernel(kInit + "if (t == 0) { warplens_mbarrier_wait(b(0), 0); out[0] = 1; }\n"
                              "else if (t < 3) warplens_mbarrier_arrive(b(0), 1);\n"));
  run.array(std::vector<int>(1)).block(32).run();
  CHECK(run.end.reason == StopReason::kDeadlock);
  CHECK(by_turns(run, launch::Order::kRoundRobin, true, run.memory).reason == StopReason::kDone);
  CHECK(run.read<int>(0) == std::vector<int>{1});
}

TEST_CASE("mbarriers: mistakes are reported with their lanes, right uses are not") {
  const auto only = [](const std::string& body) {
    const std::vector<MbarrierFault> faults = faults_of(body);
    REQUIRE(faults.size() == 1);
    return faults.front();
  };
  CHECK(faults_of(kInit + "if (t < 2) warplens_mbarrier_arrive(b(0), 1);\n"
                          "warplens_mbarrier_wait(b(0), 0);\n")
            .empty());
  const MbarrierFault none = only(kInit + "if (t == 4) warplens_mbarrier_wait(b(1), 0);\n");
  CHECK(none.kind == MbarrierFault::Kind::kNone);
  CHECK(none.mask == 1u << 4);
  CHECK(none.address == 8);
  CHECK(only(kInit + "if (t == 0) warplens_mbarrier_arrive(b(0) + 4, 1);\n").kind ==
        MbarrierFault::Kind::kMisaligned);
  CHECK(only(kInit + "if (t == 0) warplens_mbarrier_arrive(b(0) + 4096, 1);\n").kind ==
        MbarrierFault::Kind::kOutside);
  const MbarrierFault many = only("if (t == 0) warplens_mbarrier_init(b(0), 1 << 20);\n");
  CHECK(many.kind == MbarrierFault::Kind::kCount);
  CHECK(many.number == 1 << 20);
  CHECK(faults_of("if (t == 0) warplens_mbarrier_init(b(0), (1 << 20) - 1);\n").empty());
  CHECK(only("if (t == 0) warplens_mbarrier_init(b(0), 0);\n").kind == MbarrierFault::Kind::kCount);
  const MbarrierFault arrivals = only(kInit + "if (t == 0) warplens_mbarrier_arrive(b(0), 3);\n");
  CHECK(arrivals.kind == MbarrierFault::Kind::kArrivals);
  CHECK(arrivals.number == 3);
  CHECK(only(kInit + "if (t == 0) { warplens_mbarrier_expect_tx(b(0), 1 << 19);"
                     " warplens_mbarrier_expect_tx(b(0), 1 << 19); }\n")
            .kind == MbarrierFault::Kind::kBytes);
  const MbarrierFault again = only("warplens_mbarrier_init(b(0), 1);\n");
  CHECK(again.kind == MbarrierFault::Kind::kAgain);
  CHECK(again.mask == ~1u);
  CHECK(faults_of("if (t == 0) { warplens_mbarrier_init(b(0), 1); warplens_mbarrier_inval(b(0));"
                  " warplens_mbarrier_init(b(0), 2); }\n")
            .empty());
}

TEST_CASE("mbarriers: each operation is reported with the state that it leaves") {
  Launched run(kernel(kInit + "if (t == 0) warplens_mbarrier_expect_tx(b(0), 32);\n"
                              "if (t < 2) warplens_mbarrier_arrive(b(0), 1);\n"
                              "if (t == 7) warplens_mbarrier_complete_tx(b(0), 32);\n"
                              "warplens_mbarrier_wait(b(0), 0);\n"));
  run.array(std::vector<int>(1)).block(32).follow().run();
  const auto& steps = run.log.mbarriers;
  REQUIRE(steps.size() == 5);
  const auto state = [&](size_t step, size_t lane) {
    return MbarrierState::of(steps[step].words[lane]);
  };
  CHECK(steps[0].head.kind == Kind::kInit);
  CHECK(state(0, 0) == MbarrierState{2, 2, 0, 0});
  CHECK(steps[1].head.kind == Kind::kExpect);
  CHECK(state(1, 0) == MbarrierState{2, 2, 32, 0});
  CHECK(steps[2].head.kind == Kind::kArrive);
  CHECK(steps[2].head.mask == 3);
  CHECK(state(2, 0) == MbarrierState{1, 2, 32, 0});
  CHECK(state(2, 1) == MbarrierState{0, 2, 32, 0});
  CHECK(steps[2].head.ended == 0);
  CHECK(steps[3].head.kind == Kind::kComplete);
  CHECK(steps[3].head.ended == 1u << 7);
  CHECK(state(3, 7) == MbarrierState{2, 2, 0, 1});
  CHECK(steps[4].head.kind == Kind::kWait);
  CHECK(steps[4].head.ended == ~0u);
}
