// Pages are an economy: every case is held against a plain vector of the same bytes.
#include "sim/base/paged_bytes.hpp"

#include <doctest/doctest.h>

#include <random>
#include <span>
#include <thread>
#include <vector>

namespace warplens::base {
namespace {

constexpr uint64_t kLarge = 16 * PagedBytes::kWholeBytes + 100'003;  // many pages, the last one cut

std::vector<std::byte> period_of(size_t size) {
  std::vector<std::byte> period(size);
  for (size_t i = 0; i < size; ++i) period[i] = static_cast<std::byte>(i * 7 + 3);
  return period;
}

std::byte byte_of(const std::vector<std::byte>& period, uint64_t index) {
  return period[index % period.size()];
}

}  // namespace

TEST_CASE("pages: a period is repeated over pages and array alike, and takes no room") {
  const std::vector<std::byte> period = period_of(4084);
  for (const uint64_t size : {uint64_t{5}, uint64_t{4084 * 3 + 1}, kLarge}) {
    const auto budget = std::make_shared<PageBudget>(uint64_t{1} << 40);
    const PagedBytes bytes(size, period, budget);
    REQUIRE(bytes.size() == size);
    std::vector<std::byte> expected(size);
    for (uint64_t i = 0; i < size; ++i) expected[i] = byte_of(period, i);
    CHECK(bytes.to_vector() == expected);
    CHECK(budget->used() == (size == kLarge ? 0 : size));
  }
}

TEST_CASE("pages: random writes, across pages too, are those to a vector, and copies keep theirs") {
  std::mt19937 random(3);
  const std::vector<std::byte> period = period_of(12);
  PagedBytes bytes(kLarge, period);
  std::vector<std::byte> plain = bytes.to_vector();
  const PagedBytes first = bytes;
  const std::vector<std::byte> before = plain;
  for (int i = 0; i < 500; ++i) {
    std::vector<std::byte> part(1 + random() % 400);
    for (std::byte& byte : part) byte = static_cast<std::byte>(random());
    const uint64_t page = random() % 60 << PagedBytes::kPageShift;
    const uint64_t at = i % 2 == 0 ? random() % (kLarge - part.size())
                                   : page + (uint64_t{1} << PagedBytes::kPageShift) - 100;
    bytes.write(at, part);
    std::copy(part.begin(), part.end(), plain.begin() + static_cast<std::ptrdiff_t>(at));
    std::vector<std::byte> read(part.size());
    bytes.read(at, read);
    REQUIRE(read == part);
  }
  CHECK(bytes.to_vector() == plain);
  CHECK(first.to_vector() == before);
  CHECK_FALSE(bytes == first);
  CHECK(bytes[kLarge - 1] == plain[kLarge - 1]);
}

TEST_CASE("pages: a page that another thread has read and let go of is written where it is") {
  for (int i = 0; i < 200; ++i) {
    PagedBytes bytes(64);
    uint64_t zeros = 0;
    std::thread reader([copy = bytes, &zeros]() mutable {
      for (uint64_t at = 0; at < copy.size(); ++at) zeros += copy[at] == std::byte{0};
      copy = PagedBytes();
    });
    for (uint64_t at = 0; at < bytes.size(); ++at) bytes.view_to_write(at).bytes[at] = std::byte{1};
    reader.join();
    CHECK(zeros == 64);
    CHECK(bytes[63] == std::byte{1});
  }
}

TEST_CASE("pages: what is written counts, once for all copies, until the last of them goes") {
  const auto budget = std::make_shared<PageBudget>(uint64_t{1} << PagedBytes::kPageShift);
  const std::byte one[] = {std::byte{1}};
  {
    PagedBytes bytes(kLarge, budget);
    bytes.write(0, one);
    CHECK(budget->used() == uint64_t{1} << PagedBytes::kPageShift);
    PagedBytes copy = bytes;
    CHECK_FALSE(budget->is_full());
    copy.write(0, one);
    CHECK(budget->used() == uint64_t{2} << PagedBytes::kPageShift);
    CHECK(budget->is_full());
    CHECK(copy == bytes);
  }
  CHECK(budget->used() == 0);
}

TEST_CASE("pages: what one state stores beside another") {
  const PagedBytes zeros(kLarge);
  PagedBytes first = zeros;
  CHECK(first.bytes_apart_from(zeros) == 0);
  const std::byte one{1};
  first.write(5, {&one, 1});
  const uint64_t page = uint64_t{1} << PagedBytes::kPageShift;
  CHECK(first.bytes_apart_from(zeros) == page);
  CHECK(zeros.bytes_apart_from(first) == 0);  // its page is the pattern's, and takes no room
  PagedBytes second = first;
  second.write(kLarge - 1, {&one, 1});
  CHECK(second.bytes_apart_from(first) == kLarge % page);
  CHECK(second.bytes_apart_from(zeros) == page + kLarge % page);
  second.write(6, {&one, 1});
  CHECK(first.bytes_apart_from(second) == page);
  const PagedBytes small(100);
  PagedBytes changed = small;
  changed.write(0, {&one, 1});
  CHECK(small.bytes_apart_from(changed) == 100);
  CHECK(PagedBytes().bytes_apart_from(PagedBytes()) == 0);
}

TEST_CASE("pages: states share again what is equal, and who writes is remembered") {
  PagedBytes before(kLarge);
  const std::byte one{1}, zero{0};
  before.write(5, {&one, 1});
  PagedBytes after = before;
  after.forget_writes();
  CHECK_FALSE(after.is_written());
  after.write(6, {&zero, 1});          // as it was
  after.write(kLarge - 1, {&one, 1});  // of the last page
  CHECK(after.is_written());
  const uint64_t page = uint64_t{1} << PagedBytes::kPageShift;
  CHECK(after.bytes_apart_from(before) == page + kLarge % page);
  const std::vector<std::byte> content = after.to_vector();
  after.share_equal_pages(before);
  CHECK(after.bytes_apart_from(before) == kLarge % page);
  CHECK(after.to_vector() == content);
  after.write(5, {&zero, 1});  // does not reach the other state
  CHECK(before[5] == one);
}

TEST_CASE("pages: an empty array is one, too") {
  CHECK(PagedBytes().size() == 0);
  CHECK(PagedBytes(std::vector<std::byte>{}).to_vector().empty());
  CHECK(PagedBytes() == PagedBytes(0));
}

}  // namespace warplens::base
