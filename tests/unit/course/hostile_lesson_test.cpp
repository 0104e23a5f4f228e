// A lesson folder from a stranger: what it leads to, names, repeats or never ends costs one short
// error, little memory and little time.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "app/files/files.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using nlohmann::json;

namespace {

constexpr size_t kShortError = 3'000;  // [bytes]

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A course's folder with one lesson, whose files are changed.
class Stranger {
 public:
  explicit Stranger(const json& lesson = tests::lesson_json()) {
    std::filesystem::create_directories(folder_.path("course/mine"));
    put("lesson.json", lesson.dump(1));
    put("add.cu", tests::kAddText);
    put("turn.cu", tests::kTurnText);
  }
  std::string path(const std::string& name) const { return folder_.path("course/mine/" + name); }
  std::string course() const { return folder_.path("course"); }
  // Beside the course.
  std::string outside(const std::string& name) const { return folder_.path(name); }
  void put(const std::string& name, const std::string& text) const {
    folder_.write("course/mine/" + name, text);
  }
  void put_outside(const std::string& name, const std::string& text) const {
    folder_.write(name, text);
  }
  void link(const std::string& name, const std::string& to) const {
    std::filesystem::remove_all(path(name));
    std::filesystem::create_symlink(to, path(name));
  }
  std::string error() const {
    const auto course = course::load_course(this->course());
    REQUIRE_FALSE(course.ok());
    CHECK(course.error().size() < kShortError);
    return course.error();
  }

 private:
  tests::TempFolder folder_;
};

std::string error_of_text(const std::string& text) {
  const auto parsed = course::parse_lesson(
      "mine/lesson.json", text,
      [](const std::string&) -> base::Result<std::string, std::string> { return tests::kAddText; });
  REQUIRE_FALSE(parsed.ok());
  CHECK(parsed.error().size() < kShortError);
  return parsed.error();
}

json changed_stop(const char* path, const json& value) {
  json stop = tests::number_stop();
  stop[json::json_pointer(path)] = value;
  return stop;
}

std::string error_of_stop(const json& stop) {
  json lesson = tests::lesson_json();
  lesson["stops"][0] = stop;
  return error_of_text(lesson.dump(1));
}

json stop_of(const std::string& id, const std::string& launch) {
  return {{"id", id}, {"kernel", "add.cu"}, {"launch", launch}, {"text", "One block is enough."}};
}

// Four stops of one text, with that launch.
json lesson_of_four(const std::string& launch) {
  json lesson = tests::lesson_json();
  lesson["stops"] = json::array();
  for (const char* id : {"one", "two", "three", "four"})
    lesson["stops"].push_back(stop_of(id, launch));
  return lesson;
}

// What is wrong with it, where all its runs together may take little.
std::vector<std::string> problems_of(const Stranger& stranger) {
  const auto course = course::load_course(stranger.course());
  REQUIRE_MESSAGE(course.ok(), (course.ok() ? "" : course.error()));
  const std::vector<std::string> problems =
      course::check(course->front(), {.steps = 1'000'000, .bytes = 16 << 20});
  for (const std::string& problem : problems) {
    CHECK(has(problem, "mine/lesson.json: "));
    CHECK(problem.size() < kShortError);
  }
  return problems;
}

bool any_has(const std::vector<std::string>& problems, const std::string& part) {
  return std::any_of(problems.begin(), problems.end(),
                     [&](const std::string& problem) { return has(problem, part); });
}

const std::string kLaunch =
    "--grid 1 --block 32 --arg a=float[9] --arg b=float[9] --arg c=float[9] --arg n=9";

}  // namespace

TEST_CASE("hostile lesson: a link out of its folder is named, and not followed") {
  const Stranger stranger;
  stranger.put_outside("lesson.json", tests::lesson_json().dump());
  stranger.put_outside("add.cu", tests::kAddText);
  SUBCASE("its description") {
    stranger.link("lesson.json", stranger.outside("lesson.json"));
    CHECK(has(stranger.error(), "mine/lesson.json: is a link"));
  }
  SUBCASE("a text") {
    stranger.link("add.cu", "../../add.cu");
    const std::string error = stranger.error();
    CHECK(has(error, "mine/lesson.json:"));
    CHECK(has(error, "stops[0].kernel: "));
    CHECK(has(error, "mine/add.cu: is a link"));
  }
  SUBCASE("a file of the system") {
    stranger.link("add.cu", "/etc/passwd");
    const std::string error = stranger.error();
    CHECK(has(error, "mine/add.cu: is a link"));
    CHECK_FALSE(has(error, "root:"));
  }
  SUBCASE("a whole lesson") {
    std::filesystem::rename(stranger.path(""), stranger.outside("elsewhere"));
    std::filesystem::create_directory_symlink(stranger.outside("elsewhere"),
                                              stranger.course() + "/mine");
    CHECK(has(stranger.error(), "course/mine: is a link"));
  }
  SUBCASE("that leads to itself") {
    stranger.link("add.cu", "add.cu");
    CHECK(has(stranger.error(), "stops[0].kernel: "));
  }
}

