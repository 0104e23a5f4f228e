// Systems without processes: the browser, and those that nobody has written one for yet.
#if !defined(__unix__) && !defined(__APPLE__) || defined(__EMSCRIPTEN__)
#include "kernels/measure/child/process.hpp"
#include "kernels/measure/child/serve.hpp"

namespace warplens::measure {

base::Result<std::unique_ptr<Process>, std::string> Process::start(
    const std::vector<std::string>&) {
  return base::fail(std::string("this program starts no processes on this system"));
}

int serve_standard_streams(Gpu&) {
  return 0;
}

}  // namespace warplens::measure
#endif
