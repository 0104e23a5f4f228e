// `warplens grade` of hand-ins and exercises that are damaged, or mean harm: each gets a verdict
// soon, and nothing of it is more than text in the terminal, the CSV, the page or a grader's file.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

const std::string kAddId = "add-any-length";
const std::string kAddHead =
    "__global__ void add(const float* a, const float* b, float* c, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";
const std::string kAddBody = "  if (i < n) c[i] = a[i] + b[i];\n}\n";
const std::string kAddWhole = kAddHead + kAddBody;
const char* const kGraders[] = {"gradescope", "prairielearn", "exercism", "classroom50", "junit"};

// A class's folder, and where its page is written.
struct ClassFolder {
  tests::TempFolder folder;
  ClassFolder() { std::filesystem::create_directory(folder.path("in")); }
  void put(const std::string& name, const std::string& text) const {
    folder.write("in/" + name, text);
  }
  Outcome grade(const std::string& exercise = kAddId) const {
    return run_command(
        {"grade", folder.path("in"), exercise, "--class-page", folder.path("page.html")});
  }
  std::string page() const {
    std::ifstream file(folder.path("page.html"), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
};

// Of the runner of Classroom 50.
class RunnersVariables {
 public:
  RunnersVariables() {
    for (const char* name : kNames) setenv(name, "x", 1);
  }
  ~RunnersVariables() {
    for (const char* name : kNames) unsetenv(name);
  }
  RunnersVariables(const RunnersVariables&) = delete;
  RunnersVariables& operator=(const RunnersVariables&) = delete;

 private:
  static constexpr const char* kNames[] = {"CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG",
                                           "COMMIT_URL", "RELEASE_URL"};
};

// In each byte order, with a mark of it or without.
std::vector<std::string> in_utf_16(const std::string& text) {
  std::string little, big;
  for (const char c : text) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  return {"\xff\xfe" + little, little, "\xfe\xff" + big, big};
}

bool sends_escape(const std::string& text) {
  return text.find_first_of("\x1b\x07\r\x9b") != std::string::npos ||
         contains(text, "\xE2\x80\xAE");
}

// Its verdict in every form: for people, for programs, for graders, as a row and on the page.
std::vector<std::string> all_forms_of(const std::string& name, const std::string& text) {
  const RunnersVariables variables;
  const ClassFolder all;
  all.put(name, text);
  const std::string file = all.folder.path("in/" + name);
  std::vector<std::string> forms{run_command({"grade", file, kAddId}).out,
                                 run_command({"grade", file, kAddId, "--json"}).out};
  for (const char* format : kGraders)
    forms.push_back(run_command({"grade", file, kAddId, "--format", format}).out);
  forms.push_back(all.grade().out);
  forms.push_back(all.page());
  for (const std::string& form : forms) REQUIRE_FALSE(form.empty());
  return forms;
}

std::string folder_of_add() {
  return std::string(WARPLENS_SOURCE_DIR) + "/kernels/course/exercises/" + kAddId;
}

}  // namespace

TEST_CASE(
    "hostile hand-in: UTF-16 with and without a mark does not compile, and says what is needed") {
  const ClassFolder all;
  size_t number = 0;
  for (const std::string& text : in_utf_16(kAddWhole)) {
    const std::string name = std::to_string(number++) + ".cu";
    all.put(name, text);
    const Outcome outcome = run_command({"grade", all.folder.path("in/" + name), kAddId});
    CHECK(outcome.status == 1);
    CHECK(contains(outcome.out, "UTF-8"));
  }
  all.put("mark.cu", "\xEF\xBB\xBF" + kAddWhole);
  const Outcome outcome = all.grade();
  CHECK(outcome.status == 0);
  for (size_t i = 0; i < number; ++i)
    CHECK(contains(outcome.out, "\n" + std::to_string(i) + ".cu,not_finished,"));
  CHECK(contains(outcome.out, "\nmark.cu,passed,"));
}

TEST_CASE("hostile hand-in: a file of gigabytes is its author's mistake, and not read") {
  const ClassFolder all;
  all.put("large.cu", "x");
  std::filesystem::resize_file(all.folder.path("in/large.cu"), uint64_t{3} << 30);
  all.put("right.cu", kAddWhole);
  const Outcome outcome = all.grade();
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "\nlarge.cu,not_finished,,,"));
  CHECK(contains(outcome.out, "\nright.cu,passed,"));
  CHECK_FALSE(contains(outcome.out, all.folder.path()));
}

