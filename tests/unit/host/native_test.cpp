// Host code translated to the processor's instructions does what the interpreter does, step by
// step. (Where there is no translator, both are the interpreter.)
#include "support.hpp"

using namespace warplens;

namespace {

constexpr uint64_t kAtOnce = 0, kNever = ~uint64_t{0};

test::Ended run_after(uint64_t steps, const std::string& text, test::Given given = {}) {
  given.native_after = steps;
  return test::run_program(text, std::move(given));
}

// A line for each: which, where, what depends on it, how often.
std::string words_of(const std::vector<host::Mistake>& mistakes) {
  std::string words;
  for (const host::Mistake& one : mistakes) {
    words += std::to_string(static_cast<int>(one.fault)) + " at " + std::to_string(one.place.begin);
    if (one.other) words += ", other " + std::to_string(one.other->begin);
    if (one.used) words += ", used at " + std::to_string(one.used->begin);
    words += ", " + std::to_string(one.times) + " times\n";
  }
  return words;
}

// What the program printed, alike in both.
std::string printed_alike(const std::string& text, const test::Given& given = {}) {
  const test::Ended native = run_after(kAtOnce, text, given);
  const test::Ended interpreted = run_after(kNever, text, given);
  CHECK(native.out == interpreted.out);
  CHECK(native.err == interpreted.err);
  CHECK(native.status == interpreted.status);
  CHECK(native.message == interpreted.message);
  CHECK(native.refused == interpreted.refused);
  CHECK(native.launches == interpreted.launches);
  CHECK(native.steps == interpreted.steps);
  CHECK(words_of(native.mistakes) == words_of(interpreted.mistakes));
  return native.out;
}

std::string statements(const std::string& text) {
  return "#include <cstdio>\n#include <cstdlib>\n#include <cmath>\nint main() {\n" + text + "\n}\n";
}

}  // namespace

TEST_CASE("native: whole programs end alike, after as many steps") {
  for (const std::string& name : test::program_names()) {
    CAPTURE(name);
    printed_alike(test::text_of(test::program_path(name + ".cu")));
  }
}

TEST_CASE("native: mistakes are the same where values are followed") {
  test::Given given;
  given.follows = true;
  for (const std::string folder : {"", "mistakes/"}) {
    for (const std::string& name : test::program_names(folder)) {
      CAPTURE(name);
      printed_alike(test::text_of(test::program_path(folder + name + ".cu")), given);
    }
  }
  const test::Ended cut =
      run_after(kAtOnce,
                "#include <cstdio>\n#include <cstdlib>\n__global__ void k() {}\nint main() {\n"
                "  float* a = (float*)malloc(64); float sum = 0; k<<<1, 1>>>();\n"
                "  for (int i = 0; i < 1000; i++) sum += a[i & 15]; printf(\"%g\", sum); }\n",
                given);
  REQUIRE(cut.mistakes.size() == 1);
  CHECK(cut.mistakes[0].fault == host::Fault::kUnwritten);
}

TEST_CASE("native: in slices of any length, and begun in the middle") {
  const std::string text = test::text_of(test::program_path("c_structs.cu"));
  const test::Ended whole = run_after(kNever, text);
  for (const uint64_t slice : {uint64_t{1}, uint64_t{7}, uint64_t{1000}}) {
    test::Given given;
    given.slice = slice;
    const test::Ended native = run_after(kAtOnce, text, given);
    CHECK(native.out == whole.out);
    CHECK(native.steps == whole.steps);
  }
  for (const uint64_t steps : {uint64_t{10}, uint64_t{333}, uint64_t{2000}}) {
    const test::Ended native = run_after(steps, text);
    CHECK(native.out == whole.out);
    CHECK(native.steps == whole.steps);
  }
}

TEST_CASE("native: integers at their limits") {
  CHECK(
      printed_alike(
          statements(
              "volatile int least = 1 << 31, minus_one = -1, seven = 7; volatile long l = 1L << 63;"
              "volatile long long_minus_one = -1; volatile unsigned u = 4000000000u;"
              "printf(\"%d %d %ld %ld \", least / minus_one, least % minus_one, l / long_minus_one,"
              " l % long_minus_one);"
              "printf(\"%d %d %u %u \", -seven / 2, -seven % 2, u / 7, u % 7);"
              "volatile int bits[] = {0, 1, 31, 32, 33, 63, 64, -1};"
              "for (int i = 0; i < 8; i++) printf(\"%x %x %x %lx %lx %lx \", 0xf00fu << bits[i],"
              " u >> bits[i], -9 >> bits[i], 0xf00ful << bits[i], ~0ul >> bits[i], -9l >> bits[i]);"
              "printf(\"%d %d %d %d\", u > 5u, (int)u > 5, least < 0, (unsigned)least < 5u);"))
          .starts_with("-2147483648 0 -9223372036854775808 0 -3 -1 571428571 3 "));
}

