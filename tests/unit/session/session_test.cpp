// The session with the real engine and the real lessons: opening, stepping, changing, breaking and
// mending a kernel.
#include "app/session/session.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "app/lessons/target.hpp"
#include "app/session/selection.hpp"
#include "session_fixture.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using namespace warplens::gui;
using test::act;
using test::make_session;
using test::open;
using test::ScratchFile;

namespace {

std::string source_of(const State& model) {
  const auto& site = model.run->program->sites[model.moment->access.site];
  return std::string(model.run->program->unit->file.slice(site.span));
}

constexpr const char* kCopy =
    "__global__ void copy(const float* in, float* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i];\n"
    "}\n";

}  // namespace

TEST_CASE("session: the first lesson opens on the lecture's access") {
  Session session = make_session();
  const State& model = open(session, "");
  REQUIRE(model.moment != nullptr);
  CHECK(model.lesson->id == "matmul-tiled");
  CHECK(model.selection.block == trace::BlockId{1, 1, 0});
  CHECK(model.selection.warp == 0);
  CHECK(model.selection.lane == 28);  // x 4, y 3 of a block 8 wide
  CHECK(model.moment->lanes[28].element == 180);
  CHECK(model.moment->lanes[28].element_name == "M[11][4]");
}

TEST_CASE("session: without threads the same is shown") {
  Session session = make_session(false);
  const State& model = open(session, "");
  REQUIRE(model.moment != nullptr);
  CHECK(model.moment->lanes[28].element_name == "M[11][4]");
}

TEST_CASE("session: following a thread, steps visit its accesses only and come back the same way") {
  Session session = make_session();
  open(session, "");
  act(session, action::SetFollow{true});
  std::vector<uint32_t> steps = {session.model().selection.step};
  while (true) {
    act(session, action::Step{1, StepUnit::kAccess});
    const State& model = session.model();
    if (model.selection.step == steps.back()) {
      break;
    }
    CHECK(model.moment->access.warp == 0);
    CHECK((model.moment->access.mask >> 28 & 1u) == 1);
    steps.push_back(model.selection.step);
  }
  // Two phases of two loads, two stores and eight times two reads, then the result's store.
  CHECK(steps.size() == 2 * (2 + 2 + 16) + 1);
  for (size_t i = steps.size() - 1; i > 0; --i) {
    act(session, action::Step{-1, StepUnit::kAccess});
    CHECK(session.model().selection.step == steps[i - 1]);
  }
}

TEST_CASE("session: a step by line or phase ends at its first access, forwards and back") {
  Session session = make_session();
  open(session, "");
  const uint32_t start = session.model().selection.step;
  act(session, action::Step{1, StepUnit::kLine});
  CHECK(source_of(session.model()).rfind("N[", 0) == 0);
  act(session, action::Step{1, StepUnit::kAccess});
  act(session, action::Step{-1, StepUnit::kLine});
  CHECK(source_of(session.model()).rfind("N[", 0) == 0);
  act(session, action::Step{-1, StepUnit::kLine});
  CHECK(session.model().selection.step == start);
  act(session, action::Step{1, StepUnit::kPhase});
  const trace::Recording& recording = *session.model().run->recording;
  CHECK(recording.phases[session.model().moment->access.phase].value == 1);
  act(session, action::Step{-1, StepUnit::kPhase});
  CHECK(recording.phases[session.model().moment->access.phase].value == 0);
}

TEST_CASE("session: a parameter changes the run, keeps the access, and pins the run before") {
  Session session = make_session();
  open(session, "transpose-column");
  const std::string before = source_of(session.model());
  const auto run = session.model().run;
  const State& model = act(session, action::SetParameter{"block", 16});
  CHECK(model.launch.block == launch::Dim3{16, 16, 1});
  CHECK(model.run != run);
  CHECK(model.previous == run);
  CHECK(source_of(model) == before);
  CHECK(model.diagnostics.empty());
}

