// What a store of runs keeps and what it drops, in pages; and sequences whose launches meet that.
#include "sim/prepare/run_store.hpp"

#include <doctest/doctest.h>

#include "sim/run/named_element.hpp"

#include "tests/support/runs.hpp"

namespace warplens::prepare {
namespace {

constexpr uint64_t kPage = uint64_t{1} << base::PagedBytes::kPageShift;
constexpr uint64_t kEnough = 10;  // pages

std::shared_ptr<RunStore> make_store() {
  return std::make_shared<RunStore>(MemoryLimits{100 * kPage, kEnough * kPage});
}

// One large array of zeros, which takes no page until it is written.
machine::GlobalMemory make_memory(const std::shared_ptr<RunStore>& store) {
  machine::GlobalMemory memory;
  memory.set_budget(std::make_shared<base::PageBudget>(store->limit(), nullptr, store));
  machine::GlobalArray array;
  array.bytes = base::PagedBytes(base::PagedBytes::kWholeBytes + 16 * kPage, memory.budget());
  memory.add(std::move(array));
  return memory;
}

void write_pages(machine::GlobalMemory& memory, uint64_t first, uint64_t count) {
  for (uint64_t page = first; page < first + count; ++page)
    memory.array(0).bytes.write(page * kPage, std::vector<std::byte>(1, std::byte{7}));
}

const char* const kAddOne =
    "__global__ void add(float* a, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) a[i] += 1;\n"
    "}\n";
constexpr uint64_t kElements = 5'000'000;  // 20 MB: many pages
const std::string kFourLaunches =
    "--grid 19532 --block 256 --arg a=float[5000000]:iota --arg n=5000000 "
    "--then add --then add --then add";

run::Runs run_four(const MemoryLimits& limits, uint32_t shown, bool keeps_contents) {
  Request request = test::make_request(kAddOne, kFourLaunches);
  request.store = std::make_shared<RunStore>(limits);
  request.shown_launch = shown;
  request.keeps_contents = keeps_contents;
  const auto runs = run::run_sequence(std::move(request));
  REQUIRE(runs.ok());
  REQUIRE(runs->size() == 4);
  return *runs;
}

bool has(const std::shared_ptr<KeptMemory>& contents) {
  return contents != nullptr && contents->get() != nullptr;
}

}  // namespace

TEST_CASE("run store: pages that several contents share count once") {
  const auto store = make_store();
  machine::GlobalMemory memory = make_memory(store);
  write_pages(memory, 0, 4);
  CHECK(store->used() == 4 * kPage);
  const auto first = store->keep(memory, false), second = store->keep(memory, false);
  CHECK(store->used() == 4 * kPage);
  write_pages(memory, 2, 3);  // two of them shared, one new
  CHECK(store->used() == 7 * kPage);
  CHECK(has(first));
  CHECK(has(second));
}

TEST_CASE("run store: a page too many drops the oldest contents, and no more than needed") {
  const auto store = make_store();
  machine::GlobalMemory memory = make_memory(store);
  std::vector<std::shared_ptr<KeptMemory>> kept;
  for (int i = 0; i < 3; ++i) {
    write_pages(memory, 0, 3);
    kept.push_back(store->keep(memory, false));
  }
  write_pages(memory, 0, 1);
  CHECK(store->used() == kEnough * kPage);
  CHECK(has(kept[0]));
  write_pages(memory, 1, 1);
  CHECK_FALSE(has(kept[0]));
  CHECK(has(kept[1]));
  CHECK(has(kept[2]));
  CHECK(store->used() == (kEnough + 1 - 3) * kPage);
}

TEST_CASE("run store: pinned contents stay, and are the newest once they are unpinned") {
  const auto store = make_store();
  machine::GlobalMemory memory = make_memory(store);
  write_pages(memory, 0, 4);
  const auto pinned = store->keep(memory, true);
  write_pages(memory, 0, 4);
  const auto other = store->keep(memory, false);
  write_pages(memory, 0, 4);
  CHECK(has(pinned));
  CHECK_FALSE(has(other));
  write_pages(memory, 10, 4);  // more than enough, and nothing to drop
  CHECK(has(pinned));
  CHECK(store->used() == 12 * kPage);
  store->unpin(pinned);
  CHECK_FALSE(has(pinned));
  CHECK(store->used() == 8 * kPage);
  const auto old = store->keep(memory, true);
  write_pages(memory, 0, 1);
  const auto young = store->keep(memory, false);
  store->unpin(old);
  write_pages(memory, 0, 2);
  CHECK(has(old));
  CHECK_FALSE(has(young));
  store->pin(nullptr);
}

TEST_CASE("run store: who holds contents reads them after they were dropped") {
  const auto store = make_store();
  machine::GlobalMemory memory = make_memory(store);
  write_pages(memory, 0, 1);
  const auto contents = store->keep(memory, false);
  const auto held = contents->get();
  contents->drop();
  CHECK_FALSE(has(contents));
  write_pages(memory, 0, 1);
  CHECK(store->used() == 2 * kPage);
  CHECK(held->array(0).bytes[0] == std::byte{7});
}

TEST_CASE("run store: a sequence keeps the shown launch and what the last one leaves") {
  const run::Runs all = run_four({}, 0, true);
  const run::Runs few = run_four({uint64_t{50} << 20, uint64_t{12} << 20}, 2, true);
  for (size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    CHECK(has(all[i]->memory_before_block));
    CHECK(has(all[i]->memory_after));
    CHECK(has(few[i]->memory_before_block) == (i == 2));
    CHECK(has(few[i]->memory_after) == (i == 3));
    CHECK(few[i]->totals == all[i]->totals);
    REQUIRE(few[i]->recording != nullptr);
    CHECK(few[i]->recording->size() == all[i]->recording->size());
    REQUIRE(few[i]->arrays.size() == 1);
    CHECK(few[i]->arrays[0].bytes == 4 * kElements);
    const run::NamedElement place = run::named_element(*few[i], trace::Space::kGlobal,
                                                       few[i]->arrays[0].address + 4 * 4'999'999);
    CHECK(place.array == "a");
    CHECK(place.element_index == 4'999'999);
  }
  CHECK(few[2]->memory_before_block->get()->array(0).bytes ==
        all[2]->memory_before_block->get()->array(0).bytes);
  CHECK(test::floats_of(*few[3], "a") == test::floats_of(*all[3], "a"));
}

TEST_CASE("run store: without contents a sequence leaves what the last launch left") {
  const run::Runs runs = run_four({}, 0, false);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(runs[i]->recording != nullptr);
    CHECK(runs[i]->memory_before_block == nullptr);
    CHECK((runs[i]->memory_after != nullptr) == (i == 3));
  }
  CHECK(test::floats_of(*runs[3], "a")[5] == 9);
}

TEST_CASE("run store: a launch that its limit cannot hold is cut, or refused while it is filled") {
  Request request = test::make_request(
      kAddOne, "--grid 19532 --block 256 --arg a=float[5000000]:zero --arg n=5000000");
  request.store = std::make_shared<RunStore>(MemoryLimits{uint64_t{10} << 20, 0});
  const auto cut = run::run(request);
  REQUIRE(cut.ok());
  CHECK((*cut)->ending == run::Ending::kMemoryLimit);
  request = test::make_request(kAddOne, "--grid 1 --arg a=float[5000000]:iota --arg n=5000000");
  request.store = std::make_shared<RunStore>(MemoryLimits{uint64_t{10} << 20, 0});
  const auto refused = run::run(request);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().front().message.find("--memory") != std::string::npos);
}

}  // namespace warplens::prepare
