// Texts with a main(): what is shown where it cannot be run, launches nothing, or does not end
// well.
#include <algorithm>
#include <string>

#include "session_fixture.hpp"

using namespace warplens;
using test::act;
using test::make_session;

namespace {

constexpr const char* kProgram = R"cuda(#include <cstdio>
__global__ void add(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
int main() {
  const int n = 100;
  int* a;
  cudaMalloc(&a, 400);
  cudaMemset(a, 0, 400);
  add<<<(n + 31) / 32, 32>>>(a, n);
  int h[100];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[99]);
}
)cuda";

std::string with(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

const gui::State& type(gui::Session& session, const std::string& text) {
  return act(session, test::edited(text));
}

}  // namespace

TEST_CASE("a mistake in main() is marked, and its kernel is shown alone until it is mended") {
  gui::Session session = make_session();
  const std::string wrong = with(kProgram, "printf(\"%d\\n\", h[99]);", "printf(\"%d\\n\", h[99])");
  const gui::State& model = act(session, gui::action::OpenText{wrong});
  REQUIRE(model.not_run.size() == 1);
  CHECK(model.text().substr(0, model.not_run.front().span.begin).ends_with("h[99])"));
  CHECK(model.notice.find("line 14") != std::string::npos);
  CHECK(model.run != nullptr);
  CHECK(model.program_facts == nullptr);

  type(session, kProgram);
  CHECK(model.not_run.empty());
  REQUIRE(model.program_facts != nullptr);
  CHECK(model.program_facts->output == std::vector<std::string>{"1"});
  CHECK(model.run->context->grid.x == 4);
}

TEST_CASE("a text whose kernel has a mistake runs as a program once that is mended") {
  gui::Session session = make_session();
  const gui::State& model =
      act(session, gui::action::OpenText{with(kProgram, "a[i] += 1;", "a[i] += 1")});
  CHECK(model.run == nullptr);
  CHECK(!model.diagnostics.empty());
  type(session, kProgram);
  CHECK(!model.needs_launch);
  CHECK(model.diagnostics.empty());
  CHECK(model.program_facts != nullptr);
}

TEST_CASE("a program whose launches fail is shown by its page alone") {
  gui::Session session = make_session();
  const std::string none = with(kProgram, "n = 100", "n = 0");
  const auto is_failed = [](const gui::State& model) {
    REQUIRE(model.program_facts != nullptr);
    CHECK(model.run == nullptr);
    CHECK(!model.needs_launch);
    CHECK(model.options.page == gui::Page::kProgram);
    const auto& steps = model.program_facts->steps;
    CHECK(std::any_of(steps.begin(), steps.end(),
                      [](const auto& step) { return step.has_failed && step.line == 11; }));
  };
  const gui::State& model = act(session, gui::action::OpenText{none});
  is_failed(model);
  type(session, kProgram);
  CHECK(model.run != nullptr);
  // In a program that ran the number stays a field, so that it can be set back.
  act(session, gui::action::SetProgramNumber{"n", 0});
  is_failed(model);
  REQUIRE(model.program_numbers.size() == 1);
  act(session, gui::action::SetProgramNumber{"n", 64});
  REQUIRE(model.run != nullptr);
  CHECK(model.run->context->grid.x == 2);
}

TEST_CASE("a program that is stopped is opened where it stopped") {
  gui::Session session = make_session();
  const gui::State& model =
      act(session, gui::action::OpenText{with(kProgram, "h[99]);", "1 / (h[99] - 1));")});
  CHECK(model.options.page == gui::Page::kProgram);
  REQUIRE(model.program_facts != nullptr);
  const study::ProgramStep& step = model.program_facts->steps.at(model.options.program_step);
  CHECK(step.line == 14);
  CHECK(step.has_failed);
  CHECK(step.words.rendered().find("divided by 0") != std::string::npos);
}

TEST_CASE("while a long program is opened its text is there, and stays if that is cancelled") {
  gui::Session session = make_session();
  test::open(session, "transpose-row");
  const std::string endless =
      with(kProgram, "int h[100];", "int h[100]; for (volatile int k = 0; k < 1;) {}");
  session.apply({gui::action::OpenText{endless}});
  const gui::State& model = session.model();
  for (double now = 1; now < 1.5; now += 0.05) session.update(now);
  CHECK(model.text() == endless);
  CHECK(model.run == nullptr);
  CHECK(model.busy);
  session.apply({gui::action::Cancel{}});
  session.wait_idle();
  CHECK(model.text() == endless);
  CHECK(model.notice.find("Cancelled") == 0);
  type(session, kProgram);
  CHECK(model.program_facts != nullptr);
}

TEST_CASE("arrays of a called function that nobody typed follow its numbers") {
  gui::Session session = make_session();
  const gui::State& model = act(session, gui::action::OpenText{R"cuda(
__global__ void copy(const float* in, float* out, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i] = in[i];
}
extern "C" void solve(const float* in, float* out, int rows, int cols) {
  copy<<<(rows * cols + 63) / 64, 64>>>(in, out, rows, cols);
}
)cuda"});
  REQUIRE(model.program);
  std::vector<launch::Argument> values = model.program->values;
  REQUIRE(values.size() == 4);
  values[2].value = "64";
  values[3].value = "48";
  act(session, gui::action::SetCall{values});
  CHECK(launch::print(model.program->values[0]) == "in=float[3072]");
  CHECK(launch::print(model.program->values[1]) == "out=float[3072]:zero");
  CHECK(model.run->findings.empty());
  // One that was typed stays.
  values = model.program->values;
  values[1] = launch::parse_options({"--arg", "out=float[4000]"})->arguments.front();
  values[2].value = "10";
  act(session, gui::action::SetCall{values});
  CHECK(launch::print(model.program->values[0]) == "in=float[480]");
  CHECK(launch::print(model.program->values[1]) == "out=float[4000]");
}
