#include "sim/observe/races/interval_log.hpp"

#include <bit>
#include <utility>

#include "sim/observe/races/races.hpp"

namespace warplens::observe {

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
  if (position_ == expected_count_ || expected_[position_] != event) return false;
  if (access != nullptr && event.pattern == 0) {
    const Interval& known = known_[followed_].interval;
    if (known.addresses[address_position_] != numbers_of(&*access->addresses, event.mask))
      return false;
    address_position_ += 1;
  }
  position_ += 1;
  return true;
}

// The present interval is another one after all. False: there is no room for it.
bool IntervalLog::stop_following() {
  if (followed_ == kNone) return true;
  const Interval& known = known_[followed_].interval;
  if (!log_.make_room(present_.events, position_ + 1) ||
      !log_.make_room(present_.addresses, address_position_ + 1)) {
    return false;
  }
  present_.events.assign(known.events.begin(),
                         known.events.begin() + static_cast<ptrdiff_t>(position_));
  present_.addresses.assign(known.addresses.begin(),
                            known.addresses.begin() + static_cast<ptrdiff_t>(address_position_));
  followed_ = kNone;
  expected_count_ = 0;
  return true;
}

IntervalLog::Part IntervalLog::so_far() const {
  if (followed_ != kNone) return {known_[followed_].interval, position_};
  return {present_, present_.events.size()};
}

// There is no room for the present interval.
void IntervalLog::report_at_once(Races& races) {
  const Part part = so_far();
  replay(part, races);
  bytes_ = written_.bytes(state_);
  unwritten_at_once_ = write(part, bytes_);
  begin(kNone);
  is_at_once_ = true;
}

void IntervalLog::add(const Event& event, Races& races) {
  if (!is_at_once_ && followed_ != kNone && continues(event, nullptr)) return;
  if (!is_at_once_ && (!stop_following() || !log_.make_room(present_.events)))
    report_at_once(races);
  if (!is_at_once_)
    present_.events.push_back(event);
  else if (event.kind == kSync)
    races.warp_syncs(event.warp, event.mask);
  else
    races.lanes_return(event.warp, event.mask);
}

// What is kept of an access besides what is compared.
inline bool IntervalLog::keep_step(const trace::WarpAccess& access, const Event& event,
                                   uint32_t step) {
  const bool is_store = access.operation == trace::Operation::kStore;
  if (!is_store && steps_.size() < steps_.capacity()) {
    steps_.push_back(step);
    return true;
  }
  const bool has_high_values = is_store && access.bytes == 16;
  if (!log_.make_room(steps_) || (is_store && !log_.make_room(values_)) ||
      (has_high_values && !log_.make_room(high_values_))) {
    return false;
  }
  steps_.push_back(step);
  if (is_store) values_.push_back(numbers_of(access.values, event.mask));
  if (has_high_values) high_values_.push_back(numbers_of(access.high_values, event.mask));
  return true;
}

// False: there is no room for it.
inline bool IntervalLog::keep(const trace::WarpAccess& access, Event event, uint32_t step) {
  if (followed_ != kNone && continues(event, &access)) {
    if (keep_step(access, event, step)) return true;
    position_ -= 1;
    if (event.pattern == 0) address_position_ -= 1;
    return false;
  }
  const trace::LanePattern* pattern = access.addresses.pattern();
  if (pattern != nullptr && !patterns_.contains(pattern->id)) {
    if (kept_.take(2 * sizeof(trace::LanePattern)))
      patterns_.emplace(pattern->id, *pattern);
    else
      event.pattern = event.base = 0;
  }
  if (!stop_following() || !log_.make_room(present_.events) ||
      (event.pattern == 0 && !log_.make_room(present_.addresses)) ||
      !keep_step(access, event, step)) {
    return false;
  }
  present_.events.push_back(event);
  if (event.pattern == 0) present_.addresses.push_back(numbers_of(&*access.addresses, event.mask));
  return true;
}

