// `warplens lecture`: the list, what is wrong with a playlist, and what readers see of the handout
// and the notes.
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/cli/html.hpp"
#include "app/window/platform/run_gui.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::Outcome;
using tests::run_command;

namespace {

std::string read_page(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// What a reader sees of a page: without its head, its tags, and its pictures.
std::string seen(const std::string& page) {
  std::string text;
  bool is_tag = false;
  for (const char c : page.substr(page.find("<body>"))) {
    if (c == '<') is_tag = true;
    if (!is_tag) text += c;
    if (c == '>') is_tag = false;
  }
  return text;
}

const std::string kTalk =
    "title: Banks & <b>cures</b>\n"
    "minutes: 6\n"
    "banks.row-then-column [3] = start\n"
    "  Say <script>alert(1)</script> & wait.\n"
    "  Then go on.\n"
    "\n"
    "  Nobody has read this before.\n"
    "vote [2]\n"
    "threads.x-is-the-column\n"
    "blank [1]\n";

// Draws nothing, but leaves files where the script wants pictures.
cli::OpenWindow drawing(std::vector<gui::GuiOptions>& calls) {
  return [&calls](const gui::GuiOptions& options) {
    calls.push_back(options);
    std::istringstream lines(options.script_text);
    for (std::string line; std::getline(lines, line);) {
      for (const std::string front : {"screenshot ", "film save "}) {
        if (line.starts_with(front)) std::ofstream(line.substr(front.size())) << "PNG";
      }
    }
    return 0;
  };
}

}  // namespace

TEST_CASE("lecture: those that come with the program") {
  const Outcome outcome = run_command({"lecture"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "conflicts\n  Bank conflicts and their cure\n  45 minutes"));
  CHECK(contains(outcome.out, "slides\n"));
  const ordered_json json = ordered_json::parse(run_command({"lecture", "--json"}).out);
  CHECK(json["lectures"].at(0)["id"] == "conflicts");
  CHECK(json["lectures"].at(0)["minutes"] == 45);
}

TEST_CASE("lecture: what is made of one needs its name") {
  const Outcome outcome = run_command({"lecture", "--check"});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "'--check' needs a lecture: warplens lecture FILE | NAME"));
  CHECK(run_command({"lecture", "--notes", "notes.html"}).status == 2);
  CHECK(contains(run_command({"lecture", "--theme", "light"}).err, "'--theme' needs a lecture"));
}

TEST_CASE("lecture: an option that would be ignored is a mistake") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  std::vector<gui::GuiOptions> calls;
  const auto error = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"lecture", talk});
    const Outcome outcome = run_command(words, drawing(calls));
    CHECK(outcome.out.empty());
    return outcome.status == 2 ? outcome.err : "status " + std::to_string(outcome.status);
  };
  // No window opens where JSON is expected.
  CHECK(error({"--json"}) == "error: '--json' needs '--check'\n");
  CHECK(contains(error({"--json", "--notes", folder.path("notes.html")}), "'--json' needs"));
  CHECK(error({"--check", "--theme", "light"}) ==
        "error: '--theme' and '--check' do not go together\n");
  const std::string page = folder.path("page.html");
  CHECK(error({"--notes", page, "--size", "800x600"}) ==
        "error: '--size' and '--notes' do not go together\n");
  CHECK(error({"--handout", page, "--theme", "dark"}) ==
        "error: '--theme' and '--handout' do not go together\n");
  CHECK(calls.empty());
  CHECK_FALSE(std::filesystem::exists(page));
  // Pictures are drawn so, also beside them.
  CHECK(run_command({"lecture", talk, "--check", "--pictures", folder.path("out"), "--size",
                     "800x600", "--theme", "light"},
                    drawing(calls))
            .status == 0);
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].width == 800);
  CHECK(calls[0].light);
}

