#include "sim/base/text.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

// Each text in brackets, its values in theirs.
class InBrackets : public base::Language {
 public:
  std::string_view sentence(std::string_view english) const override {
    if (english == "{count} of {all}") return "<{all}: {count}>";
    if (english == "loads") return "<loads>";
    return english;
  }
  std::string_view sentence(std::string_view, std::string_view, uint64_t) const override {
    return "<{count} of them>";
  }
};

struct Spoken {
  explicit Spoken(const base::Language* language) { base::speak(language); }
  ~Spoken() { base::speak(nullptr); }
};

}  // namespace

TEST_CASE("text: it is rendered in the language that is spoken then, and its values with it") {
  const Text share = to_say("{count} of {all}", "count"_a = 3, "all"_a = Text(sentence("loads")));
  CHECK(share.rendered() == "3 of loads");
  const InBrackets brackets;
  const Spoken spoken(&brackets);
  CHECK(share.rendered() == "<<loads>: 3>");
  CHECK(share.english() == "3 of loads");
  CHECK(say("{what}!", "what"_a = share) == "<<loads>: 3>!");
}

TEST_CASE("text: values keep their form, and outlive what they were made of") {
  Text text;
  {
    const std::string name = "tile";
    text = to_say("{name}: {share:.3g} %, {number}", "name"_a = name, "share"_a = 12.3456f,
                  "number"_a = uint64_t{18446744073709551615u});
  }
  CHECK(text.rendered() == "tile: 12.3 %, 18446744073709551615");
  CHECK(Text::as_is("{not a place}").rendered() == "{not a place}");
}

TEST_CASE("text: one of two by a number") {
  const auto blocks = [](uint64_t count) {
    return to_say_count("{count} block of {name}", "{count} blocks of {name}", count,
                        "name"_a = "k");
  };
  CHECK(blocks(1).rendered() == "1 block of k");
  CHECK(blocks(0).rendered() == "0 blocks of k");
  const InBrackets brackets;
  const Spoken spoken(&brackets);
  CHECK(blocks(2).rendered() == "<2 of them>");
  CHECK(blocks(2).english() == "2 blocks of k");
}

TEST_CASE("text: empty ones are left out of several together, lists are read as lists") {
  CHECK(Text().rendered() == "");
  CHECK(together({}).empty());
  CHECK(together({sentence("One."), Text(), sentence("Two.")}).rendered() == "One. Two.");
  CHECK(list_of({}).empty());
  CHECK(list_of({sentence("a"), sentence("b"), sentence("c")}).rendered() == "a, b and c");
}
