// Measurements made from the simulation's own counts, with something changed: what is found, and
// what it is called.
#include "app/compare/comparison.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "app/compare/rows.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using compare::Verdict;
using measure::Build;
using measure::Method;
using measure::Operation;
using measure::Space;
using warplens::test::golden;

namespace {

constexpr const char* kCopy = R"(__global__ void copy(const float* in, float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
})";
constexpr const char* kCopyLaunch =
    "--block 32,32 --arg in=float[32][32] --arg out=float[32][32]:zero";

using Runs = run::Runs;
using Change = std::function<void(measure::LaunchResult&)>;

measure::Measurement measurement_of(const run::Run& run, Build build, Method method,
                                    const Change& change) {
  measure::LaunchResult launch;
  const compare::SimulatedRows rows =
      method == Method::kReplay ? compare::rows_of_recording(run) : compare::rows_of(run);
  for (const auto& [key, row] : rows) {
    const bool is_whole = method == Method::kCountersByKernel;
    launch.lines.push_back(
        {is_whole ? "" : key.file, is_whole ? 0 : key.line, key.space, key.operation, row.counts});
  }
  change(launch);
  measure::BuildResult result;
  result.build = build;
  result.method = method;
  result.launches.push_back(std::move(launch));
  measure::Measurement measurement;
  measurement.provenance.device = "Test GPU";
  measurement.builds.push_back(std::move(result));
  return measurement;
}

compare::Comparison compared(const std::shared_ptr<const run::Run>& run, Build build, Method method,
                             const Change& change) {
  const measure::Measurement measurement = measurement_of(*run, build, method, change);
  return compare::compare({run}, &measurement, nullptr);
}

measure::LineCounts& line_of(measure::LaunchResult& launch, uint32_t line, Space space,
                             Operation operation) {
  for (measure::LineCounts& one : launch.lines) {
    if (one.line == line && one.space == space && one.operation == operation) return one;
  }
  FAIL("there is no such row");
  return launch.lines.front();
}

const compare::Row& row_of(const std::vector<compare::Row>& rows, uint32_t line, Space space,
                           Operation operation) {
  for (const compare::Row& row : rows) {
    if (row.line == line && row.space == space && row.operation == operation) return row;
  }
  FAIL("there is no such row");
  return rows.front();
}

}  // namespace

TEST_CASE("comparison: equal counts are equal in every line and in total") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult&) {});
  REQUIRE(found.launches.size() == 1);
  CHECK(found.all_equal);
  CHECK_FALSE(compare::is_wrong(found));
  CHECK(found.launches[0].lines.size() == 4);
  CHECK(found.launches[0].totals.size() == 4);
  const compare::Row& store = row_of(found.launches[0].lines, 3, Space::kShared, Operation::kStore);
  CHECK(store.simulated.wavefronts == 1024);
  CHECK(store.as_written->verdict == Verdict::kEqual);
  CHECK(store.source_text.starts_with("tile[threadIdx.x]"));
  REQUIRE(found.sources.size() == 1);
  CHECK(found.sources[0] == golden("compare.sources.counters_by_line"));
}

TEST_CASE("comparison: one count that differs is found, and so is the total") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        ++*line_of(launch, 5, Space::kShared, Operation::kLoad).counts.wavefronts;
      });
  CHECK_FALSE(found.all_equal);
  CHECK(compare::is_wrong(found));
  const compare::Row& load = row_of(found.launches[0].lines, 5, Space::kShared, Operation::kLoad);
  CHECK(load.as_written->verdict == Verdict::kDiffers);
  CHECK(load.as_written->difference == 1);
  const compare::Row& total = row_of(found.launches[0].totals, 0, Space::kShared, Operation::kLoad);
  CHECK(total.as_written->verdict == Verdict::kDiffers);
  CHECK(total.as_written->cause == "see line 5");
  CHECK(row_of(found.launches[0].totals, 0, Space::kGlobal, Operation::kLoad).as_written->verdict ==
        Verdict::kEqual);
}

TEST_CASE("comparison: a row that only one side has differs") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto missing = compared(run, Build::kAsWritten, Method::kCountersByLine,
                                [](measure::LaunchResult& launch) { launch.lines.pop_back(); });
  CHECK(compare::is_wrong(missing));
  const auto more =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        measure::LineCounts line = launch.lines.front();
        line.line = 4;
        launch.lines.push_back(line);
      });
  CHECK(compare::is_wrong(more));
  CHECK(more.launches[0].lines.size() == 5);
}

