// How long a whole program takes from its text to bytecode, beside the text alone being read: for
// each file named, the lines, and the median of 21 times.
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

double milliseconds_of(const base::SourceFile& file) {
  const auto start = std::chrono::steady_clock::now();
  const auto unit = lang::compile_program(file, {});
  if (!unit.ok()) {
    std::fputs(base::render(unit.error(), file).c_str(), stderr);
    return -1;
  }
  const auto program = code::lower(*unit, (*unit)->program->entry);
  const auto end = std::chrono::steady_clock::now();
  return program.ok() ? std::chrono::duration<double, std::milli>(end - start).count() : -1;
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
