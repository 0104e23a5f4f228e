#include "app/scene/passes.hpp"

#include <bit>

#include "app/scene/moment.hpp"
#include "app/scene/words/sentence.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {

namespace {

std::string wavefront_words(const std::vector<model::BankService>& services, uint32_t lanes,
                            uint32_t banks) {
  const std::string who = lanes_text(lanes, false);
  const auto idle = banks - static_cast<uint32_t>(services.size());
  const std::string words =
      services.size() == 1 ? say("{lanes}: word {word}, bank {bank}", "lanes"_a = who,
                                 "word"_a = services.front().word, "bank"_a = services.front().bank)
                           : say("{lanes}: {words} words in {words} banks", "lanes"_a = who,
                                 "words"_a = services.size());
  if (idle == 0) return words;
  return words + "; " + say_count("{count} bank idle", "{count} banks idle", idle);
}

}  // namespace

Work work_of(trace::Space space) {
  if (space == trace::Space::kShared) return Work::kWavefronts;
  return space == trace::Space::kConstant ? Work::kBroadcasts : Work::kSectors;
}

trace::Space space_of(Work work) {
  if (work == Work::kWavefronts) return trace::Space::kShared;
  return work == Work::kBroadcasts ? trace::Space::kConstant : trace::Space::kGlobal;
}

study::Measure measure_of(Work work) {
  return study::cost_in(space_of(work));
}

Passes passes_of(const Moment& moment) {
  Passes passes;
  if (moment.access.space == trace::Space::kShared) {
    passes.least = moment.banks.cost.ideal_wavefronts;
    for (const std::vector<model::BankService>& services : moment.banks.wavefronts) {
      passes.lanes.push_back(0);
      for (const model::BankService& service : services) passes.lanes.back() |= service.lanes;
    }
  } else if (moment.access.space == trace::Space::kConstant) {
    passes.work = Work::kBroadcasts;
    passes.least = 1;
    for (const Broadcast& broadcast : moment.broadcasts) passes.lanes.push_back(broadcast.lanes);
  } else {
    passes.work = Work::kSectors;
    passes.least = moment.global.ideal_sectors();
    for (const model::SectorUse& use : moment.sectors) passes.lanes.push_back(use.lanes);
  }
  for (uint32_t pass = passes.count(); pass-- > 0;) {
    for (uint32_t left = passes.lanes[pass]; left != 0; left &= left - 1)
      passes.first[static_cast<uint32_t>(std::countr_zero(left))] = pass;
  }
  for (uint32_t pass = 0; pass < passes.count(); ++pass) {
    for (uint32_t left = passes.lanes[pass]; left != 0; left &= left - 1)
      passes.last[static_cast<uint32_t>(std::countr_zero(left))] = pass;
  }
  return passes;
}

std::string pass_counter(const Passes& passes, uint32_t pass) {
  switch (passes.work) {
    case Work::kWavefronts:
      return say("pass {pass} of {count}", "pass"_a = pass, "count"_a = passes.count());
    case Work::kBroadcasts:
      return say("broadcast {pass} of {count}", "pass"_a = pass, "count"_a = passes.count());
    case Work::kSectors:
      return say("sector {pass} of {count}", "pass"_a = pass, "count"_a = passes.count());
  }
  return "";
}

std::string done_words(const Passes& passes) {
  return say("done in {passes}",
             "passes"_a = study::counted(measure_of(passes.work), passes.count()));
}

std::string pass_words(const Moment& moment, uint32_t pass, uint32_t banks) {
  const uint32_t lanes = moment.passes.lanes[pass - 1];
  switch (moment.passes.work) {
    case Work::kWavefronts:
      return wavefront_words(moment.banks.wavefronts[pass - 1], lanes, banks);
    case Work::kBroadcasts:
      return say(
          "{element} = {value} to {lanes}", "element"_a = moment.broadcasts[pass - 1].element_name,
          "value"_a = moment.broadcasts[pass - 1].value, "lanes"_a = lanes_text(lanes, false));
    case Work::kSectors:
      return say("{used} of 32 bytes for {lanes}",
                 "used"_a = std::popcount(moment.sectors[pass - 1].bytes_mask),
                 "lanes"_a = lanes_text(lanes, false));
  }
  return "";
}

}  // namespace warplens::scene
