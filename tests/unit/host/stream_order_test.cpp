// What streams, events and the default stream guarantee.
#include "sim/host/stream_order.hpp"

#include <doctest/doctest.h>

using warplens::host::StreamOrder;

namespace {

constexpr StreamOrder::Stream kDefault = StreamOrder::kDefault, kFirst = 0x1000, kSecond = 0x1010;
constexpr uint64_t kEvent = 0x2000;

StreamOrder two_streams(bool second_is_non_blocking = false) {
  StreamOrder order;
  order.create(kFirst, false);
  order.create(kSecond, second_is_non_blocking);
  return order;
}

}  // namespace

TEST_CASE("stream order: work of a stream is in order, that of two is not") {
  StreamOrder order = two_streams();
  CHECK(order.has_several());
  const auto one = order.begin(kFirst);
  order.begin(kFirst);
  CHECK(order.is_before(one, kFirst));
  order.begin(kSecond);
  CHECK_FALSE(order.is_before(one, kSecond));
}

TEST_CASE("stream order: a stream waits for what was recorded in an event") {
  StreamOrder order = two_streams();
  const auto before = order.begin(kFirst);
  order.record(kEvent, kFirst);
  const auto behind = order.begin(kFirst);
  order.wait(kSecond, kEvent);
  order.begin(kSecond);
  CHECK(order.is_before(before, kSecond));
  CHECK_FALSE(order.is_before(behind, kSecond));
  order.wait(kSecond, kEvent + 16);  // never recorded
  CHECK_FALSE(order.is_before(behind, kSecond));
}

TEST_CASE("stream order: the default stream and those that block wait for each other") {
  StreamOrder order = two_streams(true);
  const auto blocking = order.begin(kFirst), other = order.begin(kSecond);
  const auto of_default = order.begin(kDefault);
  CHECK(order.is_before(blocking, kDefault));
  CHECK_FALSE(order.is_before(other, kDefault));
  order.begin(kFirst);
  order.begin(kSecond);
  CHECK(order.is_before(of_default, kFirst));
  CHECK_FALSE(order.is_before(of_default, kSecond));
  CHECK_FALSE(order.is_before_host(of_default));
}

TEST_CASE("stream order: what the host has waited for is before all that it gives later") {
  StreamOrder order = two_streams(true);
  const auto one = order.begin(kFirst), other = order.begin(kSecond);
  order.host_waits_for_stream(kFirst);
  CHECK(order.is_before_host(one));
  CHECK_FALSE(order.is_before_host(other));
  order.record(kEvent, kSecond);
  order.host_waits_for_event(kEvent);
  CHECK(order.is_before_host(other));
  order.begin(kFirst);
  CHECK(order.is_before(other, kFirst));
  const auto last = order.begin(kSecond);
  order.host_waits_for_all();
  CHECK(order.is_before_host(last));
}

TEST_CASE("stream order: a graph's work is its stream's") {
  StreamOrder order = two_streams();
  order.give_all_to(kSecond);
  const auto one = order.begin(kFirst);
  order.give_all_to(std::nullopt);
  order.begin(kSecond);
  CHECK(order.is_before(one, kSecond));
}
