// What is saved, and what another program's save, another lesson or closing may not take away.
#include "app/session/text/document.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/session/session.hpp"
#include "session_fixture.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/call_offers.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using namespace warplens::gui;

namespace {

constexpr const char* kCopy =
    "// warplens: --grid 1 --block 32 --arg in=float[32] --arg out=float[32]\n"
    "__global__ void copy(const float* in, float* out) {\n"
    "  out[threadIdx.x] = in[threadIdx.x];\n"
    "}\n";

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Desk {
  tests::TempFolder folder;
  std::string path = folder.path("copy.cu");
  Session session;
  double now = 100;

  explicit Desk(const std::string& text = kCopy) : session(options()) {
    write(path, text);
    REQUIRE(session.open(path));
    session.wait_idle();
  }
  static SessionOptions options() {
    SessionOptions options;
    options.lessons = lessons::built_in();
    return options;
  }
  const State& act(Action action) {
    session.apply({std::move(action)});
    session.wait_idle();
    return session.model();
  }
  // Another program saves the file; the window has looked by the end.
  void save_elsewhere(const std::string& text) {
    write(path, text);
    session.update(now += 1);
    session.update(now += 1);
    session.wait_idle();
  }
};

// What undo brings.
std::string undone(const State& model) {
  TextBuffer buffer = model.buffer;
  buffer.undo();
  return buffer.text();
}

}  // namespace

TEST_CASE("document: an empty file opens, and says what it should hold") {
  const Desk desk("");
  const State& model = desk.session.model();
  CHECK(model.path == desk.path);
  CHECK(model.text().empty());
  CHECK(model.notice.empty());
  REQUIRE(model.diagnostics.size() == 1);
  CHECK(model.diagnostics[0].message == "the file is empty");
  CHECK_FALSE(model.diagnostics[0].hint.empty());
}

TEST_CASE("document: an edit is unsaved until it is written, and undone it is saved again") {
  Desk desk;
  CHECK_FALSE(desk.session.model().is_modified);
  const std::string edited = std::string(kCopy) + "// mine\n";
  CHECK(desk.act(test::edited(edited)).is_modified);
  CHECK_FALSE(desk.act(test::edited(kCopy)).is_modified);
  desk.act(test::edited(edited));
  const State& model = desk.act(action::Save{});
  CHECK_FALSE(model.is_modified);
  CHECK(read(desk.path) == edited);
  CHECK(model.notice.find(desk.path) != std::string::npos);
  const uint64_t version = model.buffer.version();
  desk.session.update(desk.now += 10);
  CHECK(desk.session.model().buffer.version() == version);  // its own save is no news
}

TEST_CASE("document: edits of one frame follow one another; a caret that moves is none") {
  Desk desk;
  desk.session.apply({action::Edit{[](TextBuffer& text) { text.set_caret(0, false); }}});
  CHECK_FALSE(desk.session.model().is_modified);
  desk.session.apply({action::Edit{[](TextBuffer& text) { text.type("ab"); }},
                      action::Edit{[](TextBuffer& text) { text.backspace(); }},
                      action::Edit{[](TextBuffer& text) { text.type("c"); }}});
  const State& model = desk.session.model();
  CHECK(model.text() == "ac" + std::string(kCopy));
  CHECK(model.buffer.caret() == 2);
  CHECK(model.is_modified);
  desk.session.wait_idle();
  desk.session.apply({action::Edit{[](TextBuffer& text) { text.undo(); }},
                      action::Edit{[](TextBuffer& text) { text.undo(); }},
                      action::Edit{[](TextBuffer& text) { text.undo(); }}});
  CHECK(model.text() == kCopy);
  CHECK_FALSE(model.is_modified);
}

TEST_CASE("document: line ends and a byte-order mark are written back") {
  std::string windows = "\xEF\xBB\xBF";
  for (const char letter : std::string(kCopy)) {
    windows += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  }
  Desk desk(windows);
  CHECK(desk.session.model().text() == kCopy);
  desk.act(test::edited(desk.session.model().text() + "// mine\n"));
  desk.act(action::Save{});
  CHECK(read(desk.path) == windows + "// mine\r\n");
}

