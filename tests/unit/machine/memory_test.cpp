// Accesses: addresses, bounds, pointers to every space, atomics, and what observers receive about
// values.
#include <doctest/doctest.h>

#include <span>

#include "sim/code/pointer.hpp"
#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using Ints = std::vector<int>;

namespace {

Ints iota(int count) {
  Ints result(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) result[static_cast<size_t>(i)] = i;
  return result;
}

}  // namespace

TEST_CASE("memory: an array is found from any address of its window, also before and behind it") {
  GlobalMemory memory;
  GlobalArray array;
  array.bytes = base::PagedBytes(100);
  const uint64_t first = memory.add(array), second = memory.add(array);
  CHECK(first % 256 == 0);
  CHECK(first != second);
  CHECK(memory.array_at(first + 5) == 0u);
  CHECK(memory.array_at(second - 4) == 1u);
  CHECK(memory.array_at(second + 1000000) == 1u);
  CHECK_FALSE(memory.array_at(0).has_value());
  CHECK_FALSE(memory.array_at(~uint64_t{0}).has_value());
  CHECK(memory.range_at(first + 96, 4).has_value());
  CHECK_FALSE(memory.range_at(first + 97, 4).has_value());
  CHECK_FALSE(memory.range_at(first - 1, 1).has_value());
}

TEST_CASE("memory: shared arrays lie in order of declaration at natural alignment") {
  Launched run(
      "__global__ void k(int* out) { __shared__ char c[3]; __shared__ int a[4][5]; __shared__ "
      "double d;"
      " extern __shared__ short s[]; int t = threadIdx.x; c[0] = 1; a[3][t] = 2; d = 3; s[t] = 4; "
      "out[t] = s[t]; }");
  run.block(4).dynamic_shared(8).array(Ints(4)).run();
  const auto& shared = run.program().shared;
  REQUIRE(shared.size() == 4);
  CHECK(shared[1].offset == 4);
  CHECK(shared[2].offset == 88);
  CHECK(shared[3].offset == 96);
  CHECK(run.program().static_shared_bytes == 96);
  CHECK(run.log.accesses[1].addresses[2] == 4 + 4 * 17);
  CHECK(run.log.accesses[3].addresses[1] == 98);
  CHECK(run.log.accesses[3].head.bytes == 2);
  for (const LoggedAccess& access : run.log.accesses) CHECK(access.head.out_of_bounds == 0);
  CHECK(run.read<int>(0) == Ints{4, 4, 4, 4});
}

TEST_CASE("memory: out of bounds is counted, loads 0, stores nothing") {
  Launched run(
      "__global__ void k(int* a, int* out) { int t = threadIdx.x; out[t] = a[t - 2] + 100; a[t + "
      "4] = 9;"
      " a[t * 1000000000] = 7; }");
  run.block(8).array(iota(8)).array(Ints(8)).run();
  CHECK(run.log.accesses.size() == 4);
  CHECK(run.log.accesses[0].head.out_of_bounds == 0x3);
  CHECK(run.log.accesses[2].head.out_of_bounds == 0xf0);
  CHECK(run.log.accesses[3].head.out_of_bounds == 0xfe);
  CHECK(run.read<int>(1) == Ints{100, 100, 100, 101, 102, 103, 104, 105});
  CHECK(run.read<int>(0) == Ints{7, 1, 2, 3, 9, 9, 9, 9});
}

TEST_CASE(
    "memory: shared memory beyond its end, and the padding between arrays, belong to no array") {
  Launched run(
      "__global__ void k(int* out) { __shared__ char c[5]; __shared__ int a[8]; int t = "
      "threadIdx.x;"
      " a[t] = 1; a[t + 6] = 5; c[t] = 3; out[t] = a[t - 1]; }");
  run.block(8).array(Ints(8)).run();
  CHECK(run.log.accesses[1].head.out_of_bounds == 0xfc);
  CHECK(run.log.accesses[2].head.out_of_bounds == 0xe0);  // c ends at 5, a starts at 8
  CHECK(run.log.accesses[3].head.out_of_bounds == 1);     // a[-1] is half in the padding
}

TEST_CASE("memory: a null pointer and a misaligned address do not stop the machine") {
  Launched run(
      "__global__ void k(int* p, char* q, int* out) { int t = threadIdx.x; out[t] = p[t];"
      " int* r = (int*)(q + 1); out[t] += *r; }");
  run.block(2)
      .scalar(uint64_t{0})
      .array(std::vector<signed char>{1, 2, 0, 0, 0, 0, 0, 0})
      .array(Ints(2))
      .run();
  CHECK(run.log.accesses[0].head.out_of_bounds == 3);
  CHECK(run.read<int>(1) == Ints{2, 2});
}