TEST_CASE("comparison: requests alone are no agreement") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        for (measure::LineCounts& line : launch.lines) {
          line.counts.wavefronts.reset();
          line.counts.sectors.reset();
        }
      });
  CHECK_FALSE(found.all_equal);
  for (const compare::Row& row : found.launches[0].lines) {
    CHECK(row.as_written->verdict == Verdict::kNotComparable);
    CHECK(row.as_written->cause.ends_with("were not counted"));
  }
}

TEST_CASE("comparison: as compiled a difference has the record's cause") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto change = [](measure::LaunchResult& launch) {
    measure::LineCounts& load = line_of(launch, 5, Space::kShared, Operation::kLoad);
    load.counts.requests = *load.counts.requests / 4;
    line_of(launch, 3, Space::kGlobal, Operation::kLoad).counts.requests = 1;
    launch.causes.push_back(
        {"", 5, Space::kShared, Operation::kLoad, measure::CauseKind::kMerged, "4 loads became 1"});
  };
  const auto found = compared(run, Build::kAsCompiled, Method::kCountersByLine, change);
  CHECK_FALSE(compare::is_wrong(found));  // says nothing about the build as written
  const auto& lines = found.launches[0].lines;
  CHECK(row_of(lines, 5, Space::kShared, Operation::kLoad).as_compiled->verdict ==
        Verdict::kCompiler);
  CHECK(row_of(lines, 5, Space::kShared, Operation::kLoad).as_compiled->cause ==
        "4 loads became 1");
  CHECK(row_of(lines, 3, Space::kGlobal, Operation::kLoad).as_compiled->cause ==
        "cause not determined");
  CHECK(row_of(lines, 5, Space::kGlobal, Operation::kStore).as_compiled->verdict ==
        Verdict::kEqual);
}

TEST_CASE("comparison: where both builds count the same, the optimiser is not blamed") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  measure::Measurement measurement;
  for (const Build build : {Build::kAsWritten, Build::kAsCompiled}) {
    const measure::Measurement one =
        measurement_of(*run, build, Method::kCountersByLine, [](measure::LaunchResult& launch) {
          *line_of(launch, 3, Space::kShared, Operation::kStore).counts.wavefronts += 7;
        });
    measurement.builds.push_back(one.builds.front());
  }
  measure::Cause cause;
  cause.line = 3;
  cause.space = Space::kShared;
  cause.operation = Operation::kStore;
  cause.words = "the branch became a predicate";
  measurement.builds.back().launches.front().causes.push_back(cause);
  const compare::Comparison comparison = compare::compare({run}, &measurement, nullptr);
  const compare::Row& row =
      row_of(comparison.launches[0].lines, 3, Space::kShared, Operation::kStore);
  CHECK(row.as_written->verdict == Verdict::kDiffers);
  CHECK(row.as_compiled->verdict == Verdict::kDiffers);
  CHECK(row.as_compiled->cause.empty());
}

TEST_CASE("comparison: a whole kernel's counter may hold a little lost arbitration") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto with = [&](uint64_t more) {
    return compared(
        run, Build::kAsWritten, Method::kCountersByKernel, [&](measure::LaunchResult& launch) {
          *line_of(launch, 0, Space::kShared, Operation::kLoad).counts.wavefronts += more;
        });
  };
  const auto little = with(40), much = with(100);
  const auto cell = [](const compare::Comparison& found) {
    return *row_of(found.launches[0].totals, 0, Space::kShared, Operation::kLoad).as_written;
  };
  CHECK(cell(little).verdict == Verdict::kArbitration);
  CHECK(cell(little).difference == 40);
  CHECK(cell(much).verdict == Verdict::kDiffers);
  CHECK_FALSE(little.launches[0].lines.front().as_written);
}

