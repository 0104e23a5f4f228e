// A launch in the roofline model: operations for each byte against operations a second, both
// logarithmic. Bytes are counted at one of four levels; the roof is the device's or what is tried.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/scene/memory_scene.hpp"
#include "app/gui/scene/times.hpp"
#include "sim/model/roofline.hpp"

namespace warplens::scene {

// Whose bytes: lanes', sectors asked of L1, moved from L2, moved from DRAM.
enum class ByteLevel : uint8_t { kRequested, kL1, kL2, kDram };
inline constexpr size_t kByteLevels = 4;

// What is tried in the place of the device's figures; 0 is refused with a sentence.
struct RoofTry {
  std::optional<double> bandwidth, peak;  // [GB/s], [GFLOP/s]
  ByteLevel level = ByteLevel::kRequested;
  friend bool operator==(const RoofTry&, const RoofTry&) = default;
  bool is_any() const { return bandwidth || peak; }
};

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
  model::Roof roof, of_device;
  model::Peak peak;  // the device's for this kernel
  bool is_tried = false;
  RoofTry tried;
  std::array<double, kByteLevels> intensities{};  // 0: no bytes
  std::vector<RoofPoint> points;                  // this run last
  std::string headline, reason, note, source;
  // The chart's ends: powers of ten.
  int first_x = -2, last_x = 3, first_y = 0, last_y = 6;
};

// `before`: intensities of the runs before, the oldest first.
using Intensities = std::array<double, kByteLevels>;
Intensities intensities_of(const MemoryScene& memory);
RooflineScene roofline_scene(const MemoryScene& memory, const model::MemoryFigures& figures,
                             const RoofTry& tried, const std::vector<Intensities>& before,
                             const Times& times);

// Values that can be tried: nothing first, then 1, 1.5, 2, 3, 5, 7, 10...
const std::vector<double>& bandwidths_to_try();  // [GB/s]
const std::vector<double>& peaks_to_try();       // [GFLOP/s]

std::string bandwidth_text(double gb_per_s);
std::string speed_text(double gflop_per_s);
std::string intensity_text(double flop_per_byte);
const char* level_name(ByteLevel level);

}  // namespace warplens::scene
