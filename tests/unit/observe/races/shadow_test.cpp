// What shadow memory keeps where it has no room, and what it drops.
#include "sim/observe/races/shadow.hpp"

#include <doctest/doctest.h>

using namespace warplens;

TEST_CASE("shadow: no room for places leaves those that have it") {
  uint32_t number = 0;
  observe::Shadow shadow({1 << 20, 1 << 20});
  uint64_t address = 0;
  while (shadow.page_for_store(address, 4) != nullptr) address += observe::ShadowPage::kBytes;
  CHECK(shadow.is_full_of_places());
  CHECK(address > 50 * observe::ShadowPage::kBytes);
  CHECK(shadow.page_for_store(0, 4) != nullptr);
  CHECK(shadow.add({}, number) != nullptr);
  CHECK_FALSE(shadow.is_full_of_parties());
}

TEST_CASE("shadow: accesses that no place has any more make room for others") {
  observe::Shadow shadow({1 << 20, 1 << 16});
  observe::ShadowPage* page = shadow.page_for_store(64, 4);
  REQUIRE(page != nullptr);
  for (uint32_t step = 0; step < 100'000; ++step) {
    observe::Party party;
    party.step = step;
    observe::Mark mark;
    REQUIRE(shadow.add(party, mark.party) != nullptr);
    page->writes[step % 8] = mark;
  }
  for (uint32_t place = 0; place < 8; ++place) {
    REQUIRE(shadow.find(page->writes[place]) != nullptr);
    CHECK(shadow.find(page->writes[place])->step == 100'000 - 8 + place);
  }
  CHECK_FALSE(shadow.is_full_of_parties());
}

TEST_CASE("shadow: it is full of accesses where places still have them all") {
  observe::Shadow shadow({1 << 24, 1 << 16});
  uint32_t count = 0;
  for (uint64_t address = 0;; address += 4, ++count) {
    observe::Mark mark;
    if (shadow.add({}, mark.party) == nullptr) break;
    observe::ShadowPage* page = shadow.page_for_store(address, 4);
    REQUIRE(page != nullptr);
    page->writes[address % observe::ShadowPage::kBytes / 4] = mark;
  }
  CHECK(shadow.is_full_of_parties());
  CHECK(count > (1 << 16) / sizeof(observe::Party) / 4);
  shadow.forget();
  observe::Mark mark;
  CHECK(shadow.add({}, mark.party) != nullptr);
}

TEST_CASE("shadow: arrays of global memory have pages of their own") {
  observe::Shadow shadow({1 << 20, 1 << 16});
  const uint64_t window = uint64_t{1} << 36;
  for (const uint64_t address : {uint64_t{0}, window + window / 2, 2 * window + window / 2,
                                 2 * window + window / 2 + (uint64_t{1} << 33)}) {
    CHECK(shadow.known_page(address) == nullptr);
    observe::ShadowPage* page = shadow.page_for_load(address, 4);
    REQUIRE(page != nullptr);
    CHECK(page->writes.empty());
    CHECK(shadow.page_for_store(address, 4) == page);
    CHECK(shadow.known_page(address + 4) == page);
  }
}
