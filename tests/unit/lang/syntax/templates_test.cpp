// Templates of functions, records and kernels: arguments, deduction, specialisations, names.
#include <doctest/doctest.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::compiled;
using testing::errors_of;
using testing::names_of;
using warplens::test::golden;

namespace {

std::string kernels_of(const std::string& text, const std::vector<std::string>& wanted) {
  const warplens::base::SourceFile file("test.cu", text);
  CompileOptions options;
  options.kernels = wanted;
  const auto result = compile(file, options);
  if (!result.ok()) return warplens::base::render(result.error(), file);
  std::string names;
  for (const Kernel& kernel : (*result)->kernels) {
    names += (names.empty() ? "" : "; ") + kernel.name;
  }
  return names;
}

std::string callees(const std::string& functions, const std::string& body) {
  const auto unit = compiled(functions + "\n__global__ void k(float* a, int n) { " + body + " }");
  return names_of(unit->kernels.at(0).calls);
}

}  // namespace

TEST_CASE("templates: a requested kernel is an instance, however it is written") {
  const std::string text =
      "#define TILE 8\nconstexpr int kPad = 1;\n"
      "template <int T, int PAD = 0> __global__ void matmul(float* a) { __shared__ float s[T][T + "
      "PAD]; s[0][0] = T; a[0] = s[0][0]; }\n"
      "template <typename T, bool B = true> __global__ void fill(T* a) { a[0] = B; }\n";
  CHECK(kernels_of(text, {"matmul<32, 1>"}) == "matmul<32, 1>");
  CHECK(kernels_of(text, {"matmul< TILE*2,kPad >"}) == "matmul<16, 1>");
  CHECK(kernels_of(text, {"matmul<4>", "matmul<4, 0>", "fill<unsigned>"}) ==
        "matmul<4, 0>; fill<unsigned int, true>");
  CHECK(kernels_of(text, {}).find("the file holds only templates of kernels: matmul<int T, int PAD "
                                  "= 0>, fill<typename T, bool B = true>") != std::string::npos);
  CHECK(kernels_of(text, {"matmul<32, 1, 2>"}).find("takes 2 template arguments, not 3") !=
        std::string::npos);
  CHECK(kernels_of(text, {"matmul<float>"}).find("'T' is a value, and what is given is a type") !=
        std::string::npos);
  CHECK(kernels_of(text, {"matmul<size>"}).find("unknown name 'size'") != std::string::npos);
  const auto unit = compiled(text + "int main() { matmul<TILE><<<1, 1>>>(0); }");
  CHECK(unit->kernels.at(0).name == "matmul<8, 0>");
  CHECK(kernel_name(*unit, "matmul<8>") == "matmul<8, 0>");
  CHECK(kernel_name(*unit, "matmul") == "matmul<8, 0>");
  CHECK(unit->kernel_templates.at(0) == "matmul<int T, int PAD = 0>");
}

TEST_CASE("templates: explicit instantiations, specialisations, and defaults make kernels") {
  CHECK(kernels_of("template <typename T> __global__ void k(T* a) { a[0] = 1; }\n"
                   "template __global__ void k<float>(float*);\n"
                   "template <> __global__ void k<int>(int* a) { a[0] = 2; }",
                   {}) == "k<float>; k<int>");
  CHECK(kernels_of("template <int N = 4> __global__ void k(int* a) { a[0] = N; }", {}) == "k<4>");
}

TEST_CASE("templates: arguments of calls are deduced") {
  CHECK(callees("template <typename T> __device__ T twice(T v) { return v + v; }",
                "a[0] = twice(n) + twice(a[1]) + twice<double>(n);") ==
        "twice<int> twice<float> twice<double>");
  CHECK(
      callees("template <typename T, int N> __device__ T sum(const T (&v)[N]) { return v[N - 1]; }",
              "float t[3] = {1}; int u[2] = {}; a[0] = sum(t) + sum(u);") ==
      "sum<float, 3> sum<int, 2>");
  CHECK(callees("template <typename T> __device__ T first(const T* p) { return *p; }\n"
                "template <typename T> __device__ void put(T& to, T v) { to = v; }",
                "put(a[0], first(a));") == "first<float> put<float>");
  CHECK(callees("template <int N> struct Tile { float v[N]; };\n"
                "template <int N> __device__ int size(const Tile<N>& t) { return N; }",
                "Tile<5> t; a[0] = size(t);") == "size<5>");
  CHECK(errors_of("template <typename T> __device__ T both(T a, T b) { return a; }\n"
                  "__global__ void k(float* a, int n) { a[0] = both(a[0], n); }")
            .at(0)
            .find("'T' would be both float and int") != std::string::npos);
  CHECK(errors_of("template <typename T> __device__ T make() { return 1; }\n"
                  "__global__ void k(float* a) { a[0] = make(); }")
            .at(0)
            .find("'T' cannot be deduced") != std::string::npos);
}

