// The processes of `warplens measure-child` and `compile-child`: within their limits, with a
// descriptor for answers that nothing else uses, and ended with their parent.
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <ostream>
#include <streambuf>
#include <thread>

#include "kernels/measure/child/limits.hpp"
#include "kernels/measure/child/serve.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

constexpr std::chrono::milliseconds kLookForParent{500};

class DescriptorBuffer final : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) {}

 private:
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    std::streamsize written = 0;
    while (written < count) {
      const ssize_t some =
          ::write(descriptor_, bytes + written, static_cast<size_t>(count - written));
      if (some < 0 && errno == EINTR) continue;
      if (some <= 0) break;
      written += some;
    }
    return written;
  }
  int_type overflow(int_type byte) override {
    const char one = traits_type::to_char_type(byte);
    return xsputn(&one, 1) == 1 ? byte : traits_type::eof();
  }

  int descriptor_;
};

// While an endless kernel runs, the end of the input is not seen. (Linux could send a signal, but
// does so when the parent's starting thread ends, and the window's threads do.)
void end_with_parent() {
  std::thread([parent = ::getppid()] {
    while (::getppid() == parent) std::this_thread::sleep_for(kLookForParent);
    ::_exit(1);
  }).detach();
}

// `settle` is called within the limits, and before there is a second thread.
template <class Server, class Settle>
int serve_within(const Limits& limits, Server& server, const Settle& settle) {
  if (const std::string problem = take_limits(limits); !problem.empty()) {
    std::cerr << problem << "\n";
    return 1;
  }
  const int answers = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::cerr << say("measure-child needs a standard output and a standard error") << "\n";
    return 1;
  }
  settle();
  end_with_parent();
  DescriptorBuffer buffer(answers);
  std::ostream out(&buffer);
  return serve(server, std::cin, out);
}

}  // namespace

int serve_standard_streams(Gpu& gpu) {
  return serve_within(kMeasuringLimits, gpu, [] {});
}

int serve_standard_streams(Compiler& compiler) {
  // A text may include any file that NVRTC can read, and NVRTC's errors show lines of it.
  return serve_within(kCompilingLimits, compiler,
                      [&compiler] { read_only_below(compiler.prepare()); });
}

}  // namespace warplens::measure
#endif
