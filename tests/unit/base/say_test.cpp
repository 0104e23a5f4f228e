#include "sim/base/say.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplens;

namespace {

// Turns a sentence around, so that its placeholders change places.
class Backwards : public base::Language {
 public:
  std::string_view sentence(std::string_view english) const override {
    return english == "{first} before {second}" ? "{second} after {first}" : english;
  }
  std::string_view sentence(std::string_view one, std::string_view several,
                            uint64_t count) const override {
    return count == 2 ? "a pair of {unit}" : count == 1 ? one : several;
  }
};

}  // namespace

TEST_CASE("say: values take their placeholders by name") {
  CHECK(say("{what} has {count} lanes, {what} has", "count"_a = 32, "what"_a = "it") ==
        "it has 32 lanes, it has");
  CHECK(say("no placeholder") == "no placeholder");
  CHECK(say(sentence("kept in a table")) == "kept in a table");
  CHECK(std::string(label("a button")) == "a button");
  CHECK(say_count("{count} {unit}", "{count} {unit}s", 1, "unit"_a = "warp") == "1 warp");
  CHECK(say_count("{count} {unit}", "{count} {unit}s", 0, "unit"_a = "warp") == "0 warps");
}

TEST_CASE("say: another language moves the parts, and what it lacks is in English") {
  const Backwards language;
  base::speak(&language);
  const std::string moved = say("{first} before {second}", "first"_a = 1, "second"_a = 2);
  const std::string unknown = say("not in it");
  const std::string pair = say_count("{count} {unit}", "{count} {unit}s", 2, "unit"_a = "lanes");
  base::speak(nullptr);
  CHECK(moved == "2 after 1");
  CHECK(unknown == "not in it");
  CHECK(pair == "a pair of lanes");
}
