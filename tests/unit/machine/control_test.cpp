// Control flow by masks: which lanes do what, against the same loops written for one thread on the
// host, and which requests are made.
#include <doctest/doctest.h>

#include "support.hpp"

using namespace warplens::machine;
using namespace warplens::machine::test;

namespace {

// Runs `body` (which sets int r from int t = thread number) for 64 threads and compares with the
// host's function.
template <class Host>
void check_each_thread(const std::string& body, Host host) {
  CAPTURE(body);
  Launched run("__global__ void k(int* out) { int t = threadIdx.x; int r = 0; " + body +
               " out[t] = r; }");
  run.block(64).array(std::vector<int>(64, -1)).run();
  CHECK(run.end.reason == StopReason::kDone);
  const std::vector<int> out = run.read<int>(0);
  for (int t = 0; t < 64; ++t) {
    CAPTURE(t);
    CHECK(out[static_cast<size_t>(t)] == host(t));
  }
}

uint32_t mask_of(const Launched& run, size_t index) {
  return run.log.accesses[index].head.mask;
}

}  // namespace

TEST_CASE("control: if, else and nesting") {
  check_each_thread(
      "if (t < 10) r = 1; else if (t % 3 == 0) { r = 2; if (t > 40) r += 10; } else r = 3;",
      [](int t) { return t < 10       ? 1
                         : t % 3 == 0 ? (t > 40 ? 12 : 2)
                                      : 3; });
  check_each_thread("if (t & 1) { if (t & 2) { if (t & 4) r = 7; else r = 3; } }", [](int t) {
    return (t & 3) != 3 ? 0 : (t & 4) ? 7 : 3;
  });
}

TEST_CASE("control: loops whose trip count differs by lane") {
  check_each_thread("for (int i = 0; i < t; i++) r += i;", [](int t) { return t * (t - 1) / 2; });
  check_each_thread("int i = t; while (i > 0) { r++; i /= 2; }", [](int t) {
    int r = 0;
    for (int i = t; i > 0; i /= 2) ++r;
    return r;
  });
  check_each_thread("int i = t; do { r += i; i -= 7; } while (i > 0);", [](int t) {
    int r = 0, i = t;
    do {
      r += i;
      i -= 7;
    } while (i > 0);
    return r;
  });
  check_each_thread("for (int i = 0; i < 5; i++) for (int j = i; j < t; j += 3) r += i * j;",
                    [](int t) {
                      int r = 0;
                      for (int i = 0; i < 5; ++i)
                        for (int j = i; j < t; j += 3) r += i * j;
                      return r;
                    });
}

TEST_CASE("control: break and continue in nested loops") {
  check_each_thread(
      "for (int i = 0; i < 20; i++) { if (i == t % 7) continue; if (i > t / 3) break; r += i; "
      "for (int j = 0;; j++) { if (j > i) break; if (j % 2) continue; r += 100; } } r += 100000;",
      [](int t) {
        int r = 0;
        for (int i = 0; i < 20; i++) {
          if (i == t % 7) continue;
          if (i > t / 3) break;
          r += i;
          for (int j = 0;; j++) {
            if (j > i) break;
            if (j % 2) continue;
            r += 100;
          }
        }
        return r + 100000;
      });
  check_each_thread(
      "int i = 0; while (true) { i++; if (i % 3 == t % 3) continue; r += i; if (i > t) break; }",
      [](int t) {
        int r = 0, i = 0;
        while (true) {
          i++;
          if (i % 3 == t % 3) continue;
          r += i;
          if (i > t) break;
        }
        return r;
      });
  check_each_thread(
      "int i = 0; do { i++; if (i == 3) continue; if (i == t) break; r += i; } while (i < 9);",
      [](int t) {
        int r = 0, i = 0;
        do {
          i++;
          if (i == 3) continue;
          if (i == t) break;
          r += i;
        } while (i < 9);
        return r;
      });
}

