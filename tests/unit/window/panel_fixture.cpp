#include "panel_fixture.hpp"

#include <doctest/doctest.h>

#include <array>

#include "sim/machine/memory.hpp"
#include "sim/observe/totals/step_cost.hpp"
#include "tests/support/phase_parts.hpp"

namespace warplens::test {
namespace {

// Where the first array of global memory is.
constexpr uint64_t kArray = machine::GlobalMemory::kWindow + machine::GlobalMemory::kStart;

using Lanes = std::array<uint64_t, 32>;

// Reports to a recorder what a block of PanelCase does.
class Block {
 public:
  Block(const PanelCase& wanted, run::Run& run)
      : case_(wanted), run_(run), recorder_({}, wanted.warps, wanted.budget) {}

  std::shared_ptr<const trace::Recording> record() {
    recorder_.block_begins({});
    for (uint32_t round = 0; round < case_.rounds; ++round) {
      for (uint32_t warp = 0; warp < case_.warps; ++warp) {
        recorder_.phase(warp, 0, true, true, round);
        access(warp, 0, trace::Space::kGlobal, trace::Operation::kLoad);
        access(warp, 1, trace::Space::kShared, trace::Operation::kStore);
        recorder_.barrier_arrives(warp, 3, 0xffffffff);
      }
      recorder_.barrier_releases();
      for (uint32_t warp = 0; warp < case_.warps; ++warp) {
        access(warp, 2, trace::Space::kShared, trace::Operation::kLoad);
        recorder_.barrier_arrives(warp, 5, 0xffffffff);
      }
      recorder_.barrier_releases();
    }
    recorder_.block_ends({});
    return recorder_.finish();
  }

 private:
  void access(uint32_t warp, uint32_t site, trace::Space space, trace::Operation operation) {
    Lanes addresses{}, values{};
    for (uint32_t lane = 0; lane < 32; ++lane) {
      addresses[lane] = space == trace::Space::kGlobal ? kArray + (warp * 32 + lane) * 4
                                                       : lane * case_.stride * 4;
      values[lane] = lane;
    }
    trace::WarpAccess access;
    access.warp = warp;
    access.site = site;
    access.space = space;
    access.operation = operation;
    access.mask = 0xffffffff;
    access.addresses = &addresses;
    access.values = &values;
    recorder_.access(access);
    if (space == trace::Space::kShared) {
      const model::SharedCost cost = model::shared_cost(
          run_.device, model::SharedOp{.operation = operation}, 4, 0xffffffff, addresses);
      run_.totals.shared[static_cast<size_t>(operation)] += {1, cost.wavefronts, cost.conflicts()};
    } else {
      run_.totals.global[static_cast<size_t>(operation)] += {1, 4, 1, 128, 128, 128, 4};
    }
  }