TEST_CASE("hostile hand-in: what allocates, recurses or prints without an end does not pass") {
  const std::string texts[] = {
      kAddHead + "  __shared__ float s[1 << 28];\n  s[i] = 1;\n" + kAddBody,
      kAddHead + "  float s[1 << 28];\n  s[i] = 1;\n" + kAddBody,
      kAddHead + "  while (true) {\n    float* p = new float[1 << 20];\n    p[0] = 1;\n  }\n}\n",
      kAddHead + "  while (true) {\n    char* p = (char*)malloc(1);\n    p[0] = 1;\n  }\n}\n",
      kAddHead + "  while (true) printf(\"%d\\n\", i);\n}\n",
      "__device__ int f(int k) {\n  int s[64];\n  s[k % 64] = k;\n  return f(k + 1) + s[k % "
      "64];\n}\n" +
          kAddHead + "  c[i] = f(0);\n}\n",
      "__device__ float big[1u << 31];\n" + kAddHead + "  big[i] = 1;\n" + kAddBody};
  const ClassFolder all;
  size_t number = 0;
  for (const std::string& text : texts) all.put(std::to_string(number++) + ".cu", text);
  all.put("right.cu", kAddWhole);
  const Outcome outcome = all.grade();
  CHECK(outcome.status == 0);
  for (size_t i = 0; i < number; ++i) {
    CHECK(contains(outcome.out, "\n" + std::to_string(i) + ".cu,"));
    CHECK_FALSE(contains(outcome.out, "\n" + std::to_string(i) + ".cu,passed"));
  }
  CHECK(contains(outcome.out, "\nright.cu,passed,,,\n"));
}

TEST_CASE("hostile hand-in: no way to include a file of the machine gives anything of it away") {
  const std::string heads[] = {"#include \"/etc/passwd\"\n",
                               "#include </etc/passwd>\n",
                               "#include \"../secret\"\n",
                               "#include \"secret\"\n",
                               "#include \"../../../../../../../../etc/passwd\"\n",
                               "#define FILE \"/etc/passwd\"\n#include FILE\n",
                               "#include_next \"/etc/passwd\"\n",
                               "#import \"/etc/passwd\"\n",
                               "__device__ const char d[] = {\n#embed \"/etc/passwd\"\n};\n",
                               "#if __has_embed(\"/etc/passwd\")\n#endif\n",
                               "asm(\".incbin \\\"/etc/passwd\\\"\");\n",
                               "// warplens: --grid 4 -include /etc/passwd\n",
                               "// warplens: --arg a=float[9]:file=/etc/passwd\n"};
  const ClassFolder all;
  for (const char* secret : {"secret", "in/secret"})
    all.folder.write(secret, "#error root: it was read\n");
  size_t number = 0;
  for (const std::string& head : heads) all.put(std::to_string(number++) + ".cu", head + kAddWhole);
  // Whether it is there can't be told either.
  for (const char* name : {"/etc/passwd", "secret", "../secret"})
    all.put("has" + std::to_string(number++) + ".cu", "#if __has_include(\"" + std::string(name) +
                                                          "\")\n#error it is there\n#endif\n" +
                                                          kAddWhole);
  const Outcome outcome = all.grade();
  CHECK(outcome.status == 0);
  CHECK_FALSE(contains(outcome.out, "root:"));
  CHECK_FALSE(contains(all.page(), "root:"));
  for (size_t i = std::size(heads); i < number; ++i)
    CHECK(contains(outcome.out, "\nhas" + std::to_string(i) + ".cu,passed,"));
}

TEST_CASE("hostile hand-in: what it prints, names or gets wrong is shown, and not sent") {
  const std::string sent = "\\033]0;PWNED\\007\\x1b[2J %c[5m \xE2\x80\xAE\\r";
  for (const std::string& text : {kAddHead + "  printf(\"" + sent + "\\n\", 27);\n" + kAddBody,
                                  kAddHead + "  c[i] = a[i] + b[i];  // \x1b[31m \xE2\x80\xAE\n}\n",
                                  "#error \x1b]0;PWNED\x07 \xE2\x80\xAE\n" + kAddWhole,
                                  kAddHead + "  x\x1b[2J = 1;\n" + kAddBody}) {
    for (const std::string& form : all_forms_of("red\x1b[31m\x07.cu", text)) {
      CAPTURE(form);
      CHECK_FALSE(sends_escape(form));
    }
  }
}