TEST_CASE("control: a loop entered again starts with fresh masks") {
  check_each_thread(
      "for (int k = 0; k < 3; k++) { for (int i = 0; i < 10; i++) { if (i == t % 5 + k) break; "
      "if (i & 1) continue; r += 1; } }",
      [](int t) {
        int r = 0;
        for (int k = 0; k < 3; k++) {
          for (int i = 0; i < 10; i++) {
            if (i == t % 5 + k) break;
            if (i & 1) continue;
            r += 1;
          }
        }
        return r;
      });
}

TEST_CASE("control: return leaves for good, from any depth") {
  Launched run(
      "__global__ void k(int* out) { int t = threadIdx.x; if (t == 3) return;"
      " for (int i = 0; i < 10; i++) { if (i == t) return; if (t > 20) { while (true) { if (t == "
      "30) return; break; } } }"
      " out[t] = 1; }");
  run.block(40).array(std::vector<int>(40, 0)).run();
  const std::vector<int> out = run.read<int>(0);
  for (int t = 0; t < 40; ++t) {
    CAPTURE(t);
    CHECK(out[static_cast<size_t>(t)] == (t >= 10 && t != 30 ? 1 : 0));
  }
}

TEST_CASE("control: switch with fall-through, default in the middle, break and continue") {
  check_each_thread(
      "switch (t % 6) { case 0: r += 1; case 1: r += 10; break; default: r += 100; case 4: r += "
      "1000; "
      "break; case 5: r = -5; }",
      [](int t) {
        int r = 0;
        switch (t % 6) {
          case 0:
            r += 1;
            [[fallthrough]];
          case 1:
            r += 10;
            break;
          default:
            r += 100;
            [[fallthrough]];
          case 4:
            r += 1000;
            break;
          case 5:
            r = -5;
        }
        return r;
      });
  check_each_thread(
      "for (int i = 0; i < 6; i++) { switch (i) { case 1: if (t > 30) continue; r += 1; break; "
      "case 3: if (t & 1) break; r += 50; } r += 1000; }",
      [](int t) {
        int r = 0;
        for (int i = 0; i < 6; i++) {
          switch (i) {
            case 1:
              if (t > 30) continue;
              r += 1;
              break;
            case 3:
              if (t & 1) break;
              r += 50;
          }
          r += 1000;
        }
        return r;
      });
  check_each_thread("switch ((long long)t - 3) { case -3: r = 1; break; case -1: r = 2; }",
                    [](int t) { return t == 0   ? 1
                                       : t == 2 ? 2
                                                : 0; });
}

TEST_CASE("control: conditional, && and || mask their sides only where they access memory") {
  check_each_thread("r = t > 5 && t < 9 || t == 60 ? t : -t;",
                    [](int t) { return (t > 5 && t < 9) || t == 60 ? t : -t; });
  check_each_thread("int n = 0; (t > 5) && (n = 3); (t > 50) || (n += 10); r = n;",
                    [](int t) { return (t > 5 ? 3 : 0) + (t > 50 ? 0 : 10); });

  Launched run(
      "__global__ void k(const int* a, int* out) { int t = threadIdx.x;"
      " int x = t < 8 ? a[t] : a[0]; if (t < 4 && a[t] > 1) x = 7; out[t] = x; }");
  std::vector<int> numbers(32);
  for (int i = 0; i < 32; ++i) numbers[static_cast<size_t>(i)] = i;
  run.block(32).array(numbers).array(std::vector<int>(32, 0)).run();
  REQUIRE(run.log.accesses.size() == 4);
  CHECK(mask_of(run, 0) == 0xff);
  CHECK(mask_of(run, 1) == 0xffffff00);
  CHECK(mask_of(run, 2) == 0xf);
  CHECK(mask_of(run, 3) == 0xffffffff);
  CHECK(run.read<int>(1)[3] == 7);
  CHECK(run.read<int>(1)[1] == 1);
}

TEST_CASE(
    "control: a side without an active lane makes no request, and lanes reconverge behind it") {
  Launched run(
      "__global__ void k(int* a) { int t = threadIdx.x; if (t >= 32) a[t] = 1; else a[t] = 2; a[t] "
      "= 3; }");
  run.block(64).array(std::vector<int>(64, 0)).run();
  CHECK(run.log.accesses.size() == 4);  // each warp: one side, one store behind
  for (const LoggedAccess& access : run.log.accesses) CHECK(access.head.mask == 0xffffffff);
}

