// The text's own functions, structs and recursion, run by the machine and by the host: each text is
// compiled twice, by the C++ compiler here and by Warplens, and every thread's result must agree.
#include <doctest/doctest.h>

#include <utility>

#include "support.hpp"

using namespace warplens::machine::test;

// The texts fall through cases on purpose.
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"

#define __device__
#define BOTH(name, ...)                         \
  namespace name {                              \
  __VA_ARGS__                                   \
  }                                             \
  namespace {                                   \
  const std::string name##_text = #__VA_ARGS__; \
  }

namespace {

constexpr uint32_t kThreads = 96;

// Runs `int f(int)` of the text in every thread and compares with the host's.
void compare(const std::string& text, int (*host)(int)) {
  Launched run(text + " __global__ void k(int* out) { int i = threadIdx.x; out[i] = f(i); }");
  run.block(kThreads).array(std::vector<int>(kThreads, -1)).run();
  CHECK(run.log.events.empty());
  CHECK(run.log.faults.empty());
  const std::vector<int> values = run.read<int>(0);
  for (uint32_t i = 0; i < kThreads; ++i) {
    CAPTURE(i);
    CHECK(values[i] == host(static_cast<int>(i)));
  }
}

}  // namespace

BOTH(
    early_returns,
    __device__ int search(int from, int step) {
      for (int i = from; i < 100; i += step) {
        if (i % 7 == 3) continue;
        for (int j = 0; j < 4; j++) {
          if (i * j == 36) return i;
          if (i + j == 50) break;
          if (j == 3 && i % 5 == 0) return -j;
        }
        switch (i % 4) {
          case 0:
            from += 1;
          case 1:
            if (from > 20) return from;
            break;
          case 3:
            return 1000 + i;
          default:
            from += 2;
        }
      }
      return 7;
    } __device__ int f(int i) { return search(i, 1 + i % 3) * 2 + search(i + 1, 2); })
TEST_CASE("functions: returns out of loops and switches") {
  compare(early_returns_text, early_returns::f);
}

BOTH(
    loops_around,
    __device__ bool odd(int n) {
      if (n % 2 == 0) return false;
      return true;
    } __device__ int next(int n) { return odd(n) ? 3 * n + 1 : n / 2; } __device__ int f(int i) {
      int steps = 0;
      int n = i + 1;
      while (n != 1 && steps < 200) {
        n = next(n);
        steps++;
        if (n == 40) continue;
      }
      do {
        steps += odd(steps) ? 3 : 1;
        if (steps > 500) return -1;
      } while (!odd(steps));
      return (odd(steps) && next(steps) > 10) || odd(i) ? steps : -steps;
    })
TEST_CASE("functions: calls in conditions, in loops and behind && and ||") {
  compare(loops_around_text, loops_around::f);
}

BOTH(
    records,
    struct In {
      int a;
      double b;
    };
    struct Pair {
      In in;
      short n;
      unsigned char c;
    };
    __device__ Pair made(int i) {
      Pair p;
      p.in.a = i;
      p.in.b = i * 0.5;
      p.n = -3;
      p.c = 200;
      return p;
    } __device__ Pair mixed(Pair p, In in, bool chosen) {
      Pair q = chosen ? p : made(p.n);
      q.in = chosen ? in : p.in;
      p.n = 99;
      return q;
    } __device__ int sum(Pair p) {
      return p.in.a + (int)p.in.b + p.n + p.c;
    } __device__ int f(int i) {
      Pair p = made(i);
      Pair q;
      q = p;
      q.in.a *= 2;
      q.c += 100;
      In in = {i * 3, 2.5};
      Pair list[3] = {p, q, made(4)};
      list[i % 3] = mixed(q, in, i % 2 == 0);
      Pair* at = &list[(i + 1) % 3];
      at->n += 5;
      at->in.b++;
      return sum(list[0]) + 3 * sum(list[1]) + 7 * sum(list[2]) + 11 * sum(mixed(p, in, i > 5)) +
             made(i).in.a;
    })
TEST_CASE("functions: structs as values, parameters, results and elements") {
  compare(records_text, records::f);
}