TEST_CASE("lecture: --check walks it, with the time and the line of each entry") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  const Outcome outcome = run_command({"lecture", talk, "--check"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(contains(outcome.out, "6 minutes, 4 entries"));
  const ordered_json json =
      ordered_json::parse(run_command({"lecture", talk, "--check", "--json"}).out);
  REQUIRE(json["entries"].size() == 4);
  CHECK(json["entries"].at(1)["kind"] == "vote");
  CHECK(json["entries"].at(1)["begins"] == 3);
  CHECK(json["entries"].at(3)["line"] == 10);
  CHECK(json["entries"].at(0)["problems"].empty());
}

TEST_CASE("lecture: --check says beside a text what is shown there") {
  const tests::TempFolder folder;
  folder.write("a.cu", "__global__ void f(int* x) { x[threadIdx.x] = 1; }\n");
  const std::string talk =
      folder.write("talk.txt", "a.cu @ access 1 --grid 1 --block 32 --arg x=int[32]\n");
  const Outcome outcome = run_command({"lecture", talk, "--check"});
  CHECK(outcome.status == 0);
  CHECK(contains(outcome.out, "access 1, line 1: store x[threadIdx.x]"));
}

TEST_CASE("lecture: --check names what is missing with its line") {
  const tests::TempFolder folder;
  folder.write("a.cu", "__global__ void f(int* x) { x[threadIdx.x] = 1; }\n");
  const std::string talk = folder.write(
      "talk.txt", "blank\na.cu @ access 9 --grid 1 --block 32 --arg x=int[32]\nnone.cu\n");
  const Outcome outcome = run_command({"lecture", talk, "--check"});
  CHECK(outcome.status == 1);
  CHECK(contains(outcome.err, talk + ":2: a.cu: there is no access 9"));
  CHECK(contains(outcome.err, talk + ":3: none.cu: "));
  // Nothing is written of a lecture that does not hold.
  const std::string page = folder.path("page.html");
  CHECK(run_command({"lecture", talk, "--handout", page}).status == 1);
  CHECK_FALSE(std::filesystem::exists(page));
}

TEST_CASE("lecture: all mistakes of a playlist, each with its line, and exit status 2") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt",
                                        "minutes: 45\nbanks.row-then-colum [3]\n"
                                        "threads.x-is-the-column\nvote\n");
  const Outcome outcome = run_command({"lecture", talk, "--check"});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK(contains(outcome.err, talk + ":1: 45 minutes are declared"));
  CHECK(contains(outcome.err, talk + ":2: "));
  CHECK(contains(outcome.err, "banks.row-then-column"));
  CHECK(contains(outcome.err, talk + ":4: 'threads.x-is-the-column' has no question"));
  const Outcome none = run_command({"lecture", "conflict"});
  CHECK(none.status == 2);
  CHECK(contains(none.err, "conflicts"));
}

TEST_CASE("lecture: without a window it is not played, and no pictures are drawn") {
  const tests::TempFolder folder;
  const Outcome played = run_command({"lecture", "conflicts"});
  CHECK(played.status == 2);
  CHECK(contains(played.err, "WARPLENS_GUI=OFF"));
  const std::string talk = folder.write("talk.txt", kTalk);
  const Outcome drawn = run_command({"lecture", talk, "--pictures", folder.path("out")});
  CHECK(drawn.status == 2);
  CHECK(contains(drawn.err, "WARPLENS_GUI=OFF"));
  CHECK_FALSE(std::filesystem::exists(folder.path("out")));
}

TEST_CASE("lecture: the window plays what is named") {
  std::vector<gui::GuiOptions> calls;
  CHECK(run_command({"lecture", "conflicts", "--theme", "light"}, drawing(calls)).status == 0);
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].lecture == "conflicts");
  CHECK(calls[0].light);
  CHECK_FALSE(calls[0].headless);
}

TEST_CASE("lecture: --pictures draws each stop and its film, in order") {
  const tests::TempFolder folder;
  folder.write("a.cu", "__global__ void f(int* x) { x[threadIdx.x] = 1; }\n");
  const std::string talk =
      folder.write("talk.txt", kTalk + "a.cu @ access 1 --grid 1 --block 32 --arg x=int[32]\n");
  std::vector<gui::GuiOptions> calls;
  const Outcome outcome =
      run_command({"lecture", talk, "--pictures", folder.path("out")}, drawing(calls));
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  for (const char* name : {"01-banks.row-then-column", "03-threads.x-is-the-column", "05-a"}) {
    CHECK(std::filesystem::exists(folder.path("out/" + std::string(name) + ".png")));
    CHECK(std::filesystem::exists(folder.path("out/" + std::string(name) + ".gif")));
  }
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].headless);
  CHECK(contains(calls[0].script_text,
                 "open " + folder.path("a.cu") + " -- --grid 1 --block 32 --arg x=int[32]\n"));
  CHECK(contains(calls[0].script_text, "goto 0\n"));
}

