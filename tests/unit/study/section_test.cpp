#include "app/study/section.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using study::Align;
using study::Form;
using study::Section;
using study::Value;

namespace {

Section example() {
  Section section{.key = "cost", .is_model = true};
  section.title = to_say("cost of {kernel}", "kernel"_a = "k");
  section.fact("bytes", 4096);
  section.fact("known", nullptr);
  section.fact("absent", {});
  study::Table& rows = section.table(
      "rows",
      {{"op", sentence("op"), Align::kLeft}, {"hits", std::nullopt}, {nullptr, sentence("share")}});
  rows.rows = {{Value("load", sentence("loads")), 12, {37.5, Form::kPercent}},
               {Value("store", sentence("stores")), 1048576, {}}};
  Section inner{.key = "inner"};
  inner.fact("block", std::vector<Value>{1, 2, 3});
  section.parts.push_back(inner);
  section.parts.push_back(study::List{"launches", {inner, inner}});
  return section;
}

}  // namespace

TEST_CASE("section: a value is found by its path, a row by its word or its number") {
  const Section section = example();
  const auto number = [&](const char* path) {
    const Value* value = study::find(section, path);
    return value == nullptr ? int64_t{-1} : std::get<int64_t>(value->is);
  };
  CHECK(number("bytes") == 4096);
  CHECK(number("rows.store.hits") == 1048576);
  CHECK(number("rows.0.hits") == 12);
  CHECK(study::find(section, "launches.1.block") != nullptr);
  CHECK(study::find(section, "inner.block") != nullptr);
  for (const char* path : {"", "rows", "rows.2.hits", "rows.load", "rows.load.share",
                           "launches.2.x", "bytes.more", "inner", "nothing"})
    CHECK_MESSAGE(study::find(section, path) == nullptr, path);
}

TEST_CASE("section: a value of several is found by its number") {
  study::Section section;
  section.fact("grid", std::vector<Value>{4, 2, 1});
  CHECK(std::get<int64_t>(study::find(section, "grid.1")->is) == 2);
  CHECK(study::find(section, "grid") != nullptr);
  for (const char* path : {"grid.3", "grid.x", "grid.1.0"})
    CHECK_MESSAGE(study::find(section, path) == nullptr, path);
}

TEST_CASE("section: numbers have the form that their column wants") {
  CHECK(study::rendered(Value(1048576)) == "1,048,576");
  CHECK(study::rendered(Value(1048576, Form::kPlain)) == "1048576");
  CHECK(study::rendered(Value(-1234)) == "-1,234");
  CHECK(study::rendered(Value(1234.5, Form::kThreeDigits)) == "1,235");
  CHECK(study::rendered(Value(0.12345, Form::kThreeDigits)) == "0.123");
  CHECK(study::rendered(Value(999.96, Form::kFourDigits)) == "1000");
  CHECK(study::rendered(Value(12345.6, Form::kFourDigits)) == "12,346");
  CHECK(study::rendered(Value(24.25, Form::kOnePlace)) == "24.2");
  CHECK(study::rendered(Value(2.0, Form::kTwoPlaces)) == "2.00");
  CHECK(study::rendered(Value(12.6, Form::kWholePercent)) == "13%");
  CHECK(study::rendered(Value(nullptr)) == "");
  CHECK(study::rendered(Value(Value(nullptr), sentence("any number"))) == "any number");
}
