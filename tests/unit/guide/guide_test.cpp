// The topics as the program has them, and how their tables are laid out.
#include "app/guide/guide.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "sim/base/source.hpp"

using namespace warplens;
using guide::BlockKind;
using guide::Topic;

TEST_CASE("guide: every file is a topic, in the order of the list") {
  const std::vector<Topic> topics = guide::topics();
  REQUIRE(topics.size() >= 8);
  CHECK(topics.front().name == "start");
  std::set<std::string> names, files;
  for (const Topic& topic : topics) names.insert(topic.name);
  CHECK(names.size() == topics.size());
  for (const auto& entry : std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/assets/guide"))
    files.insert(entry.path().stem().string());
  CHECK(names == files);
}

TEST_CASE("guide: every topic has a title, a short summary and more") {
  for (const Topic& topic : guide::topics()) {
    CAPTURE(topic.name);
    CHECK_FALSE(topic.title.empty());
    CHECK_FALSE(topic.summary.empty());
    CHECK(base::count_characters(topic.summary) <= 100);
    CHECK(topic.summary.ends_with('.'));
    CHECK(topic.blocks.size() > 1);
    CHECK(std::count_if(topic.blocks.begin(), topic.blocks.end(), [](const guide::Block& block) {
            return block.kind == BlockKind::kHeading && block.level != 2 && block.level != 3;
          }) == 0);
  }
}

TEST_CASE("guide: tables are even, and code has room in a terminal") {
  for (const Topic& topic : guide::topics()) {
    CAPTURE(topic.name);
    for (size_t i = 0; i < topic.blocks.size(); ++i) {
      const size_t end = guide::end_of_table(topic.blocks, i);
      if (end > i) CHECK(topic.blocks[i].is_head);
      for (size_t row = i; row < end; ++row)
        CHECK(topic.blocks[row].cells.size() == topic.blocks[i].cells.size());
      if (end > i) i = end - 1;
      if (topic.blocks[i].kind != BlockKind::kCode) continue;
      const std::string& code = topic.blocks[i].text;
      for (size_t at = 0; at < code.size();) {
        const size_t line_end = std::min(code.find('\n', at), code.size());
        CAPTURE(code.substr(at, line_end - at));
        CHECK(base::count_characters(code.substr(at, line_end - at)) <= 76);
        at = line_end + 1;
      }
    }
  }
}

TEST_CASE("guide: a topic is found by its name, and a mistyped one is near to it") {
  const std::vector<Topic> topics = guide::topics();
  const Topic* found = guide::find_topic(topics, "window");
  REQUIRE(found != nullptr);
  CHECK(found->title == "The window");
  CHECK(guide::find_topic(topics, "windo") == nullptr);
  CHECK(guide::find_topic(topics, "") == nullptr);
  CHECK(guide::nearest_topic(topics, "windo") == "window");
  CHECK(guide::nearest_topic(topics, "programms") == "programs");
  CHECK(guide::nearest_topic(topics, "xyzxyzxyz") == "");
}

TEST_CASE("guide: a text without a title or a summary is a topic all the same") {
  const Topic plain = guide::make_topic("a.b.md", "# Title\n\n- item\n");
  CHECK(plain.name == "a.b");
  CHECK(plain.title == "Title");
  CHECK(plain.summary == "");
  CHECK(plain.blocks.size() == 1);
  CHECK(guide::make_topic("x.md", "only text\n").title == "");
  CHECK(guide::make_topic("x.md", "").blocks.empty());
}

TEST_CASE("guide: a table ends before the next one's titles") {
  const Topic topic =
      guide::make_topic("x.md", "# T\n| a |\n| - |\n| 1 |\n\n| b |\n| - |\n| 2 |\ntext\n");
  REQUIRE(topic.blocks.size() == 5);
  CHECK(guide::end_of_table(topic.blocks, 0) == 2);
  CHECK(guide::end_of_table(topic.blocks, 2) == 4);
  CHECK(guide::end_of_table(topic.blocks, 4) == 4);
}

TEST_CASE("guide: columns are as wide as their cells, or share what room there is") {
  using Widths = std::vector<float>;
  CHECK(guide::column_widths({10, 20}, {5, 5}, 40) == Widths{10, 20});
  CHECK(guide::column_widths({}, {}, 40).empty());
  const Widths shared = guide::column_widths({10, 100, 200}, {5, 5, 5}, 70);
  CHECK(shared[0] == 10);
  CHECK(shared[1] == doctest::Approx(30));
  CHECK(shared[2] == doctest::Approx(30));
  // None is narrower than its longest word.
  const Widths words = guide::column_widths({100, 100}, {60, 5}, 140);
  CHECK(words[0] == doctest::Approx(70));
  const Widths narrow = guide::column_widths({100, 100}, {60, 5}, 100);
  CHECK(narrow[0] == doctest::Approx(50));  // there is no room for the word
  CHECK(narrow[1] == doctest::Approx(50));
  const Widths least = guide::column_widths({40, 300, 300}, {35, 5, 5}, 120);
  CHECK(least[0] >= 35);
  CHECK(std::accumulate(least.begin(), least.end(), 0.0f) <= 120.001f);
}