TEST_CASE("hostile hand-in: a name with a tag, quotes and a line's end is in no grader's file") {
  const std::string name = "<script>alert('x')</script>\"&,\n=1.cu";
  std::string file = name;
  std::replace(file.begin(), file.end(), '/', '|');
  const std::vector<std::string> forms = all_forms_of(file, kAddWhole);
  for (const std::string& form : forms) {
    if (&form == &forms[forms.size() - 2]) continue;  // rows are no page
    CHECK_FALSE(contains(form, "<script"));
  }
  CHECK(contains(forms.back(), "&lt;script&gt;"));
  CHECK(contains(forms[forms.size() - 2], "\n\"<script>alert('x')<|script>\"\"&,\n=1.cu\",passed"));
}

TEST_CASE("hostile hand-in: no cell of a row is a formula") {
  const ClassFolder all;
  for (const char* name : {"=1+1.cu", "+1.cu", "-1.cu", "@x.cu", "\t=1.cu", "a;=1.cu"})
    all.put(name, kAddWhole);
  all.put("grid.cu", "// warplens: --grid 99999999999999999999\n" + kAddWhole);
  const Outcome outcome = all.grade();
  CHECK(outcome.status == 0);
  for (const char* cell : {"\n./=1+1.cu,", "\n./+1.cu,", "\n./-1.cu,", "\n./@x.cu,",
                           "\n\"./\t=1.cu\",", "\n\"a;=1.cu\",", ",'--grid 9"})
    CHECK_MESSAGE(contains(outcome.out, cell), outcome.out);
}

TEST_CASE("hostile hand-in: an exercise whose reference does not fit its device can't be judged") {
  const ClassFolder all;
  all.put("right.cu", kAddWhole);
  const std::string exercise = all.folder.path("exercises/add");
  std::filesystem::create_directory(all.folder.path("exercises"));
  std::filesystem::copy(folder_of_add(), exercise);
  std::ifstream file(exercise + "/exercise.json");
  ordered_json json = ordered_json::parse(file);
  const auto with = [&](const char* options) {
    ordered_json own = json;
    own["launch"].push_back(options);
    all.folder.write("exercises/add/exercise.json", own.dump());
  };
  with("--shared 100000");
  CHECK(all.grade(exercise).status == 0);
  with("--shared 100000 --device cc7.5");
  const Outcome outcome = all.grade(exercise);
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.out, "\nright.cu,unusable,,,"));
  CHECK(contains(outcome.out, "reference.cu"));
  const std::string right = all.folder.path("in/right.cu");
  CHECK(run_command({"grade", right, exercise}).status == 2);
  for (const char* format : kGraders)
    CHECK(run_command({"grade", right, exercise, "--format", format}).status == 2);
  CHECK(run_command({"exercises", "--exercises", all.folder.path("exercises")}).status == 2);
}

TEST_CASE("hostile hand-in: an exercise that leads out of its folder, or is too long, is refused") {
  const ClassFolder all;
  all.put("right.cu", kAddWhole);
  const std::string exercise = all.folder.path("exercises/add");
  std::filesystem::create_directory(all.folder.path("exercises"));
  for (const char* name : {"exercise.json", "starter.cu", "reference.cu"}) {
    CAPTURE(name);
    const auto refused = [&](const std::string& part) {
      for (const auto& words : std::vector<std::vector<std::string>>{
               {"grade", all.folder.path("in/right.cu"), exercise},
               {"exercises", "--exercises", all.folder.path("exercises")}}) {
        const Outcome outcome = run_command(words);
        CHECK(outcome.status == 2);
        CHECK(outcome.out.empty());
        CHECK_MESSAGE(contains(outcome.err, part), outcome.err);
      }
    };
    const std::string file = exercise + "/" + name;
    std::filesystem::copy(folder_of_add(), exercise);
    std::filesystem::resize_file(file, uint64_t{1} << 30);
    refused(std::string("add/") + name + ": ");
    std::filesystem::remove(file);
    std::filesystem::create_symlink("/etc/passwd", file);
    refused(std::string("add/") + name + ": is a link");
    std::filesystem::remove_all(exercise);
  }
}