TEST_CASE("comparison: counts without lines are held against the totals") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto with = [&](uint64_t more) {
    return compared(
        run, Build::kAsWritten, Method::kCountersByLine, [&](measure::LaunchResult& launch) {
          for (measure::LineCounts& row : launch.lines) row.line = 0;
          *line_of(launch, 0, Space::kShared, Operation::kLoad).counts.wavefronts += more;
        });
  };
  CHECK(with(0).all_equal);
  CHECK(with(0).launches[0].lines.size() == 4);
  CHECK_FALSE(with(0).launches[0].lines[0].as_written);
  CHECK(compare::is_wrong(with(1)));
}

TEST_CASE("comparison: a kernel's counters do not know the requests of generic instructions") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto with = [&](uint64_t wavefronts) {
    return compared(
        run, Build::kAsWritten, Method::kCountersByKernel, [&](measure::LaunchResult& launch) {
          line_of(launch, 0, Space::kShared, Operation::kLoad).counts = {0, wavefronts, {}, {}, {}};
        });
  };
  CHECK_FALSE(compare::is_wrong(with(1024)));
  CHECK(with(1024).all_equal);
  CHECK(compare::is_wrong(with(512)));
}

TEST_CASE("comparison: constant memory is not comparable, and left out of the total") {
  const auto run = test::must_run(R"(__constant__ float weights[4];
__global__ void scale(const float* in, float* out) {
  float weight = weights[threadIdx.x % 4];
  out[threadIdx.x] = weight * in[threadIdx.x];
})",
                                  "--block 32 --arg weights=float[4] --arg in=float[32] --arg "
                                  "out=float[32]");
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        line_of(launch, 3, Space::kGlobal, Operation::kLoad).counts = {1, {}, 1, 1, {}};
      });
  const compare::Cell& cell =
      *row_of(found.launches[0].lines, 3, Space::kGlobal, Operation::kLoad).as_written;
  CHECK(cell.verdict == Verdict::kNotComparable);
  CHECK(cell.cause.find("constant memory") != std::string::npos);
  CHECK(row_of(found.launches[0].lines, 3, Space::kGlobal, Operation::kLoad).constant_requests ==
        1);
  CHECK(row_of(found.launches[0].lines, 4, Space::kGlobal, Operation::kLoad).constant_requests ==
        0);
  const compare::Cell& total =
      *row_of(found.launches[0].totals, 0, Space::kGlobal, Operation::kLoad).as_written;
  CHECK(total.verdict == Verdict::kEqual);
  CHECK(total.difference == 0);
  CHECK(total.cause == golden("compare.causes.line_left_out"));
  CHECK_FALSE(compare::is_wrong(found));
}

TEST_CASE("comparison: vectors that the debug build moves in pieces are its doing") {
  const auto run = test::must_run(R"(__global__ void copy(const float2* in, float2* out) {
  out[threadIdx.x] = in[threadIdx.x];
})",
                                  "--block 32 --arg in=float2[32] --arg out=float2[32]:zero");
  const auto with = [&](uint64_t requests) {
    const auto found = compared(
        run, Build::kAsWritten, Method::kCountersByLine, [&](measure::LaunchResult& launch) {
          line_of(launch, 2, Space::kGlobal, Operation::kLoad).counts = {requests, {}, 16, 4, {}};
        });
    return *row_of(found.launches[0].lines, 2, Space::kGlobal, Operation::kLoad).as_written;
  };
  CHECK(with(2).verdict == Verdict::kCompiler);
  CHECK(with(2).cause == golden("compare.causes.pieces_of_debug_build"));
  CHECK(with(3).verdict == Verdict::kDiffers);
  CHECK(with(16).verdict == Verdict::kDiffers);
}

TEST_CASE("comparison: accesses that are missing beside a record's member are no wider copy") {
  const auto run = test::must_run(R"(struct P { float x, y; };
__global__ void k(const float* a, const P* p, float* out) {
  out[threadIdx.x] = a[threadIdx.x] + p[threadIdx.x].x;
})",
                                  "--block 32 --arg a=float[32] --arg p=float[64] --arg "
                                  "out=float[32]:zero");
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        measure::Counts& counts = line_of(launch, 3, Space::kGlobal, Operation::kLoad).counts;
        REQUIRE(counts.requests == 2);
        counts = {1, {}, 4, 1, 32};
      });
  const compare::Row& row = row_of(found.launches[0].lines, 3, Space::kGlobal, Operation::kLoad);
  CHECK(row.as_written->verdict == Verdict::kDiffers);
  CHECK(compare::is_wrong(found));
}

