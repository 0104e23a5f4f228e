// Warps most of whose lanes do nothing, over the whole block.
#include <map>

#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

namespace {

constexpr uint64_t kLeastRequests = 64;

class IdleLanes : public Hint {
 public:
  using Hint::Hint;

  void access(const trace::Access& access) override {
    if (access.layout == trace::Layout::kBulk) return;  // one lane's
    const uint32_t lanes = trace::lane_count(access.value_lanes());
    ++requests_;
    lanes_ += lanes;
    idle_[access.site] += trace::kWarpSize - lanes;
  }

  void add_findings(std::vector<Finding>& to) const override {
    if (requests_ < kLeastRequests || lanes_ * 2 >= requests_ * trace::kWarpSize) return;
    uint32_t worst = idle_.begin()->first;
    for (const auto& [site, idle] : idle_) worst = idle > idle_.at(worst) ? site : worst;
    Finding finding = finding_at(FindingKind::kIdleLanes, worst);
    finding.count = requests_ * trace::kWarpSize - lanes_;
    finding.detail = LanesDetail{(lanes_ + requests_ / 2) / requests_};
    finding.message = sentence(finding);
    to.push_back(std::move(finding));
  }

 private:
  uint64_t requests_ = 0, lanes_ = 0;
  std::map<uint32_t, uint64_t> idle_;  // by site: lanes that do nothing
};

}  // namespace

std::unique_ptr<Hint> idle_lanes(const Subject& subject) {
  return std::make_unique<IdleLanes>(subject);
}

}  // namespace warplens::observe
