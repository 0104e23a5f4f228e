// The roofline as a chart, both axes logarithmic: points of this run, of earlier runs and of times.
#pragma once

#include <string>
#include <vector>

#include "app/scene/pages/times.hpp"
#include "app/study/roofline.hpp"

namespace warplens::scene {

struct RoofPoint {
  std::string name;      // "this run", "recorded on NVIDIA H200"
  double intensity = 0;  // [FLOP/B]
  double speed = 0;      // [GFLOP/s]
  enum class Kind : uint8_t { kModel, kBefore, kMeasured, kRecorded } kind = Kind::kModel;
  bool is_of_other = false;  // a time of a device that has another roof than the one shown
};

struct RooflineScene {
  std::string problem;  // why there is no point: no operations, no bytes
  std::string refused;  // what was tried and is not shown
  study::RooflineFacts facts;
  std::vector<RoofPoint> points;  // this run last
  std::string answer, headline, reason, note, source;
  // The chart's ends: powers of ten.
  int first_x = -2, last_x = 3, first_y = 0, last_y = 6;
};

// `before`: intensities of the earlier runs, the oldest first.
RooflineScene roofline_scene(const study::MemoryFacts& memory, const study::RoofTry& tried,
                             const std::vector<study::Intensities>& before, const Times& times);

// Values that can be tried: nothing first, then 1, 1.5, 2, 3, 5, 7, 10...
const std::vector<double>& bandwidths_to_try();  // [GB/s]
const std::vector<double>& peaks_to_try();       // [GFLOP/s]

}  // namespace warplens::scene
