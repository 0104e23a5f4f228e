// Asynchronous copies: what they move, when it arrives, what is reported.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using machine::test::Launched;

namespace {

std::vector<float> counted(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

// What `out` has after a run in which blocks take turns, from zeros.
std::vector<float> by_turns(const Launched& made, launch::Order order, bool are_lanes_independent) {
  GlobalMemory memory = made.memory;
  GridOptions options;
  options.step_limit = 1'000'000;
  options.scheduling.emplace();
  options.scheduling->schedule.order = order;
  options.scheduling->schedule.resident = 1;
  options.scheduling->schedule.independent_lanes = are_lanes_independent;
  CHECK(run_grid(made.context(), memory, nullptr, options).reason == StopReason::kDone);
  const base::PagedBytes& bytes = memory.array(0).bytes;
  std::vector<float> values(bytes.size() / sizeof(float));
  bytes.read(0, std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<float> late(const Launched& made) {
  std::vector<float> values = by_turns(made, launch::Order::kAdversarial, false);
  CHECK(by_turns(made, launch::Order::kAdversarial, true) == values);
  return values;
}

// A kernel k(float* out, const float* in) with `body`, in which s(i) is where tile[i] is.
std::string kernel(const std::string& body) {
  return "__global__ void k(float* out, const float* in) {\n"
         "  __shared__ __align__(16) float tile[256];\n"
         "  const int t = threadIdx.x;\n"
         "#define s(i) ((unsigned)__cvta_generic_to_shared(&tile[i]))\n" +
         body + "}\n";
}

}  // namespace

TEST_CASE("copies: bytes of each size arrive, once they are waited for") {
  for (const uint32_t bytes : {4u, 8u, 16u}) {
    CAPTURE(bytes);
    const std::string words = std::to_string(bytes / 4);
    const std::string copy = "warplens_cp_async(s(t * " + words + "), in + t * " + words + ", " +
                             std::to_string(bytes) + ", " + std::to_string(bytes) + ", 0);";
    Launched run(kernel(copy +
                        "warplens_cp_async_commit(); warplens_cp_async_wait(0); __syncthreads();"
                        "for (int i = t; i < 256; i += 64) out[i] = tile[255 - i];"));
    run.array(std::vector<float>(256)).array(counted(256)).block(64).follow().run();
    std::vector<float> wanted(256);
    for (size_t i = 0; i < 64 * bytes / 4; ++i) wanted[255 - i] = static_cast<float>(i + 1);
    CHECK(run.read<float>(0) == wanted);
  }
}

TEST_CASE("copies: what is not read of the source is zero") {
  Launched run(
      kernel("tile[t] = 9; __syncthreads();"
             "if (t < 8) warplens_cp_async(s(4 * t), in + 4 * t, 16, t % 5 * 4, 1);"
             "warplens_cp_async_wait_all(); __syncthreads(); out[t] = tile[t];"));
  run.array(std::vector<float>(64)).array(counted(64)).block(64).follow().run();
  const std::vector<float> out = run.read<float>(0);
  for (uint32_t i = 0; i < 32; ++i) {
    CAPTURE(i);
    const bool is_read = i % 4 < i / 4 % 5;
    CHECK(out[i] == (is_read ? static_cast<float>(i + 1) : 0));
  }
  CHECK(out[32] == 9);
  const auto& copy = run.log.accesses[2];
  CHECK(copy.head.operation == trace::Operation::kCopy);
  CHECK(copy.head.space == trace::Space::kShared);
  CHECK(copy.head.bytes == 16);
  CHECK(copy.head.mask == 0xff);
  CHECK(copy.head.group == 1);
  CHECK(copy.addresses[3] == 48);
  CHECK(copy.source.mask == 0b1101'1110);  // lanes 0 and 5 read nothing
  CHECK(copy.source.bytes == 16);
  CHECK(copy.source_addresses[3] == copy.source_addresses[1] + 32);
  CHECK(copy.values[1] == 0x40a00000);                // 5, and a zero
  CHECK(copy.high_values[4] == 0x41a00000'41980000);  // 19 and 20
  CHECK(run.program().sites[copy.head.site].passes_by_l1);
}

TEST_CASE("copies: they arrive at a wait, at a barrier and at the end, and this is reported") {
  const std::string copies =
      "warplens_cp_async(s(t), in + t, 4, 4, 0); warplens_cp_async_commit();"
      "warplens_cp_async(s(t + 64), in + t, 4, 4, 0);";
  const auto words_of = [&](const std::string& end) {
    Launched run(kernel(copies + end));
    run.array(std::vector<float>(64)).array(counted(64)).block(32).follow().run();
    return run.log.words;
  };
  const std::string begun = "copy0;commit0;copy0;", landed = "landed0:0;landed0:1;";
  CHECK(words_of("warplens_cp_async_wait(1);") == begun + landed + "wait0:1;end0;");
  CHECK(words_of("warplens_cp_async_wait_all();") == begun + landed + "wait0:all;end0;");
  CHECK(words_of("__syncthreads();") == begun + "arrive0;" + landed + "release;end0;");
  CHECK(words_of("__syncwarp(); out[t] = tile[t];") == begun + landed + "end0;");
}

TEST_CASE("copies: as late as they may they arrive at the wait that covers them") {
  // Three groups; all but so many are waited for.
  const std::string copies =
      "for (int i = 0; i < 3; ++i) {"
      "  warplens_cp_async(s(i * 64 + t), in + i * 64 + t, 4, 4, 0); warplens_cp_async_commit();"
      "}";
  const std::string read = "for (int i = 0; i < 3; ++i) out[i * 64 + t] = tile[i * 64 + t];";
  for (const uint32_t newest : {0u, 1u, 2u, 3u, 7u}) {
    CAPTURE(newest);
    const std::string wait = "warplens_cp_async_wait(" + std::to_string(newest) + ");";
    Launched run(kernel(copies + wait + read));
    run.array(std::vector<float>(192)).array(counted(192)).block(64).follow();
    std::vector<float> wanted = counted(192);
    CHECK(by_turns(run, launch::Order::kInOrder, false) == wanted);
    CHECK(by_turns(run, launch::Order::kRandom, true) == wanted);
    const uint32_t there = 3 - std::min(newest, 3u);
    std::fill(wanted.begin() + 64 * there, wanted.end(), 0.0f);
    CHECK(late(run) == wanted);
  }
  // A barrier is no wait for them.
  Launched run(kernel(copies + "__syncthreads();" + read));
  run.array(std::vector<float>(192)).array(counted(192)).block(64).follow();
  CHECK(late(run) == std::vector<float>(192));
}

TEST_CASE("copies: lanes commit and wait apart from each other") {
  Launched run(
      kernel("warplens_cp_async(s(t), in + t, 4, 4, 0); warplens_cp_async_commit();"
             "if (t < 8) warplens_cp_async_commit();"
             "warplens_cp_async_wait(t < 16 ? 1 : 0); out[t] = tile[t];"));
  run.array(std::vector<float>(32)).array(counted(32)).block(32).follow();
  std::vector<float> wanted = counted(32);
  // Of lanes 8 to 15 the only group is among the newest one.
  std::fill(wanted.begin() + 8, wanted.begin() + 16, 0.0f);
  CHECK(late(run) == wanted);
}

TEST_CASE("copies: outside of an array nothing is written, and zeros are read") {
  Launched run(
      kernel("tile[t] = 7; __syncthreads();"
             "warplens_cp_async(t == 1 ? 4096u : s(t), t == 2 ? in - 8 : in + t, 4, 4, 0);"
             "warplens_cp_async_wait_all(); out[t] = tile[t];"));
  run.array(std::vector<float>(32)).array(counted(16)).block(32).follow().run();
  std::vector<float> wanted = counted(16);
  wanted.resize(32);
  wanted[1] = 7;
  wanted[2] = 0;
  CHECK(run.read<float>(0) == wanted);
  const auto& copy = run.log.accesses[1];
  CHECK(copy.head.out_of_bounds == 0b10);
  CHECK(copy.source.out_of_bounds == 0xffff0004);
}

TEST_CASE("copies: of very many in flight the first arrive") {
  Launched run(
      kernel("for (int i = 0; i < 2000; ++i)"
             "  warplens_cp_async(s(i % 200), in + i, 4, 4, 0);"
             "out[t] = tile[t];"));
  run.array(std::vector<float>(32)).array(counted(2000)).block(32).follow();
  const std::vector<float> out = late(run);
  CHECK(out[0] == 1001);  // the last one to it of the first 1,024
  CHECK(out[31] == 832);
}

TEST_CASE("copies: an mbarrier whose phase ends when they are there") {
  // `arrivals` at an mbarrier of so many; each thread reads what another one copies.
  const auto out_of = [](const std::string& count, const std::string& arrivals) {
    Launched run(
        kernel("__shared__ unsigned long long word;"
               "const unsigned barrier = (unsigned)__cvta_generic_to_shared(&word);"
               "if (t == 0) warplens_mbarrier_init(barrier, " +
               count +
               "); __syncthreads();"
               "warplens_cp_async(s(t), in + t, 4, 4, 0);" +
               arrivals + "warplens_mbarrier_wait(barrier, 0); out[t] = tile[63 - t];"));
    run.array(std::vector<float>(64)).array(counted(64)).block(64).follow().run();
    const std::vector<float> out = run.read<float>(0);
    CHECK(by_turns(run, launch::Order::kInOrder, false) == out);
    CHECK(late(run) == out);
    return out;
  };
  std::vector<float> wanted = counted(64);
  std::reverse(wanted.begin(), wanted.end());
  CHECK(out_of("64", "warplens_cp_async_arrive(barrier, 1);") == wanted);
  // One more is pending until the copies are there.
  CHECK(
      out_of("64", "warplens_cp_async_arrive(barrier, 0); warplens_mbarrier_arrive(barrier, 1);") ==
      wanted);
}
