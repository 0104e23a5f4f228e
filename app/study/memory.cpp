#include "app/study/memory.hpp"

#include <fmt/format.h>

#include "app/study/format.hpp"
#include "app/study/words.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/whatif/run_caches.hpp"

namespace warplens::study {
namespace {

constexpr size_t kMostExcerpt = 24;  // [characters]

CacheRow row_of(const run::Run& run, uint32_t site, const model::Traffic& traffic) {
  const base::Span span = run.program->sites[site].span;
  const base::SourceFile& file = run.program->unit->file;
  std::string excerpt(file.slice(span));
  const bool is_short = excerpt.size() <= kMostExcerpt && excerpt.find('\n') == std::string::npos;
  return {site, file.line_column(span.begin), is_short ? std::move(excerpt) : "", traffic};
}

Text operation_of(const model::Traffic& traffic) {
  if (traffic.loads > 0) return name_of(trace::Operation::kLoad);
  return name_of(traffic.stores > 0 ? trace::Operation::kStore : trace::Operation::kAtomic);
}

Value bytes(uint64_t sectors) {
  return sector_bytes(sectors);
}

struct Counted {
  const char* key;
  uint64_t model::Traffic::*sectors;
};
constexpr Counted kCounted[] = {{"requests", &model::Traffic::requests},
                                {"load_sectors", &model::Traffic::loads},
                                {"l1_hit_sectors", &model::Traffic::load_hits},
                                {"store_sectors", &model::Traffic::stores},
                                {"atomic_sectors", &model::Traffic::atomics},
                                {"l2_read_sectors", &model::Traffic::l2_reads},
                                {"l2_hit_sectors", &model::Traffic::l2_read_hits},
                                {"dram_read_sectors", &model::Traffic::dram_reads},
                                {"dram_write_sectors", &model::Traffic::dram_writes}};

std::vector<Value> cells_of(Value place, Value operation, const model::Traffic& traffic) {
  return {std::move(place),           std::move(operation),
          bytes(traffic.requested()), percent_of(traffic.load_hits, traffic.loads),
          bytes(traffic.from_l2()),   percent_of(traffic.l2_read_hits, traffic.l2_reads),
          bytes(traffic.from_dram())};
}

Table accesses_table(const MemoryFacts& facts) {
  Table table{"accesses", {{"line"}, {"column"}}, {}};
  for (const Counted& one : kCounted) table.columns.push_back({one.key});
  for (const CacheRow& row : facts.rows) {
    std::vector<Value>& cells = table.rows.emplace_back();
    cells = {row.at.line, row.at.column};
    for (const Counted& one : kCounted) cells.push_back(row.traffic.*one.sectors);
  }
  return table;
}

}  // namespace

uint64_t sector_bytes(uint64_t sectors) {
  return sectors * model::kSectorBytes;
}

uint64_t bytes_at(const MemoryFacts& facts, ByteLevel level) {
  const model::Traffic& all = facts.caches.result.all;
  switch (level) {
    case ByteLevel::kRequested:
      return facts.caches.result.lane_bytes;
    case ByteLevel::kL1:
      return sector_bytes(all.requested());
    case ByteLevel::kL2:
      return sector_bytes(all.from_l2());
    case ByteLevel::kDram:
      break;
  }
  return sector_bytes(all.from_dram());
}

MemoryFacts memory_facts(const run::Run& run) {
  MemoryFactsOfRun facts(run);
  return base::whole(facts);
}

MemoryFactsOfRun::MemoryFactsOfRun(const run::Run& run) : run_(run) {
  if (run.stream != nullptr) caches_.emplace(run);
}

base::Progress MemoryFactsOfRun::advance(base::Slice& slice) {
  return caches_ ? caches_->advance(slice) : base::Progress::kDone;
}

MemoryFacts MemoryFactsOfRun::take() {
  const run::Run& run = run_;
  MemoryFacts facts;
  facts.device = run.device.name;
  facts.figures = &model::shown_memory_figures(run.device);
  facts.are_of_device = model::memory_figures(run.device) != nullptr;
  facts.is_h200 = run.device.id == "h200";
  facts.flops = run.flops;
  facts.arithmetic = whatif::arithmetic_of(run);
  if (!caches_) {
    facts.missing = MemoryFacts::Missing::kTakingTurns;
    return facts;
  }
  if (run.stream->lines.empty()) facts.missing = MemoryFacts::Missing::kNoAccess;
  facts.caches = caches_->take();
  facts.arrays = run.stream->arrays;
  facts.lines = run.stream->lines.size();
  facts.left_out = run.stream->left_out;
  if (run.is_counted) facts.load_bytes = run.totals.global[0].bytes_requested;
  const std::vector<model::Traffic>& sites = facts.caches.result.sites;
  for (uint32_t site = 0; site < sites.size(); ++site) {
    if (sites[site].requests > 0) facts.rows.push_back(row_of(run, site, sites[site]));
  }
  return facts;
}

void add_whose_figures(Section& section, const MemoryFacts& facts) {
  if (facts.are_of_device) return;
  section.line(
      to_say("no public memory figures of {device} are known here: an {board}'s are shown instead",
             "device"_a = facts.device, "board"_a = facts.figures->board));
}

void add_left_out(Section& section, const MemoryFacts& facts) {
  if (facts.left_out == 0) return;
  section.line(
      to_say("covers the first {lines} lines; the {count} requests after them are left out",
             "lines"_a = base::grouped(facts.lines), "count"_a = base::grouped(facts.left_out)));
}

Section describe_caches(const MemoryFacts& facts) {
  Section section{.key = "caches", .is_model = true};
  if (facts.missing == MemoryFacts::Missing::kTakingTurns) {
    section.missing =
        sentence("caches: nothing is modelled where blocks take turns (--schedule, --lanes)");
    return section;
  }
  const model::CacheSizes& sizes = facts.caches.sizes;
  const model::CachesResult& result = facts.caches.result;
  section.title = to_say(
      "caches: a model, not measured ({board}: L1 {l1} KiB on each SM, L2 {l2} KiB), empty at "
      "first",
      "board"_a = facts.figures->board, "l1"_a = base::grouped(sizes.l1 / 1024),
      "l2"_a = base::grouped(sizes.l2 / 1024));
  section.fact("board", facts.figures->board);
  section.fact("figures_are_of_device", facts.are_of_device);
  section.fact("l1_bytes", sizes.l1);
  section.fact("l2_bytes", sizes.l2);
  section.fact("lane_bytes", result.lane_bytes);
  Section total{.key = "total"};
  for (const Counted& one : kCounted) total.fact(one.key, result.all.*one.sectors);
  section.parts.push_back(std::move(total));
  section.fact("dirty_sectors", result.dirty);
  section.fact("left_out_requests", facts.left_out);
  section.parts.push_back(accesses_table(facts));

  add_whose_figures(section, facts);
  const Align left = Align::kLeft;
  Table& table = section.table(nullptr, {{nullptr, sentence("place"), left},
                                         {nullptr, sentence("op"), left},
                                         {nullptr, sentence("L1 requested bytes")},
                                         {nullptr, sentence("L1 hit rate")},
                                         {nullptr, sentence("L2 ↔ L1 bytes")},
                                         {nullptr, sentence("L2 hit rate")},
                                         {nullptr, sentence("DRAM ↔ L2")}});
  for (const CacheRow& row : facts.rows)
    table.rows.push_back(cells_of(fmt::format("{}:{}", row.at.line, row.at.column),
                                  operation_of(row.traffic), row.traffic));
  table.rows.push_back(cells_of(Text(sentence("all")), {}, result.all));
  if (result.dirty > 0)
    section.line(to_say("{bytes} bytes stored are still in L2 at the end",
                        "bytes"_a = base::grouped(sector_bytes(result.dirty))));
  add_left_out(section, facts);
  return section;
}

// ------------------------------------------------------------------------ the page's sentences

Text missing_text(const MemoryFacts& facts) {
  switch (facts.missing) {
    case MemoryFacts::Missing::kTakingTurns:
      return sentence(
          "Nothing is modelled where blocks take turns: the order of their requests is another one "
          "each time.");
    case MemoryFacts::Missing::kNoAccess:
      return sentence("This launch does not access global memory.");
    case MemoryFacts::Missing::kNothing:
      break;
  }
  return {};
}

Text place_text(const CacheRow& row) {
  const Text operation = operation_of(row.traffic);
  if (row.excerpt.empty())
    return to_say("line {line}: {operation}", "line"_a = row.at.line, "operation"_a = operation);
  return to_say("line {line}: {operation} {place}", "line"_a = row.at.line,
                "operation"_a = operation, "place"_a = row.excerpt);
}

Text caches_answer(const MemoryFacts& facts) {
  return to_say(
      "{share} of the bytes requested of L1 are transferred between DRAM and L2",
      "share"_a = percent(bytes_at(facts, ByteLevel::kDram), bytes_at(facts, ByteLevel::kL1)));
}

Text caches_headline(const MemoryFacts& facts) {
  return to_say("{asked} L1 requested, {l2} between L2 and L1, {dram} between DRAM and L2",
                "asked"_a = byte_count(bytes_at(facts, ByteLevel::kL1)),
                "l2"_a = byte_count(bytes_at(facts, ByteLevel::kL2)),
                "dram"_a = byte_count(bytes_at(facts, ByteLevel::kDram)));
}

Text cache_sizes_text(const MemoryFacts& facts) {
  const model::CacheSizes& sizes = facts.caches.sizes;
  const std::string& board = facts.figures->board;
  if (sizes.l1 == 0 && sizes.l2 == 0)
    return to_say(
        "{device} has no cache for global memory: all that is requested is transferred from DRAM.",
        "device"_a = board);
  if (sizes.l1 == 0)
    return to_say("{device}: loads of global memory pass by L1; L2 of {l2}, empty at first.",
                  "device"_a = board, "l2"_a = byte_count(sizes.l2));
  return to_say(
      "{device}: L1 of {l1} on each of {count} SMs (what shared memory leaves), L2 of {l2}; lines "
      "of 128 B, sectors of 32 B; empty at first.",
      "device"_a = board, "l1"_a = byte_count(sizes.l1),
      "count"_a = facts.caches.placement.multiprocessors, "l2"_a = byte_count(sizes.l2));
}

Text caches_accuracy(const MemoryFacts& facts) {
  if (facts.is_h200)
    return sentence(
        "A model. Of 30 launches counted on an H200, the L1 hit rate is within 3 points in 28, "
        "reads from DRAM within 5% in 26 of 27; bytes from L2 to L1 are 0.6 to 3.8 times the "
        "count, most where neighbouring SMs read the same at once. Stores that L2 keeps are not "
        "counted between DRAM and L2.");
  return sentence(
      "A model. Of 30 launches counted on an H200, the L1 hit rate is within 3 points in 28, reads "
      "from DRAM within 5% in 26 of 27; bytes from L2 to L1 are 0.6 to 3.8 times the count, most "
      "where neighbouring SMs read the same at once. Stores that L2 keeps are not counted between "
      "DRAM and L2. The error was measured on an H200 only: of this device it is unknown.");
}

Text instead_text(const MemoryFacts& facts) {
  if (facts.are_of_device) return {};
  return to_say(
      "No public memory figures of {device} are known here: an {board}'s are shown instead.",
      "device"_a = facts.device, "board"_a = facts.figures->board);
}

Text paired_text(const MemoryFacts& facts) {
  const model::Traffic& all = facts.caches.result.all;
  if (all.dram_paired == 0) return {};
  return to_say(
      "DRAM gives sectors of 32 B in pairs: of {dram} read from it {paired} were not requested at "
      "the time.",
      "dram"_a = byte_count(sector_bytes(all.dram_reads)),
      "paired"_a = byte_count(sector_bytes(all.dram_paired)));
}

Text other_part_text(const MemoryFacts& facts) {
  const model::Traffic& all = facts.caches.result.all;
  const uint64_t missed = all.l2_reads - all.l2_read_hits;
  const uint64_t asked = all.dram_reads - all.dram_paired;
  if (all.l2_from_other == 0 || missed <= asked) return {};
  return to_say(
      "L2 has two partitions: of {missed} that missed in the near one, the other one had {other}.",
      "missed"_a = byte_count(sector_bytes(missed)),
      "other"_a = byte_count(sector_bytes(missed - asked)));
}

Text left_out_text(const MemoryFacts& facts) {
  if (facts.left_out == 0) return {};
  return to_say(
      "Covers the first {lines} lines that warps request; the {count} requests after them are left "
      "out. A "
      "smaller launch is modelled whole.",
      "lines"_a = base::grouped(facts.lines), "count"_a = base::grouped(facts.left_out));
}

}  // namespace warplens::study
