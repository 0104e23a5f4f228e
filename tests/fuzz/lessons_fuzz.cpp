// A lesson's description: JSON, and the expressions in its launch. A text that does not begin with
// a brace is a template of a launch alone.
#include "app/lessons/description.hpp"
#include "app/lessons/expression.hpp"
#include "target.hpp"

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (size == 0 || text[0] != '{') {
    fuzz::expect_value_or_reason(
        lessons::expand(text, {{"n", 64}, {"tile", 16}, {"pad", 0}, {"most", INT64_MAX}}));
    return 0;
  }
  const auto described = lessons::describe("fuzz.json", text);
  if (!fuzz::expect_value_or_reason(described)) return 0;
  const lessons::Lesson& lesson = described->lesson;
  fuzz::expect(lessons::make_launch(lesson, {}).ok(), "a lesson that is read has a launch");
  lessons::recorded_words(lesson);
  for (const lessons::Parameter& parameter : lesson.parameters) {
    lessons::choices_text(parameter);
    for (const int64_t value : {parameter.minimum, parameter.maximum})
      fuzz::expect_value_or_reason(
          lessons::make_launch(lesson, {{parameter.name, std::to_string(value)}}));
  }
  return 0;
}
