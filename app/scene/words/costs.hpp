// What accesses cost, in the words that pictures, legends and tooltips have beside their numbers.
// What happens at an access is in sentence.hpp, how its count came about in derivation.hpp; what a
// count is called in app/study/counts.hpp.
#pragma once

#include <span>
#include <string>

#include "app/scene/moment.hpp"
#include "app/scene/timeline.hpp"
#include "sim/run/run.hpp"

namespace warplens::scene {

// "1 wavefront", or "32 wavefronts instead of 1".
std::string wavefronts_words(const model::SharedCost& cost);
// The same where nothing else says that they are as few as can be.
std::string judged_wavefronts(const model::SharedCost& cost);

// A step of the timeline, and a place of the text over the whole grid.
std::string cost_words(const Bar& bar);
std::string cost_words(const observe::AccessRow& row);
// Everything that a run did to memory, in one sentence.
std::string grid_words(const run::Run& run);

// "31.97 ± 0.04 wavefronts measured, 32 simulated"; brief without what is counted.
struct MeasuredCost {
  double taken = 0, spread = 0;
  uint32_t simulated = 0;
};
std::string measured_words(trace::Space space, const MeasuredCost& cost, bool is_brief);

// One bank in one wavefront, from 0.
std::string service_words(const Moment& moment, const model::BankService& service, size_t wavefront,
                          uint32_t lane);
// "31 banks idle"; of a wavefront with one lane which it is, too.
std::string idle_words(uint32_t idle);
std::string one_lane_words(size_t wavefront, uint32_t idle);

// What else there is to say of an access's passes, in longer and shorter words; of wavefronts what
// one is, too.
std::span<const Sentence> order_words();
std::span<const Sentence> wavefront_words();

// Above a picture in which banks serve lanes.
inline constexpr Sentence kBanksServe = sentence("Each bank serves one word a wavefront.");
inline constexpr Sentence kBanksServeError =
    sentence("Each bank serves one word a wavefront; red: the access is part of an error.");
inline constexpr Sentence kBanksRemark =
    sentence("work, not time  ·  each serves one word a wavefront");
// Of the column with each lane's wavefront.
inline constexpr Sentence kPassOfLane = sentence(
    "The wavefront that serves the lane. How many there are is exact; which comes first is "
    "illustrative.");

// Beside bars of an access's passes.
Sentence bars_caption(Work work, bool has_waste);
// Where there is nothing to draw.
Sentence one_pass_words(Work work);
// "31 passes fewer".
std::string fewer_words(Work work, uint32_t fewer);

// What a line's two counts are, beside the text and beside counts of a GPU; the latter in longer
// and shorter words.
Sentence line_counts(bool has_constant);
std::span<const Sentence> compared_counts();

// What the timeline counts: "by wavefront".
Sentence axis_words(Axis axis);

// Of two runs: what is asked of an access of both, and that nothing of them differs.
inline constexpr Sentence kWhichTakesMore =
    sentence("Which side takes more wavefronts or sectors?");
inline constexpr Sentence kSameAccesses =
    sentence("None of the block: lanes, wavefronts, sectors and values are the same.");
// Of two runs, where the faster one has more of one count: "despite more wavefronts".
Sentence despite(Work work, bool has_more);

}  // namespace warplens::scene