TEST_CASE(
    "control: an iteration is executed once for all lanes still in the loop, also after continue") {
  Launched run(
      "__global__ void k(int* a) { int t = threadIdx.x; for (int i = 0; i < 4; i++) {"
      " if ((t & 1) == 0) continue; a[t] += i; } }");
  run.block(32).array(std::vector<int>(32, 0)).run();
  CHECK(run.log.accesses.size() == 8);  // 4 iterations of a load and a store
  for (const LoggedAccess& access : run.log.accesses) CHECK(access.head.mask == 0xaaaaaaaa);
}

TEST_CASE("control: the lanes of a part warp beyond the block's threads never act") {
  Launched run("__global__ void k(int* a) { a[threadIdx.x] = 1; }");
  run.block(40).array(std::vector<int>(64, 0)).run();
  REQUIRE(run.log.accesses.size() == 2);
  CHECK(mask_of(run, 1) == 0xff);
  CHECK(run.log.accesses[1].head.out_of_bounds == 0);
}

TEST_CASE("control: an endless loop ends at the step limit, exactly counted") {
  Launched run("__global__ void k(int* a) { while (true) { a[0] = 1; } }");
  run.block(32).array(std::vector<int>(1, 0)).limit(5000).run();
  CHECK(run.end.reason == StopReason::kStepLimit);
  CHECK(run.end.steps == 5000);
  Launched empty("__global__ void k() { for (;;) ; }");
  empty.block(32).limit(100000).run();
  CHECK(empty.end.reason == StopReason::kStepLimit);
  CHECK(empty.end.steps == 100000);
}

TEST_CASE("control: cancelling stops an endless kernel") {
  Launched run("__global__ void k() { for (;;) ; }");
  const std::atomic<bool> cancelled = true;
  GridOptions options;
  options.step_limit = ~uint64_t{0};
  const GridEnd end = run_grid(run.context(), run.memory, nullptr, options, &cancelled);
  CHECK(end.reason == StopReason::kCancelled);
}

TEST_CASE("barrier: warps run in order to the barrier, ended ones count as arrived") {
  Launched run(
      "__global__ void k(int* a) { __shared__ int s[96]; int t = threadIdx.x; if (t >= 64) return; "
      "s[t] = t;"
      " __syncthreads(); a[t] = s[63 - t]; }");
  run.block(96).array(std::vector<int>(64, 0)).run();
  CHECK(run.log.words == "arrive0;arrive1;end2;release;end0;end1;");
  const std::vector<int> out = run.read<int>(0);
  for (int t = 0; t < 64; ++t) CHECK(out[static_cast<size_t>(t)] == 63 - t);
}

TEST_CASE(
    "barrier: a divergent one counts as the warp's arrival, and none is met without an active "
    "lane") {
  Launched run(
      "__global__ void k(int* a) { int t = threadIdx.x; if (t < 16) __syncthreads(); a[t] = 1;"
      " if (t > 100) __syncthreads(); }");
  run.block(64).array(std::vector<int>(64, 0)).run();
  CHECK(run.end.reason == StopReason::kDone);
  CHECK(run.log.words == "arrive0;end1;release;end0;");
}

TEST_CASE(
    "barrier: phases are reported at each iteration, with the induction variable, and at the "
    "loop's "
    "end") {
  Launched run(
      "__global__ void k(int* a) { __shared__ int s[32]; int t = threadIdx.x;"
      " for (int sub = 0; sub < 6; sub += 3) { s[t] = sub; __syncthreads(); a[t] += s[31 - t]; "
      "__syncthreads(); } }");
  run.block(32).array(std::vector<int>(32, 0)).run();
  CHECK(run.log.words ==
        "phase0:0=0;arrive0;release;arrive0;release;phase0:0=3;arrive0;release;arrive0;release;"
        "leave0:0;end0;");
  CHECK(run.read<int>(0)[5] == 3);
}
