// Reading lessons of the course: what a good one says, and that one of a stranger is refused with
// the file, the line, the field and what is wrong.
#include <functional>

#include "app/files/files.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using nlohmann::json;

namespace {

std::string lesson_error(const std::function<void(json&)>& change) {
  json lesson = tests::lesson_json();
  change(lesson);
  const auto parsed = tests::parsed_lesson(lesson);
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}

// An error of the first stop.
std::string stop_error(const std::function<void(json&)>& change) {
  return lesson_error([&](json& lesson) { change(lesson["stops"][0]); });
}

bool names(const std::string& error, const std::string& part) {
  return error.find(part) != std::string::npos;
}

std::string words_text(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += (i == 0 ? "" : " ") + std::string("word");
  return text;
}

}  // namespace

TEST_CASE("lesson: every field arrives") {
  const auto lesson = tests::must_parse_lesson(tests::lesson_json());
  CHECK(lesson->id == "mine");
  CHECK(lesson->order == 3);
  CHECK(lesson->minutes == 8);
  CHECK(lesson->claim == "One index is enough");
  CHECK(lesson->remember == "Round up.");
  CHECK(lesson->exercises == std::vector<std::string>{"add-any-length"});
  REQUIRE(lesson->stops.size() == 4);
  const course::Stop& stop = lesson->stops[0];
  CHECK(stop.id == "how-many");
  CHECK(stop.page == "access");
  CHECK(stop.shown.id == "mine:how-many");
  CHECK(stop.shown.text == tests::kAddText);
  CHECK(stop.shown.path == "mine/add.cu");
  CHECK(stop.shown.opening.block == std::array<uint32_t, 3>{2, 0, 0});
  CHECK(stop.shown.opening.thread == std::array<uint32_t, 3>{5, 0, 0});
  CHECK(stop.at.operation == trace::Operation::kLoad);
  CHECK(stop.at.array == "a");
  CHECK(stop.expectations.size() == 2);
  REQUIRE(stop.question);
  CHECK(stop.question->is_number());
  CHECK_FALSE(stop.question->is_typed());
  CHECK(course::parameters_of(stop, 1)->at("n") == 250);
  CHECK(course::parameters_of(stop, 1)->at("size") == 32);
  CHECK_FALSE(course::parameters_of(stop, 3).ok());
  // A form offers what the stop and its twins have.
  for (const lessons::Parameter& parameter : stop.shown.parameters) {
    if (parameter.name == "n") CHECK(parameter.minimum == 70);
    if (parameter.name == "n") CHECK(parameter.maximum == 290);
  }
  CHECK(lesson->stops[1].without == 7u);
  CHECK_FALSE(lesson->stops[1].question->is_number());
}

TEST_CASE("lesson: an error names the file, the line, the field and what is wrong") {
  const std::string unknown = stop_error([](json& stop) { stop["partners"] = 1; });
  CHECK_MESSAGE(unknown.starts_with("mine/lesson.json:"), unknown);
  CHECK(names(unknown, "stops[0].partners: there is no such field"));
  CHECK(names(lesson_error([](json& lesson) { lesson["stops"][2].erase("text"); }),
              "stops[2].text: is missing"));
  CHECK(names(lesson_error([](json& lesson) { lesson.erase("claim"); }), "claim: is missing"));
}

TEST_CASE("lesson: texts are short, and no number is typed into one") {
  CHECK(names(stop_error([](json& stop) { stop["text"] = words_text(41); }),
              "stops[0].text: has 41 words, 40 are allowed"));
  CHECK(tests::parsed_lesson([] {
          json lesson = tests::lesson_json();
          lesson["stops"][0]["text"] = words_text(40);
          return lesson;
        }())
            .ok());
  CHECK(names(lesson_error([](json& lesson) { lesson["claim"] = words_text(9); }),
              "claim: has 9 words, 8 are allowed"));
  CHECK(names(stop_error([](json& stop) { stop["text"] = "It takes 32."; }),
              "stops[0].text: names a number"));
  CHECK(names(stop_error([](json& stop) { stop["question"]["choices"][0]["why"] = "It is 8."; }),
              "stops[0].question.choices[0].why: names a number"));
  CHECK(names(stop_error([](json& stop) { stop["question"]["reason"] = "It is {nothing}."; }),
              "there is no value for '{nothing}'"));
  CHECK(names(stop_error([](json& stop) { stop["text"] = std::string("It is \x1b[2J."); }),
              "stops[0].text: has a character that is not drawn but obeyed"));
  CHECK(names(stop_error([](json& stop) { stop["arrangement"] = std::string("a\x07"); }),
              "stops[0].arrangement: has a character"));
}