TEST_CASE("templates: records with functions, constants and specialisations") {
  const auto unit = compiled(R"(
template <typename T> struct Limits;
template <> struct Limits<float> { static constexpr int kBits = 32; };
template <> struct Limits<double> { static constexpr int kBits = 64; };
template <typename T, int N = Limits<T>::kBits / 16> struct Ring {
  T v[N];
  static constexpr int kLast = N - 1;
  __device__ void set(T x);
};
template <typename T, int N> __device__ void Ring<T, N>::set(T x) { v[kLast] = x; }
__global__ void k(Ring<double>* r, float* a) { Ring<float, 3> s; s.set(a[0]); r->set(s.v[2]); }
)");
  const Record& record = *unit->kernels[0].parameters[0]->type->element->record;
  CHECK(record.name == "Ring<double, 4>");
  CHECK(record.size == 32);
  CHECK(names_of(unit->kernels[0].calls) == "Ring<float, 3>::set Ring<double, 4>::set");
}

TEST_CASE("templates: recursion over values ends with a specialisation or if constexpr") {
  CHECK(callees("template <int N> __device__ int f() { return N * f<N - 1>(); }\n"
                "template <> __device__ int f<0>() { return 1; }",
                "a[0] = f<3>();") == "f<3>");
  CHECK(
      callees("template <int N> __device__ int f() { if constexpr (N > 1) return f<N / 2>(); else "
              "return 1; }",
              "a[0] = f<32>();") == "f<32>");
  CHECK_FALSE(errors_of("template <int N> __device__ int f() { return f<N + 1>(); }\n"
                        "__global__ void k(int* a) { a[0] = f<0>(); }")
                  .empty());
}

TEST_CASE("templates: a pack is expanded in parameters, calls and folds") {
  CHECK(callees("__device__ int sum() { return 0; }\n"
                "template <typename T, typename... R> __device__ int sum(T first, R... rest)\n"
                "{ return first + sum(rest...); }",
                "a[0] = sum(1, 2.5f);") == "sum<int, float>");
  CHECK(callees("template <typename... T> __device__ auto most(T... v) { return (0 + ... + v); }\n"
                "template <int... N> __device__ int all() { return most(N...); }",
                "a[0] = all<1, 2>();") == "all<1, 2>");
}

TEST_CASE("templates: what is wrong with a pack is reported where it is") {
  CHECK(errors_of("template <typename... T> __device__ int f(T... v) { return (v + ...); }\n"
                  "__global__ void k(int* a) { a[0] = f(); }")
            .at(0) == golden("lang.templates.empty_fold"));
  CHECK(errors_of("template <typename... T> __device__ int f(T... v) { return sizeof...(k); }\n"
                  "__global__ void k(int* a) { a[0] = f(1); }")
            .at(0) == golden("lang.templates.no_pack"));
}

TEST_CASE("templates: the most specialised text is taken") {
  const std::string text =
      "template <class T, int N> struct S { static constexpr int v = 1; };\n"
      "template <class T, int N> struct S<T*, N> { static constexpr int v = 2; };\n"
      "template <class T, int N> struct S<const T*, N> { static constexpr int v = 3; };\n"
      "template <class T> struct S<T*, 0> { static constexpr int v = 4; };\n"
      "template <> struct S<int*, 7> { static constexpr int v = 5; };\n";
  for (const auto& [arguments, value] :
       {std::pair("int, 1", "1"), std::pair("int*, 1", "2"), std::pair("const int*, 1", "3"),
        std::pair("int*, 0", "4"), std::pair("int*, 7", "5"), std::pair("float**, 7", "2")}) {
    CHECK(errors_of(text + "static_assert(S<" + arguments + ">::v == " + value +
                    ", \"\");\n__global__ void k() {}")
              .empty());
  }
}

TEST_CASE("templates: a head that cannot be substituted is no candidate") {
  CHECK(
      callees("template <bool B, class T> struct If {};\n"
              "template <class T> struct If<true, T> { using type = T; };\n"
              "template <class T> __device__ typename If<sizeof(T) == 4, int>::type f(T) "
              "{ return 4; }\n"
              "template <class T, typename If<sizeof(T) == 8, int>::type = 0> __device__ int f(T) "
              "{ return 8; }",
              "a[0] = f(1.0f) + f(1.0);") == "f<float> f<double, 0>");
}

TEST_CASE("templates: a forwarded lvalue stays one") {
  CHECK(callees("__device__ int g(int& x) { return ++x; }\n"
                "template <class T> __device__ int f(T&& x) { return g(x); }",
                "int m = 1; a[0] = f(m) + f(2);") == "f<int&> f<int>");
}

TEST_CASE("templates: a tile of an unsupported size") {
  const auto errors = errors_of(
      "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
      "__global__ void k(int* c) { auto t = cg::tiled_partition<24>(cg::this_thread_block()); }");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("a tile has 1, 2, 4, 8, 16 or 32 threads") != std::string::npos);
}
