#include "app/scene/words/costs.hpp"

#include "app/scene/words/sentence.hpp"
#include "app/study/counts.hpp"
#include "app/study/format.hpp"
#include "app/study/words.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

using study::Measure;

std::string wavefronts_instead(const model::SharedCost& cost) {
  return say("{wavefronts} wavefronts instead of {least}", "wavefronts"_a = cost.wavefronts,
             "least"_a = cost.ideal_wavefronts);
}

}  // namespace

std::string wavefronts_words(const model::SharedCost& cost) {
  return cost.conflicts() == 0 ? study::counted(Measure::kWavefronts, cost.wavefronts).rendered()
                               : wavefronts_instead(cost);
}

std::string judged_wavefronts(const model::SharedCost& cost) {
  return cost.conflicts() == 0
             ? say_count("{count} wavefront, ideal", "{count} wavefronts, ideal", cost.wavefronts)
             : wavefronts_instead(cost);
}

std::string cost_words(const Bar& bar) {
  return say("{cost}, {ideal} ideal",
             "cost"_a = study::grouped_count(measure_of(work_of(bar.space)), bar.cost).rendered(),
             "ideal"_a = study::grouped(bar.ideal));
}

std::string cost_words(const observe::AccessRow& row) {
  const char* operation = label(study::name_of(row.operation));
  const auto counted = [](Measure measure, uint64_t number) {
    return study::grouped_count(measure, number).rendered();
  };
  switch (work_of(row.space)) {
    case Work::kWavefronts:
      return say(
          "shared {operation} of {array}: {wavefronts} for {requests}, {excessive} of them "
          "excessive",
          "operation"_a = operation, "array"_a = row.array,
          "requests"_a = counted(Measure::kRequests, row.shared.requests),
          "wavefronts"_a = counted(Measure::kWavefronts, row.shared.wavefronts),
          "excessive"_a = study::grouped(row.shared.conflicts));
    case Work::kBroadcasts:
      return say("constant load of {array}: {broadcasts} for {requests}", "array"_a = row.array,
                 "requests"_a = counted(Measure::kRequests, row.constant.requests),
                 "broadcasts"_a = counted(Measure::kBroadcasts, row.constant.broadcasts));
    case Work::kSectors:
      break;
  }
  return say("global {operation} of {array}: {sectors} for {requests}, {ideal} ideal",
             "operation"_a = operation, "array"_a = row.array,
             "requests"_a = counted(Measure::kRequests, row.global.requests),
             "sectors"_a = counted(Measure::kSectors, row.global.sectors),
             "ideal"_a = study::grouped(row.global.ideal_sectors));
}

std::string grid_words(const run::Run& run) {
  const observe::SharedTotal shared = run.totals.shared_sum();
  const observe::GlobalTotal global = run.totals.global_sum();
  const std::string words =
      say("whole grid: {wavefronts}, {conflicts}; {requested} requested, {moved} transferred in "
          "{sectors}",
          "wavefronts"_a = study::grouped_count(Measure::kWavefronts, shared.wavefronts).rendered(),
          "conflicts"_a = shared.conflicts == 1 ? say("1 bank conflict")
                                                : say("{count} bank conflicts",
                                                      "count"_a = study::grouped(shared.conflicts)),
          "requested"_a = study::byte_count(global.bytes_requested),
          "moved"_a = study::byte_count(global.bytes_moved),
          "sectors"_a = study::grouped_count(Measure::kSectors, global.sectors).rendered());
  if (run.flops == 0) return words;
  return words + "; " +
         say("{count} floating-point operations", "count"_a = study::grouped(run.flops));
}

std::string measured_words(trace::Space space, const MeasuredCost& cost, bool is_brief) {
  if (is_brief)
    return say("{taken:.2f} ± {spread:.2f} measured, {simulated} simulated", "taken"_a = cost.taken,
               "spread"_a = cost.spread, "simulated"_a = cost.simulated);
  return space == trace::Space::kShared
             ? say("{wavefronts:.2f} ± {spread:.2f} wavefronts measured, {simulated} simulated",
                   "wavefronts"_a = cost.taken, "spread"_a = cost.spread,
                   "simulated"_a = cost.simulated)
             : say("{lines:.2f} ± {spread:.2f} lines measured, {simulated} simulated",
                   "lines"_a = cost.taken, "spread"_a = cost.spread,
                   "simulated"_a = cost.simulated);
}