TEST_CASE("lesson: so many stops, twins and choices") {
  CHECK(names(lesson_error([](json& lesson) { lesson["stops"].erase(0); }),
              "stops: must be 4 to 8 stops"));
  CHECK(names(lesson_error([](json& lesson) {
                for (int i = 0; i < 5; ++i)
                  lesson["stops"].push_back(tests::plain_stop("more-" + std::to_string(i)));
              }),
              "stops: must be 4 to 8 stops"));
  CHECK(names(lesson_error([](json& lesson) {
                for (int i = 0; i < 1000; ++i) lesson["stops"].push_back(json::object());
              }),
              "stops: has more than 256 items"));
  CHECK(names(lesson_error([](json& lesson) { lesson["stops"][3]["id"] = "third"; }),
              "stops[3].id: 'third' is used twice"));
  CHECK(names(stop_error([](json& stop) { stop["twins"].erase(0); }),
              "stops[0].twins: a stop with a question needs 3 twins"));
  CHECK(names(stop_error([](json& stop) {
                stop["twins"][1] = {{"m", 3}};
              }),
              "stops[0].twins[1].m: the stop has no such parameter"));
  CHECK(names(stop_error([](json& stop) {
                for (int i = 0; i < 2; ++i)
                  stop["question"]["choices"].push_back(stop["question"]["choices"][0]);
              }),
              "stops[0].question.choices: must be 0 to 3 choices"));
  CHECK(
      names(lesson_error([](json& lesson) { lesson["stops"][1]["question"]["choices"].erase(0); }),
            "stops[1].question.choices: must be 2 to 4 choices"));
}

TEST_CASE("lesson: what a stop names has to be there") {
  CHECK(names(stop_error([](json& stop) { stop["kernel"] = "other.cu"; }),
              "stops[0].kernel: other.cu: no such file"));
  CHECK(names(stop_error([](json& stop) { stop["kernel"] = "../add.cu"; }),
              "stops[0].kernel: must be letters, digits"));
  CHECK(names(stop_error([](json& stop) { stop["facts"]["n"] = "launch.warps"; }),
              "stops[0].facts.n: a parameter has this name"));
  CHECK(names(stop_error([](json& stop) { stop["facts"]["x"] = "long:launch.warps"; }),
              "stops[0].facts.x: there is no other run 'long'"));
  CHECK(names(stop_error([](json& stop) { stop["opens_course"] = "long"; }),
              "stops[0].opens_course: there is no other run 'long'"));
  CHECK(names(stop_error([](json& stop) {
                stop["opens_course"] = "short";
                stop["question"]["choices"].erase(0);
              }),
              "stops[0].opens_course: needs a question with choices"));
  CHECK(names(stop_error([](json& stop) { stop["expect"]["y"] = 1; }),
              "stops[0].expect.y: there is no such fact"));
  CHECK(names(stop_error([](json& stop) { stop["launch"] = "--grid {n"; }), "stops[0].launch: "));
  CHECK(names(stop_error([](json& stop) { stop["device"] = "cc0.9"; }),
              "stops[0].launch: no device 'cc0.9' is known"));
  CHECK(names(stop_error([](json& stop) { stop["others"]["short"]["device"] = "cc0.9"; }),
              "stops[0].others.short: no device 'cc0.9' is known"));
  CHECK(names(stop_error([](json& stop) { stop["launch"] = "--grid 1 --save c=/tmp/c"; }),
              "stops[0].launch: "));
  CHECK(names(stop_error([](json& stop) { stop["at"]["store"] = "c"; }),
              "one access is selected, not two"));
  CHECK(names(stop_error([](json& stop) { stop["at"]["block"][0] = "{m}"; }),
              "stops[0].at.block: there is no parameter 'm'"));
  CHECK(names(stop_error([](json& stop) { stop["lanes"] = "some"; }), "stops[0].lanes: is one of"));
}