TEST_CASE("memory: pointers to global, shared and local memory through one variable") {
  Launched run(
      "__global__ void k(int* g, int* out) { __shared__ int s[32]; int l[2]; int t = threadIdx.x;"
      " s[t] = 100 + t; l[0] = 7; l[1] = 1000 + t; int* p = t < 8 ? &g[t] : t < 16 ? s + t : &l[1];"
      " out[t] = *p; *p = -t; out[t] += l[1] + s[t]; }");
  run.block(32).array(iota(32)).array(Ints(32)).run();
  const Ints out = run.read<int>(1);
  for (int t = 0; t < 32; ++t) {
    CAPTURE(t);
    const int local = t >= 16 ? -t : 1000 + t;
    const int shared = t >= 8 && t < 16 ? -t : 100 + t;
    const int loaded = t < 8 ? t : t < 16 ? 100 + t : 1000 + t;
    CHECK(out[static_cast<size_t>(t)] == loaded + local + shared);
  }
  CHECK(run.read<int>(0)[5] == -5);
  // s[t] =, *p: shared then global, out =, *p =: shared then global, out load, s load, out store.
  std::vector<std::pair<trace::Space, uint32_t>> seen;
  for (const LoggedAccess& access : run.log.accesses)
    seen.emplace_back(access.head.space, access.head.mask);
  using trace::Space;
  REQUIRE(seen.size() >= 6);
  CHECK(seen[1] == std::pair(Space::kShared, 0xff00u));
  CHECK(seen[2] == std::pair(Space::kGlobal, 0xffu));
  CHECK(seen[4] == std::pair(Space::kShared, 0xff00u));
  CHECK(seen[5] == std::pair(Space::kGlobal, 0xffu));
}

TEST_CASE("memory: pointer arithmetic, differences and comparisons") {
  Launched run(
      "__global__ void k(double* a, long long* out) { double* p = a + threadIdx.x; double* q = "
      "&a[3]; p += 2; ++p;"
      " out[0] = p - a; out[1] = q < p; out[2] = p == a + 3; out[3] = *(p - 1) ; out[4] = (long "
      "long)(q - 1 - p);"
      " out[5] = *p++; out[6] = *p; out[7] = 1[a]; }");
  run.block(1).array(std::vector<double>{0, 10, 20, 30, 40}).array(std::vector<long long>(8)).run();
  CHECK(run.read<long long>(1) == std::vector<long long>{3, 0, 1, 20, -1, 30, 40, 10});
}

TEST_CASE(
    "memory: an address-taken scalar and a parameter whose address is taken live in local memory") {
  Launched run(
      "__global__ void k(int n, int* out) { int x = 5; int* p = &x; *p += n; int* q = &n; *q = 50; "
      "out[0] = x; out[1] = n;"
      " int m[2][3] = {{1, 2, 3}, {4}}; out[2] = m[1][0] + m[1][2] + m[0][2]; }");
  run.block(1).scalar(3).array(Ints(3)).run();
  CHECK(run.read<int>(0) == Ints{8, 50, 7});
  CHECK(run.log.accesses.size() == 3);  // local memory is never counted
}

TEST_CASE(
    "memory: a compound assignment is a load and a store of one place, a discarded lvalue "
    "nothing") {
  Launched run("__global__ void k(int* a) { a[0] += 2; a[1]; a[2]++; }");
  run.block(1).array(Ints{1, 1, 1}).run();
  REQUIRE(run.log.accesses.size() == 4);
  CHECK(run.log.accesses[0].head.operation == trace::Operation::kLoad);
  CHECK(run.log.accesses[1].head.operation == trace::Operation::kStore);
  CHECK(run.text_of(run.log.accesses[0]) == "a[0]");
  CHECK(run.text_of(run.log.accesses[1]) == "a[0]");
  CHECK(run.text_of(run.log.accesses[3]) == "a[2]");
  CHECK(run.read<int>(0) == Ints{3, 1, 2});
}

TEST_CASE("memory: sites name the array, the statement and the type") {
  Launched run(
      "__global__ void k(float* m) { __shared__ float tile[4][4];\n tile[threadIdx.x][1] = *(m + "
      "2); }");
  run.block(2).array(std::vector<float>(4)).run();
  REQUIRE(run.program().sites.size() == 2);
  const code::AccessSite& load = run.program().sites[0];
  const code::AccessSite& store = run.program().sites[1];
  REQUIRE(load.root != nullptr);
  CHECK(load.root->name == "m");
  REQUIRE(store.root != nullptr);
  CHECK(store.root->name == "tile");
  CHECK(store.operation == code::Operation::kStore);
  CHECK(store.bytes == 4);
  CHECK(run.program().sites_of[store.pc] == 1);
  REQUIRE(store.statement != nullptr);
  CHECK(run.program().unit->file.slice(store.statement->span) == "tile[threadIdx.x][1] = *(m + 2)");
}

