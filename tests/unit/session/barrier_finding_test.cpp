// Findings at barriers, which are no accesses: where they lead.
#include <doctest/doctest.h>

#include "session_fixture.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::act;
using test::make_session;
using test::open;

TEST_CASE("session: a skipped barrier leads to the access before it, both ways") {
  const tests::TempFolder folder;
  const std::string file = folder.write("skipped.cu",
                                        "// warplens: --grid 1 --block 64 --arg x=int[64]:iota\n"
                                        "__global__ void k(int* x) {\n"
                                        "  int t = threadIdx.x;\n"
                                        "  if (t < 40) __syncthreads();\n"
                                        "  x[t] = t;\n"
                                        "  __syncthreads();\n"
                                        "  x[t] += 1;\n"
                                        "}\n");
  Session session = make_session();
  const State& model = open(session, file);
  REQUIRE(model.run->findings.size() == 1);
  act(session, action::GoToStep{4});
  act(session, action::SelectFinding{0});
  // Nothing was accessed before: the warp's first access.
  CHECK(model.selection.step == 1);
  CHECK(model.selection.warp == 1);
  CHECK(model.selection.lane == 0);
  CHECK(model.moment->finding == model.run->findings[0].message);
  act(session, action::SelectFinding{0, true});
  CHECK(model.selection.step == 1);
  CHECK(model.selection.lane == 8);
  CHECK(model.moment->finding == model.run->findings[0].message);
}
