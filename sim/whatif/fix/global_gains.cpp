// Patterns in the recorded block that show what a change by hand would gain: each lane's
// neighbouring accesses (a vector), lanes a structure apart (a structure of arrays), lanes far
// apart whose sectors others of the block's accesses need, too (a tile); and tiles that hints speak
// of.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <map>
#include <tuple>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/observe/totals/lane_stride.hpp"
#include "sim/whatif/fix/global_fixes.hpp"

namespace warplens::fix {

namespace {

using base::grouped;

constexpr uint64_t kLeastSaved = 4;  // [sectors] that are worth a sentence
constexpr size_t kNeighbours = 8;    // accesses of a warp among which a vector's are looked for
constexpr uint32_t kMostVectorBytes = 16;

uint32_t first_lane(uint32_t mask) {
  return static_cast<uint32_t>(std::countr_zero(mask));
}

struct Strided {
  uint32_t site = 0, mask = 0, interval = 0;
  trace::Operation operation = trace::Operation::kLoad;
  uint32_t bytes = 4;
  int64_t stride = 0;
  uint64_t first = 0;  // address of the first active lane
  uint64_t sectors = 0;
  bool is_used = false;  // in a vector already
};

struct Sum {
  uint64_t sectors = 0, needed = 0;
  uint32_t parts = 0, bytes = 0;
};

// Of a place whose lanes are not neighbours.
struct Apart {
  uint64_t sectors = 0;
  int64_t stride = 0;             // [bytes] from lane to lane; 0: not the same in all accesses
  std::vector<uint64_t> touched;  // sectors, in order of the accesses
};

class Gains {
 public:
  explicit Gains(const run::Run& run) : run_(run) {}

  void add_to(std::vector<GlobalGain>& gains) {
    if (run_.recording != nullptr) look();
    for (const auto& [site, sum] : vectors_) {
      if (sum.sectors < sum.needed + kLeastSaved) continue;
      gains.push_back(
          gain(GainKind::kVector, site, sum,
               say("in each lane, {count} accesses of {bytes} bytes are neighbours: one "
                   "of {wide} bytes (a vector type) would move {needed} sectors in the "
                   "recorded block instead of {sectors}",
                   "count"_a = sum.parts, "bytes"_a = sum.bytes, "wide"_a = sum.parts * sum.bytes,
                   "needed"_a = grouped(sum.needed), "sectors"_a = grouped(sum.sectors))));
    }
    for (const auto& [site, sum] : structures_) {
      if (sum.sectors < sum.needed + kLeastSaved) continue;
      gains.push_back(
          gain(GainKind::kStructure, site, sum,
               say("neighbouring lanes are a structure apart: in a structure of arrays, "
                   "this member would move {needed} sectors in the recorded block "
                   "instead of {sectors}",
                   "needed"_a = grouped(sum.needed), "sectors"_a = grouped(sum.sectors))));
    }
    add_tiles(gains);
    for (const observe::Finding& hint : run_.advice) {
      if (hint.kind != observe::FindingKind::kRefetched &&
          hint.kind != observe::FindingKind::kExchangedIndices)
        continue;
      gains.push_back({GainKind::kTile, hint.line, "", 0, 0, hint.message});
    }
  }

 private:
  // Each sector once, if neighbouring lanes of some warp filled or stored a tile.
  void add_tiles(std::vector<GlobalGain>& gains) {
    for (auto& [site, apart] : apart_) {
      if (vectors_.contains(site) || structures_.contains(site) || is_exchanged(site)) continue;
      std::sort(apart.touched.begin(), apart.touched.end());
      apart.touched.erase(std::unique(apart.touched.begin(), apart.touched.end()),
                          apart.touched.end());
      const Sum sum{apart.sectors, apart.touched.size()};
      if (sum.sectors < 2 * sum.needed + kLeastSaved) continue;
      const std::string where =
          apart.stride == 0
              ? label("neighbouring lanes are far apart")
              : say("neighbouring lanes are {bytes} bytes apart",
                    "bytes"_a = grouped(static_cast<uint64_t>(std::abs(apart.stride))));
      gains.push_back(gain(
          GainKind::kTile, site, sum,
          say("{where}: through a tile in shared memory, in which neighbouring lanes take "
              "neighbouring elements, the recorded block would move {needed} sectors instead of "
              "{sectors}",
              "where"_a = where, "needed"_a = grouped(sum.needed),
              "sectors"_a = grouped(sum.sectors))));
    }
  }

  // A hint says what exchanged indices gain there.
  bool is_exchanged(uint32_t site) const {
    const uint32_t line = run_.program->unit->file.line_of(run_.program->sites[site].span.begin);
    return std::any_of(run_.advice.begin(), run_.advice.end(), [&](const auto& hint) {
      return hint.kind == observe::FindingKind::kExchangedIndices && hint.line == line;
    });
  }

