#include "sim/check/interval_log.hpp"

#include <bit>
#include <utility>

#include "sim/check/races.hpp"

namespace warplens::check {

namespace {

// Of active lanes; the others are 0.
std::array<uint64_t, trace::kWarpSize> numbers_of(
    const std::array<uint64_t, trace::kWarpSize>* numbers, uint32_t mask) {
  std::array<uint64_t, trace::kWarpSize> active{};
  if (numbers == nullptr) return active;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
    if ((mask >> lane & 1) != 0) active[lane] = (*numbers)[lane];
  }
  return active;
}

void mix(uint64_t& hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  hash ^= hash >> 29;
}

}  // namespace

uint64_t IntervalLog::Interval::hash() const {
  uint64_t hash = events.size();
  for (const Event& event : events) {
    mix(hash, uint64_t{event.site} << 32 | event.mask);
    mix(hash, uint64_t{event.warp} << 16 | uint64_t{event.kind} << 8 | event.bytes);
    mix(hash, event.pattern);
    mix(hash, event.base);
  }
  for (const Numbers& numbers : addresses) {
    for (const uint64_t number : numbers) mix(hash, number);
  }
  return hash;
}

uint64_t IntervalLog::Interval::bytes() const {
  return events.size() * sizeof(Event) + addresses.size() * sizeof(Numbers);
}

bool IntervalLog::continues(const Event& event, const trace::WarpAccess* access) {
  const Interval& known = known_[followed_].interval;
  if (position_ == known.events.size() || known.events[position_] != event) return false;
  if (access != nullptr && event.pattern == 0) {
    if (known.addresses[address_position_] != numbers_of(&*access->addresses, event.mask))
      return false;
    address_position_ += 1;
  }
  position_ += 1;
  return true;
}

// The present interval is another one after all.
void IntervalLog::stop_following() {
  if (followed_ == kNone) return;
  const Interval& known = known_[followed_].interval;
  present_.events.assign(known.events.begin(),
                         known.events.begin() + static_cast<ptrdiff_t>(position_));
  present_.addresses.assign(known.addresses.begin(),
                            known.addresses.begin() + static_cast<ptrdiff_t>(address_position_));
  followed_ = kNone;
}

void IntervalLog::add(const Event& event) {
  if (followed_ != kNone) {
    if (continues(event, nullptr)) return;
    stop_following();
  }
  present_.events.push_back(event);
}

void IntervalLog::access(const trace::WarpAccess& access, uint32_t step) {
  const trace::LanePattern* pattern = access.addresses.pattern();
  const Event event{access.site,
                    access.mask & ~access.out_of_bounds,
                    access.warp,
                    static_cast<uint8_t>(access.operation),
                    access.bytes,
                    pattern == nullptr ? 0 : pattern->id,
                    pattern == nullptr ? 0 : access.addresses.base()};
  if (event.mask == 0) return;
  steps_.push_back(step);
  if (access.operation == trace::Operation::kStore) {
    values_.push_back(numbers_of(access.values, event.mask));
    if (access.bytes == 16) high_values_.push_back(numbers_of(access.high_values, event.mask));
  }
  if (followed_ != kNone) {
    if (continues(event, &access)) return;
    stop_following();
  }
  present_.events.push_back(event);
  if (pattern != nullptr)
    patterns_.try_emplace(pattern->id, *pattern);
  else
    present_.addresses.push_back(numbers_of(&*access.addresses, event.mask));
}

void IntervalLog::replay(Races& races) const {
  size_t step = 0, addresses = 0, values = 0, high_values = 0;
  Numbers room;
  for (const Event& event : present_.events) {
    if (event.kind == kSync) {
      races.warp_syncs(event.warp, event.mask);
      continue;
    }
    if (event.kind == kReturn) {
      races.lanes_return(event.warp, event.mask);
      continue;
    }
    trace::WarpAccess access;
    access.warp = event.warp;
    access.site = event.site;
    access.space = trace::Space::kShared;
    access.operation = static_cast<trace::Operation>(event.kind);
    access.bytes = event.bytes;
    access.mask = event.mask;
    if (event.pattern != 0)
      access.addresses = trace::LaneAddresses(patterns_.at(event.pattern), event.base, room);
    else
      access.addresses = &present_.addresses[addresses++];
    if (access.operation == trace::Operation::kStore) {
      access.values = &values_[values++];
      if (access.bytes == 16) access.high_values = &high_values_[high_values++];
    }
    races.access_at(access, steps_[step++]);
  }
}

