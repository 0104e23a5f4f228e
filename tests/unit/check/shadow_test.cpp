// What shadow memory says of its budget when it is spent.
#include "sim/check/shadow.hpp"

#include <doctest/doctest.h>

using namespace warplens;

TEST_CASE("shadow: many accesses of one place are another cause of no room than many places") {
  uint32_t number = 0;
  check::Shadow accesses(1 << 20);
  REQUIRE(accesses.page_for_store(0, 4) != nullptr);
  while (accesses.add({}, number) != nullptr) {
  }
  CHECK(accesses.is_full());
  CHECK(accesses.is_full_of_parties());
  check::Shadow places(1 << 20);
  REQUIRE(places.add({}, number) != nullptr);
  uint64_t address = 0;
  while (places.page_for_store(address, 4) != nullptr) address += check::ShadowPage::kBytes;
  CHECK(places.is_full());
  CHECK_FALSE(places.is_full_of_parties());
}