TEST_CASE("comparison: pieces of a vector reach no more sectors than the whole, each") {
  const auto run = test::must_run(R"(__global__ void copy(const float2* in, float2* out) {
  out[threadIdx.x] = in[threadIdx.x];
})",
                                  "--block 32 --arg in=float2[32] --arg out=float2[32]:zero");
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        line_of(launch, 2, Space::kGlobal, Operation::kStore).counts = {2, {}, 64, 4, 64};
      });
  CHECK(compare::is_wrong(found));
}

TEST_CASE("comparison: numbers that no launch has do not overflow") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        constexpr uint64_t kHuge = ~uint64_t{0} / 2 + 1;
        line_of(launch, 5, Space::kShared, Operation::kLoad).counts = {kHuge, kHuge, {}, {}, {}};
      });
  CHECK(compare::is_wrong(found));
}

TEST_CASE("comparison: the same lanes in other requests are the machine code's doing") {
  const auto run = test::must_run(R"(__global__ void k(int* out) {
  if (threadIdx.x < 8) {
    out[threadIdx.x] = 1;
  }
})",
                                  "--block 32 --arg out=int[32]");
  const auto with = [&](uint64_t requests, uint64_t lanes) {
    const auto found = compared(run, Build::kAsWritten, Method::kCountersByLine,
                                [&](measure::LaunchResult& launch) {
                                  line_of(launch, 3, Space::kGlobal, Operation::kStore).counts = {
                                      requests, {}, 2, 2, lanes};
                                });
    return *row_of(found.launches[0].lines, 3, Space::kGlobal, Operation::kStore).as_written;
  };
  CHECK(with(2, 8).verdict == Verdict::kCompiler);
  CHECK(with(2, 8).cause.starts_with("the same 8 lane accesses in 2 requests instead of 1"));
  CHECK(with(2, 9).verdict == Verdict::kDiffers);
  CHECK(with(1, 8).verdict == Verdict::kDiffers);  // other lines, for the same requests
}

TEST_CASE("comparison: counters by line are not the hardware's for wide shared loads") {
  const auto run = test::must_run(R"(__global__ void k(float4* a) {
  __shared__ float4 s[32];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x];
})",
                                  "--block 32 --arg a=float4[32]");
  const auto verdict_of = [&](Method method, uint32_t line, Operation operation) {
    const auto found = compared(run, Build::kAsWritten, method, [&](measure::LaunchResult& launch) {
      ++*line_of(launch, line, Space::kShared, operation).counts.wavefronts;
    });
    return row_of(found.launches[0].lines, line, Space::kShared, operation).as_written->verdict;
  };
  CHECK(verdict_of(Method::kCountersByLine, 4, Operation::kLoad) == Verdict::kNotComparable);
  CHECK(verdict_of(Method::kReplay, 4, Operation::kLoad) == Verdict::kDiffers);
  CHECK(verdict_of(Method::kCountersByLine, 3, Operation::kStore) == Verdict::kDiffers);
}

TEST_CASE("comparison: an older device's banks are no GPU's that is measured") {
  const auto run = test::must_run(kCopy, std::string(kCopyLaunch) + " --device cc3.0");
  for (const Build build : {Build::kAsWritten, Build::kAsCompiled}) {
    const auto found =
        compared(run, build, Method::kCountersByLine, [](measure::LaunchResult& launch) {
          ++*line_of(launch, 5, Space::kShared, Operation::kLoad).counts.wavefronts;
          ++*line_of(launch, 5, Space::kGlobal, Operation::kStore).counts.sectors;
        });
    const auto cell = [&](Space space, Operation operation) {
      const compare::Row row = row_of(found.launches[0].lines, 5, space, operation);
      return build == Build::kAsWritten ? *row.as_written : *row.as_compiled;
    };
    CHECK(cell(Space::kShared, Operation::kLoad).verdict == Verdict::kNotComparable);
    CHECK(cell(Space::kShared, Operation::kLoad).cause.find("cc3.0") != std::string::npos);
    CHECK(cell(Space::kGlobal, Operation::kStore).verdict != Verdict::kNotComparable);
  }
}

