// Every kernel of tests/kernels as written: whether it compiles, and whether the lines that the
// simulator names are those of the debug build's line table, for every access; also for a text
// written over as many lines as possible. Without CUPTI, which reads line tables, it is compiled.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/joined_lines.hpp"
#include "kernels/measure/cuda/call_sites.hpp"
#include "kernels/measure/format/json.hpp"
#include "line_table.hpp"
#include "support.hpp"
#include "tests/support/skip.hpp"

using namespace warplens;

namespace {

using Place = std::pair<compare::JoinedLines::FileLine, measure::Operation>;

measure::Operation operation_of(trace::Operation operation) {
  if (operation == trace::Operation::kLoad) return measure::Operation::kLoad;
  return operation == trace::Operation::kStore ? measure::Operation::kStore
                                               : measure::Operation::kAtomic;
}

// As if each instruction had been counted.
std::vector<measure::LineCounts> rows_of(const std::vector<test::MemoryInstruction>& instructions,
                                         const std::string& file_name) {
  std::vector<measure::LineCounts> rows;
  for (const test::MemoryInstruction& each : instructions) {
    const auto site = measure::cuda::call_site(each.function);
    measure::LineCounts& row = rows.emplace_back();
    row.file = site || each.file == file_name ? "" : each.file;
    row.line = site ? site->line : each.line;
    row.operation = each.operation;
  }
  return rows;
}

struct Comparison {
  size_t accesses = 0;
  std::vector<std::string> missing;  // without an instruction at their line
  size_t missing_unjoined = 0;
};

Comparison compare_lines(const measure::Measured<measure::counters::Cupti>& cupti,
                         const prepare::Request& request) {
  const auto job = test::must_make_job(request);
  const auto compiled = test::must_compile(job, measure::Build::kAsWritten);
  if (!cupti || !compiled) return {};
  const auto runs = run::run_sequence(request);
  REQUIRE_MESSAGE(runs.ok(), (runs.ok() ? "" : base::render(runs.error(), request.file)));
  const std::vector<measure::LineCounts> rows =
      rows_of(test::memory_instructions(*cupti, compiled->cubin), job.file_name);
  Comparison comparison;
  for (const auto& run : runs.value()) {
    const compare::JoinedLines joined(*run, rows);
    std::set<Place> here, unjoined;
    for (const measure::LineCounts& row : rows) {
      unjoined.insert({{row.file, row.line}, row.operation});
      here.insert({joined.first(row.file, row.line), row.operation});
    }
    for (const observe::AccessRow& row : run->accesses) {
      ++comparison.accesses;
      const measure::Operation operation = operation_of(row.operation);
      if (!unjoined.contains({{row.file, row.line}, operation})) ++comparison.missing_unjoined;
      if (here.contains({joined.first(row.file, row.line), operation})) continue;
      comparison.missing.push_back(request.file.name() + ":" + std::to_string(row.line) + " " +
                                   measure::word(operation) + " of " + row.array);
    }
  }
  return comparison;
}

void check_folder(const std::string& folder, size_t least_files, size_t least_accesses) {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  const auto cupti = measure::counters::Cupti::open();
  size_t accesses = 0;
  const std::vector<std::string> names = test::kernels_of(folder);
  CHECK(names.size() >= least_files);
  for (const std::string& name : names) {
    const Comparison comparison = compare_lines(cupti, test::own_launch(name));
    accesses += comparison.accesses;
    for (const std::string& missing : comparison.missing)
      CHECK_MESSAGE(comparison.missing.empty(), "no instruction for " << missing);
  }
  if (cupti) CHECK(accesses >= least_accesses);
}

// Accesses that a line end cuts in two, in every form that the language has for them.
constexpr const char* kManyLines = R"(struct P { float x, y; __device__ float
  sum() const {
    return x
     + y; } };
#define MAXOF(a, b) ((a) > \
   (b) ? (a) : (b))
#define LOAD(p, i) p[i]
__device__ void put(float& to, const float& from) {
  to =
    from;
}
template <typename T> __device__ T
get(const T* p) {
  return *
    p;
}
__global__ void k(float* a, const float* b, P* p, int n) {
  __shared__ float s[8]
     [9];
  __shared__ float one;
  int i = threadIdx.x;
  const float* q = b;
  a[0] = *
     q++;
  a[1] = *(q +
     i);
  a[2] = (
     q)[3];
  a[3] = p
     ->x;
  a[4] = p[i].
     y;
  s[i]
   [
   n] = MAXOF(b[4],
              b[5]);
  one = MAXOF(
      b[6], b[7]);
  a[6] = LOAD(
      b,
      i);
  put(a[8],
      b[10]);
  a[9] = get(
      b + 1);
  a[10] = p[2]
     .sum();
  a[11] = one
    + s[i]
       [n];
  a[12] = n ? b[11]
     : b[12];
  (*
    (p +
    i)) = *(p
    + 2);
  P r = p[
    3];
  a[13]
   = r.x;
  float acc = 0;
  acc += b[13] *
     b[14]; acc -=
     b[15];
  a[14] = acc; a[15]
   -= acc; if (b[16] >
   acc || n) a[16] = b[
   17];
  for (int j = 0;
       j < (int)b[n]
       + n; j++)
    acc +=
     b[j] *
     a
     [j
     *2
     ];
  a[
    17] = -
    acc;
  do { --n; } while (
     b[n] > 9);
  a[19] = __ldg(
     &b[
     20]);
  a[20] = b[
    (int)b[
    2]];
  int* c = (int*)(a +
     32);
  atomicMax(c,
     3);
  a[21] = (float)atomicAdd(c +
     1,
     1);
}
)";

}  // namespace

TEST_CASE("lines: a textbook kernel compiles; every access is one of the debug build's lines") {
  check_folder("textbook", 120, 500);
}

TEST_CASE("lines: a measured kernel compiles; every access is one of the debug build's lines") {
  check_folder("measured", 120, 300);
}

// In the ways in which courses and their students write it; what the simulator accepts of it, the
// GPU's compiler has to accept, too, once the host code is gone.
TEST_CASE("lines: a kernel of every dialect compiles; every access is one of the build's lines") {
  check_folder("language", 50, 100);
}

TEST_CASE("lines: accesses over several lines are found once their lines are joined") {
  const auto cupti = measure::counters::Cupti::open();
  WARPLENS_NEEDS(test::has_compiler() && cupti.ok(), "NVRTC or CUPTI is not installed");
  const Comparison comparison = compare_lines(
      cupti, test::make_request(kManyLines,
                                "--block 4 --arg a=float[64]:zero --arg b=float[64]:mod=7 --arg "
                                "p=float[32] --arg n=5"));
  CHECK(comparison.accesses > 50);
  CHECK(comparison.missing_unjoined > 5);
  for (const std::string& missing : comparison.missing)
    CHECK_MESSAGE(comparison.missing.empty(), "no instruction for " << missing);
}
