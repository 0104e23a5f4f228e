#include "sim/model/caches.hpp"

#include <bit>
#include <memory>
#include <optional>

#include "sim/base/assert.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/model/lru_cache.hpp"

namespace warplens::model {
namespace {

constexpr uint32_t kSectorsOfALine = kLineBytes / kSectorBytes;
constexpr uint64_t kWorkOfLine = 4;  // as base::Slice counts

uint64_t count(uint32_t sectors) {
  return static_cast<uint64_t>(std::popcount(sectors));
}

// The sectors of a line that are read together with those.
uint32_t fetched_with(uint32_t sectors, uint32_t together) {
  uint32_t fetched = 0;
  const uint32_t group = (1u << together) - 1;
  for (uint32_t first = 0; first < kSectorsOfALine; first += together) {
    if ((sectors >> first & group) != 0) fetched |= group << first;
  }
  return fetched;
}

}  // namespace

void Traffic::add(const Traffic& other) {
  requests += other.requests;
  loads += other.loads;
  load_hits += other.load_hits;
  stores += other.stores;
  atomics += other.atomics;
  l2_reads += other.l2_reads;
  l2_read_hits += other.l2_read_hits;
  l2_from_other += other.l2_from_other;
  dram_reads += other.dram_reads;
  dram_paired += other.dram_paired;
  dram_writes += other.dram_writes;
}

class CachesRun::Hierarchy {
 public:
  Hierarchy(const MemoryStream& stream, const CacheSizes& sizes, const Placement& placement)
      : sizes_(sizes), placement_(placement) {
    WL_ASSERT(sizes.l2_parts == 1 || sizes.l2_parts == 2, "L2 has one or two parts");
    const auto lines = [](uint64_t bytes) { return static_cast<size_t>(bytes / kLineBytes); };
    if (lines(sizes.l1) > 0) l1_.assign(placement.multiprocessors, LruCache(lines(sizes.l1)));
    if (const size_t of_part = lines(sizes.l2 / sizes.l2_parts); of_part > 0)
      l2_.assign(sizes.l2_parts, LruCache(of_part));
    result_.lane_bytes = stream.lane_bytes;
  }

  void request(const StreamLine& line, uint32_t on) {
    if (line.site >= result_.sites.size()) result_.sites.resize(line.site + size_t{1});
    now_ = &line;
    at_ = &result_.sites[line.site];
    if (line.begins) ++at_->requests;
    switch (line.op) {
      case base::Operation::kLoad:
        at_->loads += count(line.sectors);
        load(on);
        break;
      case base::Operation::kStore:
        at_->stores += count(line.sectors);
        write();
        break;
      case base::Operation::kAtomic:
        at_->atomics += count(line.sectors);
        update(on);
        break;
      case base::Operation::kCopy:
        break;  // its sides are lines of their own
    }
  }

  CachesResult finish() {
    for (const Traffic& site : result_.sites) result_.all.add(site);
    for (const LruCache& part : l2_) {
      part.for_each([&](const LruCache::Entry& entry) { result_.dirty += count(entry.dirty); });
    }
    return std::move(result_);
  }

 private:
  void load(uint32_t on) {
    uint32_t missing = now_->sectors;
    if (!l1_.empty()) {
      LruCache& cache = l1_[on];
      LruCache::Entry* entry = cache.find(now_->line);
      if (entry == nullptr) entry = &cache.insert(now_->line, evicted_);
      missing &= ~uint32_t{entry->valid};
      at_->load_hits += count(now_->sectors & ~missing);
      entry->valid |= static_cast<uint8_t>(missing);
    }
    if (missing != 0) read_l2(missing, on);
  }

  uint32_t home_of(uint64_t line) const {
    if (l2_.size() < 2) return 0;
    // 4 KiB by 4 KiB, mixed so that no stride meets one part only. Invented: it is not public.
    const uint64_t page = line >> 5;
    return static_cast<uint32_t>(std::popcount(page * 0x9e3779b97f4a7c15ull) & 1);
  }
  uint32_t near_of(uint32_t on) const {
    return static_cast<uint32_t>(uint64_t{on} * l2_.size() / placement_.multiprocessors);
  }

  LruCache::Entry& entry_of(LruCache& part) {
    if (LruCache::Entry* found = part.find(now_->line)) return *found;
    LruCache::Entry& made = part.insert(now_->line, evicted_);
    if (evicted_) write_back(*evicted_);
    return made;
  }