TEST_CASE("comparison: with nothing to compare with nothing is equal") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  CHECK_FALSE(compare::compare({run}, nullptr, nullptr).all_equal);
}

TEST_CASE("comparison: lanes have to agree, too, where both sides know them") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        --*line_of(launch, 5, Space::kShared, Operation::kLoad).counts.lanes;
      });
  CHECK(compare::is_wrong(found));
}

TEST_CASE("comparison: what atomics choose differs from run to run") {
  const auto verdict_of = [](const char* text, uint32_t line, const char* launch_words) {
    const auto run = test::must_run(text, launch_words);
    const auto found = compared(
        run, Build::kAsWritten, Method::kCountersByLine, [&](measure::LaunchResult& launch) {
          ++*line_of(launch, line, Space::kGlobal, Operation::kStore).counts.sectors;
        });
    return row_of(found.launches[0].lines, line, Space::kGlobal, Operation::kStore)
        .as_written->verdict;
  };
  constexpr const char* kLaunch = "--grid 2 --block 32 --arg out=int[64] --arg top=int[1]:zero";
  SUBCASE("a place") {
    CHECK(verdict_of(R"(__global__ void k(int* out, int* top) {
  out[atomicAdd(top, 1)] = 1;
})",
                     2, kLaunch) == Verdict::kNotComparable);
  }
  SUBCASE("who leaves a loop") {
    CHECK(verdict_of(R"(__global__ void k(int* out, int* top) {
  int old;
  do {
    out[threadIdx.x] = 1;
    old = atomicCAS(top, 0, 1);
    if (old == 0) atomicExch(top, 0);
  } while (old != 0);
})",
                     4, kLaunch) == Verdict::kNotComparable);
  }
  SUBCASE("who returns") {
    CHECK(verdict_of(R"(__global__ void k(int* out, int* top) {
  if (atomicAdd(top, 1) > 7) return;
  out[threadIdx.x] = 1;
})",
                     3, kLaunch) == Verdict::kNotComparable);
  }
  SUBCASE("what lanes run together") {
    CHECK(verdict_of(R"(__global__ void k(int* out, int* top) {
  int first = __ffs(__activemask()) - 1;
  if (threadIdx.x == first) out[threadIdx.x] = 1;
})",
                     3, kLaunch) == Verdict::kNotComparable);
  }
  SUBCASE("not a value") {
    CHECK(verdict_of(R"(__global__ void k(int* out, int* top) {
  out[threadIdx.x] = atomicAdd(top, 1);
})",
                     2, kLaunch) == Verdict::kDiffers);
  }
  SUBCASE("not what stood before") {
    CHECK(verdict_of(R"(__global__ void k(int* out, int* top) {
  out[threadIdx.x] = 1;
  if (atomicAdd(top, 1) > 7) return;
  out[32] = 2;
})",
                     2, kLaunch) == Verdict::kDiffers);
  }
}

TEST_CASE("comparison: a floating constant of the file may be read from memory, and nothing else") {
  const auto run = test::must_run(R"(const double kEps = 1e-8;
__global__ void k(double* a) {
  a[threadIdx.x] += kEps;
  a[threadIdx.x] += 1;
})",
                                  "--block 32 --arg a=double[32]");
  const auto verdict_at = [&](uint32_t line, uint64_t sectors) {
    const auto found =
        compared(run, Build::kAsWritten, Method::kCountersByLine, [&](measure::LaunchResult& by) {
          measure::Counts& counts = line_of(by, line, Space::kGlobal, Operation::kLoad).counts;
          *counts.requests += 1;
          *counts.sectors += sectors;
          *counts.lines += 1;
          *counts.lanes += 32;
        });
    return row_of(found.launches[0].lines, line, Space::kGlobal, Operation::kLoad).as_written;
  };
  CHECK(verdict_at(3, 1)->verdict == Verdict::kCompiler);
  CHECK(verdict_at(3, 1)->cause.find("reads the constant kEps from memory") != std::string::npos);
  CHECK(verdict_at(3, 2)->verdict == Verdict::kDiffers);
  CHECK(verdict_at(4, 1)->verdict == Verdict::kDiffers);
}

