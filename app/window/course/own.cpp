// What leads from the course to somebody's own kernel, and from one of its accesses to the next.
#include "app/session/course/path.hpp"
#include "app/window/course/course.hpp"
#include "sim/base/say.hpp"

namespace warplens::views {

bool offers_own_at_end(const gui::Course& course) {
  return course.at && course.stop() == nullptr && !course.task && gui::offers_own_kernel(course);
}

std::string own_kernel_words(const gui::Course& course) {
  return gui::offers_own_kernel(course)
             ? label("Or drop a .cu file on the window. It runs here, and is asked about.")
             : label("Or drop a .cu file on the window. It runs here, without a GPU.");
}

bool has_other_access(const gui::State& model) {
  const std::optional<gui::OwnKernel>& own = model.course.own;
  return own && own->stage == gui::OwnStage::kAsking && own->has_more && model.options.ask_first;
}

QuestionButton other_access_button() {
  return {"question:access", label("Another access")};
}

}  // namespace warplens::views