TEST_CASE("session: a block chosen is recorded, and is no change to pin") {
  Session session = make_session();
  open(session, "");
  const State& model = act(session, action::SelectBlock{0, 1, 0});
  CHECK(model.run->recording->block == trace::BlockId{0, 1, 0});
  CHECK(model.selection.block == trace::BlockId{0, 1, 0});
  CHECK(model.previous == nullptr);
  CHECK(model.moment->lanes[28].element_name == "M[11][4]");
}

TEST_CASE("session: a mistake shows its diagnostic and the last good run stays; mended, it runs") {
  Session session = make_session();
  open(session, "");
  const auto run = session.model().run;
  const std::string good = session.model().text();
  std::string bad = good;
  bad.replace(bad.find("__syncthreads()"), 15, "__syncthread()");
  act(session, test::edited(bad));
  CHECK(session.model().run == run);
  REQUIRE_FALSE(session.model().diagnostics.empty());
  CHECK(session.model().diagnostics[0].has_place);
  CHECK(session.model().text() == bad);
  act(session, test::edited(good));
  CHECK(session.model().diagnostics.empty());
  CHECK(session.model().run != run);
  CHECK(session.model().moment->lanes[28].element_name == "M[11][4]");
}

TEST_CASE("session: edits rest before they run") {
  Session session = make_session();
  open(session, "");
  session.update(1.0);
  const auto run = session.model().run;
  session.apply({test::edited(session.model().text() + "\n")});
  session.update(1.1);
  CHECK_FALSE(session.model().busy);
  session.update(1.3);
  session.wait_idle();
  CHECK(session.model().run != run);
}

TEST_CASE("session: a file without a launch asks for one with guesses, which run") {
  const ScratchFile file(kCopy);
  Session session = make_session();
  const State& model = open(session, file.path);
  CHECK(model.needs_launch);
  CHECK(model.run == nullptr);
  REQUIRE(model.launch.arguments.size() == 3);
  act(session, test::as_it_is());
  REQUIRE(session.model().run != nullptr);
  CHECK(session.model().diagnostics.empty());
  CHECK_FALSE(session.model().needs_launch);
  CHECK(session.model().run->totals.global[0].requests == 16);  // 2 blocks of 256 threads
}

TEST_CASE(
    "session: a file with a mistake and no launch says so, and mending it brings the guesses") {
  std::string broken = kCopy;
  broken.erase(broken.rfind(';'), 1);
  const ScratchFile file(broken);
  Session session = make_session();
  const State& model = open(session, file.path);
  CHECK(model.needs_launch);
  REQUIRE_FALSE(model.diagnostics.empty());
  CHECK(model.launch.arguments.empty());
  act(session, test::as_it_is());  // pressed all the same
  CHECK(session.model().run == nullptr);
  session.apply({test::edited(kCopy)});
  session.update(5.0);
  session.wait_idle();
  CHECK(session.model().diagnostics.empty());
  CHECK(session.model().launch_shown);
  REQUIRE(session.model().launch.arguments.size() == 3);
  act(session, test::as_it_is());
  CHECK(session.model().run != nullptr);
}

TEST_CASE("session: a kernel with a mistake keeps the sizes of its file's own launch") {
  const std::string host =
      "int main() { float* a; cudaMalloc(&a, 384); copy<<<3, 32>>>(a, a, 96); }\n";
  std::string broken = kCopy;
  broken.erase(broken.rfind(';'), 1);
  const ScratchFile file(broken + host);
  Session session = make_session();
  const State& model = open(session, file.path);
  REQUIRE_FALSE(model.diagnostics.empty());
  CHECK(model.launch.grid == launch::Dim3{3, 1, 1});
  CHECK(model.launch.block == launch::Dim3{32, 1, 1});
  CHECK(model.launch_place.line == 5);
  CHECK(model.launch_place.code.starts_with("copy<<<3, 32>>>"));
}