TEST_CASE("document: a file saved elsewhere does not take unsaved edits away") {
  Desk desk;
  const std::string mine = std::string(kCopy) + "// mine\n";
  const std::string other = std::string(kCopy) + "// other\n";
  desk.act(test::edited(mine));
  desk.save_elsewhere(other);
  CHECK(desk.session.model().text() == mine);
  CHECK(desk.session.model().has_conflict);
  SUBCASE("saving writes them over the other") {
    desk.act(action::Save{});
    CHECK(read(desk.path) == mine);
    CHECK_FALSE(desk.session.model().has_conflict);
  }
  SUBCASE("the other can be taken") {
    const uint64_t version = desk.session.model().buffer.version();
    const State& model = desk.act(action::Reload{});
    CHECK(model.text() == other);
    CHECK(model.buffer.version() == version + 1);
    CHECK(undone(model) == mine);
    CHECK_FALSE(model.has_conflict);
    CHECK_FALSE(model.is_modified);
  }
}

TEST_CASE("document: a save that finds another program's asks before it writes over it") {
  Desk desk;
  const std::string mine = std::string(kCopy) + "// mine\n";
  const std::string other = std::string(kCopy) + "// other\n";
  desk.act(test::edited(mine));
  write(desk.path, other);
  CHECK(desk.act(action::Save{}).has_conflict);
  CHECK(read(desk.path) == other);
  desk.act(action::Save{});
  CHECK(read(desk.path) == mine);
}

TEST_CASE("document: a save that looks at the clock too late is still not overwritten") {
  Desk desk;
  const std::string mine = std::string(kCopy) + "// mine\n";
  std::string other = kCopy;
  other[other.find("copy")] = 'k';
  desk.act(test::edited(mine));
  // As long, at the same time, in the same place: only the content differs.
  const auto time = std::filesystem::last_write_time(desk.path);
  write(desk.path, other);
  std::filesystem::last_write_time(desk.path, time);
  CHECK(desk.act(action::Save{}).has_conflict);
  CHECK(read(desk.path) == other);
  SUBCASE("mine may be written over it, once asked") {
    desk.act(action::Save{});
    CHECK(read(desk.path) == mine);
  }
  SUBCASE("but not over a third one") {
    write(desk.path, other + "// third\n");
    CHECK(desk.act(action::Save{}).has_conflict);
    CHECK(read(desk.path) == other + "// third\n");
    desk.act(action::Save{});
    CHECK(read(desk.path) == mine);
  }
}

TEST_CASE("document: of two windows with edits of one file the second to save is asked") {
  Desk desk;
  Session second(Desk::options());
  REQUIRE(second.open(desk.path));
  second.wait_idle();
  const std::string mine = std::string(kCopy) + "// first\n";
  const std::string yours = std::string(kCopy) + "// second\n";
  desk.act(test::edited(mine));
  second.apply({test::edited(yours)});
  desk.act(action::Save{});
  CHECK(read(desk.path) == mine);
  second.apply({action::Save{}});
  CHECK(second.model().has_conflict);
  CHECK(second.model().text() == yours);
  CHECK(read(desk.path) == mine);
}

TEST_CASE("document: copies of a lesson never take each other's name") {
  const tests::TempFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  Session first(Desk::options()), second(Desk::options());
  for (Session* session : {&first, &second}) {
    REQUIRE(session->open("transpose-row"));
    session->wait_idle();
    session->apply({test::edited(session->model().text() + "// mine\n"), action::Save{}});
  }
  first.apply({test::edited(first.model().text() + "// again\n"), action::Save{}});
  CHECK(read("transpose-row.cu").find("// again") != std::string::npos);
  CHECK(read("transpose-row-2.cu").find("// again") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists("transpose-row-3.cu"));
  write("transpose-row.cu", "somebody else's");
  first.apply({test::edited(first.model().text() + "// more\n"), action::Save{}});
  CHECK(read("transpose-row.cu") == "somebody else's");
  CHECK(read("transpose-row-3.cu").find("// more") != std::string::npos);
  std::filesystem::current_path(before);
}

