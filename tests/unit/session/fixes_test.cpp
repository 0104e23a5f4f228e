// Layouts without conflicts, from the session: a number of the launch instead of the text.
#include "session_fixture.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using test::act;
using test::golden;
using test::make_session;
using test::open;

namespace {

std::string setting(const gui::State& model, const std::string& name) {
  for (const launch::Definition& one : model.settings)
    if (one.name == name) return one.value;
  return "";
}

// With layouts looked for; its first array's first one has a number of the launch.
const gui::State& with_fixes(gui::Session& session) {
  const gui::State& model = act(session, gui::action::FindFixes{});
  REQUIRE(model.fixes.results != nullptr);
  REQUIRE(!model.fixes.results->arrays.empty());
  REQUIRE(!model.fixes.results->arrays[0].fixes.empty());
  REQUIRE(model.fixes.results->arrays[0].fixes[0].define);
  return model;
}

}  // namespace

TEST_CASE("fixes: a lesson's parameter is set where it does the same as an edit") {
  gui::Session session = make_session();
  open(session, "transpose-padded");
  act(session, gui::action::SetParameter{"block", 32});
  act(session, gui::action::SetParameter{"pad", 0});
  const gui::State& model = with_fixes(session);
  const std::string text = model.text();
  act(session, gui::action::SetFixDefine{0, 0});
  CHECK(setting(model, "pad") == "1");
  CHECK(setting(model, "block") == "32");
  CHECK(model.text() == text);
  CHECK(model.run->totals.shared_sum().conflicts == 0);
  // Of results of another run nothing is taken.
  act(session, gui::action::SetParameter{"pad", 0});
  act(session, gui::action::SetFixDefine{0, 0});
  CHECK(setting(model, "pad") == "0");
}

TEST_CASE("fixes: of a file the launch's number is set") {
  gui::Session session = make_session();
  const gui::State& model =
      act(session, gui::action::OpenText{
                       "// warplens: --grid 1 --block 32 -D PAD=0 --arg a=int[32]:zero\n"
                       "__global__ void k(int* a) {\n  __shared__ int s[32][32 + PAD];\n"
                       "  s[threadIdx.x][0] = 1;\n  a[threadIdx.x] = s[threadIdx.x][0];\n}\n"});
  REQUIRE(model.run != nullptr);
  with_fixes(session);
  act(session, gui::action::SetFixDefine{0, 0});
  REQUIRE(model.launch.defines.size() == 1);
  CHECK(model.launch.defines[0].value == "1");
  CHECK(model.run->totals.shared_sum().conflicts == 0);
}

TEST_CASE("fixes: a comparison that lets the bound pass is corrected in the text") {
  gui::Session session = make_session();
  const std::string text =
      "// warplens: --grid 1 --block 64 --arg a=int[40]:zero --arg n=40\n"
      "__global__ void k(int* a, int n) {\n  int i = threadIdx.x;\n  if (i <= n) a[i] = i;\n}\n";
  const gui::State& model = act(session, gui::action::OpenText{text});
  REQUIRE(model.run != nullptr);
  REQUIRE(model.run->findings.size() == 1);
  act(session, gui::action::ApplyMend{0});
  std::string corrected = text;
  CHECK(model.text() == corrected.replace(corrected.find("<= n"), 4, "< n"));
  CHECK(model.notice == golden("session.mend.comparison"));
  CHECK(model.run->findings.empty());
}