TEST_CASE("lecture: paths that would end in a script's line are in quotes") {
  const tests::TempFolder folder;
  std::filesystem::create_directories(folder.path("my --talk"));
  folder.write("my --talk/a.cu", "__global__ void f(int* x) { x[threadIdx.x] = 1; }\n");
  const std::string talk =
      folder.write("my --talk/talk.txt", "a.cu --grid 1 --block 32 --arg x=int[32]\n");
  std::vector<gui::GuiOptions> calls;
  CHECK(run_command({"lecture", talk, "--pictures", folder.path("its pictures")}, drawing(calls))
            .status == 0);
  REQUIRE(calls.size() == 1);
  CHECK(contains(calls[0].script_text, "open '" + folder.path("my --talk/a.cu") +
                                           "' -- --grid 1 --block 32 --arg x=int[32]\n"));
  CHECK(contains(calls[0].script_text,
                 "screenshot '" + folder.path("its pictures/01-a.png") + "'\n"));
}

TEST_CASE("lecture: an interruption says what is there") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  std::atomic<bool> interrupted = false;
  // Ctrl+C behind the first picture.
  const auto draw = [&](const gui::GuiOptions& options) {
    REQUIRE(options.interrupted != nullptr);
    interrupted = true;
    options.on_written("01.png");
    return options.interrupted->load() ? 130 : 0;
  };
  const Outcome drawn =
      run_command({"lecture", talk, "--pictures", folder.path("out")}, draw, {}, &interrupted);
  CHECK(drawn.status == 130);
  CHECK(contains(drawn.err, "interrupted; 1 of 4 pictures and films are in " + folder.path("out")));
  interrupted = false;
  const std::string page = folder.path("page.html");
  const Outcome printed = run_command({"lecture", talk, "--handout", page}, draw, {}, &interrupted);
  CHECK(printed.status == 130);
  CHECK(contains(printed.err, "the handout is not written"));
  CHECK_FALSE(std::filesystem::exists(page));
  // And before anything is walked through.
  const Outcome checked = run_command({"lecture", talk, "--check"}, {}, {}, &interrupted);
  CHECK(checked.status == 130);
  CHECK(contains(checked.err, "interrupted after 0 of 4 entries"));
}

TEST_CASE("lecture: a stop that is shown twice is drawn once, a vote where it is the only one") {
  const tests::TempFolder folder;
  const std::string talk =
      folder.write("talk.txt", "vote 4.3\n4.3\n4.3\nvote 4.4\nvote 4.4\nblank\n");
  std::vector<gui::GuiOptions> calls;
  CHECK(run_command({"lecture", talk, "--pictures", folder.path("out")}, drawing(calls)).status ==
        0);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("out")))
    names.insert(entry.path().filename().string());
  CHECK(names == std::set<std::string>{"02-banks.row-then-column.gif",
                                       "02-banks.row-then-column.png", "04-banks.strides.gif",
                                       "04-banks.strides.png"});
}

