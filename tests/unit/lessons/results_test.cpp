// Lessons compute what a plain host loop computes, over their parameters' ranges and for sizes that
// do not divide, and without a single finding.
#include <doctest/doctest.h>

#include <cmath>

#include "tests/unit/lessons/run_lesson.hpp"

using namespace warplens;
using tests::Settings;

namespace {

struct Sizes {
  size_t m, n, k;
};

// C = A * B, one sum after the other in ascending order, as every lesson's thread does it.
std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, Sizes size) {
  std::vector<float> c(size.m * size.k);
  for (size_t row = 0; row < size.m; ++row) {
    for (size_t col = 0; col < size.k; ++col) {
      float sum = 0;
      for (size_t i = 0; i < size.n; ++i)
        sum = std::fma(a[row * size.n + i], b[i * size.k + col], sum);
      c[row * size.k + col] = sum;
    }
  }
  return c;
}

std::vector<float> transposed(const std::vector<float>& source, size_t rows, size_t columns) {
  std::vector<float> target(source.size());
  for (size_t y = 0; y < rows; ++y) {
    for (size_t x = 0; x < columns; ++x) target[x * rows + y] = source[y * columns + x];
  }
  return target;
}

std::string number(size_t value) {
  return std::to_string(value);
}

void check_is_clean(const run::Run& run) {
  CHECK(run.ending == run::Ending::kComplete);
  CHECK(run.findings.empty());
  CHECK(run.warnings.empty());
}

void check_transpose(const std::string& id, const Settings& settings, size_t rows, size_t columns) {
  CAPTURE(id);
  const auto run = tests::run_lesson(tests::lesson_named(id), settings);
  check_is_clean(*run);
  CHECK(tests::floats(*run, "target") == transposed(tests::floats(*run, "source"), rows, columns));
}

void check_square_product(size_t n, size_t tile) {
  CAPTURE(n);
  CAPTURE(tile);
  const auto run = tests::run_lesson(tests::lesson_named("matmul-tiled"),
                                     {{"n", number(n)}, {"tile", number(tile)}});
  check_is_clean(*run);
  CHECK(tests::floats(*run, "P") ==
        product(tests::floats(*run, "M"), tests::floats(*run, "N"), {n, n, n}));
}

void check_product(const std::string& id, Sizes size, const Settings& more) {
  CAPTURE(id);
  CAPTURE(size.m);
  CAPTURE(size.n);
  CAPTURE(size.k);
  Settings settings{{"m", number(size.m)}, {"n", number(size.n)}, {"k", number(size.k)}};
  settings.insert(settings.end(), more.begin(), more.end());
  const auto run = tests::run_lesson(tests::lesson_named(id), settings);
  check_is_clean(*run);
  CHECK(tests::floats(*run, "C") ==
        product(tests::floats(*run, "A"), tests::floats(*run, "B"), size));
}

}  // namespace

TEST_CASE("lessons: the ids in teaching order") {
  std::vector<std::string> ids;
  for (const lessons::Lesson& lesson : lessons::built_in()) ids.push_back(lesson.id);
  CHECK(ids == std::vector<std::string>{"matmul-tiled", "transpose-row", "transpose-column",
                                        "transpose-padded", "matmul-naive",
                                        "matmul-tiles-transposed", "transpose-direct"});
}

TEST_CASE("lessons: each runs at its defaults, and its own first comment is the same launch") {
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    CAPTURE(lesson.id);
    check_is_clean(*tests::run_lesson(lesson, {}));
    const auto comment = launch::embedded_options(lesson.text);
    REQUIRE(comment.has_value());
    const auto options = launch::parse_options(launch::split_words(*comment));
    REQUIRE(options.ok());
    const auto by_lesson = tests::run_lesson(lesson, {});
    const auto by_file =
        tests::run_text(lesson.file_name, lesson.text, launch::apply({}, *options), {});
    CHECK(by_file->totals == by_lesson->totals);
    CHECK(by_file->steps == by_lesson->steps);
  }
}

TEST_CASE("lessons: every parameter runs at its ends and at each of its choices") {
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    for (const lessons::Parameter& parameter : lesson.parameters) {
      std::vector<int64_t> values = parameter.choices;
      if (values.empty()) values = {parameter.minimum, parameter.minimum + 1, parameter.maximum};
      for (const int64_t value : values) {
        CAPTURE(lesson.id);
        CAPTURE(parameter.name);
        CAPTURE(value);
        check_is_clean(*tests::run_lesson(lesson, {{parameter.name, std::to_string(value)}}));
      }
    }
  }
}

TEST_CASE("lessons: the tiled product equals the host's, also for sizes that do not divide") {
  for (size_t tile = 2; tile <= 32; ++tile) check_square_product(16, tile);
  for (const size_t n : {size_t{1}, size_t{5}, size_t{17}, size_t{31}, size_t{40}}) {
    for (const size_t tile : {size_t{2}, size_t{3}, size_t{8}, size_t{16}, size_t{32}})
      check_square_product(n, tile);
  }
}

TEST_CASE("lessons: the other products equal the host's") {
  for (const Sizes size :
       {Sizes{2, 3, 4}, Sizes{1, 1, 1}, Sizes{17, 5, 33}, Sizes{32, 32, 32}, Sizes{40, 7, 9}}) {
    for (const char* block : {"4", "8", "16", "32"}) {
      check_product("matmul-naive", size, {{"block", block}, {"down", "0"}});
      check_product("matmul-naive", size, {{"block", block}, {"down", "1"}});
    }
    for (const char* tile : {"2", "7", "16", "32"})
      check_product("matmul-tiles-transposed", size, {{"tile", tile}});
  }
}

TEST_CASE("lessons: the naive product opens with the host example's numbers") {
  const auto run = tests::run_lesson(tests::lesson_named("matmul-naive"), {});
  CHECK(tests::floats(*run, "A") == std::vector<float>{11.4f, 24.0f, 33.5f, 45.0f, 55.0f, 32.4f});
  const std::vector<float> c = tests::floats(*run, "C");
  REQUIRE(c.size() == 8);
  CHECK(c[0] == doctest::Approx(11.4 * 12 + 24 * 12 + 33.5 * 44.4));
  CHECK(c[7] == doctest::Approx(45 * 31.3 + 55 * 12 + 32.4 * 73));
}

TEST_CASE("lessons: transposes transpose") {
  for (const size_t n : {size_t{1}, size_t{7}, size_t{33}, size_t{64}}) {
    for (const char* block : {"8", "16", "32"}) {
      CAPTURE(n);
      CAPTURE(block);
      const Settings square{{"n", number(n)}, {"block", block}};
      check_transpose("transpose-row", square, n, n);
      check_transpose("transpose-column", square, n, n);
      for (const char* pad : {"0", "1", "8"}) {
        check_transpose("transpose-padded", {{"n", number(n)}, {"block", block}, {"pad", pad}}, n,
                        n);
      }
      check_transpose("transpose-direct",
                      {{"rows", number(n)}, {"columns", "20"}, {"block", block}}, n, 20);
    }
  }
}