BOTH(
    references,
    __device__ void exchange(int& a, int& b) {
      int t = a;
      a = b;
      b = t;
    } __device__ int& larger(int& a, int& b) {
      return a < b ? b : a;
    } __device__ void sorted(int* v, int n) {
      for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
          if (v[j] > v[j + 1]) exchange(v[j], v[j + 1]);
    } __device__ int total(const int& scale, const int (&v)[4]) {
      int s = 0;
      for (int i = 0; i < 4; i++) s += v[i] * scale * (i + 1);
      return s;
    } __device__ int f(int i) {
      int v[4] = {i * 7 % 10, i * 3 % 10, 5, i % 4};
      int x = i;
      int y = 40;
      sorted(v, 4);
      larger(x, y) += 100;
      int& r = i % 2 ? x : v[2];
      r -= 1;
      exchange(x, y);
      return total(x + 1, v) + y;
    })
TEST_CASE("functions: references to variables, elements and results") {
  compare(references_text, references::f);
}

BOTH(
    members,
    struct Counter {
      int n;
      int steps[3];
      __device__ Counter(int start) : n(start) {
        steps[0] = 1;
        steps[1] = 2;
        steps[2] = start;
      }
      __device__ int next(int k) {
        n += steps[k % 3];
        return n;
      }
      __device__ Counter& twice() {
        n *= 2;
        return *this;
      }
      __device__ int get() const {
        return n;
      }
    };
    __device__ int f(int i) {
      Counter a(i);
      Counter b = a;
      a.next(i);
      b.twice().next(2);
      Counter* p = i % 2 ? &a : &b;
      p->next(1);
      return a.get() * 100 + b.get() + Counter(3).next(i);
    })
TEST_CASE("functions: constructors and member functions") {
  compare(members_text, members::f);
}

BOTH(
    order, __device__ int take(int a, int b,
                               int c) { return a * 100 + b * 10 + c; } __device__ int f(int i) {
      int x = i % 5;
      int y = 1;
      int first = take(x, take(x + 1, y, 2), take(0, 1, x));
      y += take(x++, 1, 2);
      int z = (x += 2, y -= x, take(y, x, i));
      return first + 3 * z + (i % 3 == 0 ? take(1, i, 2) : x + take(x, 0, 0)) + x;
    })
TEST_CASE("functions: calls among arguments, commas and conditionals") {
  compare(order_text, order::f);
}

BOTH(
    recursion,
    __device__ int fib(int n) {
      if (n < 2) return n;
      return fib(n - 1) + fib(n - 2);
    } __device__ int ackermann(int m, int n) {
      return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    } __device__ int f(int i) {
      int base = i * 2;
      return base + fib(i % 12) + 5 * ackermann(i % 3, i % 4) + base;
    })
TEST_CASE("functions: recursion, each lane as deep as it needs") {
  compare(recursion_text, recursion::f);
}

BOTH(
    recursion_in_loops,
    __device__ int walk(int n, int seed) {
      int total = 0;
      for (int i = 0; i < n; i++) {
        if ((seed + i) % 3 == 0) continue;
        if ((seed * 7 + i) % 5 == 4) break;
        if ((seed + i) % 11 == 10) return total - 1;
        total += walk(n - 1, seed + i);
        switch ((seed + n) % 4) {
          case 0:
            total += walk(n - 2, i);
            break;
          case 1:
            total++;
          case 2:
            if (total > 40) return total;
            break;
          default:
            continue;
        }
        int k = 0;
        while (k < 3) {
          k++;
          if (k == seed % 3) continue;
          total += k;
          if (walk(n - 3, k) > 2) break;
        }
      }
      return total + 1;
    } __device__ int f(int i) { return walk(i % 6, i); })
TEST_CASE("functions: recursion out of loops and switches that lanes leave one by one") {
  compare(recursion_in_loops_text, recursion_in_loops::f);
}

