// Accesses of global memory that would take fewer sectors if x and y of the block were exchanged:
// each is worked out again with warps that count threads along y first. What one access gains
// another may lose, so all of them are weighed; and an access that uses more than half of what it
// moves is in order. Exchanging is advised where sim/whatif/fix would try it.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "sim/edit/exchange_axes.hpp"
#include "sim/model/coalescing.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

namespace {

constexpr uint64_t kLeastSectors = 16;  // [sectors]
constexpr uint64_t kNone = ~uint64_t{0};

class ExchangedIndices : public Hint {
 public:
  using Hint::Hint;

  void access(const trace::Access& access) override {
    if (access.space != trace::Space::kGlobal || subject().block.x < 2 || subject().block.y < 2)
      return;
    const uint32_t turn = turns_[{access.site, access.warp}]++;
    std::vector<uint64_t>& addresses = addresses_[{access.site, turn}];
    addresses.resize(subject().threads(), kNone);
    for_each_lane(access, [&](uint32_t lane) {
      addresses[access.warp * trace::kWarpSize + lane] = access.addresses[lane];
    });
  }

  void add_findings(std::vector<Finding>& to) const override {
    std::map<uint32_t, Sectors> sectors;  // by site
    Sectors all;
    for (const auto& [key, addresses] : addresses_) {
      const uint8_t bytes = subject().program.sites[key.first].bytes;
      const Sectors one{sectors_of(addresses, bytes, false),
                        sectors_of(turned(addresses), bytes, false),
                        sectors_of(addresses, bytes, true)};
      sectors[key.first].add(one);
      all.add(one);
    }
    for (const auto& [site, here] : sectors) {
      const uint64_t most = std::max(here.exchanged, here.needed);
      if (here.now < 2 * most || here.now < most + kLeastSectors) continue;
      Finding finding = finding_at(FindingKind::kExchangedIndices, site);
      finding.count = here.now;
      finding.detail =
          detail_of(site, here, {all.now - here.now, all.exchanged - here.exchanged, 0});
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  struct Sectors {
    uint64_t now = 0, exchanged = 0, needed = 0;  // needed: by the bytes that are used now
    void add(const Sectors& other) {
      now += other.now;
      exchanged += other.exchanged;
      needed += other.needed;
    }
  };

  // sim/whatif/fix exchanges them in a block that is as wide as high, where the text permits it.
  bool may_be_exchanged() const {
    if (subject().block.x != subject().block.y) return false;
    const auto written = edit::exchange_axes(subject().program);
    return written && edit::names_both_axes(*written);
  }

  ExchangeDetail detail_of(uint32_t site, const Sectors& here, const Sectors& others) const {
    const code::AccessSite& access = subject().program.sites[site];
    ExchangeDetail detail;
    detail.operation = access.operation;
    if (access.root != nullptr) detail.array = access.root->name;
    if (here.exchanged + others.exchanged >= here.now + others.now)
      detail.cure = ExchangeDetail::Cure::kTile;
    else if (!may_be_exchanged())
      detail.cure = ExchangeDetail::Cure::kWarps;
    detail.now = here.now;
    detail.exchanged = here.exchanged;
    detail.others_now = others.now;
    detail.others_exchanged = others.exchanged;
    return detail;
  }

  std::vector<uint64_t> turned(const std::vector<uint64_t>& addresses) const {
    const trace::BlockId extent = subject().block;
    std::vector<uint64_t> result;
    for (uint32_t z = 0; z < extent.z; ++z)
      for (uint32_t x = 0; x < extent.x; ++x)
        for (uint32_t y = 0; y < extent.y; ++y)
          result.push_back(addresses[x + extent.x * (y + extent.y * z)]);
    return result;
  }

  // `only_needed`: so many as the bytes that are used would fill.
  static uint64_t sectors_of(const std::vector<uint64_t>& addresses, uint8_t bytes,
                             bool only_needed) {
    uint64_t sum = 0;
    for (size_t begin = 0; begin < addresses.size(); begin += trace::kWarpSize) {
      std::array<uint64_t, trace::kWarpSize> lanes{};
      uint32_t mask = 0;
      for (size_t i = begin; i < std::min(addresses.size(), begin + trace::kWarpSize); ++i) {
        if (addresses[i] == kNone) continue;
        lanes[i - begin] = addresses[i];
        mask |= 1u << (i - begin);
      }
      if (mask == 0) continue;
      const model::GlobalCost cost = model::global_cost(bytes, mask, lanes);
      sum += only_needed ? cost.packed_sectors() : cost.sectors;
    }
    return sum;
  }

  std::map<std::pair<uint32_t, uint32_t>, uint32_t> turns_;  // by site and warp: accesses so far
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint64_t>> addresses_;  // by site and turn
};

}  // namespace

std::unique_ptr<Hint> exchanged_indices(const Subject& subject) {
  return std::make_unique<ExchangedIndices>(subject);
}

}  // namespace warplens::observe
