// The way through the course: which stop, or which twin of a question that was missed, comes next.
// Pure functions of where somebody is.
#pragma once

#include <optional>
#include <string_view>

#include "app/session/course/course.hpp"

namespace warplens::gui {

// "threads", its first stop; "threads.blocks-needed", or only "blocks-needed", as stops' ids are
// unique; likewise a lesson's task, by its exercise's id. Nothing where there is none.
std::optional<StopPlace> find_stop(const Course& course, std::string_view name);
// Where it goes on: what Progress names, after a task that was passed what follows it, else the
// first lesson's first stop that is not done.
// Nothing in a course without lessons.
std::optional<StopPlace> continue_place(const Course& course);

// The stop that opens the course; nothing where none does.
std::optional<StopPlace> opening_place(const Course& course);

// So many lessons are done that one's own kernel comes next.
inline constexpr size_t kLessonsBeforeOwn = 3;
bool offers_own_kernel(const Course& course);

// What follows `place` in its lesson, its tasks behind its end, then in the next one; nothing after
// the last.
std::optional<StopPlace> following(const Course& course, const StopPlace& place);
// The stop before, in the same lesson; of a twin the one that was left for it.
std::optional<StopPlace> preceding(const Course& course);

// The twin that is due before Course::then is opened. `is_start`: the course was just gone on with.
std::optional<StopPlace> due_twin(const Course& course, bool is_start);
// A twin was answered or passed over: few are asked at a lesson's end.
void note_repeated(Course& course, const StopPlace& at);
// The answer, as it is kept. `asked`: null while it is made.
FirstAnswer as_kept(const course::Asked* asked, const StopAnswer& answer);
// After the answer to what is asked at `at`: what was missed comes again, what was right does not.
void note_answer(Course& course, const StopPlace& at, const course::Asked* asked,
                 const StopAnswer& answer);

}  // namespace warplens::gui
