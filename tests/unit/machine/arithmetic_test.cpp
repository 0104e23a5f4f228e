// Arithmetic as on the GPU, corner by corner, through the whole path from text to lanes.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "support.hpp"

using namespace warplens::machine;
using namespace warplens::machine::test;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

// out[i] = expression of x = a[i] (type A) and y = b[i] (type B), each of 32 lanes its own; the
// results.
template <class R, class A, class B>
std::vector<R> evaluate(const std::string& types, const std::string& expression, std::vector<A> a,
                        std::vector<B> b) {
  const size_t count = a.size();
  a.resize(32, A{});
  b.resize(32, B{});
  const size_t first = types.find(','), second = types.find(',', first + 1);
  const std::string r = types.substr(0, first), x = types.substr(first + 1, second - first - 1),
                    y = types.substr(second + 1);
  Launched run("__global__ void k(" + r + "* out, const " + x + "* a, const " + y + "* b) { " + x +
               " x = a[threadIdx.x]; " + y +
               " y = b[threadIdx.x]; out[threadIdx.x] = " + expression + "; }");
  run.block(32).array(std::vector<R>(32)).array(a).array(b).run();
  std::vector<R> out = run.read<R>(0);
  out.resize(count);
  return out;
}

using Ints = std::vector<int>;
using Unsigneds = std::vector<unsigned>;
using Longs = std::vector<long long>;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

constexpr int kMin = std::numeric_limits<int>::min(), kMax = std::numeric_limits<int>::max();

}  // namespace

TEST_CASE("arithmetic: 32 bits wrap") {
  CHECK(evaluate<int>("int,int,int", "x + y", Ints{kMax, -5}, Ints{1, 3}) == Ints{kMin, -2});
  CHECK(evaluate<int>("int,int,int", "x * y", Ints{65536, 3}, Ints{65536, -7}) == Ints{0, -21});
  CHECK(evaluate<int>("int,int,int", "x - y", Ints{kMin}, Ints{1}) == Ints{kMax});
  CHECK(evaluate<int>("int,int,int", "-x", Ints{kMin, 4}, Ints{}) == Ints{kMin, -4});
  CHECK(evaluate<int>("int,int,int", "abs(x)", Ints{kMin, -4}, Ints{}) == Ints{kMin, 4});
}

TEST_CASE("arithmetic: division by zero gives all ones, the smallest by -1 wraps") {
  CHECK(evaluate<int>("int,int,int", "x / y", Ints{7, kMin, -7, 5}, Ints{2, -1, 2, 0}) ==
        Ints{3, kMin, -3, -1});
  CHECK(evaluate<int>("int,int,int", "x % y", Ints{7, kMin, -7, 5}, Ints{2, -1, 2, 0}) ==
        Ints{1, 0, -1, -1});
  CHECK(evaluate<unsigned>("unsigned,unsigned,unsigned", "x / y", Unsigneds{7, 4294967295u, 5},
                           Unsigneds{2, 2, 0}) == Unsigneds{3, 2147483647u, 4294967295u});
  CHECK(evaluate<long long>("long long,long long,long long", "x / y",
                            Longs{std::numeric_limits<long long>::min(), 9, 100},
                            Longs{-1, 0, 7}) ==
        Longs{std::numeric_limits<long long>::min(), -1, 14});
}

TEST_CASE("arithmetic: shifts by the width or more give 0, or the sign") {
  CHECK(evaluate<int>("int,int,int", "x << y", Ints{1, 1, 1, 3}, Ints{31, 32, 40, -1}) ==
        Ints{kMin, 0, 0, 0});
  CHECK(evaluate<int>("int,int,int", "x >> y", Ints{-8, -8, 8, -8}, Ints{1, 32, 33, 100}) ==
        Ints{-4, -1, 0, -1});
  CHECK(evaluate<unsigned>("unsigned,unsigned,int", "x >> y", Unsigneds{0x80000000u, 0x80000000u},
                           Ints{31, 32}) == Unsigneds{1, 0});
  CHECK(
      evaluate<long long>("long long,long long,int", "x << y", Longs{1, 1, 1}, Ints{40, 63, 64}) ==
      Longs{1ll << 40, std::numeric_limits<long long>::min(), 0});
  CHECK(evaluate<long long>("long long,long long,long long", "x >> y", Longs{-1024, -1},
                            Longs{4, 70}) == Longs{-64, -1});
}