std::string service_words(const Moment& moment, const model::BankService& service, size_t wavefront,
                          uint32_t lane) {
  return say("bank {bank}, wavefront {wavefront}\nword {word} {element}\n{lanes}",
             "bank"_a = service.bank, "wavefront"_a = wavefront + 1, "word"_a = service.word,
             "element"_a = moment.lanes[lane].element_name,
             "lanes"_a = lanes_text(service.lanes, false));
}

std::string idle_words(uint32_t idle) {
  return say("{banks} banks idle", "banks"_a = idle);
}

std::string one_lane_words(size_t wavefront, uint32_t idle) {
  return say("wavefront {wavefront} carries one lane: {banks} banks idle in it",
             "wavefront"_a = wavefront + 1, "banks"_a = idle);
}

std::span<const Sentence> order_words() {
  static constexpr Sentence kWords[] = {
      sentence("work, not time; the order within an access is an illustration"),
      sentence("work, not time; the order is an illustration"), sentence("work, not time")};
  return kWords;
}

std::span<const Sentence> wavefront_words() {
  static constexpr Sentence kWords[] = {
      sentence("a wavefront is one pass; work, not time; the order within an access is an "
               "illustration"),
      sentence("a wavefront is one pass; work, not time; the order is an illustration"),
      sentence("work, not time; the order is an illustration"), sentence("work, not time")};
  return kWords;
}

Sentence bars_caption(Work work, bool has_waste) {
  switch (work) {
    case Work::kWavefronts:
      return has_waste ? sentence("wavefronts of this access; orange: excessive")
                       : sentence("wavefronts of this access");
    case Work::kBroadcasts:
      return sentence("broadcasts of this access");
    case Work::kSectors:
      break;
  }
  return sentence("sectors of this access");
}

Sentence one_pass_words(Work work) {
  switch (work) {
    case Work::kWavefronts:
      return sentence("this access takes 1 wavefront");
    case Work::kBroadcasts:
      return sentence("this access takes 1 broadcast");
    case Work::kSectors:
      break;
  }
  return sentence("this access takes 1 sector");
}

std::string fewer_words(Work work, uint32_t fewer) {
  switch (work) {
    case Work::kWavefronts:
      return say_count("{count} wavefront fewer", "{count} wavefronts fewer", fewer);
    case Work::kBroadcasts:
      return say_count("{count} broadcast fewer", "{count} broadcasts fewer", fewer);
    case Work::kSectors:
      break;
  }
  return say_count("{count} sector fewer", "{count} sectors fewer", fewer);
}

Sentence line_counts(bool has_constant) {
  return has_constant ? sentence("requests → wavefronts (w), broadcasts (b), sectors")
                      : sentence("requests → wavefronts (w), sectors");
}

std::span<const Sentence> compared_counts() {
  static constexpr Sentence kWords[] = {
      sentence("requests→wavefronts (shared), requests→sectors (global)"),
      sentence("requests→wavefronts or sectors"), sentence("requests→work")};
  return kWords;
}

Sentence axis_words(Axis axis) {
  switch (axis) {
    case Axis::kSteps:
      break;
    case Axis::kWavefronts:
      return sentence("by wavefront");
    case Axis::kBroadcasts:
      return sentence("by broadcast");
    case Axis::kSectors:
      return sentence("by sector");
  }
  return sentence("by step");
}

Sentence despite(Work work, bool has_more) {
  if (work == Work::kWavefronts)
    return has_more ? sentence("despite more wavefronts") : sentence("despite fewer wavefronts");
  return has_more ? sentence("despite more sectors") : sentence("despite fewer sectors");
}

}  // namespace warplens::scene
