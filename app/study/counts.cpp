#include "app/study/counts.hpp"

#include <iterator>

#include "app/study/words.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/grouped.hpp"

namespace warplens::study {
namespace {

struct MeasureWords {
  Measure measure;
  const char* word;
  Sentence name, head, meaning;
};

constexpr MeasureWords kMeasureWords[] = {
    {Measure::kRequests, "requests", sentence("requests"), sentence("requests"),
     sentence("requests: a warp instruction's access to one memory")},
    {Measure::kWavefronts, "wavefronts", sentence("wavefronts"), sentence("wavefronts"),
     sentence("wavefronts: in each, a bank serves one word at most")},
    {Measure::kConflicts, "conflicts", sentence("bank conflicts"), sentence("bank conflicts"),
     sentence("bank conflicts: excessive wavefronts, those beyond the ideal ones")},
    {Measure::kWavefrontsARequest, nullptr, sentence("wavefronts/request"), sentence("per req."),
     sentence("wavefronts per request")},
    {Measure::kSectors, "sectors", sentence("sectors"), sentence("sectors"),
     sentence("32-byte sectors transferred")},
    {Measure::kLines, "lines", sentence("lines"), sentence("lines"),
     sentence("128-byte lines touched")},
    {Measure::kSectorsARequest, nullptr, sentence("sectors/request"), sentence("per req."),
     sentence("sectors per request")},
    {Measure::kBytesUsed, "bytes_used", sentence("distinct bytes"), sentence("distinct"),
     sentence("distinct bytes requested: once where several lanes of a request want a byte")},
    {Measure::kBytesMoved, "bytes_moved", sentence("bytes transferred"), sentence("transferred"),
     sentence("bytes transferred: 32 for each sector")},
    {Measure::kEfficiency, nullptr, sentence("distinct/transferred"), sentence("eff."),
     sentence("efficiency: distinct bytes requested / bytes transferred")},
    {Measure::kBroadcasts, "broadcasts", sentence("broadcasts"), sentence("broadcasts"),
     sentence("different addresses, delivered one after another")},
    {Measure::kBroadcastsARequest, nullptr, sentence("broadcasts/request"), sentence("per req."),
     sentence("broadcasts per request")},
    {Measure::kBytesRequested, "bytes_requested", sentence("bytes requested"),
     sentence("requested"), sentence("bytes requested, of all lanes")},
    {Measure::kIdeal, "ideal", sentence("ideal wavefronts"), sentence("ideal"),
     sentence("ideal wavefronts: what the requests take without conflicts")},
    {Measure::kInstructions, "instructions", sentence("instructions"), sentence("instructions"),
     sentence("instructions that the hardware executes for the requests, of an atomic several")},
};
static_assert(std::size(kMeasureWords) == kMeasures);

constexpr bool are_in_order() {
  for (size_t i = 0; i < kMeasures; ++i) {
    if (kMeasureWords[i].measure != static_cast<Measure>(i)) return false;
  }
  return true;
}
static_assert(are_in_order());

const MeasureWords& measure_words(Measure measure) {
  return kMeasureWords[static_cast<size_t>(measure)];
}

}  // namespace

const char* word(Measure measure) {
  return measure_words(measure).word;
}

Sentence name_of(Measure measure) {
  return measure_words(measure).name;
}

Sentence head_of(Measure measure) {
  return measure_words(measure).head;
}

Sentence meaning_of(Measure measure) {
  return measure_words(measure).meaning;
}

Text name_of(trace::Space space, Measure measure) {
  return to_say("{memory}: {count}", "memory"_a = Text(name_of(space)),
                "count"_a = Text(name_of(measure)));
}

Text counted(Measure measure, uint64_t number) {
  switch (measure) {
    case Measure::kRequests:
      return to_say_count("{count} request", "{count} requests", number);
    case Measure::kWavefronts:
      return to_say_count("{count} wavefront", "{count} wavefronts", number);
    case Measure::kSectors:
      return to_say_count("{count} sector", "{count} sectors", number);
    case Measure::kLines:
      return to_say_count("{count} line", "{count} lines", number);
    case Measure::kBroadcasts:
      return to_say_count("{count} broadcast", "{count} broadcasts", number);
    default:
      break;
  }
  WL_ASSERT(false, "this is not counted one by one");
  return {};
}

Text grouped_count(Measure measure, uint64_t number) {
  if (number < 1000) return counted(measure, number);
  const std::string digits = base::grouped(number);
  switch (measure) {
    case Measure::kRequests:
      return to_say("{count} requests", "count"_a = digits);
    case Measure::kWavefronts:
      return to_say("{count} wavefronts", "count"_a = digits);
    case Measure::kSectors:
      return to_say("{count} sectors", "count"_a = digits);
    case Measure::kLines:
      return to_say("{count} lines", "count"_a = digits);
    case Measure::kBroadcasts:
      return to_say("{count} broadcasts", "count"_a = digits);
    default:
      return counted(measure, number);
  }
}

Measure cost_in(trace::Space space) {
  if (space == trace::Space::kShared) return Measure::kWavefronts;
  return space == trace::Space::kConstant ? Measure::kBroadcasts : Measure::kSectors;
}

}  // namespace warplens::study