TEST_CASE("native: real numbers compare and convert as x86-64 does") {
  const std::string text = statements(
      "volatile float f[] = {0.f, -1.5f, 3e9f, -3e9f, 1e20f, -1e20f, INFINITY, NAN};"
      "volatile double d[] = {0., -1.5, 3e9, -3e9, 1e20, -2147483648.9, INFINITY, NAN};"
      "for (int i = 0; i < 8; i++) {"
      "  printf(\"%d %u %ld %lu \", (int)f[i], (unsigned)f[i], (long)f[i], (unsigned long)f[i]);"
      "  printf(\"%d %u %ld %lu \", (int)d[i], (unsigned)d[i], (long)d[i], (unsigned long)d[i]);"
      "  printf(\"%g %g %g %g %g %g \", -f[i], -d[i], fabsf(f[i]), fabs(d[i]), sqrtf(f[i]), "
      "sin(d[i]));"
      "  printf(\"%g %g \", (float)d[i], (double)f[i]);"
      "  for (int j = 0; j < 8; j++)"
      "    printf(\"%d%d%d%d%d%d%d%d \", f[i] < f[j], f[i] <= f[j], f[i] == f[j], f[i] != f[j],"
      "           d[i] > d[j], d[i] >= d[j], d[i] == d[j], d[i] != d[j]);"
      "}"
      "volatile unsigned u = 4000000000u; volatile unsigned long ul = ~0ul; volatile long l = -5;"
      "printf(\"%g %g %g %g %g %g\", (float)u, (double)u, (float)ul, (double)ul, (float)l, "
      "(double)l);");
  CHECK(printed_alike(statements(
            "volatile float f = 3e9f; volatile double d = 70000.5, e = -3.5;"
            "printf(\"%d %d %d %d\", (unsigned short)f, (unsigned char)f, (unsigned short)d,"
            "       (unsigned char)e);")) == "0 0 4464 253");
  CHECK(printed_alike(text).ends_with("4e+09 4e+09 1.84467e+19 1.84467e+19 -5 -5"));
}

TEST_CASE("native: memory of all widths, the device's, and nobody's") {
  CHECK(
      printed_alike(statements(
          "char c[4] = {-1, 2, -3, 4}; short s[2] = {-300, 300}; unsigned char u = 255;"
          "struct Few { char a; short b; int c; double d; float e; } x = {1, 2, 3, 4, 5}, y = x;"
          "y.a = c[0]; y.b = s[0]; y.d += u; printf(\"%d %d %d %g %g \", y.a, y.b, y.c, y.d, y.e);"
          "char* m; cudaMallocManaged(&m, 64); *(int*)m = -7; *(short*)(m + 4) = -8; m[6] = -9;"
          "*(double*)(m + 8) = 1.5; *(float*)(m + 16) = 2.5f; *(long*)(m + 24) = 1L << 40;"
          "printf(\"%d %d %d %g %g %ld\", *(int*)m, *(short*)(m + 4), m[6], *(double*)(m + 8),"
          "       *(float*)(m + 16) * 2, *(long*)(m + 24));")) ==
      "-1 -300 3 259 5 -7 -8 -9 1.5 5 1099511627776");
  for (const char* access :
       {"int* p = 0; *p = 1;", "printf(\"%d\", *(int*)12345l);",
        "float* p = 0; float f = p[5] + 1;", "int* d; cudaMalloc(&d, 4); *d = 1;",
        "int a[4]; for (int i = 0;; i += 1000) a[i] = i;",
        "int zero = 0; printf(\"%d\", 5 / zero);", "long zero = 0; printf(\"%ld\", 5 % zero);"}) {
    CAPTURE(access);
    printed_alike(statements(access));
  }
}

TEST_CASE("native: calls, recursion and switches") {
  CHECK(printed_alike("#include <cstdio>\n"
                      "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
                      "double mean(const int* a, int n) { double s = 0;\n"
                      "  for (int i = 0; i < n; i++) s += a[i]; return s / n; }\n"
                      "int kind(int x) { switch (x % 5) { case 0: return 10; case 3: x++;\n"
                      "  case 4: return x; default: break; } return -x; }\n"
                      "int main() { int a[] = {1, 2, 4}; printf(\"%d %g\", fib(15), mean(a, 3));\n"
                      "  for (int i = 0; i < 6; i++) printf(\" %d\", kind(i)); }\n") ==
        "610 2.33333 10 -1 -2 4 4 10");
  printed_alike(
      "int f(int n) { int a[64]; a[n & 63] = n; return n + f(n + 1) + a[n & 63]; }\n"
      "int main() { return f(0); }\n");
  test::Given given;
  given.step_limit = 100'000;
  printed_alike(statements("for (volatile int i = 0;; i++) {}"), given);
}
