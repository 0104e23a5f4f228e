#include "app/scene/words/derivation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "app/scene/words/old_transactions.hpp"
#include "app/scene/words/sentence.hpp"
#include "app/study/format.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {

namespace {

constexpr size_t kMostLines = 5;  // of a list; the rest is counted

class Lines {
 public:
  void add(std::string line) { text_ += (text_.empty() ? "" : "\n") + std::move(line); }
  // As many as have room.
  template <class List, class Name>
  void add_list(const List& list, const Name& name) {
    size_t count = 0;
    for (const auto& one : list) {
      if (++count > kMostLines) break;
      add("  " + name(one));
    }
    if (list.size() > kMostLines)
      add("  " + say_count("… and {count} more", "… and {count} more",
                           static_cast<uint64_t>(list.size() - kMostLines)));
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string of_wavefronts(const Moment& moment, uint32_t banks) {
  Lines lines;
  lines.add(say("Each of {banks} banks serves one word a wavefront, to every lane that wants it.",
                "banks"_a = banks));
  std::map<uint32_t, std::map<uint64_t, uint32_t>> words;  // by bank: lanes by word
  for (const auto& wavefront : moment.banks.wavefronts) {
    for (const model::BankService& service : wavefront)
      words[service.bank][service.word] |= service.lanes;
  }
  const auto longest = std::max_element(
      words.begin(), words.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (longest == words.end()) return lines.take();
  const uint32_t count = moment.banks.cost.wavefronts;
  if (longest->second.size() == count) {
    lines.add(say("Bank {bank} has the most: {words}", "bank"_a = longest->first,
                  "words"_a = say_count("{count} word", "{count} words", count)));
    lines.add_list(longest->second, [](const auto& word) {
      return say("word {word}: {lanes}", "word"_a = word.first,
                 "lanes"_a = lanes_text(word.second, false));
    });
  } else {
    lines.add(label("The lanes that each wavefront serves:"));
    lines.add_list(moment.banks.wavefronts, [](const auto& wavefront) {
      uint32_t lanes = 0;
      for (const model::BankService& service : wavefront) lanes |= service.lanes;
      return lanes_text(lanes, false);
    });
  }
  lines.add(say("so {count}; ideal, with the same words in the best banks: {least}",
                "count"_a = study::counted(Measure::kWavefronts, count),
                "least"_a = moment.banks.cost.ideal_wavefronts));
  return lines.take();
}

std::string of_sectors(const Moment& moment) {
  Lines lines;
  lines.add(
      label("Memory is transferred in sectors of 32 bytes; a sector that any lane touches is "
            "transferred whole."));
  lines.add_list(moment.sectors, [&](const model::SectorUse& use) {
    return say("{lanes}: {used} of 32 bytes", "lanes"_a = lanes_text(use.lanes, false),
               "used"_a = std::popcount(use.bytes_mask));
  });
  lines.add(say("so {count}; the requested bytes would fit {least}",
                "count"_a = study::counted(Measure::kSectors, moment.global.sectors),
                "least"_a = moment.global.packed_sectors()));
  if (const std::string earlier = old_transactions(moment); !earlier.empty()) lines.add(earlier);
  return lines.take();
}

std::string of_broadcasts(const Moment& moment) {
  Lines lines;
  lines.add(label("A constant goes to all lanes that want it at once; other addresses wait."));
  lines.add_list(moment.broadcasts, [](const Broadcast& one) {
    return say("{element}: {lanes}", "element"_a = one.element_name,
               "lanes"_a = lanes_text(one.lanes, false));
  });
  return lines.take();
}

uint64_t amount_of(const observe::AccessRow& row, Measure measure) {
  switch (measure) {
    case Measure::kRequests:
      return row.shared.requests + row.global.requests + row.constant.requests;
    case Measure::kWavefronts:
    case Measure::kWavefrontsARequest:
      return row.shared.wavefronts;
    case Measure::kConflicts:
      return row.shared.conflicts;
    case Measure::kSectors:
    case Measure::kSectorsARequest:
      return row.global.sectors;
    case Measure::kLines:
      return row.global.lines;
    case Measure::kBytesRequested:
      return row.global.bytes_requested;
    case Measure::kBytesUsed:
      return row.global.bytes_used;
    case Measure::kBytesMoved:
    case Measure::kEfficiency:
      return row.global.bytes_moved;
    case Measure::kBroadcasts:
    case Measure::kBroadcastsARequest:
      return row.constant.broadcasts;
    case Measure::kIdeal:
      return row.shared.ideal();
    case Measure::kInstructions:
      return row.shared.instructions();
  }
  return 0;
}

std::string place_of(const run::Run& run, const observe::AccessRow& row) {
  const std::string text(run.program->unit->file.slice(row.span));
  return row.file.empty() ? say("line {line}: {access}", "line"_a = row.line, "access"_a = text)
                          : say("{file} line {line}: {access}", "file"_a = row.file,
                                "line"_a = row.line, "access"_a = text);
}

}  // namespace

std::string derivation(const Moment& moment, uint32_t banks) {
  switch (moment.access.space) {
    case trace::Space::kShared:
      return of_wavefronts(moment, banks);
    case trace::Space::kGlobal:
      return of_sectors(moment);
    case trace::Space::kConstant:
      return of_broadcasts(moment);
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
      break;
  }
  return "";
}

std::vector<Share> shares_of(const run::Run& run, trace::Space space, observe::AccessKind kind,
                             Measure measure) {
  std::vector<Share> shares;
  for (const observe::AccessRow& row : run.accesses) {
    if (row.space != space || row.kind != kind) continue;
    if (const uint64_t amount = amount_of(row, measure); amount != 0)
      shares.push_back({place_of(run, row), amount});
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const Share& a, const Share& b) { return a.amount > b.amount; });
  return shares;
}

std::optional<uint32_t> costliest_step(const run::Run& run, trace::Space space,
                                       observe::AccessKind kind, Measure measure) {
  const observe::AccessRow* largest = nullptr;
  for (const observe::AccessRow& row : run.accesses) {
    if (row.space != space || row.kind != kind) continue;
    if (largest == nullptr || amount_of(row, measure) > amount_of(*largest, measure))
      largest = &row;
  }
  if (largest == nullptr || run.recording == nullptr || run.costs == nullptr) return std::nullopt;
  std::optional<uint32_t> best;
  for (const uint32_t site : largest->sites) {
    for (const uint32_t step : run.recording->steps().at_site(site)) {
      const auto cost = [&](uint32_t of) { return (*run.costs)[of].paid; };
      const bool is_first = best && cost(step) == cost(*best) && step < *best;
      if (!best || cost(step) > cost(*best) || is_first) best = step;
    }
  }
  return best;
}

std::string derivation(const std::vector<Share>& shares) {
  uint64_t sum = 0;
  for (const Share& share : shares) sum += share.amount;
  Lines lines;
  lines.add(say("{sum} in all, of which", "sum"_a = study::grouped(sum)));
  lines.add_list(shares, [](const Share& share) {
    return fmt::format("{}  {}", study::grouped(share.amount), share.place);
  });
  return lines.take();
}

}  // namespace warplens::scene