BOTH(
    recursion_in_memory,
    struct Range {
      int low;
      int high;
    };
    __device__ int split(int* v, Range r) {
      int pivot = v[r.high];
      int at = r.low;
      for (int i = r.low; i < r.high; i++) {
        if (v[i] < pivot) {
          int t = v[i];
          v[i] = v[at];
          v[at] = t;
          at++;
        }
      }
      v[r.high] = v[at];
      v[at] = pivot;
      return at;
    } __device__ void sort(int* v, Range r) {
      if (r.low >= r.high) return;
      int at = split(v, r);
      Range left = {r.low, at - 1};
      Range right = {at + 1, r.high};
      sort(v, left);
      sort(v, right);
    } __device__ int digits(int n, int depth) {
      int own[3] = {n % 10, depth, 7};
      int* p = &own[depth % 3];
      if (n >= 10) {
        int inner = digits(n / 10, depth + 1);
        *p += inner;
      }
      return own[0] * 2 + own[1] * 3 + own[2];
    } __device__ int odd(int n);
    __device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); } __device__ int odd(int n) {
      return n == 0 ? 0 : even(n - 1);
    } __device__ int f(int i) {
      int v[10];
      for (int k = 0; k < 10; k++) v[k] = (k * 7 + i * 3) % 23;
      Range all = {0, 9};
      sort(v, all);
      int sum = 0;
      for (int k = 0; k < 10; k++) sum += v[k] * (k + 1);
      return sum + digits(i * 1237, 0) + even(i % 9);
    })
TEST_CASE("functions: recursion with arrays and pointers into callers' frames, and in pairs") {
  compare(recursion_in_memory_text, recursion_in_memory::f);
}

BOTH(
    templates,
    template <class T, int N> struct Ring {
      T v[N];
      int at;
      __device__ void push(T x) {
        v[at % N] = x;
        at++;
      }
      __device__ T sum() const {
        T s = 0;
        for (int i = 0; i < N; i++) s += v[i];
        return s;
      }
    };
    template <int N> __device__ int power(int x) {
      if constexpr (N == 0)
        return 1;
      else
        return x * power<N - 1>(x);
    } template <class T>
    __device__ T most(T a, T b) { return a > b ? a : b; } __device__ int f(int i) {
      Ring<int, 5> r = {};
      for (int k = 0; k < i % 9; k++) r.push(k * i);
      Ring<double, 2> d = {{1.5, 2.5}, 0};
      d.push(i);
      return r.sum() + (int)(d.sum() * 2) + power<3>(i) + most(i, 17) + (int)most(0.5, 1.0 * i);
    })
TEST_CASE("functions: templates of structs and functions") {
  compare(templates_text, templates::f);
}

TEST_CASE("functions: a barrier inside of a function, called twice, and shared memory of its own") {
  Launched run(
      "__device__ int shifted(int x) { __shared__ int t[64]; int i = threadIdx.x; t[i] = x;"
      " __syncthreads(); int r = t[(i + 1) % 64]; __syncthreads(); return r; }"
      "__global__ void k(int* a) { int i = threadIdx.x; a[i] = shifted(shifted(a[i])); }");
  std::vector<int> values(64), expected(64);
  for (int i = 0; i < 64; ++i) {
    values[static_cast<size_t>(i)] = i * i;
    expected[static_cast<size_t>(i)] = (i + 2) % 64 * ((i + 2) % 64);
  }
  run.block(64).array(values).run();
  CHECK(run.read<int>(0) == expected);
}

TEST_CASE("functions: printed arguments are the calls' own") {
  Launched run(
      "__device__ int f(int x) { printf(\"%d %f\\n\", x * 2, x + 0.5); return x + 1; }"
      "__global__ void k(int* a) { int n = 0; a[0] = f(f(3)) + printf(\"%d %d\\n\", n, n++); }");
  run.block(1).array(std::vector<int>{0}).run();
  REQUIRE(run.log.printed.size() == 3);
  CHECK(run.log.printed[0].arguments[0][0] == 6);
  CHECK(run.log.printed[1].arguments[0][0] == 8);
  CHECK(run.log.printed[2].arguments[0][0] == 0);
  CHECK(run.log.printed[2].arguments[1][0] == 0);
  CHECK(run.read<int>(0) == std::vector<int>{7});
}

TEST_CASE("functions: recursion without an end stops at 256 calls") {
  Launched run(
      "__device__ int f(int n) { return n == 12345 ? 0 : f(n + 1) + 1; }"
      "__global__ void k(int* a) { a[threadIdx.x] = f(0); }");
  run.block(32).array(std::vector<int>(32, -1)).run();
  REQUIRE(run.log.events.size() == 1);
  CHECK(run.log.events[0].event == warplens::trace::LaneEvent::kStackFull);
}
