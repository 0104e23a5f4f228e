// A stop's question as other systems ask it, without the window: at the stop's own parameters and
// at each twin's, with the text that is run and what is selected, all filled from runs.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/course/lesson.hpp"
#include "app/course/stop_run.hpp"
#include "sim/base/result.hpp"

namespace warplens::course {

struct QuestionVersion {
  std::optional<size_t> twin;  // of the stop; nothing: its own parameters
  std::string text;            // the stop's
  std::string code;   // the text that is run; where options launch it, they are its first comment
  std::string place;  // of the selected access, a sentence; "" where none is
  Asked asked;
};

// One question in several versions, of which a student is to see one.
struct AskedStop {
  std::string lesson, lesson_title, stop;  // ids; as people read it
  std::vector<QuestionVersion> versions;   // one at least; no two look the same
};

// `stop`: the index of one with a question. Errors, a sentence that names the stop: as those of
// StopRun and of ask().
base::Result<AskedStop, std::string> asked_stop(const std::shared_ptr<const Lesson>& lesson,
                                                size_t stop,
                                                const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::course
