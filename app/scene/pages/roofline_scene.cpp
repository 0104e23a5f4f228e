#include "app/scene/pages/roofline_scene.hpp"

#include <algorithm>
#include <cmath>

#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

std::vector<double> nice_values(double first, size_t count) {
  constexpr double kSteps[] = {1, 1.5, 2, 3, 5, 7};
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i)
    values.push_back(first * kSteps[i % 6] * std::pow(10.0, static_cast<double>(i / 6)));
  return values;
}

const std::vector<double> kBandwidths = [] {
  std::vector<double> values = nice_values(1, 28);
  values.insert(values.begin(), 0);
  return values;
}();
const std::vector<double> kPeaks = [] {
  std::vector<double> values = nice_values(10, 27);
  values.insert(values.begin(), {0, 7});
  return values;
}();

void add_points(RooflineScene& scene, const study::MemoryFacts& memory,
                const std::vector<study::Intensities>& before, const Times& times) {
  const study::RooflineFacts& facts = scene.facts;
  const auto level = static_cast<size_t>(facts.tried.level);
  const double intensity = facts.intensity();
  for (const study::Intensities& one : before) {
    if (one[level] > 0 && one[level] != intensity)
      scene.points.push_back({label("an earlier run"), one[level], facts.roof.at(one[level]),
                              RoofPoint::Kind::kBefore});
  }
  for (const TimePair& pair : times) {
    if (!pair.arrays.empty() || pair.right_us <= 0) continue;
    const bool is_elsewhere =
        memory.figures->board != "H200" && pair.device.find("H200") != std::string::npos;
    scene.points.push_back(
        {pair.is_recorded ? say("recorded on {device}", "device"_a = pair.device)
                          : say("measured on {device}", "device"_a = pair.device),
         intensity, static_cast<double>(memory.flops) / pair.right_us / 1000,
         pair.is_recorded ? RoofPoint::Kind::kRecorded : RoofPoint::Kind::kMeasured,
         facts.tried.is_any() || is_elsewhere});
  }
  scene.points.push_back(
      {label("this run, at most"), intensity, facts.roof.at(intensity), RoofPoint::Kind::kModel});
}

// Powers of ten around all that is drawn.
void find_ends(RooflineScene& scene) {
  const auto down = [](double value) { return static_cast<int>(std::floor(std::log10(value))); };
  const auto up = [](double value) { return static_cast<int>(std::ceil(std::log10(value))); };
  const model::Roof &roof = scene.facts.roof, &of_device = scene.facts.of_device;
  double left = roof.ridge(), right = left, low = std::min(roof.peak, of_device.peak),
         high = std::max(roof.peak, of_device.peak);
  for (const RoofPoint& point : scene.points) {
    left = std::min(left, point.intensity);
    right = std::max(right, point.intensity);
    low = std::min(low, point.speed);
    high = std::max(high, point.speed);
  }
  scene.first_x = std::min(-1, down(left));
  scene.last_x = std::max({2, up(right), up(roof.ridge() * 2)});
  low = std::min(low, roof.at(std::pow(10.0, scene.first_x)));
  scene.first_y = down(low);
  scene.last_y = up(high * 1.2);
}

}  // namespace

const std::vector<double>& bandwidths_to_try() {
  return kBandwidths;
}

const std::vector<double>& peaks_to_try() {
  return kPeaks;
}

RooflineScene roofline_scene(const study::MemoryFacts& memory, const study::RoofTry& tried,
                             const std::vector<study::Intensities>& before, const Times& times) {
  RooflineScene scene;
  scene.facts = study::roofline_facts(memory, tried);
  scene.refused = study::refused_text(scene.facts, kBandwidths.back(), kPeaks.back()).rendered();
  scene.source = study::source_text(scene.facts, memory).rendered();
  scene.problem = study::missing_text(scene.facts, memory).rendered();
  if (scene.problem.empty()) {
    add_points(scene, memory, before, times);
    scene.answer = study::answer_text(scene.facts).rendered();
    scene.headline = study::headline(scene.facts).rendered();
    scene.reason = study::reason_text(scene.facts).rendered();
    scene.note = study::note_text(scene.facts, memory).rendered();
  }
  find_ends(scene);
  return scene;
}

}  // namespace warplens::scene
