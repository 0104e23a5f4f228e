// Registers of the compiled kernel on the page Occupancy; a shell plays the compiler.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "session_fixture.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

// Answers with 40 registers for the kernel of lesson matmul-tiled, and adds a line to `log`.
std::vector<std::string> counted_compiler(const std::string& log) {
  return {"sh", "-c",
          "read line; echo >> " + log +
              "; echo '{\"protocol\": 2, \"answer\": {\"compiler\": \"13.0\", \"target\": "
              "\"sm_90\", \"kernels\": [{\"kernel\": \"matmul_tiled\", \"registers\": 40}]}}'"};
}

size_t lines_in(const std::string& path) {
  std::ifstream file(path);
  size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

gui::Session session_with(std::vector<std::string> compiler) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.compiling_command = std::move(compiler);
  return gui::Session(std::move(options));
}

const gui::State& turn_page(gui::Session& session, gui::Page page) {
  return test::act(session,
                   gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.page = page; }});
}

// What is shown of the registers, at its longest.
std::string registers_of(const gui::State& model) {
  return study::registers_texts(model.occupancy->facts).front().rendered();
}

}  // namespace

TEST_CASE("compiled: Occupancy counts the compiler's registers; what is entered wins") {
  const std::string log = std::filesystem::temp_directory_path() / "warplens_compiled_test.log";
  std::filesystem::remove(log);
  gui::Session session = session_with(counted_compiler(log));
  test::open(session, "matmul-tiled");
  CHECK(lines_in(log) == 0);  // nobody has looked
  const gui::State& model = turn_page(session, gui::Page::kOccupancy);
  REQUIRE(model.occupancy != nullptr);
  CHECK(lines_in(log) == 1);
  CHECK(model.occupancy->facts.needs.registers == 40);
  CHECK(model.occupancy->facts.of_launch.registers == 40);
  CHECK(registers_of(model) == golden("study.registers.compiled"));
  CHECK(study::registers_problem(model.occupancy->facts).empty());

  test::act(session,
            gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.occupancy.registers = 64; }});
  CHECK(model.occupancy->facts.needs.registers == 64);
  CHECK(registers_of(model) == golden("study.registers.entered"));
  CHECK(lines_in(log) == 1);

  // Limits count them too, and the same text is not compiled again; another size of tile is.
  test::act(session, gui::action::ChangeOptions{[](gui::ViewOptions& o) { o.occupancy = {}; }});
  turn_page(session, gui::Page::kLimits);
  REQUIRE(model.limits != nullptr);
  CHECK(model.limits->is_known);
  CHECK(lines_in(log) == 1);
  test::act(session, gui::action::SetParameter{"n", 24});
  CHECK(lines_in(log) == 1);  // n is an argument
  test::act(session, gui::action::SetParameter{"tile", 16});
  CHECK(lines_in(log) == 2);  // tile is a macro
  CHECK(model.limits->is_known);
  std::filesystem::remove(log);
}

TEST_CASE("compiled: the page Divergence says what became of the branches") {
  const std::string answer =
      R"({"protocol": 2, "answer": {"compiler": "13.0", "target": "sm_90", "kernels": [)"
      R"({"kernel": "matmul_naive", "registers": 8, "code": {"files": ["/matmul_naive.cu"], )"
      R"("lines": [{"block": 0, "file": 0, "line": 1, "instructions": 1}], "jumps": []}}]}})";
  gui::Session session = session_with({"sh", "-c", "read line; echo '" + answer + "'"});
  test::open(session, "matmul-naive");
  test::act(session, gui::action::SetParameter{"n", 5});  // blocks with lanes outside
  const gui::State& model = turn_page(session, gui::Page::kDivergence);
  REQUIRE(model.branches != nullptr);
  CHECK(model.branches->sentence == golden("scene.divergence.compiled"));
  REQUIRE_FALSE(model.branches->by_pc.empty());
  for (const auto& [pc, words] : model.branches->by_pc)
    CHECK(words.starts_with("not known whether it is compiled as a branch"));  // by that answer
}

TEST_CASE("compiled: without a compiler the page says why, and what to do") {
  gui::Session session = session_with(
      {"sh", "-c",
       "read line; echo '{\"protocol\": 2, \"problem\": {\"kind\": \"no compiler\", \"message\": "
       "\"CUDA 13.0 does not compile for 3.0\"}}'"});
  test::open(session, "matmul-tiled");
  const gui::State& model = turn_page(session, gui::Page::kOccupancy);
  REQUIRE(model.occupancy != nullptr);
  CHECK(model.occupancy->facts.needs.registers == 0);
  CHECK(registers_of(model) == golden("study.registers.not_tried"));
  CHECK(study::registers_problem(model.occupancy->facts).rendered() ==
        golden("study.registers.device_too_old"));
}

TEST_CASE("compiled: a compiler that never answers does not keep the window from closing") {
  gui::Session session = session_with({"sleep", "60"});
  test::open(session, "transpose-row");
  session.apply(
      {gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.page = gui::Page::kOccupancy; }}});
  session.update(1);
  CHECK(session.model().compiled.is_running);
  REQUIRE(session.model().occupancy != nullptr);
  CHECK(registers_of(session.model()) == "being compiled ...");
  CHECK(session.stop(5));
}
