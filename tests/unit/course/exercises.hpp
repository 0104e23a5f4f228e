// The exercises of kernels/course/exercises, and what a verdict says.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "app/course/judge.hpp"

namespace warplens::tests {

inline std::string course_folder() {
  return std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/exercises";
}

inline std::shared_ptr<const course::Exercise> exercise_of(const std::string& id) {
  auto exercise = course::load_exercise(course_folder() + "/" + id);
  REQUIRE_MESSAGE(exercise.ok(), (exercise.ok() ? "" : exercise.error()));
  return std::make_shared<const course::Exercise>(std::move(*exercise));
}

inline std::string text_of(const std::string& id, const std::string& name) {
  std::ifstream in(course_folder() + "/" + id + "/" + name, std::ios::binary);
  REQUIRE_MESSAGE(in, name);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// The texts beside an exercise whose names begin so, sorted.
inline std::vector<std::string> names_of(const std::string& id, const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(course_folder() + "/" + id)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(".cu")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline const course::Mark& mark_of(const course::Verdict& verdict, course::MarkKind kind,
                                   const std::string& goal = "") {
  for (const course::Mark& mark : verdict.marks) {
    if (mark.kind == kind && (goal.empty() || (mark.goal && mark.goal->id == goal))) return mark;
  }
  FAIL(goal);
  return verdict.marks.front();
}

// All of a verdict's reasons, for a message.
inline std::string reasons_of(const course::Verdict& verdict) {
  std::string text = std::string(course::word(verdict.outcome)) + " " + verdict.unusable;
  for (const auto& problem : verdict.problems) text += problem.message + "\n";
  for (const course::Mark& mark : verdict.marks) {
    const std::string reason = course::reason_text(mark).english();
    if (!reason.empty()) text += "\n" + std::string(course::word(mark.kind)) + ": " + reason;
  }
  return text;
}

}  // namespace warplens::tests
