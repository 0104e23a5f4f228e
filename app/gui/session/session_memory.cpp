// The pages of caches, roofline and DRAM: the launches are run again to keep their requests once
// one of these pages is open; what is tried there changes only what is made of them.
#include <algorithm>

#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {
namespace {

constexpr size_t kMostBefore = 6;  // earlier runs, in the roofline

bool needs_memory(Page page) {
  return page == Page::kCaches || page == Page::kRoofline || page == Page::kDram;
}

bool is_there(const MemoryLaunch& launch) {
  return launch.facts.missing == study::MemoryFacts::Missing::kNothing;
}

}  // namespace

void Session::Impl::update_memory() {
  const bool is_wanted = needs_memory(model.options.page) && model.run != nullptr && !model.busy;
  if (is_wanted && !memory_.update().is_of(model.run))
    memory_.start(with_stream(shown_request_), model.run);
  model.memory = memory_.update();
  const MemoryLaunch* launch = model.memory_shown();
  if (launch == nullptr) return;
  if (memory_of_ != model.memory.results || memory_launch_ != model.chosen_launch) {
    note_before(*launch);
    memory_of_ = model.memory.results;
    memory_launch_ = model.chosen_launch;
    model.roofline = nullptr;
    model.dram = {};
    dram_.cancel();
    dram_of_.reset();
  }
  update_roofline(*launch);
  update_dram();
}

// The runs of the same document before, so that the point is seen to move.
void Session::Impl::note_before(const MemoryLaunch& launch) {
  if (before_document_ != model.document) before_.clear();
  before_document_ = model.document;
  if (!before_.empty() && before_.size() > kMostBefore) before_.erase(before_.begin());
  if (is_there(launch)) before_.push_back(study::intensities_of(launch.facts));
}

void Session::Impl::update_roofline(const MemoryLaunch& launch) {
  if (model.options.page != Page::kRoofline || !is_there(launch)) return;
  const bool is_same = model.roofline != nullptr &&
                       model.roofline->facts.tried == model.options.roof &&
                       roofline_times_ == model.measuring.times;
  if (is_same) return;
  roofline_times_ = model.measuring.times;
  std::vector<study::Intensities> before = before_;
  if (!before.empty()) before.pop_back();  // the launch itself
  model.roofline = std::make_shared<const scene::RooflineScene>(
      scene::roofline_scene(launch.facts, model.options.roof, before, model.measuring.times));
}

void Session::Impl::update_dram() {
  if (model.options.page != Page::kDram) return;
  if (!dram_of_ || !dram_of_->is_like(model.options.dram)) {
    dram_of_ = model.options.dram;
    model.options.dram.step = 0;
    dram_.start(as_dram(model.memory.results, model.chosen_launch, *dram_of_), model.run);
  }
  model.dram = dram_.update();
  if (model.dram.results == nullptr) return;
  const auto last = static_cast<uint32_t>(model.dram.results->steps.size());
  model.options.dram.step = std::min(model.options.dram.step, last);
}

// The requests of the channel one after another, all of them within a minute.
void Session::Impl::play_dram(double elapsed) {
  if (model.dram.results == nullptr) return;
  const auto last = static_cast<uint32_t>(model.dram.results->steps.size());
  play_credit_ += elapsed * std::max(4.0, last / 60.0);
  const auto steps = static_cast<uint32_t>(play_credit_);
  play_credit_ -= steps;
  uint32_t& step = model.options.dram.step;
  step = std::min(last, step + steps);
  if (step == last) model.options.playing = false;
}

}  // namespace warplens::gui
