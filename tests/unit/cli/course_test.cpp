// `warplens course`: the list, a lesson's stops as runs fill them, what does not hold; exit
// statuses and keys of the JSON.
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

const std::string kStop = R"json({
  "id": "blocks-needed", "kernel": "add.cu", "parameters": {"n": 100, "blocks": 4},
  "launch": "--grid {blocks} --block 32 --arg a=float[{n}] --arg c=float[{n}] --arg n={n}",
  "at": {"store": "c"}, "facts": {"sectors": "access.sectors"}, "expect": {"sectors": 4},
  "text": "A store takes {sectors} sectors.", "term": "sector",
  "question": {
    "text": "How many blocks does n = {n} need?", "truth": "ceil_div(n, 32)",
    "choices": [
      {"value": "n / 32", "belief": "division-rounds-up", "why": "It rounds down."},
      {"value": "n", "belief": "a-block-each", "why": "A block has more threads."}],
    "reason": "The last one is not full."},
  "twins": [{"n": 70, "blocks": 3}, {"n": 250, "blocks": 8}, {"n": 290, "blocks": 10}]
})json";

// A course of one lesson, with that first stop.
void write_course(const tests::TempFolder& folder, const std::string& stop) {
  std::filesystem::create_directories(folder.path("threads"));
  folder.write("threads/add.cu",
               "__global__ void add(const float* a, float* c, int n) {\n"
               "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
               "  if (i < n) c[i] = 2 * a[i];\n"
               "}\n");
  ordered_json lesson = ordered_json::parse(
      R"({"id": "threads", "order": 1, "title": "Who am I?", "claim": "One index is enough",
          "minutes": 8, "remember": "Round up."})");
  for (const char* id : {"", "second", "third", "fourth"}) {
    ordered_json one = ordered_json::parse(stop);
    if (*id != '\0') one["id"] = id;
    lesson["stops"].push_back(one);
  }
  folder.write("threads/lesson.json", lesson.dump(1));
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = kStop;
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("course: the lessons with claim, minutes and stops") {
  const tests::TempFolder folder;
  write_course(folder, kStop);
  const Outcome outcome = run_command({"course", "--course", folder.path()});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "threads\n  Who am I?\n  One index is enough\n  8 minutes, 4 stops"));
  const ordered_json json =
      ordered_json::parse(run_command({"course", "--course", folder.path(), "--json"}).out);
  const ordered_json& lesson = json["lessons"].at(0);
  CHECK(lesson["minutes"] == 8);
  CHECK(lesson["stops"].at(0) == "blocks-needed");
}

TEST_CASE("course: a lesson's stops and questions, filled from runs") {
  const tests::TempFolder folder;
  write_course(folder, kStop);
  const Outcome outcome = run_command({"course", "threads", "--course", folder.path()});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "A store takes 4 sectors."));
  CHECK(contains(outcome.out, "How many blocks does n = 100 need?"));
  CHECK(contains(outcome.out, "+ 4: The last one is not full."));
  CHECK(contains(outcome.out, "- 3: It rounds down."));
  CHECK_FALSE(contains(outcome.out, "{"));
  const ordered_json json = ordered_json::parse(
      run_command({"course", "threads", "--course", folder.path(), "--json"}).out);
  const ordered_json& stop = json["stops"].at(0);
  CHECK(stop["text"] == "A store takes 4 sectors.");
  CHECK(stop["term"] == "sector");
  CHECK(stop["question"]["typed"] == false);
  CHECK(stop["question"]["choices"].at(0)["belief"] == "division-rounds-up");
  CHECK(stop["question"]["choices"].at(1)["right"] == true);
}

TEST_CASE("course: an interruption is said, with how far it came") {
  const tests::TempFolder folder;
  write_course(folder, kStop);
  const std::atomic<bool> interrupted = true;
  const auto interrupt = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--course", folder.path()});
    const Outcome outcome = run_command(words, {}, {}, &interrupted);
    CHECK(outcome.status == 130);
    return outcome.err;
  };
  CHECK(contains(interrupt({"course", "--check"}), "interrupted after 0 of 1 lessons"));
  CHECK(contains(interrupt({"course", "threads"}), "interrupted after 0 of 4 stops"));
  CHECK(contains(interrupt({"course", "--questions", "moodle"}),
                 "interrupted before the questions were written"));
}

TEST_CASE("course: --check ends with 1 where something does not hold") {
  const tests::TempFolder folder;
  write_course(folder, kStop);
  const Outcome holds = run_command({"course", "--check", "--course", folder.path()});
  CHECK(holds.status == 0);
  CHECK(contains(holds.out, "threads\n  all that it expects holds"));
  write_course(folder, changed("\"sectors\": 4", "\"sectors\": 5"));
  const Outcome outcome = run_command({"course", "--check", "--course", folder.path()});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.out, "stop 'blocks-needed', expect.sectors: is 4, 5 is expected"));
  const ordered_json json = ordered_json::parse(
      run_command({"course", "--check", "--json", "--course", folder.path()}).out);
  CHECK(json["lessons"].at(0)["problems"].size() == 4);
  // The test before and after, of all lessons alone.
  write_course(folder, kStop);
  folder.write("test.json", R"json({"items": [{"idea": "blocks", "title": "Blocks",
    "before": {"stop": "threads.second", "twin": 0}, "after": {"stop": "threads.third", "twin": 0}}]})json");
  const Outcome test = run_command({"course", "--check", "--json", "--course", folder.path()});
  CHECK(test.status == 1);
  CHECK(ordered_json::parse(test.out)["test"]["problems"].size() == 1);
  CHECK(run_command({"course", "threads", "--check", "--course", folder.path()}).status == 0);
  folder.write("test.json", "{\"items\": []}");
  CHECK(run_command({"course", "--check", "--course", folder.path()}).status == 2);
  std::filesystem::remove(folder.path("test.json"));
  // A stop that can't be filled.
  write_course(folder, changed("\"store\": \"c\"", "\"store\": \"d\""));
  const Outcome gone = run_command({"course", "threads", "--course", folder.path()});
  CHECK(gone.status == 1);
  CHECK(contains(gone.err,
                 "stop 'blocks-needed': thread (0, 0, 0) of block (0, 0, 0) has no store "
                 "of 'd'"));
}

TEST_CASE("course: mistakes of the command and of a file end with 2") {
  const tests::TempFolder folder;
  const auto refused = [&](const std::vector<std::string>& words, const std::string& part) {
    const Outcome outcome = run_command(words);
    CHECK(outcome.status == 2);
    CHECK_MESSAGE(contains(outcome.err, part), outcome.err);
  };
  refused({"course", "--course", folder.path()}, "holds no lesson");
  refused({"course", "--course", folder.path("nowhere")}, "nowhere");
  write_course(folder, kStop);
  refused({"course", "thread", "--course", folder.path()}, "did you mean 'threads'?");
  write_course(folder, changed("add.cu", "../add.cu"));
  refused({"course", "--course", folder.path()}, "lesson.json:");
}

TEST_CASE("course: the lessons that are built in") {
  const Outcome outcome = run_command({"course", "--json"});
  CHECK(outcome.status == 0);
  for (const ordered_json& lesson : ordered_json::parse(outcome.out)["lessons"])
    CHECK(lesson["stops"].size() >= 4);
}