namespace {

constexpr const char* kSolve =
    "__global__ void add(const float* A, const float* B, float* C, int N) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < N) C[i] = A[i] + B[i];\n"
    "}\n"
    "void solve(const float* A, const float* B, float* C, int N) {\n"
    "  add<<<(N + 255) / 256, 256>>>(A, B, C, N);\n"
    "}\n";

const State& open_text(Session& session, const std::string& text) {
  session.apply({action::OpenText{text}});
  session.wait_idle();
  return session.model();
}

// The call that is open, with another value of one parameter.
void set_value(Session& session, const std::string& name,
               std::variant<std::string, launch::ArrayArgument> value) {
  std::vector<launch::Argument> values = session.model().program->values;
  for (launch::Argument& one : values) {
    if (one.name == name) one.value = value;
  }
  session.apply({action::SetCall{values}});
  session.wait_idle();
}

std::string words_of(const State& model) {
  return prepare::call_options(model.program->called, model.program->values);
}

}  // namespace

TEST_CASE("document: a copy keeps the call that was made last; a program needs no launch") {
  const tests::TempFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  Session session(Desk::options());
  open_text(session, kSolve);
  set_value(session, "N", "20");
  session.apply({action::Save{}});
  CHECK(read("pasted.cu") ==
        "// warplens: --call solve --arg A=float[20] --arg B=float[20]:mod=1021+100 "
        "--arg C=float[20]:zero --arg N=20\n" +
            std::string(kSolve));
  const std::string program = "__global__ void k() {}\nint main() { k<<<1, 32>>>(); }\n";
  open_text(session, program);
  session.apply({action::Save{}});
  const std::string saved = read("pasted-2.cu") + read("pasted.cu");
  CHECK(saved.find(program) != std::string::npos);
  CHECK(saved.find("--grid") == std::string::npos);
  std::filesystem::current_path(before);
}

TEST_CASE("document: a call in the first comment is made, until the form has another one") {
  Session session(Desk::options());
  const State& model = open_text(session, kSolve);
  CHECK(model.run->context->grid.x == 4);
  const std::string call =
      "--call solve --arg A=float[10] --arg B=float[1000] --arg C=float[1000] --arg N=600";
  session.apply({test::edited("// warplens: " + call + "\n" + kSolve)});
  session.wait_idle();
  CHECK(words_of(model) == call);
  CHECK(model.run->context->grid.x == 3);
  set_value(session, "N", "20");
  CHECK(model.run->context->grid.x == 1);
  CHECK(model.run->request.program->values.back() == launch::Argument{"N", "20"});
}

TEST_CASE("document: two values of a call that change in one frame both hold") {
  Session session(Desk::options());
  const State& model = open_text(session, kSolve);
  session.apply({action::SetCall{{{"N", "20"}}},
                 action::SetCall{{{"A", *launch::parse_array("float[10]")}}}});
  session.wait_idle();
  CHECK(words_of(model) ==
        "--call solve --arg A=float[10] --arg B=float[20]:mod=1021+100 --arg C=float[20]:zero "
        "--arg N=20");
}

TEST_CASE("document: an array that is typed leaves the others as long as the count") {
  Session session(Desk::options());
  const State& model = open_text(session, kSolve);
  set_value(session, "A", *launch::parse_array("float[10]"));
  CHECK(words_of(model) ==
        "--call solve --arg A=float[10] --arg B=float[1000]:mod=1021+100 "
        "--arg C=float[1000]:zero --arg N=1000");
  CHECK(model.run->findings.size() == 1);
}

TEST_CASE("document: where the window cannot go on, unsaved changes are written beside the file") {
  Desk desk;
  CHECK(desk.session.rescue().empty());
  const std::string mine = std::string(kCopy) + "// mine\n";
  desk.act(test::edited(mine));
  desk.act(action::OpenLesson{"transpose-row"});
  CHECK(desk.session.rescue().size() == 1);
  CHECK(read(desk.path + ".unsaved") == mine);
  CHECK(read(desk.path) == kCopy);
}