TEST_CASE("memory: any byte but 0 is a true bool") {
  Launched run(
      "__global__ void k(const bool* b, int* out) { int t = threadIdx.x; out[t] = b[t] ? b[t] : "
      "-1; }");
  run.block(4).array(std::vector<unsigned char>{0, 1, 2, 128}).array(Ints(4)).run();
  CHECK(run.read<int>(1) == Ints{-1, 1, 1, 1});
}

TEST_CASE("memory: a thread's own array beyond its end reads 0 and harms nobody") {
  Launched run(
      "__global__ void k(int* out, int i) { int a[3] = {1, 2, 3}; int b[2] = {8, 9}; int t = "
      "threadIdx.x;"
      " a[i] = 5; a[-i] = 6; out[t] = a[i] + a[t + 1] * 10 + b[1] * 100; }");
  run.block(2).array(Ints(2)).scalar(1000000).run();
  CHECK(run.read<int>(0) == Ints{920, 930});
}

TEST_CASE(
    "memory: of lanes that store to one place the hardware's stays: the lowest, of the last "
    "group") {
  Launched words(
      "__global__ void k(int* a) { __shared__ int s[4]; s[threadIdx.x % 4] = threadIdx.x;"
      " a[threadIdx.x % 4] = threadIdx.x; a[4 + threadIdx.x % 4] = s[threadIdx.x % 4]; }");
  words.block(32).array(Ints(8)).run();
  CHECK(words.read<int>(0) == Ints{0, 1, 2, 3, 0, 1, 2, 3});
  Launched wide(
      "__global__ void k(long long* a) { __shared__ long long s; s = threadIdx.x;"
      " if (threadIdx.x < 12) a[1] = threadIdx.x; a[0] = threadIdx.x; a[2] = s; }");
  wide.block(32).array(std::vector<int64_t>(3)).run();
  CHECK(wide.read<int64_t>(0) == std::vector<int64_t>{16, 0, 16});  // two groups of 16 lanes
  Launched widest(
      "__global__ void k(int4* a) { int t = threadIdx.x; int4 v = make_int4(t, t, t, t);"
      " if (t < 27) a[0] = v; if (t % 8 == 5) a[1] = v; }");
  widest.block(32).array(Ints(8)).run();
  CHECK(widest.read<int>(0) == Ints{24, 24, 24, 24, 29, 29, 29, 29});  // four groups of 8
}

TEST_CASE("atomics: one request, old values in lane order, in shared and global memory") {
  Launched run(
      "__global__ void k(int* g, float* f, int* out) { __shared__ int s[2]; int t = threadIdx.x; "
      "if (t < 2) s[t] = 0;"
      " out[t] = atomicAdd(&s[t % 2], t); atomicAdd(g, 1); atomicAdd(f + t / 16, 0.5f); if (t < 2) "
      "g[t + 1] = s[t]; }");
  run.follow().block(32).array(Ints(3)).array(std::vector<float>(2)).array(Ints(32)).run();
  const LoggedAccess& shared = run.log.accesses[1];
  CHECK(shared.head.operation == trace::Operation::kAtomic);
  CHECK(shared.head.space == trace::Space::kShared);
  CHECK(run.text_of(shared) == "atomicAdd(&s[t % 2], t)");
  CHECK(shared.values[5] == 5);
  CHECK(shared.results[5] == 1 + 3);
  CHECK(run.read<int>(2)[31] == 225);
  CHECK(run.read<int>(0) == Ints{32, 240, 256});
  CHECK(run.read<float>(1) == std::vector<float>{8, 8});
}

TEST_CASE("origins: a value keeps the address it came from until it is computed with") {
  Launched run(
      "__global__ void k(float* m, float* out) { __shared__ float s[32]; int t = threadIdx.x; "
      "float x = m[t];"
      " float y = x; s[t] = y; out[t] = s[31 - t]; out[t] = x * 2; out[t] = t < 4 ? x : s[t]; "
      "float l[2]; l[1] = x;"
      " out[t] = l[1]; if (t < 3) y = 1; out[t] = y; }");
  run.follow().block(32).array(std::vector<float>(32, 1.5f)).array(std::vector<float>(32)).run();
  const uint64_t m = run.memory.address_of(0);
  std::vector<const LoggedAccess*> stores;
  for (const LoggedAccess& access : run.log.accesses) {
    if (access.head.operation == trace::Operation::kStore) stores.push_back(&access);
  }
  REQUIRE(stores.size() == 6);
  CHECK(stores[0]->origins[7] == m + 28);
  CHECK(stores[1]->origins[7] == (trace::kSharedOrigin | 4 * 24));
  CHECK(stores[2]->origins[7] == 0);
  CHECK(stores[3]->origins[3] == m + 12);
  CHECK(stores[3]->origins[4] == (trace::kSharedOrigin | 16));
  CHECK(stores[4]->origins[9] == m + 36);
  CHECK(stores[5]->origins[2] == 0);
  CHECK(stores[5]->origins[3] == m + 12);
  float stored = 0;
  std::memcpy(&stored, &stores[2]->values[7], sizeof stored);
  CHECK(stored == 3.0f);
}