TEST_CASE("arithmetic: floating to integer saturates, a NaN gives 0 or the top bit as PTX says") {
  CHECK(evaluate<int>("int,float,int", "(int)x",
                      Floats{-1.9f, 1e10f, -1e10f, kNan, kInf, 2147483520.f},
                      Ints{}) == Ints{-1, kMax, kMin, 0, kMax, 2147483520});
  CHECK(evaluate<unsigned>("unsigned,float,int", "(unsigned)x",
                           Floats{-1.9f, 1e10f, kNan, 4294967040.f, -0.5f},
                           Ints{}) == Unsigneds{0, 4294967295u, 0, 4294967040u, 0});
  CHECK(evaluate<long long>("long long,float,int", "(long long)x", Floats{kNan, 1e30f, -3.5f},
                            Ints{}) ==
        Longs{std::numeric_limits<long long>::min(), std::numeric_limits<long long>::max(), -3});
  CHECK(evaluate<int>("int,double,int", "(int)x",
                      Doubles{std::nan(""), 2147483647.5, -2147483649.0},
                      Ints{}) == Ints{kMin, kMax, kMin});
  CHECK(evaluate<unsigned>("unsigned,float,int", "(unsigned char)x", Floats{-3.f, 255.9f, 256.f},
                           Ints{}) == Unsigneds{0, 255, 0});
  CHECK(evaluate<int>("int,float,int", "(char)x", Floats{200.f, -129.f}, Ints{}) == Ints{-56, 127});
}

TEST_CASE("arithmetic: min and max prefer the operand that is no NaN, and order zeros") {
  const Floats smallest =
      evaluate<float>("float,float,float", "fminf(x, y)", Floats{kNan, 1, kNan, -0.f, 0.f, 2},
                      Floats{3, kNan, kNan, 0.f, -0.f, -5});
  CHECK(smallest[0] == 3);
  CHECK(smallest[1] == 1);
  CHECK(std::bit_cast<uint32_t>(smallest[2]) == 0x7fffffff);
  CHECK(std::signbit(smallest[3]));
  CHECK(std::signbit(smallest[4]));
  CHECK(smallest[5] == -5);
  const Floats largest = evaluate<float>("float,float,float", "fmaxf(x, y)",
                                         Floats{kNan, -0.f, 0.f, 2}, Floats{3, 0.f, -0.f, -5});
  CHECK(largest[0] == 3);
  CHECK_FALSE(std::signbit(largest[1]));
  CHECK_FALSE(std::signbit(largest[2]));
  CHECK(largest[3] == 2);
  CHECK(evaluate<int>("int,int,int", "min(x, y) * 100 + max(x, y)", Ints{3, -4}, Ints{-2, 9}) ==
        Ints{-197, -391});
}

TEST_CASE("arithmetic: comparisons with a NaN are false, != is true") {
  CHECK(evaluate<int>(
            "int,float,float",
            "(x < y) + 2 * (x > y) + 4 * (x <= y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)",
            Floats{kNan, 1, 2, 3}, Floats{1, 2, 1, 3}) == Ints{32, 37, 42, 28});
}

TEST_CASE("arithmetic: a product and its sum round once unless a function rounds the product") {
  const Floats x{1.1f, 3.3333333f}, y{1.1f, 0.1f};
  const Floats twice = evaluate<float>("float,float,float", "__fmul_rn(x, y) - 1.0f", x, y);
  const Floats once = evaluate<float>("float,float,float", "x * y - 1.0f", x, y);
  const Floats from = evaluate<float>("float,float,float", "1.0f - x * y", x, y);
  for (size_t i = 0; i < x.size(); ++i) {
    volatile float product = x[i] * y[i];
    CHECK(twice[i] == product - 1.0f);
    CHECK(once[i] == std::fma(x[i], y[i], -1.0f));
    CHECK(from[i] == std::fma(-x[i], y[i], 1.0f));
  }
  CHECK(twice[0] != once[0]);
}

TEST_CASE("arithmetic: double literals compute in double, float ones in float") {
  CHECK(evaluate<float>("float,float,float", "x * 0.1", Floats{3}, Floats{}) ==
        Floats{static_cast<float>(3.f * 0.1)});
  CHECK(evaluate<float>("float,float,float", "x * 0.1f + y", Floats{3}, Floats{1e-7f}) ==
        Floats{std::fma(3.f, 0.1f, 1e-7f)});
  CHECK(evaluate<double>("double,float,float", "1.0 / 3", Floats{0}, Floats{}) == Doubles{1.0 / 3});
}

TEST_CASE("arithmetic: narrow types wrap when stored, promote when computed") {
  CHECK(evaluate<int>("int,unsigned char,char", "x + y", std::vector<unsigned char>{250},
                      std::vector<signed char>{-3}) == Ints{247});
  CHECK(evaluate<unsigned char>("unsigned char,int,int", "x", Ints{300, -1}, Ints{}) ==
        std::vector<unsigned char>{44, 255});
  Launched run(
      "__global__ void k(int* out) { char c = 127; c++; unsigned short s = 0; s--; short h = 40000;"
      " bool b = 5; b += 3; out[0] = c; out[1] = s; out[2] = h; out[3] = b; out[4] = sizeof(s); }");
  run.block(1).array(Ints(5)).run();
  CHECK(run.read<int>(0) == Ints{-128, 65535, 40000 - 65536, 1, 2});
}

