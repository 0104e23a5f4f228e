// Which of the updates of one place are part of what it holds at the end.
#include "sim/observe/recorded/update_chain.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// Of the first element of x in block 0.
observe::UpdateChain chain_of(const std::string& text, const std::string& words) {
  const auto run = test::must_run(text, words);
  const uint64_t address = machine::GlobalMemory::address_of(0);
  return observe::update_chain(*run->program, *run->recording, trace::Space::kGlobal, address);
}

}  // namespace

TEST_CASE("update chain: one thread at a time loses nothing") {
  const auto chain = chain_of(
      "__global__ void k(float* x) {\n"
      "  for (int i = 0; i < 32; ++i) {\n    if (threadIdx.x == i) x[0] += 0.5f;\n"
      "    __syncwarp();\n  }\n}\n",
      "--block 32 --arg x=float[1]:zero");
  CHECK(chain.updates.size() == 32);
  CHECK(chain.arrived() == 32);
  CHECK(std::bit_cast<float>(static_cast<uint32_t>(chain.updates.back().after)) == 16.0f);
}

TEST_CASE("update chain: a store that is no update forgets what was before") {
  const auto chain = chain_of(
      "__global__ void k(int* x) {\n"
      "  if (threadIdx.x < 3) atomicAdd(x, 1);\n  if (threadIdx.x == 5) *x = 7;\n"
      "  if (threadIdx.x == 6) *x += 1;\n}\n",
      "--block 32 --arg x=int[1]:zero");
  REQUIRE(chain.updates.size() == 4);
  CHECK_FALSE(chain.is_atomic);
  CHECK(chain.arrived() == 1);
  CHECK(chain.updates[3].has_arrived);
  CHECK(chain.updates[3].after == 8);
}

TEST_CASE("update chain: atomics show what was there and what they leave") {
  const auto chain =
      chain_of("__global__ void k(double* x) {\n  atomicAdd(x, threadIdx.x < 16 ? 1.0 : 2.0);\n}\n",
               "--block 32 --arg x=double[1]:zero");
  REQUIRE(chain.updates.size() == 32);
  CHECK(chain.is_atomic);
  CHECK(chain.arrived() == 32);
  CHECK(std::bit_cast<double>(chain.updates[20].before) == 24.0);
  CHECK(std::bit_cast<double>(chain.updates[20].after) == 26.0);
  const auto most = chain_of("__global__ void k(int* x) {\n  atomicMax(x, threadIdx.x);\n}\n",
                             "--block 4 --arg x=int[1]:zero");
  CHECK_FALSE(most.updates[2].has_after);
}

TEST_CASE("update chain: of a place that nobody changes, none") {
  const auto chain = chain_of("__global__ void k(int* x) {\n  x[threadIdx.x + 1] = x[0];\n}\n",
                              "--block 4 --arg x=int[8]:zero");
  CHECK(chain.updates.empty());
  CHECK(chain.arrived() == 0);
}
