// Elements of global memory that the block fetches again.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"

namespace warplens::observe {

namespace {

// Less is not worth a tile. [bytes]
constexpr uint64_t kLeastSaved = 4096;
constexpr uint64_t kLeastTimes = 2;

class Refetches : public Hint {
 public:
  using Hint::Hint;

  void access(const trace::Access& access) override {
    if (access.space != trace::Space::kGlobal || access.operation != trace::Operation::kLoad)
      return;
    // Lanes that read one word in one instruction fetch it once.
    std::array<uint64_t, 4 * trace::kWarpSize> words;
    size_t count = 0;
    uint32_t first = trace::kWarpSize;
    for_each_lane(access, [&](uint32_t lane) {
      if (first == trace::kWarpSize) first = lane;
      for_each_word(access, lane, [&](uint64_t word) {
        if (count < words.size()) words[count++] = word;
      });
    });
    if (count == 0) return;
    std::sort(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    const auto end = std::unique(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    const uint32_t index = subject().layout.find(access.space, access.addresses[first]);
    if (index >= subject().layout.global.size()) return;
    Array& array = arrays_.try_emplace(index, Array{access.site, 0, 0, {}}).first->second;
    array.loaded += count;
    array.fetched += static_cast<uint64_t>(end - words.begin());
    array.words.insert(words.begin(), end);
  }

  void add_findings(std::vector<Finding>& to) const override {
    for (const auto& [index, array] : arrays_) {
      const uint64_t once = 4 * array.words.size(), fetched = 4 * array.fetched;
      if (fetched < kLeastTimes * once || fetched - once < kLeastSaved) continue;
      Finding finding = finding_at(FindingKind::kRefetched, array.site);
      finding.count = array.fetched;
      finding.detail = FetchDetail{subject().layout.global[index].name, fetched / once,
                                   array.loaded / array.words.size(), fetched, once};
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  struct Array {
    uint32_t site = 0;
    uint64_t fetched = 0;  // words, counted once a request
    uint64_t loaded = 0;   // words, counted once a lane
    std::unordered_set<uint64_t> words;
  };
  std::map<uint32_t, Array> arrays_;  // by index in the layout
};

}  // namespace

std::unique_ptr<Hint> refetches(const Subject& subject) {
  return std::make_unique<Refetches>(subject);
}

}  // namespace warplens::observe