  PanelCase case_;
  run::Run& run_;
  trace::Recorder recorder_;
};

std::shared_ptr<const code::Program> make_program(const std::string& text) {
  auto program = std::make_shared<code::Program>();
  auto unit = std::make_shared<lang::Unit>();
  unit->file = base::SourceFile("case.cu", text);
  program->unit = unit;
  const auto add_site = [&](std::string_view part) {
    code::AccessSite site;
    site.span.begin = static_cast<uint32_t>(text.find(part));
    site.span.end = site.span.begin + static_cast<uint32_t>(part.size());
    program->sites.push_back(site);
  };
  add_site("m[i]");
  add_site("s[x]");
  add_site("s[y]");
  program->phase_loops.emplace_back();
  return program;
}

}  // namespace

std::shared_ptr<run::Run> make_run(const PanelCase& wanted) {
  auto run = std::make_shared<run::Run>();
  run->request.file = base::SourceFile("case.cu", "s[x] = m[i];\n__syncthreads();\nout = s[y];\n");
  run->program = make_program(run->request.file.text());
  run->device = model::default_device();
  auto context = std::make_shared<machine::GridContext>();
  context->block = {wanted.width, wanted.warps * 32 / wanted.width, 1};
  run->context = context;
  run->recording = Block(wanted, *run).record();
  run->costs = std::make_shared<const trace::StepCosts>(
      observe::step_costs(*run->recording, *run->program, run->device));
  return run;
}

std::shared_ptr<scene::Moment> make_moment(const run::Run& run, uint32_t step, uint32_t warp,
                                           uint32_t lane) {
  auto moment = std::make_shared<scene::Moment>();
  moment->step = step;
  moment->warp = warp;
  moment->lane = lane;
  moment->access = run.recording->at(step);
  const trace::Access& access = moment->access;
  const bool is_shared = access.space == trace::Space::kShared;
  moment->array = is_shared ? "s" : "m";
  if (is_shared) {
    const auto op = static_cast<model::SharedOp>(access.operation);
    moment->banks =
        model::bank_schedule(run.device, op, access.bytes, access.mask, access.addresses);
    moment->is_wasteful = moment->banks.cost.conflicts() > 0;
  } else {
    moment->global = model::global_cost(access.bytes, access.mask, access.addresses);
  }
  for (uint32_t i = 0; i < 32; ++i) {
    scene::LaneRow& row = moment->lanes[i];
    const uint32_t linear = access.warp * 32 + i, width = run.context->block.x;
    row.exists = linear < run.context->block.count();
    row.active = (access.mask >> i) & 1;
    row.is_chosen = access.warp == warp && i == lane;
    row.thread = {linear % width, linear / width, 0};
    row.group = static_cast<uint8_t>(i / width);
    row.address = access.addresses[i];
    row.element = (is_shared ? row.address : row.address - kArray) / 4;
    row.element_name = moment->array + "[" + std::to_string(row.element) + "]";
    row.word = row.address / 4;
    row.bank = static_cast<uint32_t>(row.word % 32);
    row.wavefront = is_shared ? moment->banks.first_wavefront[i] : 0;
    row.value = std::to_string(access.values[i]);
  }
  return moment;
}

gui::State make_model(const PanelCase& wanted, uint32_t step) {
  gui::State model;
  model.run = make_run(wanted);
  model.timeline = scene::make_timeline(*model.run, tests::phase_parts(*model.run->recording));
  model.selection.step = step;
  model.selection.warp = model.run->recording->heads[step].warp;
  model.moment = make_moment(*model.run, step, model.selection.warp, model.selection.lane);
  return model;
}

Stage::Stage(ImVec2 size) : size_(size), previous_(ImGui::GetCurrentContext()) {
  ImGui::SetCurrentContext(ImGui::CreateContext());
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  io.DeltaTime = 1.0f / 60;
  io.MousePos = ImVec2(-1, -1);
  ImFont* font = io.Fonts->AddFontDefault();
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  ui_.theme = ui::make_theme(1);
  ui_.fonts = {font, font, font, font, font};
}

Stage::~Stage() {
  ImGui::DestroyContext();
  ImGui::SetCurrentContext(static_cast<ImGuiContext*>(previous_));
}

gui::Actions Stage::draw(const View& view, const gui::State& model) {
  gui::Actions actions;
  ImGui::NewFrame();
  ui_.probe.begin_frame();
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(size_);
  ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
  view(ui_, model, actions);
  ImGui::End();
  ImGui::Render();
  ImGui::GetIO().MouseWheel = 0;
  return actions;
}

Stage::View Stage::view_of(const views::Panel& panel) {
  return [this, &panel](ui::Ui& ui, const gui::State& model, gui::Actions& actions) {
    panel.draw(ui, model, states_, actions);
  };
}

gui::Actions Stage::draw(const views::Panel& panel, const gui::State& model) {
  return draw(view_of(panel), model);
}

gui::Actions Stage::press(const views::Panel& panel, const gui::State& model,
                          const std::string& widget) {
  return press(view_of(panel), model, widget);
}

gui::Actions Stage::press(const View& view, const gui::State& model, const std::string& widget) {
  draw(view, model);
  const ui::WidgetRect* rect = probe().find(widget);
  REQUIRE_MESSAGE(rect != nullptr, widget << " was not drawn");
  REQUIRE_MESSAGE(rect->visible, widget << " is hidden");
  move_pointer(ImVec2((rect->min.x + rect->max.x) / 2, (rect->min.y + rect->max.y) / 2));
  gui::Actions all = draw(view, model);
  for (const bool is_down : {true, false}) {
    ImGui::GetIO().MouseDown[0] = is_down;
    const gui::Actions more = draw(view, model);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

void Stage::move_pointer(ImVec2 at) {
  ImGui::GetIO().MousePos = at;
}

void Stage::turn_wheel(float amount) {
  ImGui::GetIO().MouseWheel = amount;
}

}  // namespace warplens::test
