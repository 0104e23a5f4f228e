// Accesses of global memory that use little of what they move because neighbouring lanes are far
// apart: a stride, a member of an array of structs, a row a thread. What would help depends on who
// needs the rest of the sectors.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

#include "sim/model/coalescing.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"
#include "sim/observe/totals/lane_stride.hpp"

namespace warplens::observe {

namespace {

constexpr uint32_t kLeastElements = 8;  // different ones that the lanes of a request access
constexpr uint64_t kLeastExcess = 16;   // [sectors]
constexpr uint64_t kLeastShare = 10;    // of the block's sectors, an array's excess is a tenth
constexpr uint64_t kMostVectorBytes = 16;
constexpr uint64_t kEdgeShare = 8;  // an edge is an eighth of what is accessed well, or less

// Whether most lanes access what is right behind, or before, or at what the lane before them does:
// short rows that begin anywhere take more sectors than they fill, and no other order would help.
bool are_side_by_side(const trace::Access& access) {
  constexpr uint32_t kShare = 4;  // of the pairs all but one in so many
  std::optional<uint64_t> before;
  uint32_t pairs = 0, apart = 0;
  for_each_lane(access, [&](uint32_t lane) {
    const uint64_t at = access.addresses[lane];
    if (before) {
      ++pairs;
      if (std::max(at, *before) - std::min(at, *before) > access.bytes) ++apart;
    }
    before = at;
  });
  return apart * kShare <= pairs;
}

class WastedSectors : public Hint {
 public:
  using Hint::Hint;

  void access(const trace::Access& access) override {
    const uint32_t mask = access.mask & ~access.out_of_bounds;
    if (access.space != trace::Space::kGlobal || mask == 0) return;
    const uint64_t first = access.addresses[static_cast<uint32_t>(std::countr_zero(mask))];
    const model::GlobalCost cost = model::global_cost(access.bytes, mask, access.addresses);
    all_sectors_ += cost.sectors;
    const bool is_wasteful = !cost.is_broadcast() && cost.sectors >= 2 * cost.ideal_sectors() &&
                             cost.bytes_used >= kLeastElements * uint64_t{access.bytes} &&
                             !are_side_by_side(access);
    if (!is_wasteful) used_well_[subject().layout.find(access.space, first)] += cost.bytes_used;
    if (!is_wasteful || access.operation == trace::Operation::kAtomic) return;
    const std::optional<int64_t> stride = lane_stride(access);
    Site& site = sites_[access.site];
    if (site.sectors == 0) {
      site.array = subject().layout.find(access.space, first);
      site.stride = stride.value_or(0);
    }
    if (stride.value_or(0) != site.stride) site.stride = 0;
    site.sectors += cost.sectors;
    site.needed += cost.ideal_sectors();
    site.used += cost.bytes_used;
    for_each_lane(access, [&](uint32_t lane) {
      const uint64_t begin = access.addresses[lane];
      for (uint64_t sector = begin / model::kSectorBytes;
           sector <= (begin + access.bytes - 1) / model::kSectorBytes; ++sector) {
        site.touched.insert(sector);
      }
      for_each_word(access, lane, [&](uint64_t word) { words_[site.array].insert(word); });
    });
  }

  // One for each array, at the access with the most excess.
  void add_findings(std::vector<Finding>& to) const override {
    struct Worst {
      uint32_t site = 0;
      uint64_t excess = 0, in_all = 0;
      uint64_t used = 0;  // [bytes] by such requests
    };
    std::map<uint32_t, Worst> arrays;  // by index in the layout
    for (const auto& [index, site] : sites_) {
      if (site.array >= subject().layout.global.size()) continue;
      Worst& worst = arrays[site.array];
      const uint64_t excess = site.sectors - site.needed;
      worst.in_all += excess;
      worst.used += site.used;
      if (excess > worst.excess) worst.site = index;
      worst.excess = std::max(worst.excess, excess);
    }
    for (const auto& [array, worst] : arrays) {
      if (worst.in_all < kLeastExcess || worst.in_all * kLeastShare < all_sectors_) continue;
      // The columns at the sides of a tile that is loaded row by row have to be far apart.
      const auto well = used_well_.find(array);
      if (well != used_well_.end() && worst.used * kEdgeShare <= well->second) continue;
      Finding finding = finding_at(FindingKind::kWastedSectors, worst.site);
      const Site& site = sites_.at(worst.site);
      finding.count = site.sectors;
      finding.detail = detail_of(worst.site, site);
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  // What an access does in its wasteful requests.
  struct Site {
    uint32_t array = 0;  // index in the layout
    int64_t stride = 0;  // [bytes] from lane to lane; 0: not the same in all requests
    uint64_t sectors = 0, needed = 0, used = 0;
    std::unordered_set<uint64_t> touched;  // sectors
  };

  SectorsDetail detail_of(uint32_t index, const Site& site) const {
    const code::AccessSite& access = subject().program.sites[index];
    const ArrayInfo& array = subject().layout.global[site.array];
    const uint64_t moved = site.sectors * model::kSectorBytes;
    SectorsDetail detail;
    detail.array = array.name;
    detail.is_load = access.operation != code::Operation::kStore;
    detail.percent = static_cast<double>(site.used) * 100 / static_cast<double>(moved);
    detail.stride = static_cast<uint64_t>(std::abs(site.stride));
    detail.sectors = site.sectors;
    const bool is_struct = array.struct_type != nullptr && detail.stride != 0 &&
                           detail.stride % lang::size_of(array.struct_type) == 0;
    const uint64_t once = site.touched.size();
    detail.with_cure = site.needed;
    if (is_struct) {
      detail.cure = SectorsDetail::Cure::kMembers;
    } else if (is_vector(site, detail.stride, access.bytes)) {
      detail.cure = SectorsDetail::Cure::kVector;
    } else if (site.sectors >= 2 * once) {
      detail.cure = SectorsDetail::Cure::kTile;
      detail.with_cure = once;
    }
    return detail;
  }

  // The block uses all of the sectors, and a lane's part of them is as long as a vector.
  bool is_vector(const Site& site, uint64_t stride, uint32_t bytes) const {
    if (stride <= bytes || stride > kMostVectorBytes || (stride & (stride - 1)) != 0) return false;
    uint64_t words = 0;
    for (const uint64_t word : words_.at(site.array))
      words += site.touched.contains(word * 4 / model::kSectorBytes) ? 1 : 0;
    return words * 4 == site.touched.size() * model::kSectorBytes;
  }

  std::map<uint32_t, Site> sites_;                          // by site
  std::map<uint32_t, std::unordered_set<uint64_t>> words_;  // that an array's requests use
  std::map<uint32_t, uint64_t> used_well_;                  // [bytes] of an array by other requests
  uint64_t all_sectors_ = 0;
};

}  // namespace

std::unique_ptr<Hint> wasted_sectors(const Subject& subject) {
  return std::make_unique<WastedSectors>(subject);
}

}  // namespace warplens::observe
