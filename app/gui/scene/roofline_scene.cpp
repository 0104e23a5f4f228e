#include "app/gui/scene/roofline_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/scene/format.hpp"
#include "sim/base/say.hpp"
#include "sim/whatif/run_arithmetic.hpp"

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

// Four digits that count, with commas.
std::string number(double value) {
  if (value >= 100) return grouped(static_cast<uint64_t>(std::llround(value)));
  return fmt::format("{:.3g}", value);
}

// The device's peak with the type that it is of.
std::string peak_text(const model::Peak& peak) {
  return say("{speed} of {type}", "speed"_a = speed_text(peak.value),
             "type"_a = whatif::type_text(peak));
}

// The roof's, with a type unless it is dragged.
std::string roof_peak_text(const RooflineScene& scene) {
  return scene.roof.peak == scene.of_device.peak ? peak_text(scene.peak)
                                                 : speed_text(scene.roof.peak);
}

std::string refused_text(const RoofTry& tried, const RooflineScene& scene) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
  if (tried.bandwidth && *tried.bandwidth <= 0)
    add(say("A bandwidth of 0 moves nothing: the device's, {bandwidth}, is shown instead.",
            "bandwidth"_a = bandwidth_text(scene.of_device.bandwidth)));
  if (tried.peak && *tried.peak <= 0)
    add(say("A peak of 0 computes nothing: the device's, {peak}, is shown instead.",
            "peak"_a = peak_text(scene.peak)));
  if (tried.bandwidth && *tried.bandwidth >= kBandwidths.back())
    add(say("The scale ends at {bandwidth}: more cannot be tried.",
            "bandwidth"_a = bandwidth_text(kBandwidths.back())));
  if (tried.peak && *tried.peak >= kPeaks.back())
    add(say("The scale ends at {peak}: more cannot be tried.",
            "peak"_a = speed_text(kPeaks.back())));
  return text;
}

std::string reason_text(const RooflineScene& scene, double intensity) {
  const double by_bytes = scene.roof.bandwidth * intensity;
  if (by_bytes < scene.roof.peak)
    return say(
        "Limited by bytes: {bandwidth} times {intensity} are {speed}, {share:.2g}% of the peak, "
        "{peak}. "
        "From {ridge} on the peak would be the limit.",
        "bandwidth"_a = bandwidth_text(scene.roof.bandwidth),
        "intensity"_a = intensity_text(intensity), "speed"_a = speed_text(by_bytes),
        "share"_a = 100 * by_bytes / scene.roof.peak, "peak"_a = roof_peak_text(scene),
        "ridge"_a = intensity_text(scene.roof.ridge()));
  return say(
      "Limited by the peak: {bandwidth} times {intensity} would be {speed}, more than {peak}.",
      "bandwidth"_a = bandwidth_text(scene.roof.bandwidth),
      "intensity"_a = intensity_text(intensity), "speed"_a = speed_text(by_bytes),
      "peak"_a = roof_peak_text(scene));
}

std::string note_text(const RooflineScene& scene, const MemoryScene& memory) {
  const model::Traffic& all = memory.caches.result.all;
  const uint64_t dram = sector_bytes(all.from_dram());
  const uint64_t of_level[] = {memory.caches.result.lane_bytes, sector_bytes(all.requested()),
                               sector_bytes(all.from_l2()), dram};
  const uint64_t bytes = of_level[static_cast<size_t>(scene.tried.level)];
  const bool is_dragged = scene.roof.bandwidth != scene.of_device.bandwidth;
  std::string text =
      is_dragged ? say("The slope is the bandwidth that was dragged, {bandwidth}.",
                       "bandwidth"_a = bandwidth_text(scene.roof.bandwidth))
                 : label(
                       "The slope is DRAM's bandwidth at every level: that of L1 and of L2 is "
                       "not known here.");
  if (scene.roof.peak != scene.of_device.peak)
    text += say(" The peak was dragged, too: {peak}.", "peak"_a = speed_text(scene.roof.peak));
  if (scene.tried.level == ByteLevel::kDram)
    text += label(" Bytes are those that the model of the caches moves from and to DRAM.");
  else
    text += say(" Bytes {level}: {bytes}; the caches' model moves {dram} from or to DRAM.",
                "level"_a = level_name(scene.tried.level), "bytes"_a = byte_count(bytes),
                "dram"_a = byte_count(dram));
  if (dram < bytes) text += label(" A GPU with these caches can be above this roof.");
  if (scene.tried.level == ByteLevel::kRequested && memory.load_bytes > 0) {
    const double loads = static_cast<double>(memory.flops) / static_cast<double>(memory.load_bytes);
    text += say(
        " By the bytes of loads alone, which lectures count, it would be {intensity} and {speed}.",
        "intensity"_a = intensity_text(loads), "speed"_a = speed_text(scene.roof.at(loads)));
  }
  return text;
}