TEST_CASE("hostile lesson: names with folders in them are no names") {
  for (const char* name : {"../../etc/passwd", "/etc/passwd", "..", ".", "a/../add.cu", "add.cu\n"})
    CHECK(has(error_of_stop(changed_stop("/kernel", name)), "stops[0].kernel: must be"));
  json stop = tests::number_stop();
  stop["others"]["short"]["kernel"] = "../add.cu";
  CHECK(has(error_of_stop(stop), "others.short.kernel: "));
}

TEST_CASE("hostile lesson: its launch and its texts read nothing outside of its folder") {
  for (const char* file : {"/etc/passwd", "../../secret"}) {
    const Stranger stranger(lesson_of_four("--block 32 --arg a=float[9]:file=" + std::string(file) +
                                           " --arg b=float[9] --arg c=float[9] --arg n=9"));
    stranger.put_outside("secret", std::string(36, 'x'));
    CHECK(has(stranger.error(), "stops[0].launch: "));
  }
  for (const char* option : {"-I /etc", "-include /etc/passwd", "--dump a=x", "--allow-read /etc"})
    CHECK(has(error_of_stop(changed_stop("/launch", kLaunch + " " + option)), "stops[0].launch: "));
  // What it would include is not there for it.
  for (const char* name : {"\"../../secret\"", "\"/etc/passwd\"", "SECRET"}) {
    const Stranger stranger(lesson_of_four(kLaunch));
    stranger.put_outside("secret", "#error it was read\n");
    stranger.put("add.cu", "#define SECRET \"../../secret\"\n#include " + std::string(name) + "\n" +
                               tests::kAddText);
    const std::vector<std::string> problems = problems_of(stranger);
    CHECK_FALSE(any_has(problems, "stop 'one': "));
  }
}

TEST_CASE("hostile lesson: what is no file of a usual length is refused before it is read") {
  const Stranger stranger;
  const auto grow = [&](const char* name, uint64_t bytes) {
    std::filesystem::resize_file(stranger.path(name), bytes);
  };
  SUBCASE("a text of 1 GB") {
    grow("add.cu", uint64_t{1} << 30);
    CHECK(has(stranger.error(), "stops[0].kernel: "));
  }
  SUBCASE("a description of 1 GB") {
    grow("lesson.json", uint64_t{1} << 30);
    CHECK(has(stranger.error(), "mine/lesson.json: "));
  }
  SUBCASE("a million stops") {
    std::string stops = "{\"stops\": [{}";
    for (int i = 0; i < 1'000'000; ++i) stops += ",{}";
    stranger.put("lesson.json", stops + "]}");
    CHECK(has(stranger.error(), "mine/lesson.json: "));
  }
  SUBCASE("a pipe") {
    std::filesystem::remove(stranger.path("lesson.json"));
    REQUIRE(::mkfifo(stranger.path("lesson.json").c_str(), 0600) == 0);
    CHECK(has(stranger.error(), "mine/lesson.json: "));
  }
  SUBCASE("a folder") {
    std::filesystem::remove(stranger.path("add.cu"));
    std::filesystem::create_directory(stranger.path("add.cu"));
    CHECK(has(stranger.error(), "stops[0].kernel: "));
  }
  SUBCASE("bytes that are no text") {
    stranger.put("add.cu", std::string("\x7f"
                                       "ELF\0\0",
                                       6));
    CHECK(has(stranger.error(), "stops[0].kernel: "));
  }
}

