#include "sim/host/labels.hpp"

#include <doctest/doctest.h>

#include <array>

#include "sim/host/doubts.hpp"

using namespace warplens;
using host::DeviceLabels;
using host::Doubts;
using host::Label;
using host::Mistake;

TEST_CASE("labels: a value has the first label among its bytes") {
  const std::array<Label, 16> labels{0, 0, 0, 7, 3};
  CHECK(host::label_of_value<2>(labels.data()) == 0);
  CHECK(host::label_of_value<4>(labels.data()) == 7);
  CHECK(host::label_of_value<16>(labels.data() + 4) == 3);
  CHECK(host::joined(0, 4) == 4);
  CHECK(host::joined(5, 4) == 5);
}

TEST_CASE("labels: arrays have them byte by byte, until they are written") {
  DeviceLabels labels;
  labels.add(1000, 9);
  labels.add(uint64_t{1} << 32, 0);
  CHECK(labels.may_have_any());
  CHECK(labels.first(0, 0, 1000) == 9);
  labels.put(0, 0, 996, 0);
  CHECK(labels.first(0, 0, 996) == 0);
  CHECK(labels.first(0, 0, 997) == 9);
  const std::array<Label, 4> some{0, 2, 0, 0};
  labels.put(1, uint64_t{1} << 31, some);
  CHECK(labels.first(1, 0, uint64_t{1} << 31) == 0);
  std::array<Label, 4> read{};
  labels.get(1, uint64_t{1} << 31, read);
  CHECK(read == some);
  labels.clear(0);
  CHECK_FALSE(labels.may_have(0));
  labels.clear();
  labels.add(16, 3);
  CHECK_FALSE(labels.may_have_any());
}

TEST_CASE("labels: bytes that nothing had written are found on each page, by two labels") {
  const uint64_t size = uint64_t{3} << 20;
  base::PagedBytes pages(size);
  for (const auto& [at, label] : {std::pair{uint64_t{5}, 7}, {size / 2, 9}, {size - 1, 3}})
    pages.write(at, std::array{std::byte(label)});
  const host::NeverWritten all(pages, 7, 9);
  CHECK(all.has_any_of(0, 6));
  CHECK(all.has_any_of(6, size / 2 - 5));
  CHECK_FALSE(all.has_any_of(6, size / 2 - 6));
  CHECK_FALSE(all.has_any_of(size / 2 + 1, size));
  CHECK_FALSE(host::NeverWritten().has_any_of(0, size));
  CHECK_FALSE(all.has_more_than(all));
  CHECK(all.has_more_than({}));
  CHECK_FALSE(host::NeverWritten().has_more_than(all));
  base::PagedBytes later = pages;
  later.write(size - 1, std::array{std::byte(9)});
  CHECK_FALSE(all.has_more_than({later, 7, 9}));
  CHECK(host::NeverWritten(later, 7, 9).has_more_than(all));
  later.write(size / 2, std::array{std::byte(0)});
  CHECK(all.has_more_than({later, 7, 9}));
  CHECK(host::NeverWritten(pages, 7, 0).has_more_than({later, 9, 0}));
}

namespace {

Mistake mistake_at(uint32_t place) {
  Mistake mistake;
  mistake.fault = host::Fault::kFailedLaunch;
  mistake.place = {place, place + 1};
  return mistake;
}

}  // namespace

TEST_CASE("doubts: one that something depends on is a mistake, unless its error code was seen") {
  Doubts doubts;
  const Label used = doubts.add(mistake_at(10)), unused = doubts.add(mistake_at(20));
  const Label seen = doubts.add(mistake_at(30));
  CHECK(doubts.add(mistake_at(10)) == used);
  CHECK(doubts.mistakes().empty());
  doubts.use(used, {50, 51});
  doubts.use(seen, {50, 51});
  doubts.use(doubts.error_of(seen), {40, 41});
  const std::vector<Mistake> found = doubts.mistakes();
  REQUIRE(found.size() == 1);
  CHECK(found[0].place.begin == 10);
  CHECK(found[0].used->begin == 50);
  CHECK(found[0].times == 2);
  doubts.drop(used);
  CHECK(doubts.mistakes().empty());
  doubts.add_certain(mistake_at(20));
  CHECK(doubts.mistakes().size() == 1);
  CHECK(unused != used);
}

TEST_CASE("doubts: there is an end to them") {
  Doubts doubts;
  for (uint32_t i = 0; i < 1000; ++i) {
    const Label label = doubts.add(mistake_at(i));
    CHECK((label == 0) == (i >= 254));
    CHECK(label != host::kBeyond);
  }
  doubts.add_certain(mistake_at(5000));
  CHECK(doubts.mistakes().empty());
}
