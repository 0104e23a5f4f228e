// Systems without processes: the browser, and those for which none are implemented.
#if !defined(__unix__) && !defined(__APPLE__) || defined(__EMSCRIPTEN__)
#include "kernels/measure/child/limits.hpp"
#include "kernels/measure/child/process.hpp"
#include "kernels/measure/child/serve.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {

base::Result<std::unique_ptr<Process>, std::string> Process::start(
    const std::vector<std::string>&) {
  return base::fail(say("this program starts no processes on this system"));
}

std::vector<std::string> this_program(const char* what) {
  return {"warplens", what};
}

int serve_standard_streams(Gpu&) {
  return 0;
}

int serve_standard_streams(Compiler&) {
  return 0;
}

bool can_limit_memory() {
  return false;
}

std::string take_limits(const Limits&) {
  return "";
}

bool can_limit_files() {
  return false;
}

bool read_only_below(const std::vector<std::string>&) {
  return false;
}

}  // namespace warplens::measure
#endif