// A lesson keeps a text for each of its runs.
TEST_CASE("hostile lesson: texts that are long together are refused") {
  json stop = stop_of("first", kLaunch);
  for (int i = 0; i < 8; ++i) stop["others"]["o" + std::to_string(i)] = {{"kernel", "add.cu"}};
  json lesson = lesson_of_four(kLaunch);
  lesson["stops"][0] = stop;
  const Stranger stranger(lesson);
  CHECK(course::load_course(stranger.course()).ok());
  stranger.put("add.cu", "/*" + std::string(500'000, 'x') + "*/\n" + tests::kAddText);
  const std::string error = stranger.error();
  CHECK(has(error, "stops[0].others.o"));
  CHECK(has(error, ".kernel: "));
}

TEST_CASE("hostile lesson: long names and open texts make no long error") {
  const std::string name(400'000, 'y');
  CHECK(has(error_of_text("{\"" + name + "\": 1}"), "there is no such field"));
  CHECK(has(error_of_text("{\"a\": 1, \"" + name + "\": 1, \"" + name + "\": 1}"), "twice"));
  CHECK(has(error_of_text("{\n\"id\": \"" + name), "mine/lesson.json:2:"));
  CHECK(has(error_of_text("{\"id\": " + name + "}"), "mine/lesson.json:1:"));
  CHECK(has(error_of_stop(changed_stop("/text", std::string(200'000, '{'))), "stops[0].text: "));
  CHECK(has(error_of_stop(changed_stop("/expect/element", name)), "stops[0].expect.element: "));
  // Cut between two characters.
  std::string wide;
  for (int i = 0; i < 100'000; ++i) wide += "\xE7\x9F\xA9";
  CHECK(json(error_of_text("{\"" + wide + "\": 1}")).dump().size() < 2 * kShortError);
}

TEST_CASE("hostile lesson: brackets and expressions without an end") {
  for (const char* bracket : {"[", "{\"a\":"}) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += bracket;
    CHECK(has(error_of_text(deep), "levels of brackets"));
  }
  CHECK(has(error_of_stop(changed_stop("/launch", kLaunch + " --grid {" + std::string(1'000, '('))),
            "stops[0].launch: "));
  json stop = tests::number_stop();
  stop["question"]["truth"] = std::string(2'000, '(') + "n";
  json lesson = lesson_of_four(kLaunch);
  lesson["stops"][0] = stop;
  CHECK(any_has(problems_of(Stranger(lesson)), "question.truth: "));
}

TEST_CASE("hostile lesson: no text of it has a character that is obeyed") {
  const std::pair<size_t, const char*> fields[] = {{0, "/text"},
                                                   {0, "/term"},
                                                   {0, "/arrangement"},
                                                   {0, "/schedule"},
                                                   {0, "/launch"},
                                                   {0, "/facts/element"},
                                                   {0, "/expect/element"},
                                                   {0, "/at/load"},
                                                   {0, "/question/text"},
                                                   {0, "/question/reason"},
                                                   {0, "/question/truth"},
                                                   {0, "/question/choices/0/value"},
                                                   {0, "/question/choices/0/belief"},
                                                   {0, "/question/choices/0/why"},
                                                   {1, "/question/choices/0/text"},
                                                   {1, "/question/choices/0/if"}};
  for (const char* obeyed : {"red \x1b[31m", "bell \x07", "back \xE2\x80\xAE", "line \r"}) {
    for (const auto& [stop, field] : fields) {
      CAPTURE(field);
      json lesson = tests::lesson_json();
      lesson["stops"][stop][json::json_pointer(field)] = obeyed;
      std::string name = field;
      name = name.substr(name.rfind('/') + 1);
      CHECK(has(error_of_text(lesson.dump(1)), name + ": "));
    }
    for (const char* field : {"title", "claim", "remember", "id"}) {
      json lesson = tests::lesson_json();
      lesson[field] = obeyed;
      CHECK(has(error_of_text(lesson.dump(1)), std::string(field) + ": "));
    }
  }
}

TEST_CASE("hostile lesson: stops, runs and exercises that lead to themselves") {
  json lesson = tests::lesson_json();
  lesson["stops"][3] = lesson["stops"][2];
  CHECK(has(error_of_text(lesson.dump(1)), "stops[3].id: 'third' is used"));
  lesson = tests::lesson_json();
  lesson["exercises"] = {"add-any-length", "add-any-length"};
  CHECK(has(error_of_text(lesson.dump(1)), "exercises[1]: "));
  json stop = tests::number_stop();
  stop["opens_course"] = "how-many";
  CHECK(has(error_of_stop(stop), "stops[0].opens_course: "));
  stop = tests::number_stop();
  stop["facts"]["zeros"] = "short:short:values.c.count_zero";
  const auto facts = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_FALSE(facts.ok());
  CHECK(has(facts.error(), "run 'short'"));
  // It names an exercise that is not there.
  lesson = tests::lesson_json();
  lesson["exercises"] = {"add-any-length", "no-such-exercise"};
  const std::vector<std::string> problems = course::check(*tests::must_parse_lesson(lesson));
  REQUIRE(problems.size() == 1);
  CHECK(has(problems.front(), "'no-such-exercise'"));
}

TEST_CASE("hostile lesson: twins that never find another truth are refused, each by its number") {
  const auto problems_with = [](const json& twins) {
    json stop = tests::number_stop();
    stop["twins"] = twins;
    return course::check(*tests::lesson_with(stop));
  };
  const json none = json::object();
  const std::vector<std::string> own = problems_with({none, none, none});
  for (const char* field : {"twins[0]: ", "twins[1]: ", "twins[2]: "})
    CHECK(std::count_if(own.begin(), own.end(), [&](const std::string& problem) {
            return has(problem, std::string("stop 'how-many', ") + field);
          }) == 2);
  const json longer = {{"n", 70}, {"blocks", 3}};
  const std::vector<std::string> same = problems_with({longer, longer, longer});
  REQUIRE(same.size() == 2);
  CHECK(has(same[0], "twins[1]: "));
  CHECK(has(same[0], "twin 1"));
  CHECK(has(same[1], "twins[2]: "));
  const std::vector<std::string> near = problems_with({{{"n", 97}}, {{"n", 98}}, {{"n", 99}}});
  REQUIRE(near.size() == 3);
  CHECK(has(near[2], "twins[2]: "));
}

TEST_CASE("hostile lesson: launches without an end are cut, and what follows is not checked") {
  const std::string head =
      "__global__ void add(const float* a, const float* b, float* c, int n) {\n";
  const std::string huge = "--grid 2147483647,65535,65535" + kLaunch.substr(8);
  for (const auto& [text, launch] : {std::pair{head + "  for (;;) c[0] += 1;\n}\n", kLaunch},
                                     std::pair{tests::kAddText, huge}}) {
    const Stranger stranger(lesson_of_four(launch));
    stranger.put("add.cu", text);
    const std::vector<std::string> problems = problems_of(stranger);
    CHECK(any_has(problems, "stop 'one': "));
    CHECK(any_has(problems, "is not checked"));
    CHECK_FALSE(any_has(problems, "stop 'four'"));
  }
}

TEST_CASE("hostile lesson: a program without an end is cut") {
  const std::string text = tests::kProgramText;
  const size_t at = text.find("  float* d;\n");
  REQUIRE(at != std::string::npos);
  for (const char* loop : {"  volatile int x = 0;\n  for (;;) x = x + 1;\n", "  for (;;) {}\n",
                           "  for (;;) new char[1 << 20];\n"}) {
    const Stranger stranger(lesson_of_four(""));
    stranger.put("add.cu", text.substr(0, at) + loop + text.substr(at));
    CHECK(any_has(problems_of(stranger), "stop 'one': "));
  }
}

TEST_CASE("hostile lesson: arrays and sizes that no machine has") {
  for (const char* launch :
       {"--grid 99999999999999999999 --block 32", "--grid 1 --block 4294967296"})
    CHECK(has(error_of_stop(changed_stop("/launch", launch)), "stops[0].launch: "));
  for (const char* array : {"float[99999999999999]", "float[2000000000]:random=1"}) {
    const Stranger stranger(lesson_of_four("--block 32 --arg a=" + std::string(array) +
                                           " --arg b=float[9] --arg c=float[9] --arg n=9"));
    CHECK(any_has(problems_of(stranger), "stop 'one': "));
  }
}

TEST_CASE("hostile lesson: texts that include themselves or each other") {
  for (const char* name : {"add.cu", "turn.cu"}) {
    const Stranger stranger(lesson_of_four(kLaunch));
    stranger.put("add.cu", "#include \"" + std::string(name) + "\"\n" + tests::kAddText);
    stranger.put("turn.cu", "#include \"add.cu\"\n");
    CHECK(any_has(problems_of(stranger), "stop 'one': "));
  }
}