void IntervalLog::access(const trace::WarpAccess& access, uint32_t step, Races& races) {
  const uint32_t mask = access.mask & ~access.out_of_bounds;
  if (mask == 0) return;
  if (!is_at_once_) {
    const trace::LanePattern* pattern = access.addresses.pattern();
    const Event event{access.site,
                      mask,
                      access.warp,
                      static_cast<uint8_t>(access.operation),
                      access.bytes,
                      pattern == nullptr ? 0 : pattern->id,
                      pattern == nullptr ? 0 : access.addresses.base()};
    // What is usual: a load as in the interval that is followed.
    if (pattern != nullptr && access.operation == trace::Operation::kLoad &&
        position_ < expected_count_ && expected_[position_] == event &&
        steps_.size() != steps_.capacity()) {
      ++position_;
      steps_.push_back(step);
      return;
    }
    if (keep(access, event, step)) return;
    report_at_once(races);
  }
  races.access_at(access, step);
  bytes_.access(access.addresses, mask, access.bytes, access.site, access.operation,
                unwritten_at_once_);
}

void IntervalLog::replay(const Part& part, Races& races) const {
  size_t step = 0, addresses = 0, values = 0, high_values = 0;
  Numbers room;
  for (size_t i = 0; i < part.events; ++i) {
    const Event& event = part.of.events[i];
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
      access.addresses = &part.of.addresses[addresses++];
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
  expected_ = followed_ == kNone ? nullptr : known_[followed_].interval.events.data();
  expected_count_ = followed_ == kNone ? 0 : known_[followed_].interval.events.size();
  position_ = address_position_ = 0;
  present_.events.clear();
  present_.addresses.clear();
  steps_.clear();
  values_.clear();
  high_values_.clear();
  is_at_once_ = false;
}

// Known intervals only save time.
bool IntervalLog::may_be_known() const {
  return budget_ == nullptr || budget_->is_half_left();
}

void IntervalLog::end(Races& races) {
  if (!is_at_once_ && position_ == 0 && present_.events.empty()) return;
  uint32_t now = kNone;
  if (!is_at_once_ && followed_ != kNone && position_ == known_[followed_].interval.events.size()) {
    now = followed_;
  } else if (!is_at_once_ && !stop_following()) {
    report_at_once(races);
  } else if (!is_at_once_) {
    const uint64_t hash = present_.hash();
    now = search(hash);
    if (now == kNone) {
      const uint64_t before = races.conflicts().additions();
      replay(so_far(), races);
      if (races.conflicts().additions() == before && may_be_known() &&
          kept_.take(present_.bytes())) {
        now = static_cast<uint32_t>(known_.size());
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
  if (written_.is_full()) state_ = written_.forget_others(state_);
  WrittenStates::Step step;
  if (is_at_once_) {
    step = {written_.number(bytes_), unwritten_at_once_};
  } else if (known == kNone) {
    step = step_of(present_);
  } else if (const WrittenStates::Step* found = written_.find(state_, known); found != nullptr) {
    step = *found;
  } else {
    step = step_of(known_[known].interval);
    written_.add(state_, known, step);
  }
  state_ = step.state;
  if (step.unwritten != 0) mix(unwritten_, step.unwritten);
}

uint64_t IntervalLog::write(const Part& part, WrittenBytes& bytes) const {
  uint64_t unwritten = 0;
  size_t addresses = 0;
  for (size_t i = 0; i < part.events; ++i) {
    const Event& event = part.of.events[i];
    if (event.kind == kSync || event.kind == kReturn) continue;
    Numbers room;
    const trace::LaneAddresses at =
        event.pattern != 0 ? trace::LaneAddresses(patterns_.at(event.pattern), event.base, room)
                           : trace::LaneAddresses(&part.of.addresses[addresses++]);
    bytes.access(at, event.mask, event.bytes, event.site, static_cast<trace::Operation>(event.kind),
                 unwritten);
  }
  return unwritten;
}

WrittenStates::Step IntervalLog::step_of(const Interval& interval) {
  WrittenBytes bytes = written_.bytes(state_);
  const uint64_t unwritten = write({interval, interval.events.size()}, bytes);
  return {written_.number(bytes), unwritten};
}

// An interval is predicted by the last one of the block before, too.
void IntervalLog::begin_block() {
  begin(previous_);
  state_ = WrittenStates::kNothing;
  unwritten_ = 0;
}

}  // namespace warplens::observe
