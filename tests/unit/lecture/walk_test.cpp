// A lecture that is walked through: what each item shows is its runs', and what does not hold is
// named.
#include "app/lecture/walk.hpp"

#include <doctest/doctest.h>

#include <atomic>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using lecture::Lessons;
using lecture::Playlist;
using lecture::Shown;

namespace {

const std::string kCopyText =
    "// warplens: --block 32 --arg in=float[32] --arg out=float[32]\n"
    "__global__ void copy(const float* in, float* out) {\n"
    "  out[threadIdx.x] = in[threadIdx.x];\n"
    "}\n";

std::vector<Shown> walked(const std::string& path, const std::string& text,
                          const Lessons& lessons) {
  const auto playlist = lecture::parse(path, text, lessons);
  REQUIRE_MESSAGE(playlist.ok(), (playlist ? "" : lecture::rendered(path, playlist.error())));
  return lecture::walk(*playlist, lessons);
}

Lessons small_course(const nlohmann::json& first = tests::number_stop()) {
  return {tests::lesson_with(first)};
}

bool has_problem(const Shown& shown, const std::string& part) {
  return shown.problems.size() == 1 && shown.problems[0].find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("walk: stops and votes with the numbers of their runs") {
  const std::vector<Shown> shown =
      walked("a.txt", "mine.how-many\nvote\nblank\n1.3\n", small_course());
  REQUIRE(shown.size() == 4);
  for (const Shown& one : shown) CHECK(one.problems.empty());
  CHECK(shown[0].name == "mine.how-many");
  CHECK(shown[0].title == "My own");
  CHECK(shown[0].text == "Element 69 is ours.");
  REQUIRE(shown[0].asked.has_value());
  CHECK(shown[0].asked->truth == 4);
  REQUIRE(shown[1].asked.has_value());
  CHECK(shown[1].asked->choices.size() == 3);
  CHECK(shown[2].name == "blank");
  CHECK(shown[3].text == "One block is enough.");
  CHECK_FALSE(shown[3].asked.has_value());
}

TEST_CASE("walk: a stop whose number no longer holds, or that no longer opens") {
  nlohmann::json changed = tests::number_stop();
  changed["expect"]["element"] = 70;
  CHECK(has_problem(walked("a.txt", "1.1\n", small_course(changed))[0],
                    "expect.element: is 69, 70 is expected"));
  nlohmann::json gone = tests::number_stop();
  gone["at"]["load"] = "d";
  const std::vector<Shown> shown = walked("a.txt", "blank\n1.1\nvote\n", small_course(gone));
  CHECK(shown[0].problems.empty());
  CHECK(has_problem(shown[1], "'d'"));
  CHECK(has_problem(shown[2], "'d'"));
}

TEST_CASE("walk: a text runs, and its access is there") {
  const tests::TempFolder folder;
  folder.write("copy.cu", kCopyText);
  const std::vector<Shown> shown =
      walked(folder.path("a.txt"),
             "copy.cu\ncopy.cu @ access 2\ncopy.cu @ access 3\ncopy.cu @ access 4 --block 64 "
             "--arg in=float[64] --arg out=float[64]\n",
             small_course());
  CHECK(shown[0].problems.empty());
  CHECK(shown[0].title == "copy");
  CHECK(shown[0].text == "access 1, line 3: load in[threadIdx.x]");
  CHECK(shown[1].problems.empty());
  CHECK(shown[1].name == "copy.cu");
  CHECK(shown[1].text == "access 2, line 3: store out[threadIdx.x]");
  CHECK(has_problem(shown[2], "no access 3: the block that is shown has 2"));
  CHECK(shown[3].problems.empty());  // two warps
}

TEST_CASE("walk: a text whose run finds errors does not hold") {
  const tests::TempFolder folder;
  folder.write("copy.cu", kCopyText);
  const std::vector<Shown> shown =
      walked(folder.path("a.txt"), "copy.cu @ access 1 --block 64\n", small_course());
  CHECK(has_problem(shown[0], "its run finds 2 errors, first in line 3: "));
  CHECK(shown[0].text == "access 1, line 3: load in[threadIdx.x]");
}

TEST_CASE("walk: a program whose host code is wrong does not hold") {
  const tests::TempFolder folder;
  const std::string begin =
      "__global__ void f(int* x) { x[threadIdx.x] = 1; }\n"
      "int main() {\n"
      "  int *x, to[16];\n"
      "  cudaMalloc(&x, 32 * sizeof(int));\n";
  const std::string end =
      "  f<<<1, 32>>>(x);\n"
      "  cudaMemcpy(to, x, sizeof(to), cudaMemcpyDeviceToHost);\n"
      "  cudaFree(x);\n"
      "}\n";
  folder.write("right.cu", begin + end);
  folder.write("freed.cu", begin + end.substr(0, end.rfind('}')) + "  cudaFree(x);\n}\n");
  folder.write("unknown.cu", begin + "  x[0] = nobody;\n" + end);
  folder.write("crashed.cu", begin + "  *(int*)0 = 1;\n" + end);
  const std::vector<Shown> shown =
      walked(folder.path("a.txt"), "right.cu\nfreed.cu\nunknown.cu\ncrashed.cu\n", small_course());
  CHECK(shown[0].problems.empty());
  CHECK(has_problem(shown[1], "its run finds an error: line 8: "));
  CHECK(shown[1].title == "f");
  CHECK(has_problem(shown[2], "main() is not run: line 5: unknown name 'nobody'"));
  CHECK(has_problem(shown[3], "its main(): it ended in line 5: Segmentation fault"));
}

TEST_CASE("walk: texts that are not there, do not compile, or do not fit their launch") {
  const tests::TempFolder folder;
  folder.write("copy.cu", kCopyText);
  folder.write("broken.cu",
               "// warplens: --block 32 --arg out=float[32]\n"
               "__global__ void copy(float* out) {\n  out[0] = in;\n}\n");
  folder.write("empty.cu", "");
  const std::vector<Shown> shown = walked(
      folder.path("a.txt"), "none.cu\nbroken.cu\nempty.cu\ncopy.cu --block 2048\n", small_course());
  CHECK(has_problem(shown[0], "no such file"));
  CHECK(has_problem(shown[1], "line 3: unknown name 'in'"));
  CHECK(shown[2].problems.size() == 1);
  CHECK(shown[3].problems.size() == 1);
}

TEST_CASE("walk: a text that the window would ask about says what to write") {
  const tests::TempFolder folder;
  folder.write("bare.cu", kCopyText.substr(kCopyText.find('\n') + 1));
  const std::vector<Shown> shown =
      walked(folder.path("a.txt"),
             "bare.cu\nbare.cu --block 32 --arg in=float[32] --arg out=float[32]\n"
             "bare.cu --grid 1 --block 32 --arg in=float[32] --arg out=float[32]\n",
             small_course());
  CHECK(has_problem(shown[0], "--block"));
  CHECK(has_problem(shown[0], "--arg in=float["));
  CHECK(has_problem(shown[1], "--grid 1"));
  CHECK(shown[2].problems.empty());
  CHECK(shown[2].name == "bare.cu");
}

TEST_CASE("walk: it ends soon when it is cancelled") {
  const std::atomic<bool> cancelled{true};
  const auto playlist = lecture::parse("a.txt", "1.1\n1.2\n", small_course());
  REQUIRE(playlist.ok());
  CHECK(lecture::walk(*playlist, small_course(), &cancelled).empty());
}

TEST_CASE("walk: every lecture that comes with the program holds") {
  const Lessons lessons = lecture::shared(course::built_in_lessons());
  for (const lecture::BuiltIn& one : lecture::built_in()) {
    for (const Shown& shown : walked(one.name, std::string(one.text), lessons)) {
      for (const std::string& problem : shown.problems)
        FAIL_CHECK(one.name << ": " << shown.name << ": " << problem);
    }
  }
}