// Whose bandwidth and peak are shown, and from where.
std::string source_text(const model::MemoryFigures& figures, const model::Peak& peak,
                        model::Arithmetic arithmetic) {
  const std::string source =
      say("{board} with {dram}: {bandwidth} and {peak} without tensor cores, from NVIDIA's data "
          "sheets, "
          "white papers and programming guide. A model.",
          "board"_a = figures.board, "dram"_a = figures.dram,
          "bandwidth"_a = bandwidth_text(figures.bandwidth), "peak"_a = peak_text(peak));
  const std::string remark = whatif::peak_remark(figures, arithmetic);
  return remark.empty() ? source : source + " " + remark;
}

// Powers of ten around all that is drawn.
void find_ends(RooflineScene& scene) {
  const auto down = [](double value) { return static_cast<int>(std::floor(std::log10(value))); };
  const auto up = [](double value) { return static_cast<int>(std::ceil(std::log10(value))); };
  double left = scene.roof.ridge(), right = left,
         low = std::min(scene.roof.peak, scene.of_device.peak),
         high = std::max(scene.roof.peak, scene.of_device.peak);
  for (const RoofPoint& point : scene.points) {
    left = std::min(left, point.intensity);
    right = std::max(right, point.intensity);
    low = std::min(low, point.speed);
    high = std::max(high, point.speed);
  }
  scene.first_x = std::min(-1, down(left));
  scene.last_x = std::max({2, up(right), up(scene.roof.ridge() * 2)});
  low = std::min(low, scene.roof.at(std::pow(10.0, scene.first_x)));
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

std::string bandwidth_text(double gb_per_s) {
  return say("{value} GB/s", "value"_a = number(gb_per_s));
}

std::string speed_text(double gflop_per_s) {
  return say("{value} GFLOP/s", "value"_a = number(gflop_per_s));
}

std::string intensity_text(double flop_per_byte) {
  return say("{value} FLOP/B", "value"_a = number(flop_per_byte));
}

const char* level_name(ByteLevel level) {
  constexpr Sentence kNames[] = {sentence("requested"), sentence("asked of L1"),
                                 sentence("moved from L2"), sentence("moved from DRAM")};
  return label(kNames[static_cast<size_t>(level)]);
}

Intensities intensities_of(const MemoryScene& memory) {
  const model::Traffic& all = memory.caches.result.all;
  const uint64_t bytes[] = {memory.caches.result.lane_bytes, sector_bytes(all.requested()),
                            sector_bytes(all.from_l2()), sector_bytes(all.from_dram())};
  Intensities intensities{};
  for (size_t i = 0; i < kByteLevels; ++i) {
    if (bytes[i] > 0)
      intensities[i] = static_cast<double>(memory.flops) / static_cast<double>(bytes[i]);
  }
  return intensities;
}

RooflineScene roofline_scene(const MemoryScene& memory, const model::MemoryFigures& figures,
                             const RoofTry& tried, const std::vector<Intensities>& before,
                             const Times& times) {
  RooflineScene scene;
  scene.tried = tried;
  scene.peak = model::peak_for(figures, memory.arithmetic);
  scene.roof = scene.of_device = {figures.bandwidth, scene.peak.value};
  scene.refused = refused_text(tried, scene);
  if (tried.bandwidth && *tried.bandwidth > 0) scene.roof.bandwidth = *tried.bandwidth;
  if (tried.peak && *tried.peak > 0) scene.roof.peak = *tried.peak;
  scene.is_tried = tried.is_any();
  scene.source = source_text(figures, scene.peak, memory.arithmetic);
  const auto level = static_cast<size_t>(tried.level);
  scene.intensities = intensities_of(memory);
  const double intensity = scene.intensities[level];
  if (memory.flops == 0) {
    scene.problem = label(
        "This launch has no floating-point operation: it moves bytes only, and its speed is the "
        "bandwidth's.");
  } else if (intensity == 0) {
    scene.problem = say("No byte is {level} in this launch: its operations have no place here.",
                        "level"_a = level_name(tried.level));
  }
  if (scene.problem.empty()) {
    for (const Intensities& one : before) {
      if (one[level] > 0 && one[level] != intensity)
        scene.points.push_back({label("a run before"), one[level], scene.roof.at(one[level]),
                                RoofPoint::Kind::kBefore});
    }
    for (const TimePair& pair : times) {
      if (!pair.arrays.empty() || pair.right_us <= 0) continue;
      scene.points.push_back(
          {pair.is_recorded ? say("recorded on {device}", "device"_a = pair.device)
                            : say("measured on {device}", "device"_a = pair.device),
           intensity, static_cast<double>(memory.flops) / pair.right_us / 1000,
           pair.is_recorded ? RoofPoint::Kind::kRecorded : RoofPoint::Kind::kMeasured,
           scene.is_tried ||
               (memory.device != "H200" && pair.device.find("H200") != std::string::npos)});
    }
    scene.points.push_back(
        {label("this run, at most"), intensity, scene.roof.at(intensity), RoofPoint::Kind::kModel});
    scene.headline = say(
        "{intensity} of bytes {level}: at most {speed}", "intensity"_a = intensity_text(intensity),
        "level"_a = level_name(tried.level), "speed"_a = speed_text(scene.roof.at(intensity)));
    scene.reason = reason_text(scene, intensity);
    scene.note = note_text(scene, memory);
  }
  find_ends(scene);
  return scene;
}

}  // namespace warplens::scene
