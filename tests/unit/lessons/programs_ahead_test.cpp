// A text whose programs are executed by who opens it becomes what it becomes at once.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "app/lessons/target.hpp"
#include "sim/launch/parse.hpp"
#include "sim/run/sequence_run.hpp"

using namespace warplens;

namespace {

constexpr const char* kGuess = "guess";

launch::LaunchOptions options_of(const std::string& words) {
  launch::LaunchOptions guess;
  guess.guess = true;
  if (words == kGuess) return guess;
  const auto options = launch::parse_options(launch::split_words(words));
  REQUIRE(options.ok());
  return *options;
}

template <class Part>
auto executed(Part part) {
  for (base::Slice slice(1); part.advance(slice) == base::Progress::kMore; slice = base::Slice(1)) {
  }
  return part.take();
}

// What `open` gives once all is executed that it wants.
template <class Open>
auto opened(Open open, lessons::ProgramsAhead& ahead) {
  for (;;) {
    ahead.next = 0;
    auto target = open(&ahead);
    if (ahead.wanted)
      ahead.results.push_back(
          executed(prepare::ProgramRun(*std::exchange(ahead.wanted, std::nullopt))));
    else if (ahead.wanted_runs)
      ahead.runs = executed(run::SequenceRun(*std::exchange(ahead.wanted_runs, std::nullopt)));
    else
      return target;
    REQUIRE(ahead.results.size() < 5);
  }
}

// Returns how many programs were executed for it.
size_t check_ahead(const std::string& text, const std::string& words) {
  CAPTURE(text);
  const base::SourceFile file("test.cu", text);
  const auto whole = lessons::open_text(file, options_of(words));
  lessons::ProgramsAhead ahead;
  const auto target = opened(
      [&](lessons::ProgramsAhead* of) {
        return lessons::open_text(file, options_of(words), nullptr, {}, of);
      },
      ahead);
  REQUIRE(whole.ok());
  REQUIRE(target.ok());
  const lessons::Target &one = *target, &other = *whole;
  CHECK(launch::print(one.launch) == launch::print(other.launch));
  CHECK(one.has_launch == other.has_launch);
  CHECK(one.program.has_value() == other.program.has_value());
  CHECK(one.untaken.has_value() == other.untaken.has_value());
  CHECK(one.guessed == other.guessed);
  CHECK(one.launch_place.line == other.launch_place.line);
  if (one.program) {
    CHECK(one.program->arguments == other.program->arguments);
    CHECK(one.program->launch == other.program->launch);
  }
  CHECK((one.reached == nullptr) == (other.reached == nullptr));
  return ahead.results.size();
}

// Whether a call of the text's function is guessed; its launches are executed ahead.
bool check_call_ahead(const std::string& text) {
  CAPTURE(text);
  lessons::Target target;
  target.file = base::SourceFile("test.cu", text);
  const auto whole = lessons::guessed_call(target, {});
  lessons::ProgramsAhead ahead;
  const auto call = opened(
      [&](lessons::ProgramsAhead* of) {
        return lessons::guessed_call(target, {}, nullptr, {}, of);
      },
      ahead);
  CHECK(ahead.runs.has_value());
  REQUIRE(call.has_value() == whole.has_value());
  if (call) {
    CHECK(call->guessed == whole->guessed);
    CHECK(launch::print(call->launch) == launch::print(whole->launch));
  }
  return call.has_value();
}

const std::string kKernel = "__global__ void k(int* a, int n) { a[threadIdx.x] = n; }\n";

}  // namespace

TEST_CASE("programs ahead: main() with what it is given, or with guessed arguments") {
  const std::string program = "#include <cstdlib>\n" + kKernel +
                              "int main(int argc, char** argv) {\n"
                              "  int* d;\n"
                              "  cudaMalloc(&d, 4096);\n"
                              "  if (argc < 2) return 1;\n"
                              "  k<<<1, 32>>>(d, atoi(argv[1]));\n"
                              "}\n";
  CHECK(check_ahead(program, "") == 1);
  CHECK(check_ahead(program, kGuess) == 2);
  CHECK(check_ahead(program, "--grid 1 --block 32 --arg a=int[32] --arg n=3") == 0);
}

TEST_CASE("programs ahead: no main(), one that is refused, a called function") {
  CHECK(check_ahead(kKernel, "") == 0);
  CHECK(check_ahead(kKernel, kGuess) == 0);
  CHECK(check_ahead(kKernel + "int main() { fork(); int* d; k<<<1, 32>>>(d, 1); }\n", kGuess) == 1);
  const std::string function = kKernel +
                               "void fill(int* a, int n) {\n"
                               "  int* d;\n"
                               "  cudaMalloc(&d, n * 4);\n"
                               "  k<<<1, n>>>(d, n);\n"
                               "  cudaMemcpy(a, d, n * 4, cudaMemcpyDeviceToHost);\n"
                               "  cudaFree(d);\n"
                               "}\n";
  CHECK(check_ahead(function, kGuess) == 1);
  CHECK(check_call_ahead(function));
}

TEST_CASE("programs ahead: a guessed call that makes a mistake is not taken") {
  const std::string function =
      "__global__ void k(int* a, int n) { a[threadIdx.x + n] = n; }\n"
      "void fill(int* a, int n) {\n"
      "  int* d;\n"
      "  cudaMalloc(&d, n * 4);\n"
      "  k<<<1, n>>>(d, n);\n"
      "  cudaMemcpy(a, d, n * 4, cudaMemcpyDeviceToHost);\n"
      "  cudaFree(d);\n"
      "}\n";
  CHECK_FALSE(check_call_ahead(function));
}
