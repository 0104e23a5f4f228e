// Numbers of a text that a sweep changes, and what stays as it is.
#include "app/session/text/text_numbers.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/measuring/sweep.hpp"

using namespace warplens;

namespace {

const std::string kText =
    "// 99 in a comment\n"
    "#define WIDTH 32\n"
    "#ifndef TILE\n"
    "#define TILE 16\n"
    "#endif\n"
    "constexpr int kRows = 8;\n"
    "int host() { return 77; }\n"
    "__global__ void k(float* o) {\n"
    "  __shared__ float a[TILE][WIDTH], flat[64], b[kRows][4 + 2];\n"
    "  const int half = 12;\n"
    "  printf(\"55 %d\", 1);\n"
    "  o[threadIdx.x * 4] = a[0][5] + 2.5f + 0x20 + x2;\n"
    "}\n";

std::string names(const std::string& text) {
  std::vector<std::string> all;
  for (const auto& number : gui::text_numbers(text))
    all.push_back(fmt::format("{} = {}", number.name, number.now));
  return fmt::format("{}", fmt::join(all, "; "));
}

std::string changed(const std::string& name, int64_t value) {
  for (const auto& number : gui::text_numbers(kText)) {
    if (number.name == name) return gui::with_numbers(kText, {{number, value}});
  }
  return "no such number";
}

}  // namespace

TEST_CASE("text numbers: macros, constants, paddings and literals of the GPU's functions") {
  CHECK(
      names(kText) ==
      "WIDTH = 32; kRows = 8; half = 12; pad of a = 0; pad of b = 0; line 9: 64 = 64; line 9: 4 = "
      "4; line 9: 2 = 2; line 12: 4 = 4; line 12: 5 = 5");
  CHECK(names("") == "");
  CHECK(names("__global__ void k() { int a[3") == "line 1: 3 = 3");
  CHECK(names("\"unclosed\n/* unclosed __global__ void k() { 7 }") == "");
  std::string many = "__global__ void k() {\n";
  for (int i = 0; i < 150; ++i) many += "f(" + std::to_string(i + 2) + ");\n";
  CHECK(gui::text_numbers(many + "}").size() == gui::kMostTextNumbers);
}

TEST_CASE("text numbers: equal ones of a line are named by what is around them") {
  const auto of_line = [](const std::string& line) {
    return names("__global__ void k(int x) { " + line + " }");
  };
  CHECK(of_line("__shared__ int s[32][32];") ==
        "pad of s = 0; line 1: s[32][…] = 32; line 1: s[…][32] = 32");
  CHECK(of_line("a[x % 32] = 32 * x;") == "line 1: a[x % 32] = 32; line 1: 32 * x = 32");
  CHECK(of_line("f(4); g(4);") == "line 1: 4 = 4; line 1: 4 (2) = 4");
  CHECK(of_line("a[b[7]][7] = 3;") == "line 1: b[7] = 7; line 1: a[…][7] = 7; line 1: 3 = 3");
}

TEST_CASE("text numbers: one is changed, and nothing else") {
  CHECK(changed("WIDTH", 8).find("#define WIDTH 8\n#ifndef TILE\n#define TILE 16\n") !=
        std::string::npos);
  CHECK(changed("pad of a", 1).find("a[TILE][WIDTH + 1], flat[64]") != std::string::npos);
  CHECK(changed("pad of a", 0) == kText);
  CHECK(changed("pad of b", 3).find("b[kRows][4 + 2 + 3]") != std::string::npos);
  CHECK(changed("line 12: 4", -1).find("o[threadIdx.x * -1]") != std::string::npos);
}

TEST_CASE("sweep: numbers of a file's text are axes, two at once; its guarded macros stay -D's") {
  gui::SweepSubject subject;
  subject.text = kText;
  const auto axes = gui::sweep_axes(subject);
  REQUIRE(gui::find_axis(axes, "pad of a") != nullptr);
  CHECK(gui::find_axis(axes, "pad of a")->values ==
        std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 31, 32, 33});
  REQUIRE(gui::find_axis(axes, "TILE") != nullptr);
  // A small macro, which may be the padding by its name, is swept before one that is added.
  gui::SweepSubject named;
  named.text = "#define PAD 0\n__global__ void k() {\n  __shared__ int a[32][32 + PAD];\n}\n";
  CHECK(gui::first_choice(gui::sweep_axes(named)).axis == "PAD");
  const std::string text = gui::text_at(subject, {{"WIDTH", 64}, {"pad of a", 2}, {"TILE", 8}});
  CHECK(text.find("#define WIDTH 64") != std::string::npos);
  CHECK(text.find("a[TILE][WIDTH + 2]") != std::string::npos);
  CHECK(text.find("#define TILE 16") != std::string::npos);
  const auto launch = gui::launch_at(subject, {{"WIDTH", 64}, {"TILE", 8}});
  REQUIRE(launch.ok());
  REQUIRE(launch->defines.size() == 1);
  CHECK(launch->defines[0].name == "TILE");
}