TEST_CASE("lesson: a folder is read, and nothing outside of it") {
  const tests::TempFolder folder;
  const auto put = [&](const std::string& name, const json& lesson) {
    std::filesystem::create_directories(folder.path(name));
    folder.write(name + "/lesson.json", lesson.dump());
    folder.write(name + "/add.cu", tests::kAddText);
    folder.write(name + "/turn.cu", tests::kTurnText);
  };
  const auto course_error = [&] {
    const auto course = course::load_course(folder.path());
    REQUIRE_FALSE(course.ok());
    return course.error();
  };
  CHECK(names(course_error(), "holds no lesson"));
  put("later", tests::lesson_json());
  json first = tests::lesson_json();
  first["id"] = "first";
  first["order"] = 1;
  for (json& stop : first["stops"]) stop["id"] = "a-" + stop["id"].get<std::string>();
  put("zero", first);
  const auto course = course::load_course(folder.path());
  REQUIRE_MESSAGE(course.ok(), (course.ok() ? "" : course.error()));
  REQUIRE(course->size() == 2);
  CHECK(course->front().id == "first");
  CHECK(course->front().folder == folder.path("zero"));
  // A link out of it.
  folder.write("outside.cu", tests::kAddText);
  std::filesystem::remove(folder.path("zero/add.cu"));
  std::filesystem::create_symlink(folder.path("outside.cu"), folder.path("zero/add.cu"));
  CHECK(names(course_error(), "is a link that leads out"));
  std::filesystem::remove(folder.path("zero/add.cu"));
  folder.write("zero/add.cu", tests::kAddText);
  // Two that are first.
  json last = tests::lesson_json();
  for (json* lesson : {&first, &last}) (*lesson)["stops"][0]["opens_course"] = "short";
  put("zero", first);
  put("later", last);
  CHECK(names(course_error(), "'how-many' opens the course, and so does 'a-how-many'"));
  last["stops"][0].erase("opens_course");
  put("later", last);
  // Ids that are taken.
  first["stops"][1]["id"] = "barrier";
  put("zero", first);
  CHECK(names(course_error(), "'barrier' is taken by another stop"));
  first["id"] = "mine";
  put("zero", first);
  CHECK(names(course_error(), "'mine' is taken by another lesson"));
}

TEST_CASE("lesson: a bomb, a lesson of lists and a million stops end soon") {
  const auto error = [](const std::string& text) {
    const auto parsed = course::parse_lesson("mine/lesson.json", text, [](const std::string&) {
      return base::Result<std::string, std::string>("x");
    });
    REQUIRE_FALSE(parsed.ok());
    return parsed.error();
  };
  CHECK(names(error(std::string(200'000, '[')), "levels of brackets"));
  std::string stops = "{\"stops\": [{}";
  for (int i = 0; i < 1'000'000; ++i) stops += ",{}";
  CHECK(names(error(stops + "]}"), "mine/lesson.json"));
  CHECK(names(error("[]"), "an object"));
  CHECK(names(error("{\"id\": \"a\", \"id\": \"b\"}"), "'id' appears twice"));
  json deep = tests::lesson_json();
  deep["stops"][0]["question"]["truth"] = std::string(1000, '(') + "n";
  CHECK(tests::parsed_lesson(deep).ok());  // it is worked out with facts
}

TEST_CASE("lesson: more than 64 of them") {
  const tests::TempFolder folder;
  for (int i = 0; i < 65; ++i) {
    const std::string name = "l" + std::to_string(i);
    std::filesystem::create_directories(folder.path(name));
    folder.write(name + "/lesson.json", "{}");
  }
  const auto course = course::load_course(folder.path());
  REQUIRE_FALSE(course.ok());
  CHECK(names(course.error(), "has more than 64 lessons"));
}
