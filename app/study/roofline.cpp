#include "app/study/roofline.hpp"

#include <array>

#include "app/study/format.hpp"

namespace warplens::study {
namespace {

constexpr std::array kLevels{ByteLevel::kRequested, ByteLevel::kL1, ByteLevel::kL2,
                             ByteLevel::kDram};

// In JSON, and in the terminal.
struct LevelNames {
  const char* word;
  Sentence name;
};
LevelNames names_of(ByteLevel level) {
  constexpr LevelNames kNames[] = {{"requested", sentence("requested bytes")},
                                   {"l1", sentence("L1 requested")},
                                   {"l2", sentence("L2 ↔ L1 bytes")},
                                   {"dram", sentence("DRAM ↔ L2 bytes")}};
  return kNames[static_cast<size_t>(level)];
}

std::string number(double value) {
  return rendered(Value(value, Form::kThreeDigits));
}

// "float" or "double".
const char* type_of(const model::Peak& peak) {
  return peak.is_of_double ? "double" : "float";
}

// The device's peak with the type that it is of.
Text peak_text(const model::Peak& peak) {
  return to_say("{speed} of {type}", "speed"_a = speed_text(peak.value), "type"_a = type_of(peak));
}

// The roof's, with a type unless it is dragged.
Text roof_peak_text(const RooflineFacts& facts) {
  return facts.roof.peak == facts.of_device.peak ? peak_text(facts.peak)
                                                 : speed_text(facts.roof.peak);
}

Text why_not(const MemoryFacts& memory) {
  if (memory.missing == MemoryFacts::Missing::kTakingTurns)
    return sentence("roofline: nothing is modelled where blocks take turns (--schedule, --lanes)");
  if (memory.flops == 0)
    return sentence(
        "roofline: this launch has no floating-point operation; it transfers bytes only");
  if (memory.missing == MemoryFacts::Missing::kNoAccess)
    return sentence("roofline: this launch does not access global memory");
  return {};
}

std::vector<Value> row_of(const RooflineFacts& facts, const MemoryFacts& memory, ByteLevel level) {
  const LevelNames names = names_of(level);
  const uint64_t bytes = bytes_at(memory, level);
  std::vector<Value> row{Value(names.word, names.name), bytes};
  if (bytes == 0) {
    const Value none(Value(), Text::as_is("-"));
    row.insert(row.end(), {none, none, Value()});
    return row;
  }
  const double intensity = facts.intensities[static_cast<size_t>(level)];
  const bool is_by_bytes = intensity < facts.roof.ridge();
  row.emplace_back(intensity, Form::kThreeDigits);
  row.emplace_back(facts.roof.at(intensity), Form::kThreeDigits);
  row.push_back(is_by_bytes ? Value("bytes", sentence("bytes"))
                            : Value("peak", sentence("the peak")));
  return row;
}

}  // namespace

Intensities intensities_of(const MemoryFacts& memory) {
  Intensities intensities{};
  for (const ByteLevel level : kLevels) {
    if (const uint64_t bytes = bytes_at(memory, level); bytes > 0)
      intensities[static_cast<size_t>(level)] =
          static_cast<double>(memory.flops) / static_cast<double>(bytes);
  }
  return intensities;
}

RooflineFacts roofline_facts(const MemoryFacts& memory, const RoofTry& tried) {
  RooflineFacts facts;
  facts.tried = tried;
  facts.peak = model::peak_for(*memory.figures, memory.arithmetic);
  facts.roof = facts.of_device = {memory.figures->bandwidth, facts.peak.value};
  if (tried.bandwidth && *tried.bandwidth > 0) facts.roof.bandwidth = *tried.bandwidth;
  if (tried.peak && *tried.peak > 0) facts.roof.peak = *tried.peak;
  facts.intensities = intensities_of(memory);
  return facts;
}

Section describe(const RooflineFacts& facts, const MemoryFacts& memory) {
  Section section{.key = "roofline", .is_model = true};
  section.missing = why_not(memory);
  if (!section.missing.empty()) return section;
  const model::Roof& roof = facts.roof;
  section.title = to_say(
      "roofline: a model, not measured ({board}: {bandwidth} GB/s of DRAM, {peak} GFLOP/s of "
      "{type}; the ridge is at {ridge} FLOP/B)",
      "board"_a = memory.figures->board, "bandwidth"_a = number(roof.bandwidth),
      "peak"_a = number(roof.peak), "type"_a = type_of(facts.peak),
      "ridge"_a = number(roof.ridge()));
  section.fact("board", memory.figures->board);
  section.fact("figures_are_of_device", memory.are_of_device);
  section.fact("bandwidth_gb_per_s", {roof.bandwidth, Form::kThreeDigits});
  section.fact("peak_gflop_per_s", {roof.peak, Form::kThreeDigits});
  section.fact("peak_is_of", type_of(facts.peak));
  section.fact("ridge_flop_per_byte", {roof.ridge(), Form::kThreeDigits});
  section.fact("floating_point_operations", memory.flops);
  section.fact("left_out_requests", memory.left_out);
  add_whose_figures(section, memory);
  const Text remark = peak_remark(memory);
  if (!remark.empty()) section.line(remark);
  section.line(to_say("floating-point operations of all lanes: {count}",
                      "count"_a = base::grouped(memory.flops)));
  Table& levels = section.table("levels", {{"level", sentence("bytes"), Align::kLeft},
                                           {"bytes", sentence("count")},
                                           {"flop_per_byte", sentence("FLOP/B")},
                                           {"gflop_per_s_at_most", sentence("at most GFLOP/s")},
                                           {"limit", sentence("limited by"), Align::kLeft}});
  for (const ByteLevel level : kLevels) levels.rows.push_back(row_of(facts, memory, level));
  if (!remark.empty()) section.fact("peak_remark", remark);
  section.line(
      sentence("the slope is DRAM's bandwidth at every level: a GPU whose caches serve a part of "
               "the bytes can be above it"));
  add_left_out(section, memory);
  return section;
}

// ------------------------------------------------------------------------ the page's sentences

Text bandwidth_text(double gb_per_s) {
  return to_say("{value} GB/s", "value"_a = number(gb_per_s));
}

Text speed_text(double gflop_per_s) {
  return to_say("{value} GFLOP/s", "value"_a = number(gflop_per_s));
}

Text intensity_text(double flop_per_byte) {
  return to_say("{value} FLOP/B", "value"_a = number(flop_per_byte));
}

Text level_name(ByteLevel level) {
  constexpr Sentence kNames[] = {sentence("requested"), sentence("L1 requested"),
                                 sentence("L2 ↔ L1"), sentence("DRAM ↔ L2")};
  return kNames[static_cast<size_t>(level)];
}

Text peak_remark(const MemoryFacts& memory) {
  if (memory.arithmetic == model::Arithmetic::kFloat) return {};
  if (!memory.figures->double_peak)
    return to_say(
        "The kernel computes with double, whose peak on {board} is not known: float's is shown.",
        "board"_a = memory.figures->board);
  if (memory.arithmetic == model::Arithmetic::kDouble) return {};
  return sentence(
      "The kernel computes with float and with double; operations are not counted by type, and the "
      "lower peak, that of double, is shown.");
}

Text missing_text(const RooflineFacts& facts, const MemoryFacts& memory) {
  if (memory.flops == 0)
    return sentence("This launch has no floating-point operation: the bandwidth limits it.");
  if (facts.intensity() == 0)
    return to_say("There are no {level} bytes in this launch: its operations have no place here.",
                  "level"_a = level_name(facts.tried.level));
  return {};
}

Text answer_text(const RooflineFacts& facts) {
  const Text speed = speed_text(facts.roof.at(facts.intensity()));
  return facts.intensity() < facts.roof.ridge()
             ? to_say("Bytes limit it: at most {speed}", "speed"_a = speed)
             : to_say("The peak limits it: at most {speed}", "speed"_a = speed);
}

Text headline(const RooflineFacts& facts) {
  return to_say("{intensity}, {level} bytes: at most {speed}",
                "intensity"_a = intensity_text(facts.intensity()),
                "level"_a = level_name(facts.tried.level),
                "speed"_a = speed_text(facts.roof.at(facts.intensity())));
}

Text reason_text(const RooflineFacts& facts) {
  const double by_bytes = facts.roof.bandwidth * facts.intensity();
  const Text bandwidth = bandwidth_text(facts.roof.bandwidth);
  const Text intensity = intensity_text(facts.intensity()), speed = speed_text(by_bytes);
  if (by_bytes < facts.roof.peak)
    return to_say(
        "Limited by bytes: {bandwidth} times {intensity} are {speed}, {share:.2g}% of the peak, "
        "{peak}. From {ridge} on the peak would be the limit.",
        "bandwidth"_a = bandwidth, "intensity"_a = intensity, "speed"_a = speed,
        "share"_a = 100 * by_bytes / facts.roof.peak, "peak"_a = roof_peak_text(facts),
        "ridge"_a = intensity_text(facts.roof.ridge()));
  return to_say(
      "Limited by the peak: {bandwidth} times {intensity} would be {speed}, more than {peak}.",
      "bandwidth"_a = bandwidth, "intensity"_a = intensity, "speed"_a = speed,
      "peak"_a = roof_peak_text(facts));
}

Text note_text(const RooflineFacts& facts, const MemoryFacts& memory) {
  const uint64_t dram = bytes_at(memory, ByteLevel::kDram);
  const uint64_t bytes = bytes_at(memory, facts.tried.level);
  std::vector<Text> texts;
  if (facts.roof.bandwidth != facts.of_device.bandwidth)
    texts.push_back(to_say("The slope is the bandwidth that was dragged, {bandwidth}.",
                           "bandwidth"_a = bandwidth_text(facts.roof.bandwidth)));
  else
    texts.push_back(
        sentence("The slope is DRAM's bandwidth at every level: that of L1 and of L2 is not known "
                 "here."));
  if (facts.roof.peak != facts.of_device.peak)
    texts.push_back(
        to_say("The peak was dragged, too: {peak}.", "peak"_a = speed_text(facts.roof.peak)));
  if (facts.tried.level == ByteLevel::kDram)
    texts.push_back(sentence("Bytes are those between DRAM and L2, by the model of the caches."));
  else
    texts.push_back(to_say(
        "There are {bytes} of {level} bytes; between DRAM and L2, by the caches' model, {dram}.",
        "level"_a = level_name(facts.tried.level), "bytes"_a = byte_count(bytes),
        "dram"_a = byte_count(dram)));
  if (dram < bytes) texts.push_back(sentence("A GPU with these caches can be above this roof."));
  if (facts.tried.level == ByteLevel::kRequested && memory.load_bytes > 0) {
    const double loads = static_cast<double>(memory.flops) / static_cast<double>(memory.load_bytes);
    texts.push_back(to_say(
        "By the bytes of loads alone, which lectures count, it would be {intensity} and {speed}.",
        "intensity"_a = intensity_text(loads), "speed"_a = speed_text(facts.roof.at(loads))));
  }
  return together(texts);
}

Text source_text(const RooflineFacts& facts, const MemoryFacts& memory) {
  const model::MemoryFigures& figures = *memory.figures;
  return together(
      {to_say(
           "{board} with {dram}: {bandwidth} and {peak} without tensor cores, from NVIDIA's data "
           "sheets, white papers and programming guide. A model.",
           "board"_a = figures.board, "dram"_a = figures.dram,
           "bandwidth"_a = bandwidth_text(figures.bandwidth), "peak"_a = peak_text(facts.peak)),
       peak_remark(memory)});
}

Text refused_text(const RooflineFacts& facts, double last_bandwidth, double last_peak) {
  const RoofTry& tried = facts.tried;
  std::vector<Text> texts;
  if (tried.bandwidth && *tried.bandwidth <= 0)
    texts.push_back(
        to_say("A bandwidth of 0 transfers nothing: the device's, {bandwidth}, is shown instead.",
               "bandwidth"_a = bandwidth_text(facts.of_device.bandwidth)));
  if (tried.peak && *tried.peak <= 0)
    texts.push_back(to_say("A peak of 0 computes nothing: the device's, {peak}, is shown instead.",
                           "peak"_a = peak_text(facts.peak)));
  if (tried.bandwidth && *tried.bandwidth >= last_bandwidth)
    texts.push_back(to_say("The scale ends at {bandwidth}: more cannot be tried.",
                           "bandwidth"_a = bandwidth_text(last_bandwidth)));
  if (tried.peak && *tried.peak >= last_peak)
    texts.push_back(to_say("The scale ends at {peak}: more cannot be tried.",
                           "peak"_a = speed_text(last_peak)));
  return together(texts);
}

}  // namespace warplens::study
