// Pieces of programs as lecture notes have them are completed so that they compile.
#include "sim/prepare/fragment.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/runs.hpp"

namespace warplens {
namespace {

std::optional<prepare::Fragment> complete(const std::string& text) {
  const prepare::Request request = test::make_request(text, "");
  const std::optional<prepare::Fragment> whole = prepare::complete_fragment(request);
  prepare::FragmentCompletion completion(request);
  size_t slices = 1;
  for (base::Slice slice(1); completion.advance(slice) == base::Progress::kMore;
       slice = base::Slice(1))
    ++slices;
  const std::optional<prepare::Fragment> cut = completion.take();
  REQUIRE(cut.has_value() == whole.has_value());
  if (!whole) return whole;
  if (!whole->defines.empty()) CHECK(slices > 1);
  CHECK(cut->text == whole->text);
  CHECK(cut->guessed == whole->guessed);
  CHECK(cut->defines == whole->defines);
  return whole;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("fragment: statements become a kernel, on the lines that they had") {
  const auto fragment = complete(
      "#define SIDE 8\n"
      "idx = row * n + sub * BLOCK_SIZE + threadIdx.x;\n"
      "if (row < n)\n"
      "  tile_m[threadIdx.y][threadIdx.x] = d_m[idx];\n");
  REQUIRE(fragment.has_value());
  CHECK(has(fragment->guessed, "int n"));
  CHECK(has(fragment->guessed, "int row"));
  CHECK(has(fragment->guessed, "float* d_m"));
  CHECK(has(fragment->guessed, "__shared__ float tile_m[16][16];"));
  CHECK(has(fragment->guessed, "--arg row=0"));
  CHECK_FALSE(has(fragment->guessed, "--arg n=0"));
  REQUIRE(fragment->defines.size() == 1);
  CHECK(fragment->defines[0].name == "BLOCK_SIZE");
  CHECK(fragment->text.starts_with("#define SIDE 8\n__global__ void fragment("));
  CHECK(fragment->text.find("\nif (row < n)\n") != std::string::npos);
}

TEST_CASE("fragment: a text without a statement is no piece of a kernel") {
  for (const char* text : {"", " \n\t\n", "// only a comment", "#define N 1\n\n"})
    CHECK_FALSE(complete(text).has_value());
}

TEST_CASE("fragment: a kernel gets parameters for the names that nothing declares") {
  const auto fragment =
      complete("__global__ void k(float* out) { out[threadIdx.x] = in[threadIdx.x * stride]; }");
  REQUIRE(fragment.has_value());
  CHECK(fragment->text.find("float* in") != std::string::npos);
  CHECK(fragment->text.find("int stride") != std::string::npos);
  CHECK(fragment->defines.empty());
}

TEST_CASE("fragment: what compiles, and what is wrong otherwise, is left alone") {
  CHECK_FALSE(complete("__global__ void k(float* a) { a[threadIdx.x] = 1; }").has_value());
  CHECK_FALSE(complete("__global__ void k(float* a) { a[threadIdx.x] = n").has_value());
  CHECK_FALSE(complete("hello, world").has_value());
}

TEST_CASE("fragment: a name that is near another one may be that one, misspelt") {
  const std::string text = "int Row = threadIdx.y;\nout[row * n + Row] = row1 + 1;\n";
  const auto fragment = complete(text);
  REQUIRE(fragment.has_value());
  const auto row = std::find_if(fragment->meant.begin(), fragment->meant.end(),
                                [](const auto& one) { return one.name == "row"; });
  REQUIRE(row != fragment->meant.end());
  CHECK(row->instead == "Row");
  CHECK(prepare::with_name(text, *row) ==
        "int Row = threadIdx.y;\nout[Row * n + Row] = row1 + 1;\n");
}

}  // namespace warplens
