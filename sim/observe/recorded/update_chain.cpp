#include "sim/observe/recorded/update_chain.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace warplens::observe {

namespace {

constexpr size_t kNoUpdate = ~size_t{0};

// What a thread has loaded: whose value, and when.
struct Loaded {
  size_t of = kNoUpdate;  // index into the updates; kNoUpdate: what was there at first
  uint32_t step = 0;
  uint64_t bits = 0;
};

class Follower {
 public:
  Follower(UpdateChain& chain, const code::Program& program) : chain_(chain), program_(program) {}

  void lane(const trace::Access& access, uint32_t lane) {
    const uint32_t thread = access.warp * trace::kWarpSize + lane;
    switch (access.operation) {
      case trace::Operation::kLoad:
        loaded_[thread] = {newest_, access.step, access.values[lane]};
        return;
      case trace::Operation::kAtomic:
        add(atomic(access, lane), newest_);
        return;
      case trace::Operation::kStore:
      case trace::Operation::kCopy:
        break;
    }
    chain_.is_atomic = false;
    const auto from = loaded_.find(thread);
    if (from == loaded_.end()) {  // it sets the place anew
      newest_ = kNoUpdate;
      return;
    }
    add({access.warp, lane, from->second.step, access.step, from->second.bits, access.values[lane],
         true, false},
        from->second.of);
    loaded_.erase(from);
  }

  void mark_arrived() {
    for (size_t at = newest_; at != kNoUpdate; at = from_[at])
      chain_.updates[at].has_arrived = true;
  }

 private:
  Update atomic(const trace::Access& access, uint32_t lane) const {
    Update update{access.warp,          lane, access.step, access.step,
                  access.results[lane], 0,    false,       false};
    const code::AccessSite& site = program_.sites[access.site];
    if (site.atomic != code::Atomic::kAdd || !site.type->is_scalar()) return update;
    update.has_after = true;
    update.after = sum(site.type->scalar, update.before, access.values[lane]);
    return update;
  }
  static uint64_t sum(base::Scalar scalar, uint64_t a, uint64_t b) {
    if (scalar == base::Scalar::kFloat) {
      const float total = std::bit_cast<float>(static_cast<uint32_t>(a)) +
                          std::bit_cast<float>(static_cast<uint32_t>(b));
      return std::bit_cast<uint32_t>(total);
    }
    if (scalar == base::Scalar::kDouble)
      return std::bit_cast<uint64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
    return base::size_of(scalar) == 4 ? static_cast<uint32_t>(a + b) : a + b;
  }
  void add(const Update& update, size_t from) {
    newest_ = chain_.updates.size();
    chain_.updates.push_back(update);
    from_.push_back(from);
  }

  UpdateChain& chain_;
  const code::Program& program_;
  std::vector<size_t> from_;  // by update: the one whose value it loaded
  size_t newest_ = kNoUpdate;
  std::map<uint32_t, Loaded> loaded_;  // by thread
};

}  // namespace

uint64_t UpdateChain::arrived() const {
  return static_cast<uint64_t>(std::count_if(
      updates.begin(), updates.end(), [](const Update& update) { return update.has_arrived; }));
}

std::vector<UpdateChain> update_chains(const code::Program& program,
                                       const trace::Recording& recording,
                                       std::span<const UpdatedPlace> places) {
  std::vector<UpdateChain> chains;
  for (const UpdatedPlace& place : places)
    chains.push_back({place.space, place.address, nullptr, true, {}});
  if (recording.size() > kMostUpdateSteps) return chains;
  std::vector<Follower> followers;
  for (size_t i = 0; i < places.size(); ++i) {
    followers.emplace_back(chains[i], program);
    std::optional<trace::Access> access;
    for (const trace::Touch& touch :
         recording.steps().touches(places[i].space, places[i].address)) {
      if (!access || access->step != touch.step) access = recording.at(touch.step);
      if (access->addresses[touch.lane] != places[i].address) continue;  // it begins elsewhere
      chains[i].type = program.sites[access->site].type;
      followers[i].lane(*access, touch.lane);
    }
  }
  for (Follower& follower : followers) follower.mark_arrived();
  return chains;
}

UpdateChain update_chain(const code::Program& program, const trace::Recording& recording,
                         trace::Space space, uint64_t address) {
  const UpdatedPlace place{space, address};
  return std::move(update_chains(program, recording, {&place, 1}).front());
}

}  // namespace warplens::observe
