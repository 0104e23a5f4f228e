// A stop's facts from runs, its question at them, and what check() finds wrong in a lesson.
#include <functional>

#include "app/course/stop_facts.hpp"
#include "tests/unit/course/lesson_of.hpp"

using namespace warplens;
using nlohmann::json;

namespace {

std::string fact_text(const course::Facts& facts, const std::string& name) {
  const auto found = facts.find(name);
  REQUIRE_MESSAGE(found != facts.end(), name);
  return study::rendered(found->second);
}

// Of a stop without a question that has these facts.
course::Facts facts_of_stop(json stop, const json& paths) {
  stop["facts"] = paths;
  for (const char* name : {"question", "twins", "expect"}) stop.erase(name);
  stop["text"] = "Look.";
  auto facts = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_MESSAGE(facts.ok(), (facts.ok() ? "" : facts.error()));
  return std::move(*facts);
}

std::string stop_problem(json stop, const std::function<void(json&)>& change) {
  change(stop);
  const auto facts = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_FALSE(facts.ok());
  return facts.error();
}

course::Asked asked_of(const json& stop, std::optional<size_t> twin = {}) {
  const auto lesson = tests::lesson_with(stop);
  const auto facts = tests::facts_at(lesson, 0, twin);
  REQUIRE_MESSAGE(facts.ok(), (facts.ok() ? "" : facts.error()));
  auto asked =
      course::ask(lesson->stops[0], *course::parameters_of(lesson->stops[0], twin), *facts);
  REQUIRE_MESSAGE(asked.ok(), (asked.ok() ? "" : asked.error()));
  return std::move(*asked);
}

// All problems of a lesson with that stop.
std::string problems_with(const json& stop) {
  std::string all;
  for (const std::string& problem : course::check(*tests::lesson_with(stop))) all += problem + "\n";
  return all;
}

std::string problem_with(const std::function<void(json&)>& change) {
  json stop = tests::number_stop();
  change(stop);
  return problems_with(stop);
}

bool says_so(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("stop: facts of the run, the launch and the access") {
  const course::Facts facts =
      facts_of_stop(tests::number_stop(), {{"grid", "launch.grid.0"},
                                           {"threads", "launch.threads"},
                                           {"moved", "totals.global.load.bytes_requested"},
                                           {"row", "accesses.0.sectors"},
                                           {"sectors", "access.sectors"},
                                           {"own", "access.own.element"},
                                           {"other", "access.lanes.31.element"},
                                           {"active", "access.active"},
                                           {"kind", "access.kind"},
                                           {"line", "access.line"},
                                           {"words", "access.different_words"},
                                           {"sum", "values.c.99"},
                                           {"zeros", "values.c.count_zero"},
                                           {"errors", "found.errors"},
                                           {"late", "short:found.unwritten_output"},
                                           {"outside", "found.out_of_bounds"}});
  CHECK(fact_text(facts, "grid") == "4");
  CHECK(fact_text(facts, "threads") == "128");
  CHECK(fact_text(facts, "moved") == "800");
  CHECK(fact_text(facts, "row") == "13");
  CHECK(fact_text(facts, "sectors") == "4");
  CHECK(fact_text(facts, "own") == "69");
  CHECK(fact_text(facts, "other") == "95");
  CHECK(fact_text(facts, "active") == "32");
  CHECK(fact_text(facts, "kind") == "load");
  CHECK(fact_text(facts, "line") == "3");
  CHECK(fact_text(facts, "words") == "32");
  CHECK(fact_text(facts, "sum") == "198");
  CHECK(fact_text(facts, "zeros") == "1");
  CHECK(fact_text(facts, "errors") == "0");
  CHECK(fact_text(facts, "outside") == "0");
}

TEST_CASE("stop: facts of the text without a line, and of models") {
  json stop = tests::text_stop();
  stop["registers"] = 32;
  const course::Facts facts = facts_of_stop(stop, {{"waves", "access.wavefronts"},
                                                   {"ideal", "access.ideal"},
                                                   {"bank", "access.own.bank"},
                                                   {"different", "access.different_words"},
                                                   {"wrong", "edit.wrong"},
                                                   {"errors", "edit.errors"},
                                                   {"kept", "values.out.1"},
                                                   {"left", "edit.values.out.1"},
                                                   {"blocks", "occupancy.blocks"},
                                                   {"lost", "divergence.waiting"},
                                                   {"active", "divergence.active"},
                                                   {"cycles", "hiding.results.0.cycles"},
                                                   {"each", "hiding.each.0.cycles"},
                                                   {"sectors", "caches.total.load_sectors"}});
  CHECK(fact_text(facts, "waves") == "32");
  CHECK(fact_text(facts, "ideal") == "1");
  CHECK(fact_text(facts, "bank") == "0");
  CHECK(fact_text(facts, "different") == "32");
  CHECK(fact_text(facts, "kept") == "32");
  CHECK(fact_text(facts, "left") == "0");
  CHECK(fact_text(facts, "wrong") != "0");
  CHECK(fact_text(facts, "errors") != "0");
  CHECK(fact_text(facts, "blocks") == "2");
  CHECK(fact_text(facts, "lost") == "0");
  CHECK(fact_text(facts, "active") == "100.0 %");
  CHECK(fact_text(facts, "each") == fact_text(facts, "cycles"));  // with one warp
  CHECK(fact_text(facts, "sectors") == "128");
}

TEST_CASE("stop: a device of its own, whichever is chosen, and another one for another run") {
  json stop = tests::text_stop();
  stop["parameters"]["old"] = 1;
  stop["launch"] = "-D PAD={pad} --block 32,16 --arg in=float[32][32] --arg out=float[32][32]";
  stop["at"] = {{"store", "tile"}};
  stop["device"] = "{old == 1 ? 'cc1.0' : 'cc2.0'}";
  stop["others"] = {{"newer", {{"set", {{"old", 0}}}}}, {"today", {{"device", "h200"}}}};
  stop["facts"] = {{"device", "device"},
                   {"name", "launch.device_name"},
                   {"waves", "access.wavefronts"},
                   {"newer", "newer:access.wavefronts"},
                   {"today", "today:access.wavefronts"}};
  for (const char* name : {"question", "twins", "expect", "without"}) stop.erase(name);
  const auto lesson = tests::lesson_with(stop);
  for (const char* chosen : {"", "cc3.0"}) {
    course::StopRun run(lesson, 0, *course::parameters_of(lesson->stops[0], {}), {}, chosen);
    const auto facts = base::whole(run);
    REQUIRE_MESSAGE(facts.ok(), (facts.ok() ? "" : facts.error()));
    CHECK(fact_text(*facts, "device") == "cc1.0");
    CHECK(fact_text(*facts, "name").starts_with("compute capability 1.x"));
    CHECK(fact_text(*facts, "waves") == "2");  // half a warp at a time
    CHECK(fact_text(*facts, "newer") == "1");
    CHECK(fact_text(*facts, "today") == "1");
  }
}

TEST_CASE("stop: what a GPU's memory took, as it was recorded") {
  const course::Facts facts =
      facts_of_stop(tests::number_stop(), {{"gpu", "recorded.device"},
                                           {"day", "recorded.date"},
                                           {"shared", "recorded.latency.shared"},
                                           {"far", "short:recorded.latency.dram"}});
  CHECK(fact_text(facts, "gpu") == "NVIDIA H200");
  CHECK(fact_text(facts, "day") == "2026-11-24");  // that of the latencies, not of the recording
  const std::optional<int64_t> shared = course::whole_of(facts.at("shared")),
                               far = course::whole_of(facts.at("far"));
  REQUIRE(shared);
  REQUIRE(far);
  CHECK(*shared > 10);
  CHECK(*far > 10 * *shared);
}

TEST_CASE("stop: the access is found by array, kind and turn, and opens so") {
  json stop = tests::text_stop();
  stop["at"] = {{"thread", {1, 2, 0}}, {"store", "out"}};
  stop["facts"] = {{"waves", "access.sectors"}, {"wrong", "edit.wrong"}};
  const auto lesson = tests::lesson_with(stop);
  course::StopRun run(lesson, 0, *course::parameters_of(lesson->stops[0], {}), {});
  REQUIRE(base::whole(run).ok());
  REQUIRE(run.opening());
  CHECK(run.opening()->access == 3);  // behind a load, a store and a load
  CHECK(run.opening()->thread == std::array<uint32_t, 3>{1, 2, 0});
}

TEST_CASE("stop: a launch of a whole program") {
  json stop = tests::plain_stop("program");
  stop["kernel"] = "program.cu";
  stop["launch"] = "";
  stop["launch_number"] = 2;
  stop["at"] = {{"block", {1, 0, 0}}, {"thread", {3, 0, 0}}, {"store", "a"}};
  const course::Facts facts = facts_of_stop(stop, {{"value", "values.a.5"},
                                                   {"element", "access.own.element"},
                                                   {"all", "launch.blocks"},
                                                   {"host", "found.host_double_free"}});
  CHECK(fact_text(facts, "value") == "20");
  CHECK(fact_text(facts, "element") == "19");
  CHECK(fact_text(facts, "all") == "3");
  CHECK(fact_text(facts, "host") == "1");  // of the program
  stop["launch_number"] = 3;
  stop["facts"] = json::object();
  CHECK(says_so(stop_problem(stop, [](json&) {}), "stop 'program': "));
}

TEST_CASE("stop: a refused launch is a fact where it is asked for, and else an error") {
  json stop = tests::number_stop();
  stop["parameters"]["size"] = 2048;
  const course::Facts facts = facts_of_stop(stop, {{"no", "refused"}});
  CHECK(fact_text(facts, "no") == "1");
  CHECK(fact_text(facts_of_stop(tests::number_stop(), {{"no", "refused"}}), "no") == "0");
  CHECK(says_so(stop_problem(stop, [](json&) {}), "stop 'how-many': "));
  // A text that does not compile is no refusal.
  stop = tests::number_stop();
  stop["launch"] = "-D blockIdx=nothing --block 32";
  stop["facts"] = {{"element", "refused"}, {"zeros", "refused"}};
  CHECK(says_so(stop_problem(stop, [](json&) {}), "stop 'how-many': "));
}

TEST_CASE("stop: an access, a line or a value that is gone is an error that names both") {
  const std::string array =
      stop_problem(tests::number_stop(), [](json& stop) { stop["at"]["load"] = "d"; });
  CHECK_MESSAGE(says_so(array,
                        "stop 'how-many': thread (5, 0, 0) of block (2, 0, 0) has no load "
                        "of 'd' with the turn 0"),
                array);
  CHECK(says_so(stop_problem(tests::number_stop(), [](json& stop) { stop["at"]["turn"] = 1; }),
                "with the turn 1: it makes 1"));
  const std::string block =
      stop_problem(tests::number_stop(), [](json& stop) { stop["at"]["block"][0] = 4; });
  CHECK_MESSAGE(says_so(block, "stop 'how-many': block 4,0,0 is not in the grid"), block);
  CHECK(says_so(stop_problem(tests::number_stop(), [](json& stop) { stop["at"]["thread"][1] = 1; }),
                "thread (5, 1, 0) is not in the block"));
  CHECK(says_so(stop_problem(tests::text_stop(), [](json& stop) { stop["without"] = 6; }),
                "stop 'barrier': line 6 has no barrier, guard, padding or atomic"));
  CHECK(says_so(stop_problem(tests::number_stop(),
                             [](json& stop) { stop["facts"]["zeros"] = "short:values.c.100"; }),
                "stop 'how-many', run 'short': there is no 'values.c.100' for the fact 'zeros'"));
  CHECK(says_so(stop_problem(tests::number_stop(),
                             [](json& stop) { stop["facts"]["zeros"] = "found.nothing"; }),
                "there is no 'found.nothing'"));
}

TEST_CASE("stop: the one that opens the course has two accesses to shared memory") {
  nlohmann::json stop = tests::text_stop();
  stop["others"] = {{"padded", {{"set", {{"pad", 1}}}}}};
  stop["opens_course"] = "padded";
  const auto lesson = tests::lesson_with(stop);
  course::StopRun run(lesson, 0, *course::parameters_of(lesson->stops[0], {}), {});
  REQUIRE(base::whole(run).ok());
  const auto own = run.access(""), other = run.access("padded");
  REQUIRE(own);
  REQUIRE(other);
  CHECK((*own->run->costs)[own->step].paid == 32);
  CHECK((*other->run->costs)[other->step].paid == 1);
  CHECK_FALSE(run.access("nowhere"));
  // The same of an array in global memory.
  stop["at"] = {{"load", "in"}};
  stop["facts"].erase("waves");
  stop["expect"] = nlohmann::json::object();
  stop["text"] = "It loads.";
  const auto facts = tests::facts_at(tests::lesson_with(stop));
  REQUIRE_FALSE(facts.ok());
  CHECK(facts.error().find("shared memory") != std::string::npos);
}

TEST_CASE("stop: an endless text ends at the budget") {
  const auto lesson = tests::lesson_with(tests::number_stop());
  course::StopRun run(lesson, 0, *course::parameters_of(lesson->stops[0], {}),
                      {.steps = 3, .bytes = 1 << 20});
  const auto facts = base::whole(run);
  REQUIRE_FALSE(facts.ok());
  CHECK(says_so(facts.error(), "stop 'how-many'"));
}

TEST_CASE("question: numbers in their order, the right one among them") {
  const course::Asked asked = asked_of(tests::number_stop());
  CHECK(asked.text == "How many blocks does n = 100 need?");
  CHECK(asked.truth == 4);
  CHECK_FALSE(asked.is_typed);
  REQUIRE(asked.choices.size() == 3);
  CHECK(asked.choices[0].text == "3");
  CHECK(asked.choices[0].belief == "division-rounds-up");
  CHECK(asked.choices[1].is_right);
  CHECK(asked.choices[1].why == asked.reason);
  CHECK(asked.choices[2].why == "A block has 32 threads.");
  // A twin is the stop with other parameters.
  CHECK(asked_of(tests::number_stop(), 1).truth == 8);
  CHECK(asked_of(tests::number_stop(), 1).text == "How many blocks does n = 250 need?");
  // Fewer than two wrong ones: it is typed, and the wrong one is still known.
  json typed = tests::number_stop();
  typed["question"]["choices"].erase(0);
  CHECK(asked_of(typed).is_typed);
  CHECK(asked_of(typed).choices.size() == 2);
}

TEST_CASE("question: of texts the one that holds") {
  const course::Asked asked = asked_of(tests::text_stop());
  REQUIRE(asked.choices.size() == 2);
  CHECK(asked.choices[0].text == "Yes");
  CHECK_FALSE(asked.choices[0].is_right);
  CHECK(asked.choices[0].belief == "own-values");
  CHECK(asked.choices[1].is_right);
  CHECK(asked.choices[1].why == "Other warps write what is read.");
  CHECK_FALSE(asked.truth);
}

TEST_CASE("check: a lesson whose numbers hold has no problem") {
  const std::string problems = problem_with([](json&) {});
  CHECK_MESSAGE(problems.empty(), problems);
}

TEST_CASE("check: an expectation, a twin, a belief and an 'if' that do not hold") {
  const std::string expected = problem_with([](json& stop) { stop["expect"]["element"] = 70; });
  CHECK_MESSAGE(says_so(expected,
                        "mine/lesson.json: stop 'how-many', expect.element: is 69, 70 is "
                        "expected"),
                expected);
  CHECK(says_so(problem_with([](json& stop) { stop["expect"]["zeros"] = "5.0"; }),
                "expect.zeros: is 5, 5.0 is expected"));
  CHECK(says_so(problem_with([](json& stop) {
                  stop["twins"][2] = {{"n", 99}};
                }),
                "stop 'how-many', twins[2]: has the same truth as the stop"));
  // 32 blocks of 32.
  CHECK(says_so(problem_with([](json& stop) {
                  stop["twins"][1] = {{"n", 1024}, {"blocks", 32}};
                }),
                "twin 2: stop 'how-many', question.choices: two of them"));
  CHECK(says_so(problem_with([](json& stop) { stop["question"]["truth"] = "elements"; }),
                "question.truth: there is no parameter 'elements'; did you mean 'element'?"));
  CHECK(says_so(problem_with([](json& stop) { stop["question"]["truth"] = "n / (n - 100)"; }),
                "question.truth: division by zero"));
  json two = tests::text_stop();
  two["question"]["choices"][0]["if"] = "wrong >= 0";
  CHECK(says_so(problems_with(two),
                "stop 'barrier', question.choices: one 'if' has to hold, and 2 do"));
  json none = tests::text_stop();
  none["question"]["choices"][1]["if"] = "0";
  CHECK(says_so(problems_with(none), "one 'if' has to hold, and 0 do"));
  // What is right at the stop is wrong at a twin, and nobody knows why.
  json sometimes = tests::text_stop();
  sometimes["question"]["choices"][0]["if"] = "pad == 2";
  sometimes["question"]["choices"][1]["if"] = "pad != 2";
  CHECK(says_so(problems_with(sometimes),
                "twin 2: stop 'barrier', question.choices[1].belief: is missing"));
}

TEST_CASE("check: a lesson begins with a question, and every second stop asks") {
  json lesson = tests::lesson_json();
  lesson["stops"][0] = tests::plain_stop("first");
  const std::vector<std::string> problems = course::check(*tests::must_parse_lesson(lesson));
  REQUIRE(problems.size() == 2);
  CHECK(says_so(problems[0], "stop 'first', question: is missing"));
  CHECK(says_so(problems[1], "every second one has to ask, and 1 of 4 do"));
}
