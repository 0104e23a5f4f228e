// Which launches a recording holds.
#include "app/compare/points.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

TEST_CASE("grid: every built-in lesson's points can be launched, and have names of their own") {
  const compare::Points all = compare::points_of({}, lessons::built_in());
  for (const std::string& problem : all.problems) FAIL_CHECK(problem);
  std::set<std::string> names, lessons;
  for (const compare::Point& point : all.points) {
    names.insert(point.name);
    lessons.insert(point.lesson);
    CHECK_FALSE(point.request.launch.grid.count() == 0);
  }
  CHECK(names.size() == all.points.size());
  CHECK(lessons.size() == lessons::built_in().size());
}

TEST_CASE("grid: combinations, each once, outside of what --set takes, too") {
  const std::string json = R"({"id": "one", "title": "One", "sentences": "One.", "kernel": "one.cu",
    "parameters": [{"name": "n", "label": "n", "value": 4, "minimum": 1, "maximum": 8},
                   {"name": "w", "label": "w", "value": 1, "minimum": 1, "maximum": 2,
                    "choices": [1, 2]}],
    "launch": "--grid {n} --block {w}",
    "record": [{"values": {"n": [4, 8], "w": [1, 2]}}, {"values": {"n": [8], "w": [2]}},
               {"values": {"n": [64]}, "times_only": true}]})";
  const auto lesson = lessons::parse_description("one.json", json, "__global__ void f() {}");
  REQUIRE_MESSAGE(lesson.ok(), (lesson.ok() ? "" : lesson.error()));
  const auto points = compare::grid_of(*lesson);
  REQUIRE(points.ok());
  REQUIRE(points->size() == 5);
  CHECK((*points)[0].settings == std::vector<std::string>{"n=4", "w=1"});
  CHECK_FALSE((*points)[3].times_only);
  CHECK((*points)[4].times_only);
  CHECK((*points)[4].launch.grid.x == 64);
}

TEST_CASE("grid: a lesson that asks for nothing is recorded with its choices") {
  lessons::Lesson lesson = lessons::built_in().front();
  lesson.recorded.clear();
  lesson.parameters[0].choices = {8, 16};
  const auto points = compare::grid_of(lesson);
  REQUIRE(points.ok());
  CHECK(points->size() == 2);
}

TEST_CASE("grid: a wish that names no parameter is a mistake of the description") {
  const std::string json = R"({"id": "one", "title": "One", "sentences": "One.", "kernel": "one.cu",
    "launch": "--grid 1", "record": [{"values": {"m": [4]}}]})";
  const auto lesson = lessons::parse_description("one.json", json, "");
  REQUIRE_FALSE(lesson.ok());
  CHECK(lesson.error() == golden("compare.grid.no_such_parameter"));
}

TEST_CASE("points: files and folders; what has no launch is reported") {
  const std::string folder = std::string(WARPLENS_SOURCE_DIR) + "/kernels/products";
  const compare::Points products = compare::points_of({folder}, lessons::built_in());
  CHECK(products.problems.empty());
  CHECK(products.points.size() == 4);
  CHECK(products.points[0].name == "products,float4");
  const compare::Points none = compare::points_of({"/nowhere.cu"}, lessons::built_in());
  CHECK(none.points.empty());
  REQUIRE(none.problems.size() == 1);
}

TEST_CASE("products: all four give the same product, bit by bit") {
  const std::string folder = std::string(WARPLENS_SOURCE_DIR) + "/kernels/products";
  const compare::Points products = compare::points_of({folder}, lessons::built_in());
  std::vector<std::byte> first;
  for (const compare::Point& point : products.points) {
    const auto run = run::run(point.request);
    REQUIRE(run.ok());
    CHECK(run.value()->findings.empty());
    const std::vector<std::byte>& product = test::bytes_of(*run.value(), "P");
    if (first.empty()) first = product;
    CHECK_MESSAGE(product == first, point.name);
  }
}