  void read_l2(uint32_t sectors, uint32_t on) {
    at_->l2_reads += count(sectors);
    if (l2_.empty()) return read_dram(sectors);
    const uint32_t near = near_of(on), home = home_of(now_->line);
    LruCache::Entry& entry = entry_of(l2_[near]);
    const uint32_t missing = sectors & ~uint32_t{entry.valid};
    at_->l2_read_hits += count(sectors & ~missing);
    if (missing == 0) return;
    if (near == home) return fetch(entry, missing);
    entry.valid |= static_cast<uint8_t>(missing);
    at_->l2_from_other += count(missing);
    LruCache::Entry& there = entry_of(l2_[home]);
    fetch(there, missing & ~uint32_t{there.valid});
  }

  // Sectors that the line's home has not.
  void fetch(LruCache::Entry& entry, uint32_t missing) {
    if (missing == 0) return;
    const uint32_t fetched = fetched_with(missing, sizes_.dram_sectors) & ~uint32_t{entry.valid};
    entry.valid |= static_cast<uint8_t>(fetched);
    at_->dram_paired += count(fetched & ~missing);
    read_dram(fetched);
  }

  void write() {
    if (l2_.empty()) return add_dram(now_->sectors, now_->line, true);
    forget_copy();
    LruCache::Entry& entry = entry_of(l2_[home_of(now_->line)]);
    entry.valid |= now_->sectors;
    entry.dirty |= now_->sectors;
  }

  void update(uint32_t on) {
    if (!l1_.empty()) l1_[on].erase(now_->line);
    if (l2_.empty()) {
      add_dram(now_->sectors, now_->line, false);
      return add_dram(now_->sectors, now_->line, true);
    }
    forget_copy();
    LruCache::Entry& entry = entry_of(l2_[home_of(now_->line)]);
    fetch(entry, now_->sectors & ~uint32_t{entry.valid});
    entry.dirty |= now_->sectors;
  }

  // Of a line that is about to change, in the part that is not its home.
  void forget_copy() {
    if (l2_.size() > 1) l2_[1 - home_of(now_->line)].erase(now_->line);
  }

  void read_dram(uint32_t sectors) { add_dram(sectors, now_->line, false); }

  void write_back(const LruCache::Entry& entry) {
    if (entry.dirty != 0) add_dram(entry.dirty, entry.line, true);
  }

  // Neighbouring sectors are one request.
  void add_dram(uint32_t sectors, uint64_t line, bool is_write) {
    (is_write ? at_->dram_writes : at_->dram_reads) += count(sectors);
    for (uint32_t first = 0; first < kSectorsOfALine; ++first) {
      if ((sectors >> first & 1) == 0) continue;
      uint32_t end = first;
      while (end < kSectorsOfALine && (sectors >> end & 1) != 0) ++end;
      result_.dram.push_back({line * kSectorsOfALine + first, now_->block, now_->site,
                              static_cast<uint8_t>(end - first), is_write});
      first = end;
    }
  }

  const CacheSizes sizes_;
  const Placement placement_;
  std::vector<LruCache> l1_;  // by multiprocessor
  std::vector<LruCache> l2_;  // its parts
  CachesResult result_;
  const StreamLine* now_ = nullptr;
  Traffic* at_ = nullptr;
  std::optional<LruCache::Entry> evicted_;
};

CachesRun::CachesRun(const MemoryStream& stream, const CacheSizes& sizes,
                     const Placement& placement)
    : stream_(stream),
      hierarchy_(std::make_unique<Hierarchy>(stream, sizes, placement)),
      order_(stream, placement) {}

CachesRun::~CachesRun() = default;

base::Progress CachesRun::advance(base::Slice& slice) {
  if (order_.place(slice) == base::Progress::kMore) return base::Progress::kMore;
  for (Interleaver::Turn turn; !slice.is_cancelled();) {
    if (slice.is_over()) return base::Progress::kMore;
    if (!order_.next(turn)) break;
    for (size_t i = turn.begin; i < turn.end; ++i)
      hierarchy_->request(stream_.lines[i], turn.multiprocessor);
    slice.spend(kWorkOfLine * (turn.end - turn.begin));
  }
  return base::Progress::kDone;
}

CachesResult CachesRun::take() {
  return hierarchy_->finish();
}

CachesResult run_caches(const MemoryStream& stream, const CacheSizes& sizes,
                        const Placement& placement) {
  CachesRun run(stream, sizes, placement);
  return base::whole(run);
}

}  // namespace warplens::model
