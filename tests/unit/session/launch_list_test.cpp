// The page Limits lists the text's launches once somebody looks; a press runs one.
#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/session/session_fixture.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

constexpr const char* kQuery =
    "__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n"
    "__global__ void copy(float* x) {\n"
    "  __shared__ float s[64];\n"
    "  s[threadIdx.x] = x[threadIdx.x];\n"
    "}\n"
    "int main() {\n"
    "  float* x;\n"
    "  cudaMalloc(&x, 4096);\n"
    "  copy<<<1, 64>>>(x);\n"
    "  fill<<<1, dim3(40, 32)>>>(x);\n"
    "  fill<<<1, dim3(32, 32)>>>(x);\n"
    "}\n";

void show_limits(gui::Session& session) {
  test::act(session,
            gui::action::ChangeOptions{[&](gui::ViewOptions& o) { o.page = gui::Page::kLimits; }});
}

}  // namespace

TEST_CASE("launch list: is made for the page Limits, and stays while a launch of it fails") {
  const tests::TempFolder folder;
  gui::Session session = test::make_session();
  const gui::State& model = test::open(session, folder.write("query.cu", kQuery));
  REQUIRE(model.run != nullptr);
  CHECK(model.launch_list == nullptr);
  show_limits(session);
  REQUIRE(model.launch_list != nullptr);
  REQUIRE(model.launch_list->rows.size() == 3);
  CHECK(model.launch_list->rows[0].starts);
  CHECK_FALSE(model.launch_list->rows[1].starts);

  test::act(session, gui::action::RunHostLaunch{model.launch_list->rows[2].launch});
  CHECK(model.diagnostics.empty());
  CHECK(model.run->program->kernel->name == "fill");
  CHECK(model.launch_place.line == 11);
  CHECK(model.launch_list->rows.size() == 3);

  test::act(session, gui::action::RunHostLaunch{model.launch_list->rows[1].launch});
  CHECK_FALSE(model.diagnostics.empty());
  REQUIRE(model.limits != nullptr);
  CHECK_FALSE(model.limits->starts);
  REQUIRE(model.launch_list != nullptr);
  CHECK(model.launch_list->rows.size() == 3);
}

TEST_CASE("launch list: names the launch that never started, past which the program went on") {
  const tests::TempFolder folder;
  std::string text = kQuery;
  text.replace(text.find("  copy<<<1, 64>>>(x);\n"), 22, "");
  gui::Session session = test::make_session();
  const gui::State& model = test::open(session, folder.write("query.cu", text));
  REQUIRE(model.run != nullptr);
  CHECK(model.launch_place.line == 10);
  show_limits(session);
  REQUIRE(model.launch_list != nullptr);
  REQUIRE(model.launch_list->rows.size() == 2);
  CHECK_FALSE(model.launch_list->rows[0].starts);
  test::act(session, gui::action::RunHostLaunch{model.launch_list->rows[1].launch});
  CHECK(model.run != nullptr);
  CHECK(model.diagnostics.empty());
}

TEST_CASE("launch list: has launches of a program as it reached them, and leads to each") {
  const tests::TempFolder folder;
  gui::Session session = test::make_session();
  const gui::State& model =
      test::open(session, folder.write("sizes.cu",
                                       "__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n"
                                       "int main() {\n"
                                       "  float* x;\n"
                                       "  cudaMalloc(&x, 4096);\n"
                                       "  for (int i = 0; i < 3; ++i) {\n"
                                       "    const int threads = i < 2 ? 32 : 64;\n"
                                       "    fill<<<1, threads>>>(x);\n"
                                       "  }\n"
                                       "}\n"));
  show_limits(session);
  REQUIRE(model.launch_list != nullptr);
  REQUIRE(model.launch_list->rows.size() == 2);
  const scene::LaunchRow& second = model.launch_list->rows[1];
  CHECK(model.launch_list->rows[0].head == golden("session.launches.reached_twice"));
  CHECK(second.head == golden("session.launches.reached_once"));
  CHECK(second.reached == 2);
  CHECK(model.launch_list->notes.size() == 1);  // registers; no launch is missing
  test::act(session, gui::action::SelectLaunch{*second.reached});
  CHECK(model.run->context->block.x == 64);
  CHECK(model.run->reached != nullptr);
}

TEST_CASE("launch list: an edit renews it, a text that does not compile has none, a lesson none") {
  const tests::TempFolder folder;
  gui::Session session = test::make_session();
  const gui::State& model = test::open(session, folder.write("query.cu", kQuery));
  show_limits(session);
  std::string text = kQuery;
  text.replace(text.find("dim3(40, 32)"), 12, "dim3(16, 32)");
  test::act(session, test::edited(text));
  REQUIRE(model.launch_list != nullptr);
  CHECK(model.launch_list->rows[1].starts);
  test::act(session, test::edited("__global__ void k( {"));
  CHECK(model.launch_list == nullptr);
  test::open(session, "transpose-row");
  CHECK(model.launch_list == nullptr);
}