TEST_CASE("session: guesses are made of the text as the command line defines it") {
  const ScratchFile file("__global__ void fill(float* a) { a[threadIdx.x] = VALUE; }\n");
  SessionOptions options;
  options.launch.defines = {{"VALUE", "2"}};
  Session session(std::move(options));
  const State& model = open(session, file.path);
  CHECK(model.diagnostics.empty());
  CHECK(model.launch.arguments.size() == 1);
  CHECK(model.launch.defines.size() == 1);
}

TEST_CASE("session: an include folder that is not there is named, and nothing is lost") {
  const ScratchFile file(kCopy);
  Session session = make_session();
  const State& model = open(session, file.path);
  launch::Launch launch = model.launch;
  launch.includes.folders = {"/no/such/folder"};
  act(session, test::with_launch(launch));
  CHECK(model.notice == test::golden("session.notices.no_such_folder"));
  CHECK(model.needs_launch);
  CHECK(model.launch.includes.folders.empty());
}

TEST_CASE("session: the limit that stops a run is named") {
  const ScratchFile file(
      "// warplens: --block 32 --arg a=float[1] --step-limit 1000\n"
      "__global__ void work(float* a) { while (true) a[0] += 1; }\n");
  Session session = make_session();
  CHECK(open(session, file.path).notice.starts_with("Stopped at the step limit after"));
}

TEST_CASE("session: a file saved elsewhere is read again") {
  const ScratchFile file(
      std::string(
          "// warplens: --grid 1 --block 32 --arg in=float[32] --arg out=float[32] --arg n=32\n") +
      kCopy);
  Session session = make_session();
  open(session, file.path);
  REQUIRE(session.model().run != nullptr);
  CHECK(session.model().run->totals.global[0].requests == 1);
  const uint64_t version = session.model().buffer.version();
  file.write(std::string("// warplens: --grid 4 --block 32 --arg in=float[128] --arg "
                         "out=float[128] --arg n=128\n") +
             kCopy);
  session.update(10.0);
  session.wait_idle();
  CHECK(session.model().buffer.version() == version + 1);
  CHECK(session.model().run->totals.global[0].requests == 4);
  CHECK_FALSE(session.model().notice.empty());
}

TEST_CASE("session: what cannot be opened says why and leaves what is open") {
  Session session = make_session();
  open(session, "");
  const auto run = session.model().run;
  act(session, action::OpenFile{"/nowhere/at/all.cu"});
  CHECK(session.model().notice.find("/nowhere/at/all.cu") != std::string::npos);
  CHECK(session.model().run == run);
  CHECK(session.model().lesson->id == "matmul-tiled");
}

TEST_CASE("session: a file is opened beside the frames, and the newest wish counts") {
  const ScratchFile file(kCopy);
  Session session = make_session();
  const State& model = open(session, "");
  session.apply({action::OpenFile{file.path}});
  CHECK(model.busy);
  CHECK(model.lesson != nullptr);  // until it is there
  session.wait_idle();
  CHECK(model.path == file.path);
  CHECK(model.needs_launch);
  session.apply({action::OpenFile{file.path}, action::OpenLesson{"transpose-row"}});
  session.wait_idle();
  REQUIRE(model.lesson != nullptr);
  CHECK(model.lesson->id == "transpose-row");
  session.apply({action::OpenFile{file.path}, action::Cancel{}});
  session.wait_idle();
  CHECK(model.lesson != nullptr);
  CHECK_FALSE(model.busy);
}

TEST_CASE("session: a text that is edited while a file is opened does not keep it from opening") {
  const ScratchFile file(kCopy);
  Session session = make_session();
  const State& model = open(session, "");
  session.update(1.0);
  session.apply({test::edited(model.text() + "\n"), action::OpenFile{file.path}});
  session.wait_idle();
  CHECK(model.path == file.path);
}

