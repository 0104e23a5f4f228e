// Stores that nobody reads: to a shared array that is never loaded, or to one place again and again
// by the same text.
#include <map>
#include <unordered_map>

#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

namespace {

class UnreadStores : public Hint {
 public:
  explicit UnreadStores(const Subject& subject)
      : Hint(subject), shared_(subject.layout.shared.size()) {}

  void access(const trace::Access& access) override {
    if (access.space == trace::Space::kConstant) return;
    for_each_lane(access, [&](uint32_t lane) {
      if (access.space == trace::Space::kShared) note_array(access, lane);
      const uint32_t thread = access.warp * trace::kWarpSize + lane;
      for_each_word(access, lane, [&](uint64_t word) { use(access, thread, word); });
    });
  }

  void add_findings(std::vector<Finding>& to) const override {
    for (size_t i = 0; i < shared_.size(); ++i) {
      if (!shared_[i].is_stored || shared_[i].is_loaded) continue;
      Finding finding = finding_at(FindingKind::kUnreadShared, shared_[i].site);
      finding.detail = ArrayDetail{subject().layout.shared[i].name};
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
    for (const auto& [site, count] : overwritten_) {
      if (2 * count < stored_.at(site)) continue;  // others are read: the text needs them
      Finding finding = finding_at(FindingKind::kOverwrittenStore, site);
      finding.count = count;
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  struct Array {
    bool is_stored = false, is_loaded = false;
    uint32_t site = 0;  // of the first store
  };
  struct Store {
    uint32_t site = 0, thread = 0;
    bool is_unread = false;
  };

  void note_array(const trace::Access& access, uint32_t lane) {
    const uint32_t index = subject().layout.find(access.space, access.addresses[lane]);
    if (index >= shared_.size()) return;
    Array& array = shared_[index];
    if (access.operation != trace::Operation::kStore) {
      array.is_loaded = true;
    } else if (!array.is_stored) {
      array.is_stored = true;
      array.site = access.site;
    }
  }

  void use(const trace::Access& access, uint32_t thread, uint64_t word) {
    Store& last = stores_[word];
    if (access.operation == trace::Operation::kStore) {
      ++stored_[access.site];
      const bool is_again = last.is_unread && last.site == access.site && last.thread == thread;
      if (is_again && !subject().program.sites[access.site].is_volatile)
        ++overwritten_[access.site];
      last = {access.site, thread, true};
    } else {
      last.is_unread = false;
    }
  }

  std::vector<Array> shared_;                   // by index in the layout
  std::unordered_map<uint64_t, Store> stores_;  // by word
  std::map<uint32_t, uint64_t> stored_;         // by site: words
  std::map<uint32_t, uint64_t> overwritten_;    // by site: how often
};

}  // namespace

std::unique_ptr<Hint> unread_stores(const Subject& subject) {
  return std::make_unique<UnreadStores>(subject);
}

}  // namespace warplens::observe
