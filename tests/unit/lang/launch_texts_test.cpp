// The launches in host code, as they are written, and the functions that one calls to get there.
#include "sim/lang/compile_steps.hpp"

#include <doctest/doctest.h>

#include "sim/lang/compile.hpp"
#include "sim/lang/text/preprocessor.hpp"

using namespace warplens::lang;

namespace {

LaunchTexts found_in(const std::string& text) {
  Reporter reporter;
  warplens::base::SourceFile file("k.cu", text);
  warplens::base::Budget budget(kCompileLimits);
  const Preprocessed source = preprocess(file, {}, reporter, budget);
  const Tokens tokens(source.tokens, budget);
  return find_launches(tokens, outline(tokens, reporter));
}

std::vector<std::string> kernels_in(const std::string& text) {
  std::vector<std::string> names;
  for (const HostLaunch& launch : found_in(text).launches) names.push_back(launch.kernel);
  return names;
}

using Names = std::vector<std::string>;

std::shared_ptr<const Unit> compiled(const std::string& text) {
  const auto result = compile(warplens::base::SourceFile("k.cu", text), {});
  REQUIRE(result.ok());
  return *result;
}

}  // namespace

TEST_CASE("launch texts: a kernel's name with its template arguments, in order of place") {
  CHECK(
      kernels_in("void f() { k<<<2, 32>>>(a); ns::fill<unsigned int, 2 * N><<<dim3(1, 2), n>>>(); }"
                 "void g() { (x << 3) >> 1; k<<<1, 1, 0, s>>>(b); }") ==
      Names{"k", "ns::fill<unsigned int, 2*N>", "k"});
  CHECK(kernels_in("__global__ void __launch_bounds__(32) p() { c<<<1, 1>>>(); }\n"
                   "__device__ void q() { c<<<1, 1>>>(); }")
            .empty());
}

TEST_CASE("launch texts: functions that launch, and that none of them calls") {
  const std::string callee = "static void inner(float* d) { k<<<1, 1>>>(d); }\n";
  CHECK(found_in(callee + "void outer(float* d) { inner(d); }\n"
                          "namespace geo { void solve() { k<<<1, 1>>>(0); } }\n"
                          "void beside() { outside(); }\n")
            .functions == Names{"outer", "geo::solve"});
  CHECK(found_in(callee + "int main() { inner(0); }\n").functions == Names{"main"});
  CHECK(found_in("template <class T> void run() { k<T><<<1, 1>>>(); }\n").functions.empty());
  CHECK(found_in("void run() { k<<<1, 1>>>(); } void run(int n) { k<<<1, n>>>(); }\n").functions ==
        Names{"run"});
  CHECK(found_in("namespace geo {\n"
                 "template <class T> void inner(T* d) { k<T><<<1, 1>>>(d); }\n"
                 "template <class T> void run(T* d) { inner(d); }\n"
                 "template void run<unsigned int>(unsigned int*);\n}\n"
                 "extern template void geo::run(double*);\n"
                 "template struct Other<int>;\n")
            .functions == Names{"geo::run<unsigned int>", "geo::run"});
  const LaunchTexts found = found_in("namespace geo { void solve() { k<<<1, 1>>>(0); } }\n");
  REQUIRE(found.launches.size() == 1);
  CHECK(found.launches[0].function == "geo::solve");
}

TEST_CASE("launch texts: any other text is skipped") {
  const std::string text =
      "int main() { const int n = (1 << 4) * sizeof(float[2]); dim3 g{n, n}; std::vector<int> v(n);"
      "cudaMalloc(&p, n); k<n><<<g, {1, 2}, n>>>(p, &v[0], (float*)p); int a[] = {1}; }";
  CHECK(kernels_in(text).size() == 1);
  for (size_t i = 0; i < text.size(); ++i) {
    CHECK(kernels_in(text.substr(0, i)).size() <= 1);
    CHECK(kernels_in(text.substr(i)).size() <= 1);
    std::string without = text;
    CHECK(kernels_in(without.erase(i, 1)).size() <= 1);
  }
  std::string many;
  for (int n = 0; n < 100000; ++n) many += "int a;){return(;k<<<";
  CHECK(kernels_in(many).empty());
}

TEST_CASE("launch texts: a unit has those of its own kernels") {
  const auto unit = compiled(
      "__global__ void second(float* a) { a[0] = 1; }\n"
      "__global__ void first(float* a) { a[0] = 2; }\n"
      "int main() { float* d; first<<<1, 4>>>(d); second<<<2, 8>>>(d); library<<<1, 1>>>(d); }\n");
  REQUIRE(unit->launches.size() == 2);
  CHECK(unit->launches[0].kernel == "first");
  CHECK(unit->launches[1].kernel == "second");
}

TEST_CASE("launch texts: instances of templates that only reading host code shows") {
  const std::string kernel =
      "template <int kSize> __global__ void k(float* a) { a[threadIdx.x] = kSize; }\n";
  const auto local = compiled(kernel +
                              "int main() { const int tile = 8; float* d;\n"
                              "k<2 * tile><<<1, tile>>>(d); }\n");
  REQUIRE(local->kernels.size() == 1);
  CHECK(local->kernels[0].name == "k<16>");
  REQUIRE(local->launches.size() == 1);
  CHECK(local->launches[0].kernel == "k<16>");
  const auto through = compiled(kernel +
                                "template <int n> void run(float* d) { k<n><<<1, n>>>(d); }\n"
                                "void both(float* d) { run<3>(d); run<4>(d); }\n");
  CHECK(through->kernels.size() == 2);
}

TEST_CASE("launch texts: instances that the text names explicitly") {
  const std::string kernel =
      "template <int kSize, class T> __global__ void k(T* a) { a[threadIdx.x] = kSize; }\n";
  const auto names = [&](const std::string& rest) {
    Names all;
    const auto unit = compiled(kernel + rest);
    for (const Kernel& one : unit->kernels) all.push_back(one.name);
    return all;
  };
  CHECK(names("template __global__ void k<8>(float*);\n"
              "extern template __global__ void k<4, double>(double*);\n") ==
        Names{"k<8, float>", "k<4, double>"});
  CHECK(names("template <class T> void run(T* d);\n"
              "extern template void run<float>(float*);\n"
              "template <class T> void run(T* d, int n) { k<2><<<n, 32>>>(d); }\n"
              "template <class T> void run(T* d) { k<1><<<1, 32>>>(d); }\n"
              "template void run(int*, int);\n") == Names{"k<1, float>", "k<2, int>"});
}
