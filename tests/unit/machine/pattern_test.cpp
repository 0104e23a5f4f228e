// Registers held as patterns: kernels executed so do what they do with every register in its lanes,
// which is how blocks run whose origins are followed.
#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <numeric>

#include "sim/machine/pattern_plan.hpp"
#include "sim/machine/patterns.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using test::Launched;

namespace {

using Ints = std::vector<int>;

Ints iota(size_t count) {
  Ints values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

void check_same(const test::EventLog& log, const test::EventLog& expected) {
  CHECK(log.words == expected.words);
  REQUIRE(log.accesses.size() == expected.accesses.size());
  for (size_t i = 0; i < log.accesses.size(); ++i) {
    const test::LoggedAccess &a = log.accesses[i], &b = expected.accesses[i];
    REQUIRE(a.head.site == b.head.site);
    REQUIRE(a.head.mask == b.head.mask);
    REQUIRE(a.head.space == b.head.space);
    REQUIRE(a.head.out_of_bounds == b.head.out_of_bounds);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if ((a.head.mask >> lane & 1) != 0) REQUIRE(a.addresses[lane] == b.addresses[lane]);
    }
  }
}

// The body of a kernel with an array of 4096 ints, one of 4096 long longs, n, and block (32, 2, 2).
// How many accesses were reported with a pattern.
size_t check_body(const std::string& body, int n, const std::string& functions = "") {
  const std::string text = functions +
                           "__global__ void k(int* a, long long* w, int n) {\n"
                           "  int t = threadIdx.x + 32 * (threadIdx.y + 2 * threadIdx.z);\n" +
                           body + "}\n";
  INFO(body);
  const auto run = [&](bool in_lanes) {
    Launched launched(text);
    launched.grid(2, 2).block(32, 2, 2).array(iota(4096)).array(std::vector<long long>(4096, 7));
    launched.scalar(n).limit(200'000);
    if (in_lanes) launched.follow();
    launched.run();
    return launched;
  };
  const Launched held = run(false), plain = run(true);
  CHECK(held.end.steps == plain.end.steps);
  CHECK(held.end.flops == plain.end.flops);
  CHECK(held.end.reason == plain.end.reason);
  CHECK(held.read<int>(0) == plain.read<int>(0));
  CHECK(held.read<long long>(1) == plain.read<long long>(1));
  check_same(held.log, plain.log);
  size_t with_pattern = 0;
  for (const test::LoggedAccess& access : held.log.accesses)
    with_pattern += access.head.addresses.pattern() != nullptr ? 1 : 0;
  return with_pattern;
}

}  // namespace

TEST_CASE("patterns: what integer arithmetic makes of threadIdx and of numbers") {
  for (const std::string body : {
           "a[t] = blockIdx.x * 3 + blockDim.y - gridDim.x;",
           "a[(t * 3 + 5) & 4095] = t;",
           "a[2 * t + 1] = a[t << 2] - n;",
           "a[4095 - t] = n / 3 + n % 5;",
           "w[t] = (long long)t * n - 4;",
           "w[t] = (long long)(t - 20) << 3;",
           "unsigned u = t - 20; w[t] = (long long)u;",
           "int i = t + 2147483600; w[t] = i;",
           "w[t] = w[(unsigned)(t + n) % 64u];",
           "a[t] = threadIdx.y * 5 + threadIdx.z;",
           "int i = threadIdx.x; int j = 7; a[i + (j & n)] = a[t] + j; a[i] = i * a[i];",
           "short s = t * 3000; a[t] = s;",
           "char c = n; a[t] = c + (n < 9 ? t : n) + (t < 300 ? 1 : 2) + (t < 17 ? 4 : 8);",
           "a[t] = min(n, 5) + max(t, 40) + abs(n - 30) + ~n + (n ^ 21) + (n | 8) + (n >> 1);",
           "long long* p = w + t; p[n] = p[0] + (p - w);",
           "int* p = a + 2 * t; *++p = n; a[t] += *p;",
       }) {
    for (const int n : {3, 17, -6}) check_body(body, n);
  }
}

TEST_CASE("patterns: control flow, of all lanes and of some") {
  for (const std::string body : {
           "for (int i = 0; i < n; ++i) a[t] += i;",
           "for (int i = t; i < 400; i += 37) a[i] += i;",
           "int s = 0; for (int i = 1; i < 40; i <<= 1) { if (t >= i) s += i; } a[t] = s;",
           "int s = t; if (t < n) s = 3 * t; else if (t > 20) s = n; a[t] = s;",
           "int s = 4; while (s < 60) { s += 7; if (s > 30 && t > 16) break; } a[t] = s;",
           "int s = n; switch (t % 3) { case 0: s = t; break; case 1: s = 2 * t; default: s += 1; "
           "} "
           "a[t] = s;",
           "int s = 0; do { s += t; if (s > 100) continue; a[t] = s; } while (s < 90 + n);",
           "if (n > 5) a[t] = 1; else a[t] = 2;",
           "if (t > 40) return; a[t] = n; int u = t; if (n < 4) u += 1; a[t + 200] = u;",
           "int s = t; for (int i = 0; i < 3; ++i) { s = s + a[s & 63]; } a[t] = s;",
       }) {
    for (const int n : {3, 17}) check_body(body, n);
  }
}

TEST_CASE("patterns: shared memory, warp functions and whatever reads registers as they are") {
  for (const std::string body : {
           "__shared__ int s[2][64]; s[threadIdx.y][t & 63] = t; __syncthreads(); "
           "a[t] = s[1 - threadIdx.y][63 - threadIdx.x] + s[0][n];",
           "__shared__ long long s[128]; s[t] = t; __syncthreads(); w[t] = s[t ^ 1] + s[5];",
           "__shared__ char s[130]; s[t] = t; __syncthreads(); a[t] = s[t + 1] + s[n];",
           "__shared__ int s[8]; s[t & 7] = t; s[3] = n; s[t] = 9; a[t] = s[t >> 2];",
           "a[t] = __shfl_xor_sync(~0u, t, 1) + __shfl_sync(~0u, n, 3) + __shfl_up_sync(~0u, t, "
           "2);",
           "a[t] = __ballot_sync(~0u, t < 12) + __any_sync(~0u, n) + __popc(__activemask());",
           "atomicAdd(&a[n & 7], t); atomicMax(&a[t], n);",
           "int l[4]; for (int i = 0; i < 4; ++i) l[i] = t + i; a[t] = l[n & 3] + l[t & 3];",
           "printf(\"%d %d %lld\\n\", t, n, (long long)n);",
           "a[t] = a[t + 4090] + a[t - 4]; a[4094 + t] = n;",
           "struct P { int x, y; } p; p.x = t; p.y = n; P q = p; q.x += 2; a[t] = q.x * q.y;",
       }) {
    for (const int n : {3, 17}) check_body(body, n);
  }
}

TEST_CASE("patterns: a product and the sum that alone reads it are rounded once, NaNs included") {
  const std::string head =
      "__shared__ float s[128]; int k = t & 127; s[k] = t < 100 ? __int_as_float(a[t] * 40000000) "
      ": t * 0.7f; __syncthreads(); float c = 0.1f, d = 1e30f, e = 0; ";
  for (const std::string body : {
           "for (int i = 0; i < 128; ++i) c += s[i] * s[k];",
           "for (int i = 0; i < n; ++i) c = s[i] * 1.1f + c;",
           "for (int i = 0; i < n; ++i) { c += s[k] * d; d += s[k] * s[i]; }",
           "e = s[k] * s[5]; c = e + s[k]; d = e + c;",
           "e = s[k] * d * d; c += e * s[i_of(n)];",
           "c += s[k] * s[k]; c += c * c; c = c * c + c;",
           "if (t > 20) c += s[k] * d; else c += s[n] * s[k]; c = (t & 1) ? c + s[k] * 3 : d;",
           "c += (d * d * d) * 0.0f; d = d * d * d + -(d * d * d);",
       }) {
    const std::string store = " a[t] = __float_as_int(c); a[t + 512] = __float_as_int(d);";
    for (const int n : {3, 100})
      check_body(head + body + store, n, "__device__ int i_of(int n) { return n & 7; }");
  }
}

TEST_CASE("patterns: accesses whose addresses are patterns are reported with them") {
  CHECK(check_body("a[t] = a[2 * t] + n;", 3) == 2 * 4 * 4);  // accesses, warps, blocks
  CHECK(check_body("for (int k = 0; k < 5; ++k) a[t + 64 * k] += k;", 3) == 5 * 2 * 4 * 4);
  CHECK(check_body("a[a[t] & 63] = n;", 3) == 4 * 4);  // the inner one
}

TEST_CASE("patterns: registers that are used again do not keep accesses from having them") {
  // Each call's temporaries take the slots of another's, of 32 and of 64 bits.
  const std::string functions =
      "__device__ int clamp(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }\n"
      "__device__ int at(const int* p, int i, int n) { return p[clamp(i, n)]; }\n"
      "__device__ long long at(const long long* p, double, int i) { return p[i < 3 ? i + 1 : 9]; "
      "}\n"
      "__device__ int early(int i, int n) { if (i < n) return n; if (i > 300) return i; return i + "
      "1; }\n";
  CHECK(check_body("int s = 0; for (int d = 0; d < 5; ++d) s += at(a, t + d, 4096); a[t] = s;", 3,
                   functions) == (5 + 1) * 4 * 4);
  CHECK(check_body("a[t] = at(a, t + 1, 4096); w[t] = at(w, 0.5, n) + at(a, n, n);", 3,
                   functions) == 5 * 4 * 4);
  CHECK(check_body("a[early(n, 2) + t] = t; a[early(n, 9) + t] = at(w, 1.5, early(n, 0));", 3,
                   functions) == 3 * 4 * 4);
  for (const int n : {3, 17, 70}) {
    check_body(
        "w[t] = at(w, 0.5, t) * at(a, t - n, 60); a[t] = early(t, n) + at(a, early(n, t), n);", n,
        functions);
    check_body("for (int d = 0; d < n; ++d) a[early(t, d)] += early(at(a, d, 7) & 7, d);", n,
               functions);
  }
}

TEST_CASE("patterns: many variables in many branches") {
  std::string body;
  for (int i = 0; i < 400; ++i) {
    const std::string own = std::to_string(i);
    body += "int v" + own + " = t + n * " + own + ";\n";
  }
  for (int i = 0; i < 200; ++i) {
    const std::string own = std::to_string(i), other = std::to_string(399 - i);
    body += "if (n < " + own + ") v" + own + " += v" + other + ";\n";
    body += "if (t < " + own + ") v" + other + " -= n;\n";
  }
  for (int i = 0; i < 400; ++i) body += "a[v" + std::to_string(i) + " & 4095] += t;\n";
  check_body(body, 17);
}

TEST_CASE("patterns: each is kept once, and described") {
  Patterns patterns(4);
  Patterns::Offsets offsets;
  for (int lane = 0; lane < 32; ++lane) offsets[static_cast<size_t>(lane)] = 4 * lane;
  const uint32_t row = patterns.find(offsets);
  CHECK(patterns.find(offsets) == row);
  CHECK(patterns[row].low == 0);
  CHECK(patterns[row].high == 124);
  CHECK(patterns[row].least_gap == 4);
  CHECK(patterns[row].step_of_four == 4);
  CHECK(patterns[kUniform].is_uniform());
  CHECK(patterns[kUniform].least_gap == 0);

  const uint32_t down = patterns.sum(1, kUniform, row, -2, true);
  CHECK(patterns[down].low == -248);
  CHECK(patterns[down].offsets[31] == -248);
  CHECK(patterns[down].step_of_four == -8);
  CHECK(patterns.sum(1, kUniform, row, -2, true) == down);
  CHECK(patterns.sum(2, down, row, 2, true) == kUniform);
  CHECK(patterns[row].id != patterns[down].id);
  // 124 * 2^30 is no offset; of 32 bits it wraps.
  CHECK(patterns.sum(3, kUniform, row, 1 << 30, true) == kNoPattern);
  CHECK(patterns.sum(0, kUniform, row, 1 << 30, false) == kUniform);
}

TEST_CASE("patterns: what makes another pattern each time is not looked for again and again") {
  Patterns patterns(1);
  Patterns::Offsets offsets{};
  offsets[1] = 1;
  const uint32_t one = patterns.find(offsets);
  int found = 0;
  for (int factor = 2; factor < 1000; ++factor)
    found += patterns.sum(0, kUniform, one, factor, false) != kNoPattern ? 1 : 0;
  CHECK(found > 10);
  CHECK(found < 200);
}