TEST_CASE("session: closing does not wait for what goes on") {
  Session session = make_session();
  open(session, "");
  launch::Launch launch = session.model().launch;
  launch.step_limit = uint64_t{1} << 50;
  act(session, test::with_launch(launch));
  std::string endless = session.model().text();
  endless.replace(endless.find("++sub"), 5, "sub *= 1");
  session.apply({test::edited(endless)});
  session.update(100.0);
  session.update(101.0);
  CHECK(session.model().busy);
  CHECK(session.stop(60));  // cancelled, long before that
}

TEST_CASE("session: an endless run can be cancelled, and the last finished one stays") {
  Session session = make_session();
  open(session, "");
  std::string endless = session.model().text();
  endless.replace(endless.find("++sub"), 5, "sub *= 1");
  launch::Launch launch = session.model().launch;
  launch.step_limit = uint64_t{1} << 50;
  act(session, test::with_launch(launch));
  const auto run = session.model().run;
  session.apply({test::edited(endless)});
  session.update(100.0);
  session.update(101.0);
  CHECK(session.model().busy);
  const uint32_t step = session.model().selection.step;
  session.apply({action::Step{1, StepUnit::kAccess}});  // steps in the last run go on meanwhile
  for (int i = 0; i < 500 && session.model().moment->step == step; ++i) {
    session.update(101.0 + 0.02 * i);
  }
  CHECK(session.model().moment->step == step + 1);
  CHECK(session.model().busy);
  act(session, action::Cancel{});
  CHECK_FALSE(session.model().busy);
  CHECK(session.model().run == run);
  CHECK_FALSE(session.model().notice.empty());
}

TEST_CASE("session: play steps by the clock and stops at the end") {
  Session session = make_session();
  open(session, "");
  act(session, action::GoToEnd{true});
  const uint32_t last = session.model().selection.step;
  act(session, action::GoToStep{last - 2});
  session.apply({action::ChangeOptions{[&](ViewOptions& o) {
    o.playing = true;
    o.steps_per_second = 10;
  }}});
  double now = 50;
  for (int i = 0; i < 100 && session.model().options.playing; ++i) {
    session.update(now += 0.05);
    session.wait_idle();
  }
  CHECK(session.model().selection.step == last);
  CHECK_FALSE(session.model().options.playing);
}

TEST_CASE("session: a step moves on screen, a scrub does not, a step back runs backwards") {
  Session session = make_session();
  open(session, "");
  session.update(1.0);
  act(session, action::Step{1, StepUnit::kAccess});
  CHECK(session.model().motion.progress == 0.0f);
  CHECK_FALSE(session.model().motion.backwards);
  for (int i = 1; i <= 10; ++i) {
    session.update(1.0 + 0.05 * i);
  }
  CHECK(session.model().motion.progress == 1.0f);
  act(session, action::Step{-1, StepUnit::kAccess});
  CHECK(session.model().motion.backwards);
  act(session, action::GoToStep{5});
  CHECK(session.model().motion.progress == 1.0f);
}

TEST_CASE("session: an access is stepped pass by pass, forwards and back") {
  Session session = make_session();
  const State& model = open(session, "transpose-column");
  act(session, action::GoToStep{1});
  REQUIRE(model.moment->passes.count() == 32);
  CHECK(model.selection.pass == 0);
  for (uint32_t pass = 1; pass <= 32; ++pass) {
    act(session, action::Step{1, StepUnit::kPass});
    CHECK(model.selection.step == 1);
    CHECK(model.selection.pass == pass);
    CHECK(model.motion.progress == 0.0f);
  }
  act(session, action::Step{1, StepUnit::kPass});
  CHECK(model.selection.step == 2);
  CHECK(model.selection.pass == 1);
  act(session, action::Step{-1, StepUnit::kPass});
  CHECK(model.selection.step == 1);
  CHECK(model.selection.pass == 32);
  act(session, action::Step{-3, StepUnit::kPass});
  CHECK(model.selection.pass == 29);
  CHECK(model.motion.progress == 1.0f);
  act(session, action::Step{1, StepUnit::kAccess});
  CHECK(model.selection.step == 2);
  CHECK_MESSAGE(model.selection.pass == 0, "an access is a whole");
  act(session, action::GoToEnd{true});
  act(session, action::Step{100, StepUnit::kPass});
  CHECK(model.selection.pass == model.moment->passes.count());
}

