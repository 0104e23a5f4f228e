#include "app/study/hiding.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/grouped.hpp"

namespace warplens::study {
namespace {

using base::grouped;
using model::WarpState;

constexpr std::array<LatencyName, 5> kLatencyNames{{
    {"arithmetic", sentence("arithmetic, registers"), &model::Latencies::arithmetic, true},
    {"shared", sentence("shared memory"), &model::Latencies::shared, true},
    {"constant", sentence("constant memory, cached"), &model::Latencies::constant, true},
    {"global", sentence("global memory"), &model::Latencies::global, true},
    {"barrier", sentence("a barrier, after the last arrival"), &model::Latencies::barrier, false},
}};

constexpr std::array<WarpStateName, 6> kWarpStateNames{{
    {WarpState::kIssues, "issues", sentence("selected (issued)"), Quantity::kSelected},
    {WarpState::kReady, "ready", sentence("not selected"), Quantity::kNotSelected},
    {WarpState::kMemory, "memory", sentence("long or short scoreboard"), Quantity::kScoreboard},
    {WarpState::kArithmetic, "arithmetic", sentence("wait (fixed latency)"),
     Quantity::kFixedLatency},
    {WarpState::kPipe, "pipe", sentence("LG or MIO throttle"), Quantity::kThrottle},
    {WarpState::kBarrier, "barrier", sentence("barrier"), Quantity::kBarrier},
}};

uint64_t cycles_of_all(const model::Hiding& hiding) {
  uint64_t all = 0;
  for (const uint64_t cycles : hiding.warp_cycles) all += cycles;
  return all;
}

uint64_t cycles_in(const model::Hiding& hiding, WarpState state) {
  return hiding.warp_cycles[static_cast<size_t>(state)];
}

Text line_list(const std::vector<uint32_t>& lines) {
  std::vector<Text> words;
  for (const uint32_t line : lines) words.push_back(Text::as_is(std::to_string(line)));
  return list_of(words);
}

void add_latencies(Section& section, const HidingFacts& facts) {
  const model::Latencies lecture = model::lecture_latencies(), measured = model::h200_latencies();
  Table& table = section.table(nullptr, {{nullptr, sentence("latency [cycles]"), Align::kLeft},
                                         {nullptr, sentence("shown")},
                                         {nullptr, sentence("lecture")},
                                         {nullptr, sentence("measured, H200")}});
  for (const LatencyName& named : kLatencyNames)
    table.rows.push_back({Text(named.name), facts.latencies.*named.value,
                          named.is_in_lecture ? Value(lecture.*named.value) : Value("-"),
                          measured.*named.value});
}

void add_points(Section& section, const HidingFacts& facts) {
  std::vector<Column> columns{{nullptr, sentence("warps")},
                              {nullptr, sentence("cycles")},
                              {nullptr, sentence("cycles a warp")}};
  for (const WarpStateName& named : kWarpStateNames) columns.push_back({nullptr, named.name});
  Table& table = section.table(nullptr, std::move(columns));
  for (const HidingFacts::Point& point : facts.points) {
    std::vector<Value>& row = table.rows.emplace_back();
    row = {point.warps, point.hiding.cycles, point.hiding.cycles / point.warps};
    const auto all = static_cast<double>(std::max<uint64_t>(1, cycles_of_all(point.hiding)));
    for (const WarpStateName& named : kWarpStateNames)
      row.emplace_back(100 * static_cast<double>(cycles_in(point.hiding, named.state)) / all,
                       Form::kWholePercent);
  }
}

Section point_facts(const HidingFacts::Point& point) {
  Section section;
  section.fact("warps", point.warps);
  section.fact("cycles", point.hiding.cycles);
  section.fact("timed_cycles", point.hiding.timed);
  section.fact("issued", point.hiding.issued);
  Section states{.key = "warp_cycles"};
  for (const WarpStateName& named : kWarpStateNames)
    states.fact(named.word, cycles_in(point.hiding, named.state));
  section.parts.push_back(std::move(states));
  return section;
}

}  // namespace

const std::array<LatencyName, 5>& latency_names() {
  return kLatencyNames;
}

const std::array<WarpStateName, 6>& warp_state_names() {
  return kWarpStateNames;
}

model::HidingSetup setup_of(const HidingFacts& facts, uint32_t warps) {
  model::HidingSetup setup;
  setup.warps = warps;
  setup.block_warps = facts.block_warps;
  setup.schedulers = facts.schedulers;
  setup.latencies = facts.latencies;
  return setup;
}

HidingFacts hiding_facts(const run::Run& run, const model::Latencies& latencies,
                         std::vector<Text> refused,
                         std::shared_ptr<const whatif::IssueStreams> streams, uint64_t most) {
  HidingFactsOfRun facts(run, latencies, std::move(refused), std::move(streams), most);
  return base::whole(facts);
}

HidingFactsOfRun::HidingFactsOfRun(const run::Run& run, const model::Latencies& latencies,
                                   std::vector<Text> refused,
                                   std::shared_ptr<const whatif::IssueStreams> streams,
                                   uint64_t most)
    : most_warps_(run.device.multiprocessor.warps()) {
  facts_.block_warps = run.context->warps_per_block();
  facts_.schedulers = run.device.multiprocessor.schedulers;
  facts_.latencies = latencies;
  facts_.refused = std::move(refused);
  if (run.recording == nullptr || run.costs == nullptr || run.memory_before_block == nullptr)
    return;
  facts_.streams = std::move(streams);
  if (facts_.streams == nullptr) followed_.emplace(run, most);
}

base::Progress HidingFactsOfRun::advance(base::Slice& slice) {
  if (followed_) {
    if (followed_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    facts_.streams = std::make_shared<const whatif::IssueStreams>(followed_->take());
    followed_.reset();
  }
  if (facts_.streams == nullptr) return base::Progress::kDone;
  for (; warps_ <= most_warps_; warps_ *= 2) {
    if (!hiding_) hiding_.emplace(facts_.streams->warps, setup_of(facts_, warps_));
    if (hiding_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    facts_.points.push_back({warps_, hiding_->take()});
    hiding_.reset();
  }
  return base::Progress::kDone;
}

HidingFacts HidingFactsOfRun::take() {
  return std::move(facts_);
}

Section describe(const HidingFacts& facts) {
  Section section{.key = "latency_hiding"};
  section.title = to_say(
      "latency hiding, a model: {schedulers} schedulers issue one instruction of an eligible warp "
      "a cycle each; no caches, no bandwidth beyond the SM",
      "schedulers"_a = facts.schedulers);
  const bool is_cut = facts.streams != nullptr && facts.streams->is_cut;
  section.fact("schedulers", facts.schedulers);
  section.fact("is_cut", is_cut);
  Section latencies{.key = "latencies"};
  for (const LatencyName& named : kLatencyNames)
    latencies.fact(named.word, facts.latencies.*named.value);
  section.parts.push_back(std::move(latencies));
  std::vector<Value> notes(facts.refused.begin(), facts.refused.end());
  section.fact("notes", std::move(notes));
  List points{"results", {}};
  for (const HidingFacts::Point& point : facts.points) points.items.push_back(point_facts(point));
  section.parts.push_back(std::move(points));

  for (const Text& note : facts.refused) section.line(note);
  if (is_cut)
    section.line(to_say("only the block's first {count} instructions are shown",
                        "count"_a = grouped(whatif::kMostIssued)));
  add_latencies(section, facts);
  if (facts.points.empty()) return section;
  add_points(section, facts);
  const model::HidingAccuracy accuracy;
  section.line(to_say(
      "Shares are of all warps' cycles. Compared with times measured on an H200, {near} of {times} "
      "predictions are within a factor of 1.5; the worst is off by a factor of {worst:.1f}.",
      "near"_a = accuracy.near, "times"_a = accuracy.times, "worst"_a = accuracy.worst));
  return section;
}

// ------------------------------------------------------------------------ the page's sentences

uint64_t cycles_of_each(uint64_t cycles, uint32_t warps) {
  return (cycles + warps / 2) / warps;
}

Text headline(const model::Hiding& shown, uint32_t warps) {
  return to_say_count("{count} warp ends after {cycles} cycles",
                      "{count} warps end after {cycles} cycles: on average one every {each} cycles",
                      warps, "cycles"_a = grouped(shown.cycles),
                      "each"_a = grouped(cycles_of_each(shown.cycles, warps)));
}

Text answer_text(const model::Hiding& shown) {
  const uint64_t all = cycles_of_all(shown);
  size_t most = 0;
  for (size_t i = 0; i < model::kWarpStates; ++i) {
    const bool is_wait = static_cast<WarpState>(i) != WarpState::kIssues;
    if (is_wait && (most == 0 || shown.warp_cycles[i] > shown.warp_cycles[most])) most = i;
  }
  const double share =
      all == 0 ? 0 : 100 * static_cast<double>(shown.warp_cycles[most]) / static_cast<double>(all);
  switch (static_cast<WarpState>(most)) {
    case WarpState::kReady:
      return to_say("{share:.0f}% of warp cycles are eligible, but the issue slot is taken.",
                    "share"_a = share);
    case WarpState::kMemory:
      return to_say("{share:.0f}% of warp cycles are stalls on memory (long or short scoreboard).",
                    "share"_a = share);
    case WarpState::kPipe:
      return to_say(
          "{share:.0f}% of warp cycles are stalls on a busy memory pipe (LG or MIO "
          "throttle).",
          "share"_a = share);
    case WarpState::kArithmetic:
      return to_say("{share:.0f}% of warp cycles are stalls on an earlier instruction (wait).",
                    "share"_a = share);
    case WarpState::kBarrier:
      return to_say("{share:.0f}% of warp cycles are stalls at a barrier.", "share"_a = share);
    case WarpState::kIssues:
    case WarpState::kEnded:
      break;
  }
  return {};
}

Text reason_text(const HidingFacts& facts, const model::Hiding& shown) {
  const double slots = static_cast<double>(shown.cycles) * facts.schedulers;
  const double used = slots == 0 ? 0 : 100 * static_cast<double>(shown.issued) / slots;
  return to_say("{used:.0f}% of the issue slots of {schedulers} schedulers are used.",
                "used"_a = used, "schedulers"_a = facts.schedulers);
}

Text barrier_text(const HidingFacts& facts) {
  const auto is_barrier = [](const model::WarpOp& op) { return op.unit == model::Unit::kBarrier; };
  const bool has_barrier = std::any_of(
      facts.streams->warps.begin(), facts.streams->warps.end(), [&](const model::Stream& stream) {
        return std::any_of(stream.begin(), stream.end(), is_barrier);
      });
  if (!has_barrier) return {};
  const auto cost = [&](uint32_t warps) {
    return facts.latencies.barrier + facts.latencies.arrival * (warps - 1);
  };
  if (facts.block_warps == 1 || facts.block_warps == 32)
    return to_say_count(
        "A barrier takes at least {count} cycle in a block of 1 warp, {most} in one of 32.",
        "A barrier takes at least {count} cycles in a block of 1 warp, {most} in one of 32.",
        cost(1), "most"_a = cost(32));
  return to_say_count(
      "A barrier takes at least {count} cycle in a block of 1 warp, {here} in one of {warps}, "
      "{most} in one of 32.",
      "A barrier takes at least {count} cycles in a block of 1 warp, {here} in one of {warps}, "
      "{most} in one of 32.",
      cost(1), "here"_a = cost(facts.block_warps), "warps"_a = facts.block_warps,
      "most"_a = cost(32));
}

Text accuracy_text(const HidingFacts& facts, const std::vector<uint32_t>& unrolled, uint64_t most) {
  const model::HidingAccuracy accuracy;
  std::vector<Text> texts{
      to_say("Compared with times measured on an H200, {near} of {times} predictions are within a "
             "factor of 1.5. The model does not unroll loops, nvcc does: for a tiled product, one "
             "warp takes {worst:.1f} times the measured cycles.",
             "near"_a = accuracy.near, "times"_a = accuracy.times, "worst"_a = accuracy.worst)};
  if (unrolled.size() == 1)
    texts.push_back(to_say("Line {line} here is such a loop.", "line"_a = unrolled.front()));
  else if (!unrolled.empty())
    texts.push_back(to_say("Lines {lines} here are such loops.", "lines"_a = line_list(unrolled)));
  texts.push_back(sentence("There are no caches: all loads wait equally long."));
  if (facts.streams->is_cut)
    texts.push_back(to_say("Only the block's first {count} instructions are followed.",
                           "count"_a = grouped(most)));
  return together(texts);
}

Text curve_note(const std::vector<uint32_t>& unrolled) {
  if (unrolled.empty()) return {};
  const model::HidingAccuracy accuracy;
  if (unrolled.size() == 1)
    return to_say(
        "Hatched: too many, since nvcc unrolls the loop of line {line} (a product in tiles: up to "
        "{worst:.1f} times).",
        "line"_a = unrolled.front(), "worst"_a = accuracy.worst);
  return to_say(
      "Hatched: too many, since nvcc unrolls the loops of lines {lines} (a product in tiles: up to "
      "{worst:.1f} times).",
      "lines"_a = line_list(unrolled), "worst"_a = accuracy.worst);
}

Text passes_note(const HidingFacts& facts) {
  return to_say("Each load's index is worked out from the value before: {index} + {load} cycles.",
                "index"_a = grouped(facts.latencies.arithmetic),
                "load"_a = grouped(facts.latencies.shared));
}

Text refused_latency(uint64_t wanted, uint32_t usable) {
  return to_say("A latency of {wanted} cycles cannot be shown; {usable} is shown instead.",
                "wanted"_a = grouped(wanted), "usable"_a = grouped(usable));
}

}  // namespace warplens::study
