// The course's files as they were when the program was built.
#pragma once

#include <vector>

#include "app/files/embedded.hpp"

namespace warplens::course {

// "transpose-padding/exercise.json", and the texts beside it.
std::vector<files::EmbeddedFile> embedded_exercises();
// "threads/lesson.json", and the texts beside it; "lessons/test.json".
std::vector<files::EmbeddedFile> embedded_course_lessons();

}  // namespace warplens::course
