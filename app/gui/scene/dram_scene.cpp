#include "app/gui/scene/dram_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/gui/scene/format.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/model/dram_orders.hpp"

namespace warplens::scene {
namespace {

// Every sector that warps ask for, as if there was no cache.
std::vector<model::DramRequest> uncached(const model::MemoryStream& stream,
                                         const model::Placement& placement) {
  return model::run_caches(stream, model::CacheSizes{}, placement).dram;
}

std::string whole(double value) {
  return grouped(static_cast<uint64_t>(std::llround(value)));
}

// Bursts by channel.
std::vector<size_t> load_of_channels(const std::vector<uint64_t>& bursts,
                                     const model::DramTimings& timings) {
  std::vector<size_t> counts(timings.channels);
  for (const uint64_t burst : bursts) ++counts[model::place_of(burst, timings, false).channel];
  return counts;
}

// Where bursts crowd in a few channels, what that alone leaves of the bandwidth; else "".
std::string crowding_of(const std::vector<size_t>& channels, size_t bursts,
                        const model::DramTimings& timings) {
  constexpr double kUneven = 0.75;  // of the bandwidth that even channels have
  constexpr size_t kMostNamed = 4;
  const size_t most = *std::max_element(channels.begin(), channels.end());
  const double share = static_cast<double>(bursts) / timings.channels / static_cast<double>(most);
  if (share > kUneven) return "";
  std::vector<std::string> names;  // of those that are busy
  size_t theirs = 0;
  for (size_t channel = 0; channel < channels.size(); ++channel) {
    if (channels[channel] * 2 < most) continue;
    names.push_back(std::to_string(channel));
    theirs += channels[channel];
  }
  const std::string crowd =
      names.size() > kMostNamed
          ? say(" {busy} of {channels} channels have {count} of them:", "busy"_a = names.size(),
                "channels"_a = timings.channels, "count"_a = grouped(theirs))
          : say_count(" Of {channels} channels, channel {names} has {bursts} of them:",
                      " Of {channels} channels, channels {names} have {bursts} of them:",
                      names.size(), "channels"_a = timings.channels,
                      "names"_a = base::list_words(names), "bursts"_a = grouped(theirs));
  return crowd + " " +
         say("so unevenly, at most {speed} GB/s are possible, even if every row were open.",
             "speed"_a = whole(timings.bandwidth() * share));
}

std::string headline_of(const DramScene& scene, const model::DramCounts& counts, uint64_t lanes) {
  const double ns = std::max(counts.ns, 1e-9);
  const double speed = static_cast<double>(scene.bytes) / ns;
  if (lanes >= scene.bytes || !scene.left_out.empty())
    return say("{time:.2f} µs for {bytes} of bursts: {speed} of {peak} GB/s", "time"_a = ns / 1000,
               "bytes"_a = byte_count(scene.bytes), "speed"_a = whole(speed),
               "peak"_a = whole(scene.timings.bandwidth()));
  return say(
      "{time:.2f} µs: lanes asked for {lanes} of the {bytes} of bursts ({share} useful), "
      "{useful} GB/s useful of {speed} GB/s moved (at most {peak})",
      "time"_a = ns / 1000, "lanes"_a = byte_count(lanes), "bytes"_a = byte_count(scene.bytes),
      "share"_a = percent(lanes, scene.bytes), "useful"_a = whole(static_cast<double>(lanes) / ns),
      "speed"_a = whole(speed), "peak"_a = whole(scene.timings.bandwidth()));
}

std::string rows_text_of(const DramScene& scene, const model::DramCounts& counts, uint64_t lanes) {
  std::string text = say(
      "{bursts} bursts: {hits} find their row open ({share}), {activations} rows are activated.",
      "bursts"_a = grouped(counts.bursts), "hits"_a = grouped(counts.hits),
      "share"_a = percent(counts.hits, counts.bursts),
      "activations"_a = grouped(counts.activations()));
  if (!scene.left_out.empty()) return text;
  if (lanes == scene.bytes)
    text += label(" Lanes asked for every byte of them.");
  else if (lanes > scene.bytes)
    text += say(" Lanes asked for {lanes}: the rest did not reach DRAM, or several lanes share it.",
                "lanes"_a = byte_count(lanes));
  else
    text += label(" A row hit is no use by itself: bytes that no lane asked for hit, too.");
  return text;
}

std::string refresh_of(const DramScene& scene, const model::DramCounts& counts) {
  if (counts.refreshes == 0)
    return say(
        "No refresh falls into these {time:.2f} µs: the first one is due after {refi:.1f} µs.",
        "time"_a = counts.ns / 1000, "refi"_a = scene.timings.refi / 1000);
  return say(
      "{count} refreshes, one every {refi:.1f} µs in each channel while it has requests: all rows "
      "are closed, and the channel waits for {rfc:g} ns (grey on the wires).",
      "count"_a = grouped(counts.refreshes), "refi"_a = scene.timings.refi / 1000,
      "rfc"_a = scene.timings.rfc);
}

// Why the table's rows differ, or do not.
std::string orders_of(double own, double sorted, double one_bank) {
  std::string text;
  if (sorted > own)
    text = label(
        "In order of address a channel works through one row at a time and sees the next one only "
        "when it is among its 16 oldest requests: less of an activation is hidden. ");
  text += label(
      "The worst case: each request closes the row that the next one needs, and in one bank "
      "nothing overlaps.");
  if (one_bank < own * 1.02)
    text += label(
        " One bank costs nothing more here: a channel's requests keep to few rows, or its wires "
        "are the limit.");
  return text;
}

}  // namespace

std::string step_text(const model::DramStep& step, const model::DramStep* before_in_bank) {
  if (step.after_refresh)
    return say("after a refresh, which closed all rows: bank {bank} activates row {row}",
               "bank"_a = step.bank, "row"_a = step.row);
  switch (step.event) {
    case model::RowEvent::kHit:
      return say("bank {bank}: row {row} is open, a column access (hit)", "bank"_a = step.bank,
                 "row"_a = step.row);
    case model::RowEvent::kClosed:
      return say("bank {bank}: no row is open, row {row} is activated", "bank"_a = step.bank,
                 "row"_a = step.row);
    case model::RowEvent::kConflict:
      break;
  }
  if (before_in_bank == nullptr)
    return say("bank {bank}: another row is open; it is closed (precharge), row {row} activated",
               "bank"_a = step.bank, "row"_a = step.row);
  return say("bank {bank}: row {open} is open; it is closed (precharge), row {row} activated",
             "bank"_a = step.bank, "row"_a = step.row, "open"_a = before_in_bank->row);
}

DramScene dram_scene(const MemoryScene& memory, const model::MemoryStream& stream,
                     const DramTry& options) {
  DramScene scene;
  scene.options = options;
  scene.problem = memory.problem;
  scene.timings = model::dram_timings(options.kind);
  if (!scene.problem.empty()) return scene;
  std::vector<uint64_t> bursts = model::bursts_of(
      options.behind_caches ? memory.caches.result.dram : uncached(stream, memory.caches.placement),
      memory.arrays, scene.timings);
  if (bursts.empty()) {
    scene.problem = label("Nothing moves from or to DRAM: L2 keeps all that this launch stores.");
    return scene;
  }
  if (bursts.size() > model::kMostDramBursts) {
    scene.left_out = say("Of the first {count} bursts; {rest} behind them are left out.",
                         "count"_a = grouped(model::kMostDramBursts),
                         "rest"_a = grouped(bursts.size() - model::kMostDramBursts));
    bursts.resize(model::kMostDramBursts);
  }
  scene.bytes = bursts.size() * scene.timings.burst_bytes;
  const std::vector<size_t> channels = load_of_channels(bursts, scene.timings);
  const auto busiest = std::max_element(channels.begin(), channels.end());
  scene.channel = static_cast<uint32_t>(busiest - channels.begin());
  scene.channel_bursts = *busiest;
  std::vector<uint64_t> sorted = bursts;
  std::sort(sorted.begin(), sorted.end());
  model::DramOptions shown;
  shown.shown_channel = scene.channel;
  shown.most_steps = kMostDramSteps;
  model::DramCounts own;
  scene.rows.clear();
  for (const model::DramOrdering& one : model::dram_orderings()) {
    model::DramPlan plan = model::run_ordering(one, bursts, sorted, scene.timings, shown);
    const bool is_own = scene.rows.size() == static_cast<size_t>(options.order);
    scene.rows.push_back({say(one.name), plan.all, is_own});
    if (!is_own) continue;
    own = plan.all;
    scene.steps = std::move(plan.steps);
  }
  const uint64_t lanes = memory.caches.result.lane_bytes;
  scene.headline = headline_of(scene, own, lanes);
  scene.rows_text =
      rows_text_of(scene, own, lanes) + crowding_of(channels, bursts.size(), scene.timings);
  scene.refresh = refresh_of(scene, own);
  scene.orders_text = orders_of(own.ns, scene.rows[2].counts.ns, scene.rows[3].counts.ns);
  scene.mapping = say(
      "{banks} banks in each of {channels} channels; a row has {row}, a burst {burst}. Which "
      "address is where is not public: here 256 B go to a channel, the next ones to the next, and "
      "a channel's bytes fill a row, then a row of the next bank.",
      "banks"_a = scene.timings.banks, "channels"_a = scene.timings.channels,
      "row"_a = byte_count(scene.timings.row_bytes),
      "burst"_a = byte_count(scene.timings.burst_bytes));
  scene.source = say(
      "{name}: activation {rcd:g} ns, column access {cas:g} ns, precharge {rp:g} ns, a row open at "
      "least {ras:g} ns, refresh {rfc:g} ns every {refi:g} µs ({source}). {device} has {dram}. "
      "SRAM (registers, shared "
      "memory, caches) keeps a bit in six transistors: no row to open, no refresh, far fewer bits.",
      "name"_a = scene.timings.name, "rcd"_a = scene.timings.rcd, "cas"_a = scene.timings.cas,
      "rp"_a = scene.timings.rp, "ras"_a = scene.timings.ras, "rfc"_a = scene.timings.rfc,
      "refi"_a = scene.timings.refi / 1000, "source"_a = scene.timings.source,
      "device"_a = memory.device, "dram"_a = memory.dram);
  return scene;
}

}  // namespace warplens::scene
