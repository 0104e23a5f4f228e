// kernels/course/TOPICS.md against the course: what its tables name is there, and nothing of the
// course is left out.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/course/exercise.hpp"
#include "app/course/lesson.hpp"

using namespace warplens;

namespace {

// The rows of the file's tables, their cells without spaces around them; no heads.
using TopicRow = std::vector<std::string>;

std::string without_spaces_around(const std::string& text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string> cells_of_row(const std::string& line) {
  std::vector<std::string> cells;
  const std::string inner = line.substr(1, line.rfind('|') - 1);
  std::istringstream parts(inner);
  for (std::string cell; std::getline(parts, cell, '|');)
    cells.push_back(without_spaces_around(cell));
  if (inner.ends_with('|')) cells.emplace_back();  // the last one is empty
  return cells;
}

std::vector<TopicRow> topic_rows() {
  std::ifstream file(std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/TOPICS.md");
  std::vector<TopicRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("|")) continue;
    if (line.starts_with("| ---")) {
      rows.pop_back();  // the head above it
    } else {
      rows.push_back(cells_of_row(line));
    }
  }
  return rows;
}

// "`a.b`, `c`" is {a.b, c}.
struct Where {
  std::vector<std::string> ids;
  bool is_read = false;  // nothing else is in the cell
};

Where where_of(const std::string& cell) {
  static const std::regex whole(R"(`[a-z0-9.-]+`(, `[a-z0-9.-]+`)*)");
  static const std::regex id("`([^`]+)`");
  Where where;
  where.is_read = std::regex_match(cell, whole);
  for (auto at = std::sregex_iterator(cell.begin(), cell.end(), id); at != std::sregex_iterator();
       ++at)
    where.ids.push_back((*at)[1]);
  return where;
}

std::set<std::string> names_of_the_course() {
  std::set<std::string> names;
  for (const course::Lesson& lesson : course::built_in_lessons())
    for (const course::Stop& stop : lesson.stops) names.insert(lesson.id + "." + stop.id);
  for (const course::Exercise& exercise : course::built_in()) names.insert(exercise.id);
  return names;
}

}  // namespace

TEST_CASE("topics: a cell names stops and exercises") {
  CHECK(where_of("`a.b`, `c`").ids == std::vector<std::string>{"a.b", "c"});
  CHECK(where_of("`a.b`").is_read);
  for (const char* cell : {"", "a.b", "`a.b`; follows: DRAM", "`a.b`; ", "`a.b`,"})
    CHECK_FALSE(where_of(cell).is_read);
  CHECK(cells_of_row("| a | |") == std::vector<std::string>{"a", ""});
  CHECK(cells_of_row("| a ||") == std::vector<std::string>{"a", ""});
}

TEST_CASE("topics: each row has a place, and what it names is there") {
  const std::set<std::string> known = names_of_the_course();
  const std::vector<TopicRow> rows = topic_rows();
  REQUIRE(rows.size() > 100);
  for (const TopicRow& row : rows) {
    CAPTURE(row.front());
    REQUIRE(row.size() >= 2);
    for (const std::string& cell : row) CHECK_FALSE(cell.empty());
    const Where where = where_of(row.back());
    CHECK(where.is_read);
    for (const std::string& id : where.ids)
      CHECK_MESSAGE(known.contains(id), "'", id, "' is neither a stop nor an exercise");
  }
}

TEST_CASE("topics: every stop and every exercise is in a row") {
  std::set<std::string> named;
  for (const TopicRow& row : topic_rows()) {
    const Where where = where_of(row.back());
    named.insert(where.ids.begin(), where.ids.end());
  }
  const std::set<std::string> all = names_of_the_course();
  REQUIRE(all.size() > 100);
  std::vector<std::string> missing;
  std::set_difference(all.begin(), all.end(), named.begin(), named.end(),
                      std::back_inserter(missing));
  for (const std::string& name : missing) FAIL_CHECK(name << " is in no row");
}
