#include "sim/base/large_pages.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

using namespace warplens;

TEST_CASE("large pages: pieces are apart, hold what is written, and are used again") {
  constexpr uint64_t kPiece = uint64_t{256} << 10;
  std::vector<std::byte*> pieces;
  for (int i = 0; i < 300; ++i) {
    pieces.push_back(base::take_bytes(kPiece));
    std::memset(pieces.back(), i % 251, kPiece);
  }
  CHECK(std::set<std::byte*>(pieces.begin(), pieces.end()).size() == 300);
  for (int i = 0; i < 300; ++i) {
    const auto expected = static_cast<std::byte>(i % 251);
    REQUIRE(pieces[static_cast<size_t>(i)][0] == expected);
    REQUIRE(pieces[static_cast<size_t>(i)][kPiece - 1] == expected);
  }
  const std::set<std::byte*> before(pieces.begin(), pieces.end());
  for (std::byte* const piece : pieces) base::give_back_bytes(piece, kPiece);
  std::byte* const again = base::take_bytes(kPiece);
  CHECK(before.contains(again));
  base::give_back_bytes(again, kPiece);
}

TEST_CASE("large pages: any size, on several threads") {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([thread] {
      for (int round = 0; round < 40; ++round) {
        for (const uint64_t bytes : {uint64_t{1}, uint64_t{5000}, uint64_t{256} << 10,
                                     (uint64_t{2} << 20) + 1, uint64_t{5} << 20}) {
          std::byte* const taken = base::take_bytes(bytes);
          taken[0] = taken[bytes - 1] = static_cast<std::byte>(thread);
          CHECK(taken[0] == static_cast<std::byte>(thread));
          base::give_back_bytes(taken, bytes);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}
