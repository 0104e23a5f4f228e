// A launch in the roofline model: operations for each byte against operations a second. Bytes are
// counted at one of four levels; the roof is the device's or what is tried.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/study/memory.hpp"
#include "app/study/section.hpp"
#include "sim/model/roofline.hpp"

namespace warplens::study {

// What is tried in the place of the device's figures; 0 is refused with a sentence.
struct RoofTry {
  std::optional<double> bandwidth, peak;  // [GB/s], [GFLOP/s]
  ByteLevel level = ByteLevel::kRequested;
  friend bool operator==(const RoofTry&, const RoofTry&) = default;
  bool is_any() const { return bandwidth || peak; }
};

using Intensities = std::array<double, kByteLevels>;  // [FLOP/B] by level; 0: no bytes

struct RooflineFacts {
  RoofTry tried;
  model::Peak peak;             // the device's for this kernel
  model::Roof roof, of_device;  // the one shown; the device's
  Intensities intensities{};
  double intensity() const { return intensities[static_cast<size_t>(tried.level)]; }
};

RooflineFacts roofline_facts(const MemoryFacts& memory, const RoofTry& tried = {});
Intensities intensities_of(const MemoryFacts& memory);

// `run --roofline`.
Section describe(const RooflineFacts& facts, const MemoryFacts& memory);

// ------------------------------------------------------------------------ the page's sentences

Text bandwidth_text(double gb_per_s);
Text speed_text(double gflop_per_s);
Text intensity_text(double flop_per_byte);
Text level_name(ByteLevel level);

// Why there is no point: no operations, no bytes at the level; empty mostly.
Text missing_text(const RooflineFacts& facts, const MemoryFacts& memory);
// "Bytes limit it: at most 37.4 GFLOP/s".
Text answer_text(const RooflineFacts& facts);
Text headline(const RooflineFacts& facts);
Text reason_text(const RooflineFacts& facts);  // what limits it
Text note_text(const RooflineFacts& facts, const MemoryFacts& memory);
Text source_text(const RooflineFacts& facts, const MemoryFacts& memory);
// Which values of those tried are not shown, where the scales end at these.
Text refused_text(const RooflineFacts& facts, double last_bandwidth, double last_peak);
// Why the peak of a type is shown; empty where the kernel computes with it alone.
Text peak_remark(const MemoryFacts& memory);

}  // namespace warplens::study
