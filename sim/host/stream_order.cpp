#include "sim/host/stream_order.hpp"

#include <algorithm>

namespace warplens::host {

namespace {

constexpr StreamOrder::Stream kLegacy = 1;  // cudaStreamLegacy: the default stream by its name

}  // namespace

void StreamOrder::create(Stream stream, bool is_non_blocking) {
  if (is_non_blocking)
    non_blocking_.insert(stream);
  else
    ++blocking_;
}

bool StreamOrder::has_seen(const Clock& clock, const Work& work) {
  const auto known = clock.find(work.stream);
  return known != clock.end() && known->second >= work.number;
}

void StreamOrder::join(Clock& clock, const Clock& other) {
  for (const auto& [stream, number] : other) {
    uint64_t& of = clock[stream];
    of = std::max(of, number);
  }
}

StreamOrder::Stream StreamOrder::named(Stream stream) const {
  const Stream of = all_to_.value_or(stream);
  return of == kLegacy ? kDefault : of;
}

// What has ended for what the stream is given next.
StreamOrder::Clock& StreamOrder::reach(Stream stream) {
  Clock& clock = clocks_[stream];
  join(clock, host_);
  if (stream == kDefault) {
    for (const auto& [other, of] : clocks_) {
      if (!non_blocking_.contains(other)) join(clock, of);
    }
  } else if (!non_blocking_.contains(stream)) {
    join(clock, clocks_[kDefault]);
  }
  return clock;
}

StreamOrder::Work StreamOrder::begin(Stream stream) {
  const Stream of = named(stream);
  return {of, ++reach(of)[of]};
}

void StreamOrder::record(uint64_t event, Stream stream) {
  events_[event] = reach(named(stream));
}

void StreamOrder::wait(Stream stream, uint64_t event) {
  const auto known = events_.find(event);
  if (known != events_.end()) join(reach(named(stream)), known->second);
}

void StreamOrder::host_waits_for_stream(Stream stream) {
  join(host_, reach(named(stream)));
}

void StreamOrder::host_waits_for_event(uint64_t event) {
  const auto known = events_.find(event);
  if (known != events_.end()) join(host_, known->second);
}

void StreamOrder::host_waits_for_all() {
  for (const auto& [stream, clock] : clocks_) join(host_, clock);
}

bool StreamOrder::is_before(const Work& work, Stream stream) const {
  const auto clock = clocks_.find(named(stream));
  return clock != clocks_.end() && has_seen(clock->second, work);
}

}  // namespace warplens::host
