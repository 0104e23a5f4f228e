#include "app/session/course/path.hpp"

#include <algorithm>

namespace warplens::gui {

namespace {

constexpr size_t kStopsUntilTwin = 2;
constexpr size_t kMostAtEnd = 2;  // twins before a lesson's end; others come at the next start

// The same, of a twin's number.
std::optional<StopPlace> twin_of(const Course& course, std::string_view id, uint64_t twin) {
  std::optional<StopPlace> place = find_stop(course, id);
  if (!place) return std::nullopt;
  const size_t twins = course.lessons[place->lesson]->stops[place->stop].twins.size();
  if (twins == 0) return std::nullopt;
  place->twin = twin % twins;
  return place;
}

// The lesson's end, or a task.
bool is_end(const Course& course, const StopPlace& place) {
  return place.stop >= course.lessons[place.lesson]->stops.size();
}

// The question comes before the end of its lesson is shown.
bool is_at_end(const Course& course, const StopPlace& question) {
  return course.then && course.then->lesson == question.lesson && is_end(course, *course.then);
}

bool is_due(const Course& course, const StopPlace& question, Again again, bool is_start) {
  if (is_start) return again == Again::kNextStart;
  if (!course.then || course.then->lesson != question.lesson) return false;
  const bool ends = is_end(course, *course.then);
  const auto repeated = course.repeated.find(question.lesson);
  if (ends && repeated != course.repeated.end() && repeated->second >= kMostAtEnd) return false;
  if (again == Again::kLessonEnd) return ends;
  return again == Again::kTwoStopsLater &&
         (ends || course.then->stop > question.stop + kStopsUntilTwin);
}

// After it was missed once more.
Again next_of(const Course& course, Again now) {
  if (now == Again::kNextStart || now == Again::kLater) return Again::kLater;
  const bool ends = course.then && is_end(course, *course.then);
  return now == Again::kLessonEnd || ends ? Again::kNextStart : Again::kLessonEnd;
}

}  // namespace

bool Course::is_done(const course::Lesson& lesson) const {
  return std::all_of(lesson.stops.begin(), lesson.stops.end(),
                     [&](const course::Stop& one) { return progress.done.contains(one.id); });
}

std::shared_ptr<const course::Exercise> Course::task_at(const StopPlace& place) const {
  const size_t begin = lessons[place.lesson]->stops.size() + 1;
  if (place.stop < begin || place.stop - begin >= task_count(place.lesson)) return nullptr;
  return tasks[place.lesson][place.stop - begin];
}

TaskProgress Course::task_progress() const {
  return task ? progress.task(task->exercise->id) : TaskProgress{};
}

std::optional<StopPlace> find_stop(const Course& course, std::string_view name) {
  const size_t dot = name.find('.');
  const std::string_view id = dot == std::string_view::npos ? name : name.substr(dot + 1);
  for (size_t i = 0; i < course.lessons.size(); ++i) {
    const course::Lesson& lesson = *course.lessons[i];
    if (lesson.id == name && !lesson.stops.empty()) return StopPlace{i, 0};
    if (dot != std::string_view::npos && lesson.id != name.substr(0, dot)) continue;
    for (size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      if (lesson.stops[stop].id == id) return StopPlace{i, stop};
    }
  }
  for (size_t i = 0; i < course.lessons.size(); ++i) {
    if (dot != std::string_view::npos && course.lessons[i]->id != name.substr(0, dot)) continue;
    for (size_t task = 0; task < course.task_count(i); ++task) {
      if (course.tasks[i][task]->id == id)
        return StopPlace{i, course.lessons[i]->stops.size() + 1 + task};
    }
  }
  return std::nullopt;
}

std::optional<StopPlace> continue_place(const Course& course) {
  if (auto place = find_stop(course, course.progress.lesson + "." + course.progress.stop)) {
    const auto task = course.task_at(*place);
    const bool is_passed = task != nullptr && course.progress.task(task->id).is_passed;
    return is_passed ? following(course, *place).value_or(*place) : place;
  }
  for (size_t i = 0; i < course.lessons.size(); ++i) {
    const std::vector<course::Stop>& stops = course.lessons[i]->stops;
    for (size_t stop = 0; stop < stops.size(); ++stop) {
      if (!course.progress.done.contains(stops[stop].id)) return StopPlace{i, stop};
    }
  }
  return course.lessons.empty() ? std::nullopt : std::optional(StopPlace{});
}

std::optional<StopPlace> opening_place(const Course& course) {
  for (size_t i = 0; i < course.lessons.size(); ++i) {
    const std::vector<course::Stop>& stops = course.lessons[i]->stops;
    for (size_t stop = 0; stop < stops.size(); ++stop) {
      if (!stops[stop].opens_course.empty()) return StopPlace{i, stop};
    }
  }
  return std::nullopt;
}

bool offers_own_kernel(const Course& course) {
  const auto done = std::count_if(course.lessons.begin(), course.lessons.end(),
                                  [&](const auto& lesson) { return course.is_done(*lesson); });
  return static_cast<size_t>(done) >= kLessonsBeforeOwn;
}

std::optional<StopPlace> following(const Course& course, const StopPlace& place) {
  const size_t last = course.lessons[place.lesson]->stops.size() + course.task_count(place.lesson);
  if (place.stop < last) return StopPlace{place.lesson, place.stop + 1};
  if (place.lesson + 1 < course.lessons.size()) return StopPlace{place.lesson + 1, 0};
  return std::nullopt;
}

std::optional<StopPlace> preceding(const Course& course) {
  if (!course.at) return std::nullopt;
  StopPlace place = *course.at;
  if (place.twin) {
    if (!course.then) return std::nullopt;
    place = *course.then;
  }
  if (place.stop == 0) return std::nullopt;
  return StopPlace{place.lesson, place.stop - 1};
}

std::optional<StopPlace> due_twin(const Course& course, bool is_start) {
  for (const auto& [stop, twin] : course.progress.missed) {
    const auto again = course.again.find(stop);
    const auto place = twin_of(course, stop, twin);
    if (place && again != course.again.end() && is_due(course, *place, again->second, is_start))
      return place;
  }
  return std::nullopt;
}

void note_repeated(Course& course, const StopPlace& at) {
  if (!at.twin || !is_at_end(course, at)) return;
  const auto again = course.again.find(course.lessons[at.lesson]->stops[at.stop].id);
  const bool is_of_end = again != course.again.end() && (again->second == Again::kTwoStopsLater ||
                                                         again->second == Again::kLessonEnd);
  if (is_of_end) ++course.repeated[at.lesson];
}

FirstAnswer as_kept(const course::Asked* asked, const StopAnswer& answer) {
  const bool has_belief = asked != nullptr && answer.choice && !answer.is_right;
  return {answer.is_right, has_belief ? asked->choices[*answer.choice].belief : std::string()};
}

void note_answer(Course& course, const StopPlace& at, const course::Asked* asked,
                 const StopAnswer& answer) {
  const course::Stop* stop = &course.lessons[at.lesson]->stops[at.stop];
  Progress& progress = course.progress;
  const bool is_twin = at.twin.has_value();
  note_repeated(course, at);
  if (!is_twin) {
    progress.first_answers.emplace(stop->id, as_kept(asked, answer));
    progress.done.insert(stop->id);
  }
  if (answer.is_right) {
    if (!is_twin) return;  // a later right answer to the stop's own is no proof
    progress.missed.erase(stop->id);
    course.again.erase(stop->id);
  } else if (is_twin) {
    progress.missed[stop->id] = *at.twin + 1;
    course.again[stop->id] = next_of(course, course.again[stop->id]);
  } else if (!progress.missed.contains(stop->id)) {
    progress.missed[stop->id] = 0;
    course.again[stop->id] = Again::kTwoStopsLater;
  }
}

}  // namespace warplens::gui
