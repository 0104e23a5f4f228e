// Atomics whose order decides what threads get, or how a sum is rounded.
#include <map>
#include <set>

#include "sim/code/unused_results.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

namespace {

class AtomicOrder : public Hint {
 public:
  explicit AtomicOrder(const Subject& subject)
      : Hint(subject), unused_(code::unused_results(subject.program)) {}

  void access(const trace::Access& access) override {
    if (access.operation != trace::Operation::kAtomic) return;
    for_each_lane(access, [&](uint32_t lane) {
      const uint32_t thread = access.warp * trace::kWarpSize + lane;
      const auto [user, is_first] =
          users_.try_emplace({access.site, word_of(access, access.addresses[lane])}, thread);
      if (!is_first && user->second != thread) contended_.insert(access.site);
    });
  }

  void add_findings(std::vector<Finding>& to) const override {
    for (const uint32_t site : contended_) {
      const code::AccessSite& access = subject().program.sites[site];
      const bool is_rounded = access.type != nullptr && base::is_floating(access.type->scalar) &&
                              access.atomic == code::Atomic::kAdd;
      if (unused_[site] && !is_rounded) continue;
      Finding finding = finding_at(FindingKind::kAtomicOrder, site);
      finding.detail = OrderDetail{is_rounded};
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  const std::vector<bool> unused_;                           // by site
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> users_;  // by site and word: the first thread
  std::set<uint32_t> contended_;                             // sites at which threads meet
};

}  // namespace

std::unique_ptr<Hint> atomic_order(const Subject& subject) {
  return std::make_unique<AtomicOrder>(subject);
}

}  // namespace warplens::observe
