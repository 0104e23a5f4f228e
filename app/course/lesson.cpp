#include "app/course/lesson.hpp"

#include <charconv>

#include "sim/base/say.hpp"

namespace warplens::course {

base::Result<lessons::Values, std::string> parameters_of(const Stop& stop,
                                                         std::optional<size_t> twin) {
  lessons::Values values;
  for (const lessons::Parameter& parameter : stop.shown.parameters)
    values[parameter.name] = parameter.value;
  if (!twin) return values;
  if (*twin >= stop.twins.size())
    return base::fail(say("the stop '{stop}' has {count} twins, and none of number {number}",
                          "stop"_a = stop.id, "count"_a = stop.twins.size(),
                          "number"_a = *twin + 1));
  for (const auto& [name, value] : stop.twins[*twin]) values[name] = value;
  return values;
}

std::string launch_with(const std::string& launch, const std::string& schedule,
                        const std::string& lanes, const std::string& device) {
  return launch + (schedule.empty() ? "" : " --schedule " + schedule) +
         (lanes.empty() ? "" : " --lanes " + lanes) + (device.empty() ? "" : " --device " + device);
}

base::Result<int64_t, std::string> value_of(const std::string& expression,
                                            const lessons::Values& values) {
  const base::Result<std::string, std::string> text =
      lessons::expand("{" + expression + "}", values);
  if (!text) return base::fail(text.error());
  int64_t value = 0;
  const char* end = text->data() + text->size();
  const std::from_chars_result read = std::from_chars(text->data(), end, value);
  if (text->empty() || read.ec != std::errc() || read.ptr != end)
    return base::fail(say("'{text}' is no whole number", "text"_a = *text));
  return value;
}

}  // namespace warplens::course
