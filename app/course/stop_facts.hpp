// What is read from a stop's finished runs: the selected access, and facts by their paths.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/course/lesson.hpp"
#include "app/study/section.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/try_edit.hpp"

namespace warplens::course {

struct SelectedAccess {
  uint32_t step = 0;  // of the recording
  uint32_t lane = 0;
  lessons::Opening opening;
};
// The access that `at` names, in the run's recording. Nothing: the thread makes none, and none is
// named. An error, a sentence that names array and thread: it is not there.
base::Result<std::optional<SelectedAccess>, std::string> select_access(
    const run::Run& run, const At& at, const lessons::Values& parameters);

// A run of a stop with all that its facts name.
struct FactSource {
  std::shared_ptr<const run::Run> run;  // null: the launch is refused
  std::optional<SelectedAccess> access;
  std::optional<whatif::EditResults> edit;
  std::map<std::string, study::Section, std::less<>> models;  // by the paths' first words
  study::Section all;                                         // of the run, and the access

  // Once all else is there.
  void describe();
};

// The value at a path: "access.sectors", "values.c.96", "found.errors". Nothing: there is none.
std::optional<study::Value> fact_at(const FactSource& source, std::string_view path);

// What a path begins with: "access". It is taken off `path` with its dot.
std::string_view first_word(std::string_view& path);

// A whole number: an int or a fraction that is one, within 2^53. Nothing: it is none.
std::optional<int64_t> whole_of(const study::Value& value);

}  // namespace warplens::course
