// How long a text takes to bytecode: for each file named, the lines, and the median of 21 times. A
// text without main() is its kernels, which see none of what a whole program includes.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "sim/code/lower.hpp"
#include "sim/lang/compile.hpp"

using namespace warplens;

namespace {

constexpr size_t kTimes = 21;

// Of a program from main() on, of a text without it each kernel. [functions lowered; 0 after
// errors]
size_t lower_all(const base::SourceFile& file) {
  const bool has_main = file.text().find("main(") != std::string::npos;
  const auto unit = has_main ? lang::compile_program(file, {}) : lang::compile(file, {});
  if (!unit.ok()) {
    std::fputs(base::render(unit.error(), file).c_str(), stderr);
    return 0;
  }
  if (has_main) return code::lower(*unit, (*unit)->program->entry).ok() ? 1 : 0;
  size_t lowered = 0;
  for (const lang::Kernel& kernel : (*unit)->kernels)
    lowered += code::lower(*unit, kernel).ok() ? 1 : 0;
  return lowered;
}

double milliseconds_of(const base::SourceFile& file) {
  const auto start = std::chrono::steady_clock::now();
  const size_t lowered = lower_all(file);
  const auto end = std::chrono::steady_clock::now();
  return lowered > 0 ? std::chrono::duration<double, std::milli>(end - start).count() : -1;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i]);
    std::ostringstream read;
    read << in.rdbuf();
    const std::string text = read.str();
    const base::SourceFile file(argv[i], text);
    std::vector<double> times;
    for (size_t time = 0; time < kTimes; ++time) times.push_back(milliseconds_of(file));
    if (*std::min_element(times.begin(), times.end()) < 0) return 2;
    const double first = times.front();
    std::nth_element(times.begin(), times.begin() + kTimes / 2, times.end());
    std::printf("%s: %td lines, %.2f ms (the first time %.2f)\n", argv[i],
                std::count(text.begin(), text.end(), '\n'), times[kTimes / 2], first);
  }
  return 0;
}