TEST_CASE(
    "block: stops before each access, one to one, and a copy goes on exactly as the original") {
  const std::string text =
      "__global__ void k(int* g, int* out) { __shared__ int s[64]; int t = threadIdx.x; s[t] = "
      "g[t]; __syncthreads();"
      " int* p = t % 2 ? &s[63 - t] : &g[t]; if (t < 40) out[t] += *p; }";
  Launched whole(text);
  whole.block(64).array(iota(64)).array(Ints(64, 5)).follow().run();

  Launched stepped(text);
  stepped.block(64).array(iota(64)).array(Ints(64, 5));
  const Ints before = stepped.read<int>(1);
  BlockRun block(stepped.context(), {0, 0, 0}, true);
  std::vector<UndoEntry> undo;
  uint64_t budget = 1000000;
  size_t stops = 0;
  while (block.run(stepped.memory, &stepped.log, budget, true, &undo) == StopReason::kAccess) {
    CHECK(stepped.log.accesses.size() == stops);
    ++stops;
    if (stops == 5) {  // the copy runs on its own memory and ends as the whole run did
      BlockRun copy = block;
      GlobalMemory memory = stepped.memory;
      uint64_t left = 1000000;
      EventLog log;
      CHECK(copy.run(memory, &log, left, false) == StopReason::kDone);
      CHECK(log.accesses.size() == whole.log.accesses.size() - 4);
      CHECK(memory.array(1).bytes == whole.memory.array(1).bytes);
    }
  }
  CHECK(stops == whole.log.accesses.size());
  REQUIRE(stepped.log.accesses.size() == whole.log.accesses.size());
  for (size_t i = 0; i < stops; ++i) {
    CHECK(stepped.log.accesses[i].addresses == whole.log.accesses[i].addresses);
    CHECK(stepped.log.accesses[i].head.mask == whole.log.accesses[i].head.mask);
    CHECK(stepped.log.accesses[i].head.site == whole.log.accesses[i].head.site);
  }
  CHECK(stepped.read<int>(1) == whole.read<int>(1));
  for (size_t i = undo.size(); i-- > 0;) {
    stepped.memory.write(undo[i].address,
                         std::as_bytes(std::span(&undo[i].old_bits, 1)).first(undo[i].bytes));
  }
  CHECK(stepped.read<int>(1) == before);
}

TEST_CASE("block: any slicing of the budget gives the same run") {
  const std::string text =
      "__global__ void k(int* a) { __shared__ int s[64]; int t = threadIdx.x; for (int i = 0; i < "
      "3; i++) {"
      " s[t] = a[t] + i; __syncthreads(); a[t] = s[63 - t]; __syncthreads(); } }";
  Launched whole(text);
  whole.block(64).array(iota(64)).run();
  Launched sliced(text);
  sliced.block(64).array(iota(64));
  BlockRun block(sliced.context(), {0, 0, 0}, false);
  uint64_t steps = 0;
  for (StopReason reason = StopReason::kStepLimit; reason == StopReason::kStepLimit;) {
    uint64_t budget = 3;
    reason = block.run(sliced.memory, &sliced.log, budget, false);
    steps += 3 - budget;
  }
  CHECK(steps == whole.end.steps);
  CHECK(sliced.log.words == whole.log.words);
  CHECK(sliced.read<int>(0) == whole.read<int>(0));
}

TEST_CASE("block: a thread's variable can be read lane by lane") {
  Launched run(
      "__global__ void k(int* a, long long n) { short v = threadIdx.x - 3; long long w = n * v; "
      "a[0] = w; }");
  run.block(32).array(Ints(1)).scalar(1000000000000ll);
  BlockRun block(run.context(), {0, 0, 0}, false);
  uint64_t budget = 1000;
  CHECK(block.run(run.memory, nullptr, budget, true) == StopReason::kAccess);
  for (const code::VariableHome& home : run.program().homes) {
    const uint64_t bits = read_lane(block.warps()[0], home.slot, 1,
                                    static_cast<uint32_t>(lang::size_of(home.variable->type)));
    if (home.variable->name == "v") CHECK(bits == 0xfffe);
    if (home.variable->name == "w") CHECK(static_cast<int64_t>(bits) == -2000000000000ll);
    if (home.variable->name == "n") CHECK(bits == 1000000000000ull);
  }
}
