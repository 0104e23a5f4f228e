#include "app/study/dram.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/study/format.hpp"

namespace warplens::study {
namespace {

constexpr size_t kSortedAtOnce = 8192;  // bursts

std::string whole(double value) {
  return base::grouped(static_cast<uint64_t>(std::llround(value)));
}

double speed_of(const DramFacts& facts, const model::DramCounts& counts) {
  return static_cast<double>(facts.bytes()) / std::max(counts.ns, 1e-9);
}

// Where bursts crowd in a few channels, what that alone leaves of the bandwidth.
Text crowding_text(const DramFacts& facts) {
  constexpr double kUneven = 0.75;  // of the bandwidth that even channels have
  constexpr size_t kMostNamed = 4;
  const size_t most = facts.channels[facts.channel];
  const double share =
      static_cast<double>(facts.bursts) / facts.timings.channels / static_cast<double>(most);
  if (share > kUneven) return {};
  std::vector<Text> names;  // of those that are busy
  size_t theirs = 0;
  for (size_t channel = 0; channel < facts.channels.size(); ++channel) {
    if (facts.channels[channel] * 2 < most) continue;
    names.push_back(Text::as_is(std::to_string(channel)));
    theirs += facts.channels[channel];
  }
  const std::string speed = whole(facts.timings.bandwidth() * share);
  if (names.size() > kMostNamed)
    return to_say(
        "{busy} of {channels} channels have {count} of them: so unevenly, at most {speed} GB/s are "
        "possible, even if every row were open.",
        "busy"_a = names.size(), "channels"_a = facts.timings.channels,
        "count"_a = base::grouped(theirs), "speed"_a = speed);
  return to_say_count(
      "Of {channels} channels, channel {names} has {bursts} of them: so unevenly, at most {speed} "
      "GB/s are possible, even if every row were open.",
      "Of {channels} channels, channels {names} have {bursts} of them: so unevenly, at most "
      "{speed} "
      "GB/s are possible, even if every row were open.",
      names.size(), "channels"_a = facts.timings.channels, "names"_a = list_of(names),
      "bursts"_a = base::grouped(theirs), "speed"_a = speed);
}

}  // namespace

DramFacts dram_facts(const MemoryFacts& memory, const model::MemoryStream& stream,
                     const DramTry& tried) {
  DramFactsOfRun facts(memory, stream, tried);
  return base::whole(facts);
}

DramFactsOfRun::DramFactsOfRun(const MemoryFacts& memory, const model::MemoryStream& stream,
                               const DramTry& tried)
    : memory_(memory), width_(kSortedAtOnce) {
  facts_.tried = tried;
  facts_.missing = memory.missing;
  facts_.board = memory.figures->board;
  facts_.dram = memory.figures->dram;
  facts_.timings = model::dram_timings(tried.kind);
  facts_.lane_bytes = memory.caches.result.lane_bytes;
  if (facts_.missing == MemoryFacts::Missing::kNothing && !tried.behind_caches)
    uncached_.emplace(stream, model::CacheSizes{}, memory.caches.placement);
}

base::Progress DramFactsOfRun::advance(base::Slice& slice) {
  if (facts_.missing != MemoryFacts::Missing::kNothing) return base::Progress::kDone;
  if (collect(slice) == base::Progress::kMore || sort(slice) == base::Progress::kMore)
    return base::Progress::kMore;
  return serve(slice);
}

DramFacts DramFactsOfRun::take() {
  return std::move(facts_);
}

base::Progress DramFactsOfRun::collect(base::Slice& slice) {
  constexpr size_t kAtOnce = 4096;  // requests
  if (uncached_) {
    if (uncached_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    requests_ = uncached_->take().dram;
    uncached_.reset();
  }
  const std::span<const model::DramRequest> all =
      facts_.tried.behind_caches ? memory_.caches.result.dram : requests_;
  while (collected_ < all.size() && !slice.is_cancelled()) {
    if (slice.is_over()) return base::Progress::kMore;
    facts_.channels.resize(facts_.timings.channels);
    const auto piece = all.subspan(collected_, std::min(kAtOnce, all.size() - collected_));
    for (const uint64_t burst : model::bursts_of(piece, memory_.arrays, facts_.timings)) {
      if (bursts_.size() == model::kMostDramBursts) {
        ++facts_.left_out;
        continue;
      }
      ++facts_.channels[model::place_of(burst, facts_.timings, false).channel];
      bursts_.push_back(burst);
    }
    collected_ += piece.size();
    slice.spend(piece.size());
  }
  facts_.bursts = bursts_.size();
  facts_.channel = static_cast<uint32_t>(
      std::max_element(facts_.channels.begin(), facts_.channels.end()) - facts_.channels.begin());
  return base::Progress::kDone;
}

// By address: piece by piece, and then two pieces into one.
base::Progress DramFactsOfRun::sort(base::Slice& slice) {
  if (sorted_.empty()) sorted_ = bursts_;
  const size_t size = sorted_.size();
  const auto at = [&](size_t place) {
    return sorted_.begin() + static_cast<std::ptrdiff_t>(std::min(place, size));
  };
  for (; begin_ < size; begin_ += kSortedAtOnce) {
    if (slice.is_over()) return base::Progress::kMore;
    std::sort(at(begin_), at(begin_ + kSortedAtOnce));
    slice.spend(2 * kSortedAtOnce);
  }
  for (; width_ < size; width_ *= 2, merged_ = 0) {
    for (; merged_ < size; merged_ += 2 * width_) {
      if (slice.is_over()) return base::Progress::kMore;
      std::inplace_merge(at(merged_), at(merged_ + width_), at(merged_ + 2 * width_));
      slice.spend(width_ / 2);
    }
  }
  return base::Progress::kDone;
}

base::Progress DramFactsOfRun::serve(base::Slice& slice) {
  if (bursts_.empty()) return base::Progress::kDone;
  model::DramOptions shown;
  shown.shown_channel = facts_.channel;
  shown.most_steps = kMostDramSteps;
  const std::span<const model::DramOrdering> all = model::dram_orderings();
  while (facts_.rows.size() < all.size()) {
    const model::DramOrdering& one = all[facts_.rows.size()];
    if (!order_)
      order_.emplace(one.is_by_address ? sorted_ : bursts_, facts_.timings,
                     model::options_of(one, shown));
    if (order_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    model::DramPlan plan = order_->take();
    order_.reset();
    if (facts_.rows.size() == static_cast<size_t>(facts_.tried.order))
      facts_.steps = std::move(plan.steps);
    facts_.rows.push_back({&one, plan.all});
  }
  return base::Progress::kDone;
}

uint32_t steps_done(const DramFacts& facts, uint32_t step) {
  const auto all = static_cast<uint32_t>(facts.steps.size());
  if (step != kFirstRowChange) return std::min(step, all);
  const auto first = std::find_if(
      facts.steps.begin(), facts.steps.end(),
      [](const model::DramStep& one) { return one.event == model::RowEvent::kConflict; });
  if (first == facts.steps.end()) return std::min(1u, all);
  return static_cast<uint32_t>(first - facts.steps.begin()) + 1;
}

Section describe(const DramFacts& facts) {
  Section section{.key = "dram", .is_model = true};
  if (facts.missing == MemoryFacts::Missing::kTakingTurns) {
    section.missing =
        sentence("DRAM: nothing is modelled where blocks take turns (--schedule, --lanes)");
    return section;
  }
  if (facts.bursts == 0) {
    section.missing = sentence("DRAM: nothing is transferred from or to it");
    return section;
  }
  const model::DramTimings& timings = facts.timings;
  section.title = to_say(
      "DRAM: a model, not measured ({name}, {channels} channels of {banks} banks, rows of {row} "
      "bytes; timings: {source}; which address is where is invented)",
      "name"_a = timings.name, "channels"_a = timings.channels, "banks"_a = timings.banks,
      "row"_a = base::grouped(timings.row_bytes), "source"_a = timings.source);
  section.fact("kind", timings.name);
  section.fact("behind_caches", facts.tried.behind_caches);
  section.fact("bursts", facts.bursts);
  section.fact("burst_bytes", timings.burst_bytes);
  section.fact("left_out_bursts", facts.left_out);
  section.fact("bandwidth_gb_per_s", {timings.bandwidth(), Form::kThreeDigits});
  const std::string bursts = base::grouped(facts.bursts);
  section.line(kind_text(facts));
  section.line(facts.tried.behind_caches
                   ? to_say("behind the model of the caches: {bursts} bursts of {bytes} bytes",
                            "bursts"_a = bursts, "bytes"_a = timings.burst_bytes)
                   : to_say("as if there were no caches: {bursts} bursts of {bytes} bytes",
                            "bursts"_a = bursts, "bytes"_a = timings.burst_bytes));
  Table& orders = section.table("orders", {{"order", sentence("order"), Align::kLeft},
                                           {"row_hits", std::nullopt},
                                           {nullptr, sentence("row-buffer hits")},
                                           {"activations", sentence("activates")},
                                           {"conflicts", sentence("precharges")},
                                           {"refreshes", sentence("refreshes")},
                                           {"us", sentence("µs")},
                                           {"gb_per_s", sentence("GB/s")}});
  for (const DramFacts::Row& row : facts.rows) {
    const model::DramCounts& counts = row.counts;
    const double hits = 100 * static_cast<double>(counts.hits) / static_cast<double>(counts.bursts);
    orders.rows.push_back({Value(row.ordering->word, row.ordering->name),
                           counts.hits,
                           {hits, Form::kPercent},
                           counts.activations(),
                           counts.conflicts,
                           counts.refreshes,
                           {counts.ns / 1000, Form::kTwoPlaces},
                           {speed_of(facts, counts), Form::kWhole}});
  }
  if (facts.left_out > 0)
    section.line(to_say("covers the first {count} bursts; the {rest} after them are left out",
                        "count"_a = bursts, "rest"_a = base::grouped(facts.left_out)));
  return section;
}

// ------------------------------------------------------------------------ the page's sentences

Text missing_text(const DramFacts& facts) {
  if (facts.missing != MemoryFacts::Missing::kNothing || facts.bursts > 0) return {};
  return sentence("Nothing is transferred from or to DRAM: L2 keeps all that this launch stores.");
}

Text answer_text(const DramFacts& facts) {
  const model::DramCounts& counts = facts.own();
  if (counts.hits * 2 >= counts.bursts)
    return to_say("{share} of the bursts hit the row buffer",
                  "share"_a = percent(counts.hits, counts.bursts));
  return to_say("{share} of the bursts need an activate first",
                "share"_a = percent(counts.bursts - counts.hits, counts.bursts));
}

Text headline(const DramFacts& facts) {
  const double ns = std::max(facts.own().ns, 1e-9);
  const uint64_t lanes = facts.lane_bytes;
  const std::string speed = whole(speed_of(facts, facts.own()));
  const std::string peak = whole(facts.timings.bandwidth());
  if (lanes >= facts.bytes() || facts.left_out > 0)
    return to_say("{time:.2f} µs for {bytes} of bursts: {speed} of {peak} GB/s",
                  "time"_a = ns / 1000, "bytes"_a = byte_count(facts.bytes()), "speed"_a = speed,
                  "peak"_a = peak);
  return to_say(
      "{time:.2f} µs: lanes requested {lanes} of the {bytes} of bursts ({share} useful), {useful} "
      "GB/s useful of {speed} GB/s transferred (at most {peak})",
      "time"_a = ns / 1000, "lanes"_a = byte_count(lanes), "bytes"_a = byte_count(facts.bytes()),
      "share"_a = percent(lanes, facts.bytes()),
      "useful"_a = whole(static_cast<double>(lanes) / ns), "speed"_a = speed, "peak"_a = peak);
}

Text rows_text(const DramFacts& facts) {
  const model::DramCounts& counts = facts.own();
  const uint64_t lanes = facts.lane_bytes;
  std::vector<Text> texts{
      to_say("{bursts} bursts: {hits} row-buffer hits ({share}), {activations} activates.",
             "bursts"_a = base::grouped(counts.bursts), "hits"_a = base::grouped(counts.hits),
             "share"_a = percent(counts.hits, counts.bursts),
             "activations"_a = base::grouped(counts.activations()))};
  if (facts.left_out == 0) {
    texts.push_back(
        lanes == facts.bytes() ? Text(sentence("Lanes requested every byte of them."))
        : lanes > facts.bytes()
            ? to_say("Lanes requested {lanes}: the rest did not reach DRAM, or several lanes share "
                     "it.",
                     "lanes"_a = byte_count(lanes))
            : Text(sentence(
                  "A row-buffer hit is no use by itself: bytes that no lane requested hit, too.")));
  }
  texts.push_back(crowding_text(facts));
  return together(texts);
}

Text orders_text(const DramFacts& facts) {
  const double own = facts.own().ns, sorted = facts.rows[2].counts.ns,
               one_bank = facts.rows[3].counts.ns;
  std::vector<Text> texts;
  if (sorted > own)
    texts.push_back(sentence(
        "In order of address a channel works through one row at a time and sees the next one only "
        "when it is among its 16 oldest requests: less of an activate is hidden."));
  texts.push_back(
      sentence("The worst case: each request precharges the row that the next one needs, and in "
               "one bank nothing overlaps."));
  if (one_bank < own * 1.02)
    texts.push_back(
        sentence("One bank costs nothing more here: a channel's requests keep to few rows, or its "
                 "wires are the limit."));
  return together(texts);
}

Text refresh_text(const DramFacts& facts) {
  const model::DramCounts& counts = facts.own();
  if (counts.refreshes == 0)
    return to_say(
        "No refresh falls into these {time:.2f} µs: the first one is due after {refi:.1f} µs.",
        "time"_a = counts.ns / 1000, "refi"_a = facts.timings.refi / 1000);
  return to_say(
      "{count} refreshes, one every {refi:.1f} µs in each channel while it has requests: all banks "
      "are precharged, and the channel waits for {rfc:g} ns (grey on the wires).",
      "count"_a = base::grouped(counts.refreshes), "refi"_a = facts.timings.refi / 1000,
      "rfc"_a = facts.timings.rfc);
}

Text mapping_text(const DramFacts& facts) {
  return to_say(
      "{banks} banks in each of {channels} channels; a row has {row}, a burst {burst}. Which "
      "address is where is not public: here 256 B go to a channel, the next ones to the next, and "
      "a channel's bytes fill a row, then a row of the next bank.",
      "banks"_a = facts.timings.banks, "channels"_a = facts.timings.channels,
      "row"_a = byte_count(facts.timings.row_bytes),
      "burst"_a = byte_count(facts.timings.burst_bytes));
}

Text kind_text(const DramFacts& facts) {
  if (facts.timings.name == facts.dram)
    return to_say("Modelled with the timings of {name}, which {device} has.",
                  "name"_a = facts.timings.name, "device"_a = facts.board);
  return to_say(
      "Modelled with the timings of {name}. {device} has {dram}, for which the model has none.",
      "name"_a = facts.timings.name, "device"_a = facts.board, "dram"_a = facts.dram);
}

Text source_text(const DramFacts& facts) {
  const model::DramTimings& timings = facts.timings;
  return to_say(
      "{name}: activate {rcd:g} ns, column access {cas:g} ns, precharge {rp:g} ns, a row open at "
      "least {ras:g} ns, refresh {rfc:g} ns every {refi:g} µs ({source}). SRAM (registers, shared "
      "memory, caches) keeps a bit in six transistors: no row to activate, no refresh, far fewer "
      "bits.",
      "name"_a = timings.name, "rcd"_a = timings.rcd, "cas"_a = timings.cas, "rp"_a = timings.rp,
      "ras"_a = timings.ras, "rfc"_a = timings.rfc, "refi"_a = timings.refi / 1000,
      "source"_a = timings.source);
}

Text left_out_text(const DramFacts& facts) {
  if (facts.left_out == 0) return {};
  return to_say("Covers the first {count} bursts; the {rest} after them are left out.",
                "count"_a = base::grouped(facts.bursts), "rest"_a = base::grouped(facts.left_out));
}

Text step_text(const model::DramStep& step, const model::DramStep* before_in_bank) {
  if (step.after_refresh)
    return to_say("after a refresh, which precharged all banks: bank {bank} activates row {row}",
                  "bank"_a = step.bank, "row"_a = step.row);
  switch (step.event) {
    case model::RowEvent::kHit:
      return to_say("bank {bank}: row {row} is in the row buffer, a column access (row-buffer hit)",
                    "bank"_a = step.bank, "row"_a = step.row);
    case model::RowEvent::kClosed:
      return to_say("bank {bank}: no row is open (activate row {row})", "bank"_a = step.bank,
                    "row"_a = step.row);
    case model::RowEvent::kConflict:
      break;
  }
  if (before_in_bank == nullptr)
    return to_say("bank {bank}: another row is open (precharge, activate row {row})",
                  "bank"_a = step.bank, "row"_a = step.row);
  return to_say("bank {bank}: row {open} is open (precharge, activate row {row})",
                "bank"_a = step.bank, "row"_a = step.row, "open"_a = before_in_bank->row);
}

}  // namespace warplens::study