  void note_apart(const trace::Access& access, int64_t stride, uint64_t sectors) {
    if (std::abs(stride) <= access.bytes) return;
    Apart& apart = apart_[access.site];
    apart.stride = apart.sectors == 0 || apart.stride == stride ? stride : 0;
    apart.sectors += sectors;
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((access.mask >> lane & 1) == 0) continue;
      const uint64_t first = access.addresses[lane] / model::kSectorBytes;
      const uint64_t last = (access.addresses[lane] + access.bytes - 1) / model::kSectorBytes;
      for (uint64_t sector = first; sector <= last; ++sector) apart.touched.push_back(sector);
    }
  }

  void look() {
    std::map<uint32_t, std::vector<Strided>> by_warp;
    for (uint32_t step = 0; step < run_.recording->size(); ++step) {
      const trace::Access access = run_.recording->at(step);
      if (access.space != trace::Space::kGlobal || access.operation == trace::Operation::kAtomic)
        continue;
      const std::optional<int64_t> stride = observe::lane_stride(access);
      if (!stride) continue;
      const uint64_t sectors =
          model::global_cost(access.bytes, access.mask, access.addresses).sectors;
      by_warp[access.warp].push_back({access.site, access.mask, access.interval, access.operation,
                                      access.bytes, *stride,
                                      access.addresses[first_lane(access.mask)], sectors, false});
      note_apart(access, *stride, sectors);
    }
    for (auto& [warp, accesses] : by_warp) {
      for (size_t i = 0; i < accesses.size(); ++i) {
        find_vector(accesses, i);
        find_structure(accesses[i]);
      }
    }
  }

  // Those that make up one wide access of each lane, from the first of them on.
  void find_vector(std::vector<Strided>& accesses, size_t begin) {
    const Strided one = accesses[begin];
    if (one.is_used || one.stride <= one.bytes || one.stride % one.bytes != 0) return;
    const auto wide = static_cast<uint64_t>(one.stride);
    if (wide > kMostVectorBytes || !std::has_single_bit(wide)) return;
    const uint64_t base = one.first / wide * wide;
    std::vector<size_t> parts(wide / one.bytes, accesses.size());
    for (size_t i = begin; i < std::min(accesses.size(), begin + kNeighbours); ++i) {
      const Strided& other = accesses[i];
      const bool is_like =
          !other.is_used && other.operation == one.operation && other.bytes == one.bytes &&
          other.mask == one.mask && other.stride == one.stride && other.interval == one.interval &&
          other.first / wide * wide == base && (other.first - base) % one.bytes == 0;
      if (is_like) parts[(other.first - base) / one.bytes] = i;
    }
    if (std::count(parts.begin(), parts.end(), accesses.size()) != 0) return;
    Sum& sum = vectors_[accesses[begin].site];
    sum.parts = static_cast<uint32_t>(parts.size());
    sum.bytes = one.bytes;
    for (const size_t i : parts) {
      accesses[i].is_used = true;
      sum.sectors += accesses[i].sectors;
    }
    std::array<uint64_t, trace::kWarpSize> bases{};
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
      bases[lane] = base + wide * (lane - first_lane(one.mask));
    sum.needed += model::global_cost(static_cast<uint32_t>(wide), one.mask, bases).sectors;
  }

  void find_structure(const Strided& one) {
    const machine::ArrayShape* array = machine::array_around(run_.arrays, one.first);
    if (array == nullptr || array->struct_name.empty() || one.stride <= one.bytes) return;
    const uint64_t bytes = uint64_t{static_cast<uint32_t>(std::popcount(one.mask))} * one.bytes;
    Sum& sum = structures_[one.site];
    sum.sectors += one.sectors;
    sum.needed += (bytes + 31) / 32;
  }

  GlobalGain gain(GainKind kind, uint32_t site, const Sum& sum, std::string message) const {
    const code::AccessSite& at = run_.program->sites[site];
    return {kind,
            run_.program->unit->file.line_of(at.span.begin),
            at.root != nullptr ? at.root->name : "",
            sum.sectors,
            sum.needed,
            std::move(message)};
  }

  const run::Run& run_;
  std::map<uint32_t, Sum> vectors_, structures_;  // by site; a vector's first
  std::map<uint32_t, Apart> apart_;               // by site
};

}  // namespace

std::vector<GlobalGain> global_gains(const run::Runs& runs) {
  std::vector<GlobalGain> gains;
  for (const auto& run : runs) Gains(*run).add_to(gains);
  std::stable_sort(gains.begin(), gains.end(), [](const GlobalGain& a, const GlobalGain& b) {
    return std::tie(a.line, a.kind) < std::tie(b.line, b.kind);
  });
  const auto is_same = [](const GlobalGain& a, const GlobalGain& b) {
    return a.line == b.line && a.message == b.message;
  };
  gains.erase(std::unique(gains.begin(), gains.end(), is_same), gains.end());
  return gains;
}

}  // namespace warplens::fix