TEST_CASE("lecture: the handout has questions, a place to write, and the answers at the end") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  const std::string path = folder.path("page.html");
  CHECK(run_command({"lecture", talk, "--handout", path}).status == 0);
  const std::string page = read_page(path);
  const std::string text = seen(page);
  CHECK(contains(text, "1. A tile between: shared memory and its banks"));
  CHECK(contains(text, "Question 1: "));
  CHECK(contains(text, "How many wavefronts does that take?"));
  CHECK(contains(text, "2. Who am I? Threads, blocks, one index"));
  CHECK(contains(page, "class=\"line\""));
  CHECK(contains(page, "size: A4"));
  // Nothing gives the answer away before the last page.
  const size_t answers = text.find("Answers");
  REQUIRE(answers != std::string::npos);
  CHECK(contains(text.substr(answers), "Question 1: 32. Words of a column are a whole row apart"));
  CHECK_FALSE(contains(text.substr(0, answers), "Words of a column are a whole row apart"));
  // Notes are the speaker's.
  CHECK_FALSE(contains(text, "Nobody has read this before."));
  CHECK_FALSE(contains(text, "blank"));
  CHECK(contains(page, "<code>threadIdx.x</code>"));
  CHECK_FALSE(contains(page, "`"));
  // Names are texts, and nothing is loaded.
  CHECK(contains(page, "Banks &amp; &lt;b&gt;cures&lt;/b&gt;"));
  CHECK_FALSE(contains(page, "<b>"));
  CHECK_FALSE(contains(page, "http:"));
  CHECK_FALSE(contains(page, "https:"));
  CHECK_FALSE(contains(page, "<img"));
}

TEST_CASE("lecture: where there is a window the handout holds its pictures") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  const std::string path = folder.path("page.html");
  std::vector<gui::GuiOptions> calls;
  CHECK(run_command({"lecture", talk, "--handout", path}, drawing(calls)).status == 0);
  const std::string page = read_page(path);
  CHECK(contains(page, "<img src=\"data:image/png;base64,UE5H\" alt=\"banks.row-then-column\">"));
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].light);  // for paper
  CHECK_FALSE(contains(calls[0].script_text, "film"));
  // A picture that answers is behind the heading of the answers.
  const size_t answers = page.find("Answers");
  CHECK(page.find("<img", answers) != std::string::npos);
  const std::string script = calls[0].script_text;
  CHECK(script.find("screenshot") < script.find("reveal"));
  // Nothing that can be pressed is on it.
  CHECK(script.find("paper text") < script.find("screenshot"));
  CHECK_FALSE(contains(script, "stage "));
  // Where the window can't draw, the page is there all the same.
  const Outcome blind =
      run_command({"lecture", talk, "--handout", path}, [](const gui::GuiOptions&) { return 4; });
  CHECK(blind.status == 0);
  CHECK(contains(blind.err, "no pictures"));
  CHECK_FALSE(contains(read_page(path), "<img"));
}

TEST_CASE("lecture: the notes have times, what is shown, what to say and the answers") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  const std::string path = folder.path("notes.html");
  CHECK(run_command({"lecture", talk, "--notes", path}).status == 0);
  const std::string page = read_page(path);
  const std::string text = seen(page);
  CHECK(contains(text, "6 minutes"));
  CHECK(contains(text, "0:00 · 3 min"));
  CHECK(contains(text, "0:03 · 2 min"));
  CHECK(contains(text, "bookmark: start"));
  CHECK(contains(text, "Say &lt;script&gt;alert(1)&lt;/script&gt; &amp; wait. Then go on.\n"));
  CHECK(contains(text, "Nobody has read this before."));
  CHECK(contains(text, "Answer: 32. Words of a column"));
  CHECK(contains(text, "A blank screen"));
  CHECK_FALSE(contains(page, "<script>"));
}

TEST_CASE("lecture: a page is never written over the lecture") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", kTalk);
  const Outcome outcome = run_command({"lecture", talk, "--notes", talk});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "write to another file"));
  CHECK(read_page(talk) == kTalk);
}

TEST_CASE("lecture: the handout is never written over the notes") {
  const tests::TempFolder folder;
  const std::string talk = folder.write("talk.txt", "4.3 [1]\n");
  const std::string path = folder.path("page.html");
  const Outcome outcome =
      run_command({"lecture", talk, "--notes", path, "--handout", folder.path("./page.html")});
  CHECK(outcome.status == 2);
  CHECK(contains(outcome.err, "write them to two files"));
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(contains(run_command({"lecture", talk, "--check"}).out, "1 minute, 1 entry\n"));
}

TEST_CASE("html: base64") {
  CHECK(cli::base64("").empty());
  CHECK(cli::base64("a") == "YQ==");
  CHECK(cli::base64("ab") == "YWI=");
  CHECK(cli::base64("abc") == "YWJj");
}