TEST_CASE("session: a random walk always shows the moment of its step") {
  Session session = make_session();
  open(session, "");
  std::mt19937 random(3);
  for (int i = 0; i < 60; ++i) {
    const uint32_t size = session.model().run->recording->size();
    switch (random() % 4) {
      case 0:
        act(session, action::GoToStep{static_cast<uint32_t>(random() % size)});
        break;
      case 1:
        act(session, action::SelectThread{static_cast<uint32_t>(random() % 2),
                                          static_cast<uint32_t>(random() % 32)});
        break;
      default:
        act(session, action::Step{random() % 2 == 0 ? 1 : -1, static_cast<StepUnit>(random() % 3)});
        break;
    }
    const State& model = session.model();
    CHECK(model.moment->step == model.selection.step);
    CHECK(model.moment->warp == model.selection.warp);
    CHECK(model.moment->lane == model.selection.lane);
  }
}

TEST_CASE("session: clicking a source access or an element finds the access") {
  Session session = make_session();
  open(session, "");
  const State& model = session.model();
  uint32_t reads_tile_n = 0;
  for (uint32_t i = 0; i < model.run->program->sites.size(); ++i) {
    if (model.run->program->unit->file.slice(model.run->program->sites[i].span) ==
        "tile_n[k][threadIdx.x]") {
      reads_tile_n = i;
    }
  }
  act(session, action::SelectSite{reads_tile_n});
  CHECK(source_of(session.model()) == "tile_n[k][threadIdx.x]");
  const uint64_t address = session.model().moment->lanes[5].address;
  act(session, action::SelectAddress{trace::Space::kShared, address});
  CHECK(session.model().moment->lanes[session.model().selection.lane].address == address);
}

namespace {

constexpr const char* kSequence =
    "// warplens: --kernel fill --grid 2 --block 32 --arg x=int[64] --then '--kernel twice --grid "
    "1 "
    "--block 64' --then '--kernel sum --grid 1 --block 32 --arg s=int[1]:zero'\n"
    "__global__ void fill(int* x) { int i = blockIdx.x * 32 + threadIdx.x; x[i] = i; }\n"
    "__global__ void twice(int* x) { x[threadIdx.x] *= 2; }\n"
    "__global__ void sum(const int* x, int* s) { atomicAdd(s, x[threadIdx.x]); }\n";

std::string kernel_of(const State& model) {
  return model.run->program->kernel->name;
}

}  // namespace

TEST_CASE("session: a sequence's launches are chosen, each keeps its step") {
  const ScratchFile file(kSequence);
  Session session = make_session();
  const State& model = open(session, file.path);
  REQUIRE(model.launches.size() == 3);
  CHECK(kernel_of(model) == "fill");
  act(session, action::SelectLaunch{1});
  CHECK(model.chosen_launch == 1);
  CHECK(kernel_of(model) == "twice");
  CHECK(model.timeline->size() == 4);  // two warps load and store
  CHECK(model.moment->lanes[5].value == "5");
  CHECK(model.previous == nullptr);
  act(session, action::GoToStep{3});
  act(session, action::SelectLaunch{2});
  CHECK(kernel_of(model) == "sum");
  CHECK(model.moment->lanes[5].value == "10");
  act(session, action::SelectLaunch{1});
  CHECK(model.selection.step == 3);
  act(session, action::SelectLaunch{3});  // there is none
  CHECK(model.chosen_launch == 1);
}