TEST_CASE("comparison: code without a line is the library's, and the total says so") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  const auto found =
      compared(run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult& launch) {
        measure::LineCounts table = line_of(launch, 3, Space::kGlobal, Operation::kLoad);
        table.line = 0;
        launch.lines.push_back(table);
      });
  const auto& row = row_of(found.launches[0].lines, 0, Space::kGlobal, Operation::kLoad);
  CHECK(row.as_written->verdict == Verdict::kCompiler);
  CHECK(row.as_written->cause.starts_with("code of CUDA's own library"));
  const auto& total = row_of(found.launches[0].totals, 0, Space::kGlobal, Operation::kLoad);
  CHECK(total.as_written->cause.starts_with("code of CUDA's own library"));
  CHECK_FALSE(compare::is_wrong(found));
}

TEST_CASE("comparison: a group that is passed by value is copied by the debug build") {
  const auto run = test::must_run(R"(#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <class G> __device__ int rank(G g, int v) { return v + g.thread_rank(); }
__global__ void k(int* a) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  a[threadIdx.x] = rank(tile, a[threadIdx.x]);
})",
                                  "--block 32 --arg a=int[32]");
  const auto with = [&](uint64_t more_sectors) {
    const auto found = compared(
        run, Build::kAsWritten, Method::kCountersByLine, [&](measure::LaunchResult& launch) {
          measure::Counts& counts = line_of(launch, 6, Space::kGlobal, Operation::kLoad).counts;
          counts = {
              *counts.requests + 1, {}, *counts.sectors + more_sectors, *counts.lines + 1, {}};
        });
    return *row_of(found.launches[0].lines, 6, Space::kGlobal, Operation::kLoad).as_written;
  };
  CHECK(with(1).verdict == Verdict::kCompiler);
  CHECK(with(2).verdict == Verdict::kDiffers);
}

TEST_CASE("comparison: a replay is beside the recorded block alone") {
  const auto run = test::must_run(R"(__global__ void copy(const float* in, float* out) {
  __shared__ float row[64];
  row[threadIdx.x * 2] = in[blockIdx.x * 32 + threadIdx.x];
  out[blockIdx.x * 32 + threadIdx.x] = row[threadIdx.x * 2];
})",
                                  "--grid 4 --block 32 --arg in=float[128] --arg out=float[128]");
  const auto found =
      compared(run, Build::kAsWritten, Method::kReplay, [](measure::LaunchResult& launch) {
        for (measure::LineCounts& line : launch.lines) line.counts.sectors.reset();
      });
  const auto& lines = found.launches[0].lines;
  const compare::Row& load = row_of(lines, 4, Space::kShared, Operation::kLoad);
  CHECK(load.simulated.wavefronts == 8);
  REQUIRE(load.as_written);
  CHECK(load.as_written->verdict == Verdict::kEqual);
  CHECK(load.as_written->simulated->wavefronts == 2);
  CHECK(row_of(lines, 3, Space::kGlobal, Operation::kLoad).as_written->verdict ==
        Verdict::kNotComparable);
}

TEST_CASE("comparison: a recording is found by its text and launch, and has columns of its own") {
  const auto run = test::must_run(kCopy, kCopyLaunch);
  measure::Measurement measurement = measurement_of(
      *run, Build::kAsWritten, Method::kCountersByLine, [](measure::LaunchResult&) {});
  measurement.builds.push_back(measurement.builds.front());
  measurement.builds.back().build = Build::kAsCompiled;
  measurement.builds.back().launches[0].times = measure::Times{12.5, 0.01, 30, true};
  measurement.text_hash = "0123456789abcdef";
  measurement.launch = "--grid 1 --block 32,32";
  measure::MeasurementFile recording;
  recording.measurements.push_back(measurement);
  CHECK(compare::find_recorded(recording, "0123456789abcdef", "--grid 2") == nullptr);
  const measure::Measurement* found =
      compare::find_recorded(recording, "0123456789abcdef", "--grid 1 --block 32,32");
  REQUIRE(found != nullptr);
  const auto comparison = compare::compare({run}, nullptr, found);
  const compare::Row& row = comparison.launches[0].lines.front();
  CHECK_FALSE(row.as_written);
  CHECK(row.recorded->verdict == Verdict::kEqual);
  CHECK(row.recorded_as_compiled->verdict == Verdict::kEqual);
  CHECK(comparison.launches[0].recorded_as_compiled_time->median_us == 12.5);
}