TEST_CASE("arithmetic: widening keeps the value by the source's sign, narrowing cuts") {
  CHECK(evaluate<long long>("long long,int,unsigned", "x + (long long)y", Ints{-1},
                            Unsigneds{4294967295u}) == Longs{4294967294ll});
  CHECK(evaluate<int>("int,long long,int", "(int)x", Longs{(5ll << 32) + 7, -1}, Ints{}) ==
        Ints{7, -1});
  CHECK(evaluate<double>("double,unsigned long long,int", "(double)x",
                         std::vector<unsigned long long>{~0ull},
                         Ints{}) == Doubles{18446744073709551616.0});
  CHECK(evaluate<float>("float,int,unsigned", "x + (float)y", Ints{16777217}, Unsigneds{0}) ==
        Floats{16777216.f});
  CHECK(evaluate<int>("int,int,unsigned", "x < y", Ints{-1}, Unsigneds{1}) == Ints{0});
}

TEST_CASE("arithmetic: increments, compound assignments and the comma, as C orders them") {
  Launched run(
      "__global__ void k(int* out) { int i = 3; int j = i++ * 10 + i; int a[4] = {1, 2}; a[i - 2] "
      "+= 5; "
      "int n = 0; out[n++] = j; out[n++] = --i; out[n] = (n += 2, n); n++; out[n++] = a[2]; "
      "out[n++] = a[1];"
      " i <<= 4; out[n++] = i; i %= 7; out[n++] = i; float f = 7; f /= 2; out[n++] = f; i = 5; i "
      "*= 2.5; out[n++] = i;"
      " int x = 1; int y = x = 9; out[n++] = x + y; out[n++] = -i >> 1 | 1; out[n++] = ~i ^ 5; "
      "out[n++] = !i; }");
  run.block(1).array(Ints(16, -1)).run();
  const Ints out = run.read<int>(0);
  // n = 2 at `out[n] = (n += 2, n)`: the right side comes first, so element 4 is written and n goes
  // on at 5.
  CHECK(Ints(out.begin(), out.begin() + 5) == Ints{34, 3, -1, -1, 4});
  CHECK(Ints(out.begin() + 5, out.begin() + 16) ==
        Ints{5, 2, 48, 6, 3, 12, 18, -5, ~12 ^ 5, 0, -1});
}

TEST_CASE("arithmetic: library functions") {
  const Floats x{0.25f, 2.f, 9.f};
  const Floats roots =
      evaluate<float>("float,float,float", "sqrtf(x) + floorf(x) + expf(0.0f * x)", x, Floats{});
  for (size_t i = 0; i < x.size(); ++i)
    CHECK(roots[i] == std::sqrt(x[i]) + std::floor(x[i]) + 1.0f);
  CHECK(evaluate<double>("double,double,double", "pow(x, y)", Doubles{2}, Doubles{10}) ==
        Doubles{1024});
  CHECK(evaluate<float>("float,float,float", "fabsf(x)", Floats{-2}, Floats{}) == Floats{2});
}

TEST_CASE("arithmetic: builtins follow x, then y, then z, in every dimension") {
  Launched run(
      "__global__ void k(int* out) { int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y "
      "* threadIdx.z);"
      " int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);"
      " out[b * 24 + t] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.y + "
      "warpSize * 100000; }");
  run.grid(2, 2).block(4, 3, 2).array(Ints(96)).run();
  const Ints out = run.read<int>(0);
  for (int b = 0; b < 4; ++b)
    for (int t = 0; t < 24; ++t)
      CHECK(out[static_cast<size_t>(b * 24 + t)] ==
            t % 4 + 10 * (t / 4 % 3) + 100 * (t / 12) + 1000 * (b / 2) + 3200000);
}

TEST_CASE("arithmetic: a product and sum of 16-bit floats are rounded once") {
  // 3 * 43 and 3 * 85 are halfway between two bfloat16, 3 * 683 between two halves.
  const auto bfloat = [](float x, float y, float z) {
    return evaluate<float>("float,float,float",
                           "__bfloat162float(__hfma(__float2bfloat16(x), __float2bfloat16(y), "
                           "__float2bfloat16(" +
                               std::to_string(static_cast<double>(z)) + "f * 0x1p-90f)))",
                           Floats{x}, Floats{y})[0];
  };
  CHECK(bfloat(3, 87, 0) == 260);
  CHECK(bfloat(3, 87, 1) == 262);
  CHECK(bfloat(3, 87, -1) == 260);
  CHECK(bfloat(3, 91, 0) == 272);
  CHECK(bfloat(3, 91, 1) == 274);
  CHECK(bfloat(-3, 91, -1) == -274);
  CHECK(bfloat(3, 89, -1) == 266);
  CHECK(evaluate<float>("float,float,float",
                        "__half2float(__hfma(__float2half(x), __float2half(683.0f), "
                        "__float2half(y)))",
                        Floats{3, 3, 3},
                        Floats{0, 0x1p-24f, -0x1p-24f}) == Floats{2048, 2050, 2048});
}