uint32_t IntervalLog::search(uint64_t hash) const {
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    if (known_[at->second].interval == present_) return at->second;
  }
  return kNone;
}

// A new interval, after a known one or not.
void IntervalLog::begin(uint32_t previous) {
  previous_ = previous;
  followed_ = previous == kNone ? kNone : known_[previous].next;
  position_ = address_position_ = 0;
  present_.events.clear();
  present_.addresses.clear();
  steps_.clear();
  values_.clear();
  high_values_.clear();
}

void IntervalLog::end(Races& races) {
  if (position_ == 0 && present_.events.empty()) return;
  uint32_t now = kNone;
  if (followed_ != kNone && position_ == known_[followed_].interval.events.size()) {
    now = followed_;
  } else {
    stop_following();
    const uint64_t hash = present_.hash();
    now = search(hash);
    if (now == kNone) {
      const uint64_t before = races.conflicts().additions();
      replay(races);
      if (races.conflicts().additions() == before && kept_ + present_.bytes() <= kMostKept) {
        now = static_cast<uint32_t>(known_.size());
        kept_ += present_.bytes();
        by_hash_.emplace(hash, now);
        known_.push_back({present_, kNone});
      }
    }
  }
  note_written(now);
  if (previous_ != kNone && now != kNone) known_[previous_].next = now;
  begin(now);
}

void IntervalLog::note_written(uint32_t known) {
  WrittenStates::Step step;
  if (known == kNone) {
    step = write(present_);
  } else if (const WrittenStates::Step* found = written_.find(state_, known); found != nullptr) {
    step = *found;
  } else {
    step = write(known_[known].interval);
    written_.add(state_, known, step);
  }
  state_ = step.state;
  if (step.unwritten != 0) mix(unwritten_, step.unwritten);
}

// An atomic is a load and a store.
WrittenStates::Step IntervalLog::write(const Interval& interval) {
  constexpr uint64_t kBits = 64;
  WrittenStates::Bits bits = written_.bits(state_);
  WrittenStates::Step step;
  size_t addresses = 0;
  for (const Event& event : interval.events) {
    if (event.kind == kSync || event.kind == kReturn) continue;
    const auto operation = static_cast<trace::Operation>(event.kind);
    Numbers room;
    const trace::LaneAddresses at =
        event.pattern != 0 ? trace::LaneAddresses(patterns_.at(event.pattern), event.base, room)
                           : trace::LaneAddresses(&interval.addresses[addresses++]);
    const auto for_each_byte = [&](auto visit) {
      for (uint32_t left = event.mask; left != 0; left &= left - 1) {
        const uint64_t begin = at.of(static_cast<uint32_t>(std::countr_zero(left)));
        for (uint64_t byte = begin; byte < begin + event.bytes; ++byte) visit(byte);
      }
    };
    if (operation != trace::Operation::kStore) {
      for_each_byte([&](uint64_t byte) {
        const bool is_written =
            byte / kBits < bits.size() && (bits[byte / kBits] >> byte % kBits & 1) != 0;
        if (!is_written) mix(step.unwritten, uint64_t{event.site} << 32 | (byte + 1));
      });
    }
    if (operation == trace::Operation::kLoad) continue;
    for_each_byte([&](uint64_t byte) {
      if (byte / kBits >= bits.size()) bits.resize(byte / kBits + 1);
      bits[byte / kBits] |= uint64_t{1} << byte % kBits;
    });
  }
  step.state = written_.number(bits);
  return step;
}

// An interval is predicted by the last one of the block before, too.
void IntervalLog::begin_block() {
  begin(previous_);
  state_ = WrittenStates::kNothing;
  unwritten_ = 0;
}

}  // namespace warplens::check
