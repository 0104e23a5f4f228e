// Texts made to overload a compiler: each gives a Unit or a message with a place, and none exceeds
// its budget. The texts are generated here from a pattern and a number of repetitions. (The budget
// is smaller than a user's, so that slow builds use it up soon.)
#include <doctest/doctest.h>

#include <atomic>
#include <functional>

#include "support.hpp"
#include "tests/support/long_tests.hpp"

namespace {

using namespace warplens;
using test::up_to;

constexpr base::BudgetLimits kSmall{20'000'000, uint64_t{64} << 20, 4'096};
#ifdef WARPLENS_SANITIZED
constexpr base::BudgetLimits kBrief{4'000'000, uint64_t{64} << 20, 4'096};
constexpr size_t kLongText = 10'000;
#else
constexpr base::BudgetLimits kBrief = kSmall;
constexpr size_t kLongText = 50'000;
#endif

std::string times(size_t count, const std::string& text) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

// `%` is the number of the repetition, `^` the one before.
std::string with_number(const std::string& pattern, size_t number) {
  std::string all;
  for (const char c : pattern) {
    if (c == '%') {
      all += std::to_string(number);
    } else if (c == '^') {
      all += std::to_string(number - 1);
    } else {
      all += c;
    }
  }
  return all;
}

std::string numbered(size_t count, const std::string& pattern) {
  std::string all;
  for (size_t i = 1; i <= count; ++i) all += with_number(pattern, i);
  return all;
}

std::string kernel(const std::string& body) {
  return "__global__ void k(float* a, int n) { " + body + " }\n";
}

// Declarations that each need the one before, and a kernel that needs the last one.
std::string chain(const std::string& first, size_t count, const std::string& pattern,
                  const std::string& use) {
  return first + numbered(count, pattern) + kernel(with_number(use, count));
}

struct Attack {
  std::string name;
  std::string text;
  std::string message = "";  // part of the first error's; "": it compiles
  // The text of an #include by its number, "3" for "3.h".
  std::function<std::string(size_t)> header = {};
};

// The first error, "" if there is none. Every error that does not concern the whole text has a
// place.
std::string first_error(const Attack& attack, const base::BudgetLimits& limits) {
  lang::CompileOptions options;
  options.limits = limits;
  if (attack.header) {
    options.read_include = [&](const std::string& name) -> std::optional<std::string> {
      return attack.header(std::stoul(name));
    };
  }
  const base::SourceFile file("attack.cu", attack.text);
  const auto result = lang::compile(file, options);
  lang::classify(attack.text);
  if (result.ok()) return "";
  REQUIRE_FALSE(result.error().empty());
  CHECK_FALSE(base::render(result.error(), file).empty());
  return result.error().front().message;
}

void attack_all(const std::vector<Attack>& attacks, const base::BudgetLimits& limits = kSmall) {
  for (const Attack& attack : attacks) {
    CAPTURE(attack.name);
    const std::string error = first_error(attack, limits);
    CHECK(error.empty() == attack.message.empty());
    CHECK_MESSAGE(error.find(attack.message) != std::string::npos, error);
  }
}

const std::string kTooLong = "compiling this takes more than 20 million steps";
const std::string kTooMuch = "compiling this takes more than 64 MiB of memory";

}  // namespace

TEST_CASE("limits: a template's parameter may be unnamed, and a mistake in its head has a place") {
  attack_all({
      {"unnamed value",
       "template <int> struct S { int x; };" + kernel("S<4> s; s.x = 1; a[0] = s.x;"), ""},
      {"unnamed value, two words",
       "template <unsigned int, typename> struct S { int x; };" + kernel("S<4, int> s; a[0] = 1;"),
       ""},
      {"unnamed type of a function",
       "template <typename T, int = 3> __device__ T f(T x) { return x; }" + kernel("a[0] = f(1);"),
       ""},
      {"no type", "template <N> struct S { int x; };" + kernel("S<4> s;"), "unknown type 'N'"},
      {"number", "template <typename T, 4> struct S { T x; };" + kernel("S<int, 4> s;"),
       "expected a type, found '4'"},
      {"unnamed and not given",
       "template <int> __device__ int f() { return 1; }" + kernel("a[0] = f();"),
       "template parameter 1 cannot be deduced from the arguments"},
      {"> too many", "template <int N>> struct S {};" + kernel("S<1> s;"), "a '>' too many"},
      {"> too few", "template <int N) struct S {};" + kernel("S<1> s;"),
       "the '<' of this template is never closed"},
      {"in parentheses",
       "template <int N = (8 >> 1), bool B = (N > 1)> struct S { int x[N]; };" +
           kernel("S<> s; a[0] = sizeof s;"),
       ""},
      {"min 1524", "template<typename ,4>__global__ merge_sorted_runs{", "never closed"},
      {"min 3257", "template<typename ,N>struct Tile;template<T>__global__ k(){", "never closed"},
  });
}

TEST_CASE("limits: a size that doubles with every line ends with a message") {
  const std::string structs = "struct S0 { int x; };" + numbered(40, "struct S% { S^ x, y; };");
  const std::string macros = "#define M0 x\n" + numbered(40, "#define M% M^ M^\n");
  const std::string functions = "constexpr int f0(int x) { return x; }" +
                                numbered(40, "constexpr int f%(int x) { return f^(x) + f^(x); }");
  const std::string usings =
      "namespace n0 { int x; }" + numbered(30,
                                           "namespace n% { using namespace n^; using n^::x; }"
                                           "namespace n% { using namespace n^; using n^::x; }");
  attack_all({
      {"structs", structs + kernel("S40 s; a[0] = sizeof s;"), "has more than 4096 members"},
      {"struct templates",
       "template <class T> struct P { T a, b; };" +
           kernel(times(40, "P<") + "int" + times(40, ">") + " z; a[0] = sizeof z;"),
       "has more than 4096 members"},
      {"names of instances",
       "template <class A, class B> struct P { A a; B b; };"
       "template <int N, class T> struct G { typename G<N - 1, P<T, T>>::t t; };" +
           kernel("G<40, int> z;"),
       "has more than 4096 members"},
      {"names of pointers",
       "template <class A, class B> struct P { A* a; B* b; };"
       "template <int N, class T> struct G { typename G<N - 1, P<T, T>>::t t; };" +
           kernel("G<40, int> z;"),
       "has more than 65536 characters"},
      {"macros", macros + kernel("M40;"), "the macros make more than a million tokens"},
      {"#",
       "#define S(x) #x\n#define T(x) S(x)\n" +
           kernel("printf(" + times(40, "T(") + "\"\\\\\"" + times(40, ")") + ");"),
       "the macros make a text of more than 1 MiB"},
      {"##",
       "#define C(a, b) a##b\n#define D(a) E(a, a)\n#define E(a, b) C(a, b)\n" +
           kernel("int " + times(40, "D(") + "x" + times(40, ")") + ";"),
       "the macros make a text of more than 1 MiB"},
      {"includes", "#include \"0.h\"\n" + kernel(""), kTooLong,
       [](size_t i) {
         const std::string next = "#include \"" + std::to_string(i + 1) + ".h\"\n";
         return i < 40 ? next + next : "int q;\n";
       }},
      {"constexpr calls", functions + kernel("int x[f40(1)];"),
       "must be known before the kernel runs"},
      {"constexpr loops",
       "constexpr int f(int n) { int s = 0; for (int i = 0; i < 9000; ++i) s += i; return s; }" +
           kernel(numbered(500, "const int z% = f(%);")),
       kTooLong},
      {"namespaces used twice", usings + kernel("a[0] = n30::x;"), kTooLong},
      {"template functions",
       "template <int N> __device__ int f(int x) { if constexpr (N > 0) return f<N - 1>(x) + "
       "f<N - 1>(x); else return x; }" +
           kernel("a[0] = f<200>(1);"),
       ""},
  });
}

TEST_CASE("limits: endless nesting ends with a message") {
  const size_t many = up_to(30'000);
  const std::string deep = "this is nested more than 256 levels deep";
  std::vector<Attack> attacks{
      {"array dimensions", kernel("int z" + times(many, "[1]") + ";"),
       "an array has at most 256 dimensions"},
      {"pointers", kernel("int " + times(many, "*") + "p;"),
       "a type has at most 256 levels of pointers"},
      {"pointers by typedef", chain("typedef int* T0;", up_to(2'000), "typedef T^* T%;", "T% p;")},
      {"parentheses", kernel("a[0] = " + times(many, "(") + "1" + times(many, ")") + ";"), deep},
      {"minuses", kernel("a[0] = " + times(many, "- ") + "1;"), deep},
      {"a + a", kernel("a[0] = 1" + times(many, " + n") + ";"),
       "this expression has more than 1000 operators"},
      {"a + a around sizeof", kernel("a[0] = 1" + times(many, " + sizeof(int[1]) + n") + ";"),
       "this expression has more than 1000 operators"},
      {"a + a in lists",
       "struct S { int x; };" +
           kernel("a[0] = " + times(20, "S{") + "1" + times(20, times(900, " + n") + "}.x") + ";"),
       "this expression has more than 1000 operators"},
      {"commas", kernel("n = 1" + times(many, ", n") + ";"),
       "this expression has more than 1000 operators"},
      {"assignments", kernel("n " + times(many, "= n ") + ";"), deep},
      {"conditions", kernel("n = " + times(many, "n ? ") + "1" + times(many, ": 2") + ";"), deep},
      {"braces", kernel(times(many, "{") + times(many, "}")), deep},
      {"ifs", kernel(times(many, "if (n) ") + ";"), deep},
      {"else ifs", kernel("if (n) ;" + times(many, "else if (n) ;")), deep},
      {"loops", kernel(times(many, "for (;;) ") + ";"), deep},
      {"lists", kernel("int x[1] = " + times(many, "{") + "1" + times(many, "}") + ";"), ""},
      {"lists that are not closed", kernel("float x[1] = " + times(many, "{") + ";"),
       "this '{' is never closed"},
      {"calls",
       "__device__ int f(int x) { return x; }" +
           kernel("a[0] = " + times(many, "f(") + "1" + times(many, ")") + ";"),
       deep},
      {"subscripts", kernel("a" + times(many, "[0]") + " = 1;"),
       "this expression has more than 1000 operators"},
      {"sizeof", kernel("a[0] = 1, " + times(many, "sizeof ") + "1;"), deep},
      {"casts", kernel("a[0] = " + times(many, "(int)") + "1;"), deep},
      {"structs in each other", kernel(times(many, "struct { ") + "int x;" + times(many, "} s;")),
       ""},
      {"chained structs",
       chain("struct S0 { int x; };", up_to(5'000), "struct S% { S^ x; };", "S% s; s.x = s.x;")},
      {"chained structs in order",
       "struct S0 { int x; };" + numbered(500, "struct S% { S^ x; };") +
           kernel(numbered(500, "S% s%;")),
       "is the outermost of more than 64 structs in each other"},
      {"chained functions", chain("__device__ int f0(int x) { return x; }", up_to(5'000),
                                  "__device__ int f%(int x) { return f^(x); }", "a[0] = f%(1);")},
      {"chained auto functions",
       chain("__device__ auto f0(int x) { return x; }", up_to(5'000),
             "__device__ auto f%(int x) { return f^(x); }", "a[0] = f%(1);")},
      {"chained constants",
       chain("constexpr int c0 = 1;", up_to(20'000), "constexpr int c% = c^ + 1;", "a[0] = c%;")},
      {"chained default values",
       chain("__device__ int f0(int x = 1) { return x; }", up_to(5'000),
             "__device__ int f%(int x = f^()) { return x; }", "a[0] = f%();")},
      {"chained aliases", chain("using T0 = int;", up_to(5'000), "using T% = T^;", "T% x = 1;")},
      {"templates", times(many, "template <int N> ") + "struct S {};" + kernel(""), ""},
      {"conditionals", times(many, "#if 1\n") + kernel("") + times(many, "#endif\n"),
       "conditionals are nested too deeply"},
      {"a condition",
       "#if " + times(many, "(") + "1" + times(many, ")") + "\n#endif\n" + kernel(""),
       "the condition is nested too deeply"},
      {"macro arguments",
       "#define F(x) x\n" + kernel(times(500, "F(") + "1" + times(500, ")") + ";"),
       "macro calls are nested too deeply"},
      {"a macro in its own argument",
       "#define A(x) A A(x)\n" + kernel("a[0] = " + times(many, "A(") + ";"),
       "the call of macro 'A' has no closing ')'"},
      {"__VA_OPT__",
       "#define F(...) " + times(up_to(20'000), "__VA_OPT__(") + "\n" + kernel("F(1);"), ""},
      {"namespaces", times(up_to(20'000), "namespace a {") + times(up_to(20'000), "}") + kernel(""),
       up_to(20'000) == 20'000 ? kTooMuch : ""},
      {"::", kernel("a[0] = " + times(up_to(50'000), "::x") + ";"), ""},
      {"members", "struct S { S* s; };" + kernel("S s; s" + times(many, ".s->s") + " = 0;"), ""},
      {"constexpr recursion",
       "constexpr int f(int x) { return f(x + 1) + 1; }" + kernel("int z[f(0)];"),
       "must be known before the kernel runs"},
      {"templates of themselves",
       "template <int N> struct S { static const int v = S<N + 1>::v; };" +
           kernel("a[0] = S<0>::v;"),
       ""},
      {"function templates of themselves",
       "template <int N> __device__ int f() { return f<N + 1>(); }" + kernel("a[0] = f<0>();"), ""},
      {"structs that hold each other",
       "struct B; struct A { B b; }; struct B { A a; };" + kernel("A x;"), ""},
      {"an alias of itself", "using A = B; using B = A; typedef A C;" + kernel("C x;"), ""},
      {"an include of itself", "#include \"0.h\"\n" + kernel(""), "the files include each other",
       [](size_t) { return "#include \"0.h\"\n"; }},
  };
  for (const Attack& attack : attacks) {
    CAPTURE(attack.name);
    const std::string error = first_error(attack, attack.message.empty() ? kBrief : kSmall);
    if (!attack.message.empty())
      CHECK_MESSAGE(error.find(attack.message) != std::string::npos, error);
  }
}

TEST_CASE("limits: long texts of one kind are compiled, or ended with a message") {
  const std::vector<Attack> attacks{
      {"kernels", numbered(up_to(20'000), "__global__ void k%(float* a) { a[0] = %; }\n")},
      {"overloads",
       "struct S0 {};" +
           numbered(up_to(3'000), "struct S% {}; __device__ int f(S%) { return %; }\n") +
           kernel("a[0] = f(S7());")},
      {"prototypes", times(up_to(20'000), "__device__ int f(int);") +
                         "__device__ int f(int x) { return x; }" + kernel("a[0] = f(1);")},
      {"constants of an enum",
       "enum E {" + numbered(up_to(100'000), "e%, ") + "};" + kernel("a[0] = e7;")},
      {"cases", kernel("switch (n) {" + numbered(up_to(30'000), "case %: a[%] = 1; break;") + "}")},
      {"values of an array", kernel("int z[] = {" + times(up_to(200'000), "1, ") + "};")},
      {"zeros of rows", kernel("int z[100000][5000] = {" + times(up_to(100'000), "{1}, ") + "};")},
      {"members of a struct",
       "struct S {" + numbered(up_to(50'000), "int m%;") + "};" + kernel("S s; s.m7 = 1;")},
      {"parameters of a macro", "#define F(" + numbered(up_to(5'000), "p%, ") + "q) " +
                                    numbered(up_to(5'000), "p% ") + "\n" + kernel("")},
      {"macros", chain("", up_to(50'000), "#define M% M^\n", "M%;")},
      {"arguments", kernel("printf(\"\"" + times(up_to(20'000), ", n++") + ");")},
      {"a string", kernel("printf(\"" + times(up_to(1'000'000), "x") + "\");")},
      {"an identifier", kernel("int " + times(up_to(500'000), "x") + " = 1; " +
                               times(up_to(500'000), "x") + "y = 1;")},
      {"unknown names", kernel(numbered(up_to(5'000), "unknown_name_% = 1;"))},
      {"host constants of unknown names",
       numbered(up_to(5'000), "const int c% = unknown_%;") + kernel("")},
      {"launches",
       kernel("") + "int main() { float* d; " + times(up_to(10'000), "k<<<1, 32>>>(d, 1);") + "}"},
      {"host functions",
       kernel("") + "int f(int a) { return f(a) + f(a) + f(a) + f(a) + f(a) + f(a) + f(a) + f(a); }"
                    "int main() { k<<<f(f(f(f(f(1))))), 32>>>(0, 1); }"},
      {"using directives",
       numbered(up_to(12'000), "namespace a%{} using namespace a%;") + kernel("")},
      {"local types and their uses",
       kernel(numbered(up_to(20'000), "typedef int T%;") + numbered(up_to(20'000), "T% x%;"))},
      {"kernels", numbered(up_to(60'000), "__global__ void k%() {}\n")},
      {"conditions in doubt", "#include \"missing.h\"\n" +
                                  numbered(up_to(20'000), "int a%;\n#if A%\n#endif\n") +
                                  kernel("")},
      {"open blocks of host code", kernel("") + "int main() {" + times(up_to(100'000), "{") +
                                       times(up_to(25'000), "k<<<n, 32>>>(d, 1);")},
      {"local types", kernel(numbered(up_to(3'000), "typedef int T%; T% x%;"))},
      {"__global__", times(up_to(100'000), "__global__ ")},
      {"attributes that end nowhere", times(up_to(50'000), "alignas( }")},
      {"raw strings", times(up_to(100'000), "R\"\"")},
      {"__LINE__ in one line", kernel(times(up_to(20'000), "n = __LINE__;"))},
  };
  for (const Attack& attack : attacks) {
    CAPTURE(attack.name);
    first_error(attack, kBrief);
  }
  for (const char* one : {"(",
                          ")",
                          "<",
                          ">",
                          "{",
                          "}",
                          "[",
                          "]",
                          "::",
                          "#",
                          "#\n",
                          "\\",
                          "\\\n",
                          "\"",
                          "'",
                          ";",
                          ",",
                          "~",
                          "*",
                          "a ",
                          "1 ",
                          "template<",
                          "struct{",
                          "if(",
                          "@",
                          "\xFF",
                          "/*",
                          "namespace a{",
                          "extern \"C\"{",
                          "<<<",
                          "__global__ void k("}) {
    CAPTURE(one);
    const std::string text = times(up_to(kLongText) / std::string(one).size(), one);
    first_error({"", text, ""}, kBrief);
    first_error({"", kernel("a[0] = 1;") + text, ""}, kBrief);
    first_error({"", "__global__ void k(float* a) { " + text, ""}, kBrief);
  }
}

TEST_CASE(
    "limits: each parameter of an unknown type is reported, in a time proportional to the text") {
  const std::string error =
      first_error({"", "__global__ void k(float* a" + times(4'000, ", b") + ") {}", ""}, kSmall);
  CHECK(error == "unknown type 'b'");
}

TEST_CASE("limits: host code is skipped in a time proportional to its length") {
  for (const std::string& text :
       {times(2'000, "o[i +;\n"), times(2'000, "alignas( }"), times(2'000, ") {\n"),
        times(2'000, "struct P {\n"), times(2'000, "f(a, b;\n"), times(2'000, "{ f(")}) {
    CAPTURE(text.substr(0, 20));
    const std::string error = first_error({"", text, ""}, kSmall);
    CHECK_MESSAGE(error.find("million steps") == std::string::npos, error);
  }
}

TEST_CASE("limits: a cancelled compilation reports that") {
  const std::atomic<bool> cancelled = true;
  lang::CompileOptions options;
  options.cancelled = &cancelled;
  const auto result = lang::compile(base::SourceFile("k.cu", kernel("a[0] = 1;")), options);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().front().message == "compiling was cancelled");
}
