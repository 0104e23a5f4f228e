// Every lesson comes out alike on one thread and on several.
#include <doctest/doctest.h>

#include "run_lesson.hpp"
#include "tests/support/on_threads.hpp"

using namespace warplens;

TEST_CASE("lessons: results do not depend on the number of threads") {
  for (const lessons::Lesson& lesson : lessons::built_in()) {
    CAPTURE(lesson.id);
    const auto launch = lessons::make_launch(lesson, {});
    REQUIRE(launch.ok());
    prepare::Request request;
    request.file = base::SourceFile(lesson.file_name, lesson.text);
    request.launch = *launch;
    request.recorded_block = {launch->grid.x - 1, 0, 0};
    test::check_on_threads(std::move(request));
  }
}
