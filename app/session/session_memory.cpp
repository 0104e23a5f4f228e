// The pages of caches, roofline and DRAM: the launches are run again to keep their requests once
// one of these pages is open; what is tried there changes only what is made of them.
#include <algorithm>

#include "app/session/session_impl.hpp"

namespace warplens::gui {
namespace {

constexpr size_t kMostBefore = 6;  // earlier runs, in the roofline

bool is_there(const MemoryLaunch& launch) {
  return launch.facts.missing == study::MemoryFacts::Missing::kNothing;
}

}  // namespace

void Session::Impl::update_memory() {
  const bool is_looked_at = row_of(model.options.page).needs == PageNeeds::kRequests;
  if (is_looked_at && model.run != nullptr && !model.busy)
    derived_.memory.want(model.run, model.run, [&] { return with_stream(shown_.request); });
  model.memory = derived_.memory.trial();
  const MemoryLaunch* launch = model.memory_shown();
  if (launch == nullptr) return;
  const MemoryOf of{model.memory.results, model.chosen_launch};
  if (derived_.before.newest != of) {
    note_before(*launch, of);
    model.roofline = nullptr;
    model.dram = {};
    derived_.dram.forget();
  }
  update_roofline(*launch, of);
  update_dram(of);
}

// The runs of the same document before, so that the point is seen to move.
void Session::Impl::note_before(const MemoryLaunch& launch, const MemoryOf& of) {
  if (derived_.before.document != shown_.document) derived_.before.runs.clear();
  derived_.before.document = shown_.document;
  derived_.before.newest = of;
  if (derived_.before.runs.size() > kMostBefore)
    derived_.before.runs.erase(derived_.before.runs.begin());
  if (is_there(launch)) derived_.before.runs.push_back(study::intensities_of(launch.facts));
}

void Session::Impl::update_roofline(const MemoryLaunch& launch, const MemoryOf& of) {
  if (model.options.page != Page::kRoofline || !is_there(launch)) return;
  model.roofline = derived_.roofline.of({of, model.options.roof, model.measuring.times}, [&] {
    std::vector<study::Intensities> before = derived_.before.runs;
    if (!before.empty()) before.pop_back();  // the launch itself
    return std::make_shared<const scene::RooflineScene>(
        scene::roofline_scene(launch.facts, model.options.roof, before, model.measuring.times));
  });
}

void Session::Impl::update_dram(const MemoryOf& of) {
  if (model.options.page != Page::kDram) return;
  model.dram = derived_.dram.want({of, model.options.dram}, model.run, [&] {
    model.options.dram.step = study::kFirstRowChange;
    return as_dram(of.launches, of.launch, model.options.dram);
  });
  if (model.dram.results == nullptr || model.dram.is_running) return;
  model.options.dram.step = study::steps_done(*model.dram.results, model.options.dram.step);
}

// The requests of the channel one after another, all of them within a minute.
void Session::Impl::play_dram(double elapsed) {
  if (model.dram.results == nullptr) return;
  const auto last = static_cast<uint32_t>(model.dram.results->steps.size());
  clock_.play_credit += elapsed * std::max(4.0, last / 60.0);
  const auto steps = static_cast<uint32_t>(clock_.play_credit);
  clock_.play_credit -= steps;
  uint32_t& step = model.options.dram.step;
  step = std::min(last, step + steps);
  if (step == last) model.options.playing = false;
}

}  // namespace warplens::gui