TEST_CASE("document: what a window left that was ended comes back with undo, until it is saved") {
  Desk desk;
  const std::string mine = std::string(kCopy) + "// mine\n";
  desk.act(test::edited(mine));
  REQUIRE(desk.session.rescue().size() == 1);

  Session next(Desk::options());
  REQUIRE(next.open(desk.path));
  next.wait_idle();
  CHECK(next.model().text() == kCopy);
  CHECK(undone(next.model()) == mine);
  CHECK(next.model().notice.find("copy.cu.unsaved") != std::string::npos);
  next.apply({test::edited(mine), action::Save{}});
  CHECK(read(desk.path) == mine);
  CHECK_FALSE(std::filesystem::exists(desk.path + ".unsaved"));
}

TEST_CASE("document: texts without a file are kept in the user's folder") {
  const tests::TempFolder folder;
  SessionOptions options = Desk::options();
  options.drafts_folder = folder.path("drafts");
  std::string lesson;
  {
    Session session(options);
    REQUIRE(session.open("transpose-row"));
    session.wait_idle();
    lesson = session.model().text();
    session.apply({test::edited(lesson + "// tried\n")});
    session.apply({action::OpenText{kCopy}});
    session.wait_idle();
    CHECK(session.rescue().size() == 2);
  }
  CHECK(read(folder.path("drafts/transpose-row.cu.unsaved")) == lesson + "// tried\n");
  CHECK(read(folder.path("drafts/pasted.cu.unsaved")) == kCopy);

  Session next(options);
  REQUIRE(next.open(""));
  CHECK(next.model().notice.find("pasted.cu.unsaved") != std::string::npos);
  REQUIRE(next.open("transpose-row"));
  next.wait_idle();
  CHECK(next.model().text() == lesson);
  CHECK(undone(next.model()) == lesson + "// tried\n");
}

TEST_CASE("document: a lesson's changed text holds the window open once, too") {
  Session session(Desk::options());
  REQUIRE(session.open("transpose-row"));
  session.wait_idle();
  session.apply({test::edited(session.model().text() + "// tried\n")});
  session.apply({action::Quit{}});
  CHECK_FALSE(session.wants_quit());
  session.apply({action::Quit{}});
  CHECK(session.wants_quit());
}

TEST_CASE("document: unsaved edits of a file outlive another lesson; a lesson's come with undo") {
  Desk desk;
  const std::string mine = std::string(kCopy) + "// mine\n";
  desk.act(test::edited(mine));
  const State& model = desk.act(action::OpenLesson{"transpose-row"});
  const std::string lesson = model.text();
  CHECK_FALSE(model.is_modified);
  desk.act(test::edited(lesson + "// tried\n"));
  desk.act(action::OpenFile{desk.path});
  CHECK(model.text() == mine);
  CHECK(model.is_modified);
  CHECK(undone(model) == kCopy);
  CHECK_FALSE(model.has_conflict);
  desk.act(action::OpenLesson{"transpose-row"});
  CHECK(model.text() == lesson);
  CHECK(undone(model) == lesson + "// tried\n");
  CHECK_FALSE(model.is_modified);
}

TEST_CASE("document: unsaved changes of a file hold the window open once") {
  Desk desk;
  desk.act(test::edited(std::string(kCopy) + "// mine\n"));
  desk.act(action::Quit{});
  CHECK_FALSE(desk.session.wants_quit());
  CHECK_FALSE(desk.session.model().notice.empty());
  desk.act(action::Quit{});
  CHECK(desk.session.wants_quit());

  Desk saved;
  saved.act(action::Quit{});
  CHECK(saved.session.wants_quit());
}

TEST_CASE("document: what cannot be written says so and stays unsaved") {
  Desk desk;
  desk.act(test::edited(std::string(kCopy) + "// mine\n"));
  std::filesystem::remove(desk.path);
  std::filesystem::create_directory(desk.path);
  const State& model = desk.act(action::Save{});
  CHECK(model.is_modified);
  CHECK(model.notice.find(desk.path) != std::string::npos);
}
