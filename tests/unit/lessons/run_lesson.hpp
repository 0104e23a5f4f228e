// Runs a lesson through the engine with some of its parameters set.
#pragma once

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/run/run.hpp"

namespace warplens::tests {

using Settings = std::vector<launch::Definition>;

inline const lessons::Lesson& lesson_named(const std::string& id) {
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    if (lesson.id == id) return lesson;
  }
  FAIL("no lesson " << id);
  return lessons::built_in().front();
}

inline std::shared_ptr<const run::Run> run_text(const std::string& name, const std::string& text,
                                                const launch::Launch& launch,
                                                trace::BlockId block) {
  prepare::Request request;
  request.file = base::SourceFile(name, text);
  request.launch = launch;
  request.recorded_block = block;
  const base::SourceFile file = request.file;
  auto run = run::run(std::move(request));
  REQUIRE_MESSAGE(run.ok(), (run.ok() ? "" : base::render(run.error(), file)));
  return *run;
}

inline std::shared_ptr<const run::Run> run_lesson(const lessons::Lesson& lesson,
                                                  const Settings& settings,
                                                  trace::BlockId block = {}) {
  const auto launch = lessons::make_launch(lesson, settings);
  REQUIRE_MESSAGE(launch.ok(), (launch.ok() ? "" : launch.error()));
  return run_text(lesson.file_name, lesson.text, *launch, block);
}

inline std::vector<float> floats(const run::Run& run, const std::string& array) {
  for (uint32_t i = 0; i < run.memory_after->get()->array_count(); ++i) {
    const machine::GlobalArray& found = run.memory_after->get()->array(i);
    if (found.name != array) continue;
    std::vector<float> values(found.bytes.size() / sizeof(float));
    found.bytes.read(0, std::as_writable_bytes(std::span(values)));
    return values;
  }
  FAIL("no array " << array);
  return {};
}

// The row of an access, found by its array and operation; there must be one.
inline const observe::AccessRow& access_row(const run::Run& run, const std::string& array,
                                            trace::Operation operation) {
  const observe::AccessRow* found = nullptr;
  for (const observe::AccessRow& row : run.accesses) {
    if (row.array == array && row.operation == operation) found = &row;
  }
  REQUIRE(found != nullptr);
  return *found;
}

}  // namespace warplens::tests