TEST_CASE("session: a change keeps the chosen launch and pins the same one beside it") {
  const ScratchFile file(kSequence);
  Session session = make_session();
  const State& model = open(session, file.path);
  act(session, action::SelectLaunch{1});
  const auto before = model.run;
  std::string text = model.text();
  text.replace(text.find("*= 2"), 4, "*= 3");
  act(session, test::edited(text));
  CHECK(kernel_of(model) == "twice");
  CHECK(model.run != before);
  CHECK(model.previous == before);
  CHECK(model.moment->step == model.selection.step);
  act(session, action::SelectLaunch{0});
  CHECK(model.previous->program->kernel->name == "fill");
}

TEST_CASE("session: printed lines and findings lead to their thread, in another block too") {
  const ScratchFile file(
      "// warplens: --grid 2 --block 64 --arg x=int[128]:iota\n"
      "__global__ void k(int* x) {\n"
      "  int i = blockIdx.x * 64 + threadIdx.x;\n"
      "  int v = x[i];\n"
      "  if (v % 50 == 0) printf(\"%d\\n\", v);\n"
      "  x[i] = v + 1;\n"
      "  assert(v != 120);\n"
      "}\n");
  Session session = make_session();
  const State& model = open(session, file.path);
  REQUIRE(model.run->prints.lines.size() == 3);  // of 0, 50 and 100
  act(session, action::SelectPrint{1});
  CHECK(model.selection.block == trace::BlockId{0, 0, 0});
  CHECK(model.selection.warp == 1);
  CHECK(model.selection.lane == 18);
  CHECK(model.moment->lanes[18].value == "50");
  act(session, action::SelectPrint{2});
  CHECK(model.run->recording->block == trace::BlockId{1, 0, 0});
  CHECK(model.selection.lane == 4);  // thread 36
  CHECK(model.selection.warp == 1);
  CHECK(model.moment->lanes[4].value == "100");
  act(session, action::SelectBlock{0, 0, 0});
  REQUIRE(model.run->findings.size() == 1);
  act(session, action::SelectFinding{0});
  CHECK(model.run->recording->block == trace::BlockId{1, 0, 0});
  CHECK(model.selection.lane == 24);  // thread 56 read 120
  CHECK(model.previous == nullptr);
}

TEST_CASE("session: host code's launch is run, and its place is shown") {
  const ScratchFile file(
      "__global__ void fill(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
      "int main() {\n"
      "  int* x;\n"
      "  cudaMalloc(&x, 64 * sizeof(int));\n"
      "  fill<<<2, 32>>>(x);\n"
      "}\n");
  Session session = make_session();
  const State& model = open(session, file.path);
  REQUIRE(model.run != nullptr);
  CHECK(model.run->context->grid == launch::Dim3{2, 1, 1});
  CHECK(model.launch_place.line == 5);
  CHECK(model.launch_place.code == "fill<<<2, 32>>>(x)");
  launch::Launch other = model.launch;
  other.device = "cc1.0";
  act(session, test::with_launch(other));
  CHECK_FALSE(model.launch_place.empty());  // another device is no other launch
  other.block = {16, 1, 1};
  act(session, test::with_launch(other));
  CHECK(model.launch_place.empty());
}

TEST_CASE("session: parameters of one name are carried from lesson to lesson") {
  Session session = make_session();
  const State& model = open(session, "transpose-column");
  const auto value_of = [&](const std::string& name) {
    for (const launch::Definition& setting : model.settings) {
      if (setting.name == name) return setting.value;
    }
    return std::string("none");
  };
  act(session, action::SetParameter{"block", 16});
  act(session, action::OpenLesson{"transpose-padded"});
  CHECK(value_of("block") == "16");
  CHECK(value_of("pad") == "1");
  CHECK(model.run->context->block.x == 16);
  act(session, action::SetParameter{"pad", 8});
  act(session, action::OpenLesson{"matmul-tiles-transposed"});
  for (const lessons::Parameter& parameter : model.lesson->parameters) {
    if (parameter.name == "pad") CHECK(value_of("pad") == "8");
    if (parameter.name == "tile") CHECK(value_of("tile") == std::to_string(parameter.value));
  }
}
