// The test before and after a course as data: for each idea a question of two stops, or of two
// twins; read from the file test.json beside the lessons' folders. Its questions are the stops'
// own.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/course/lesson.hpp"
#include "app/course/truth.hpp"
#include "sim/base/result.hpp"

namespace warplens::course {

inline constexpr size_t kMostTestItems = 16;

struct TestQuestion {
  std::string lesson, stop;    // ids; the stop has a question
  std::optional<size_t> twin;  // of it; nothing: with its own parameters
};

struct TestItem {
  std::string idea, title;  // its id; as people read it
  TestQuestion before, after;
};

struct Test {
  std::string file;  // its path, for errors
  std::vector<TestItem> items;
};

// Of a folder of lessons, which `lessons` were read from; "": that which is built in. A folder
// without a test.json has one of no items. Errors: file, line, field and what is wrong.
base::Result<Test, std::string> load_test(const std::string& folder,
                                          const std::vector<Lesson>& lessons);
// The file's text alone.
base::Result<Test, std::string> parse_test(const std::string& name, const std::string& json,
                                           const std::vector<Lesson>& lessons);

// Each question held against runs: it can be asked, and what is right before is not right after.
// Empty: all holds; each problem names the file and the field. `budget`: of each question's run.
std::vector<std::string> check(const Test& test, const std::vector<Lesson>& lessons,
                               const Budget& budget = {},
                               const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::course
