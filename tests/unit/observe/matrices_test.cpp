// What is found about matrices that a warp moves: lanes that are missing, rows at odd places, races
// with rows, values that nothing has written; what they cost.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using warplens::test::golden;

namespace {

// A tile of 8 rows of 8 numbers of 32 bits, two matrices beside each other, is filled and read.
std::string kernel(const std::string& body) {
  return "__global__ void k(const unsigned* in, unsigned* out) {\n"
         "  __shared__ alignas(16) unsigned tile[64];\n"
         "  const unsigned t = threadIdx.x, row = t % 8 * 32 + t / 8 % 2 * 16;\n" +
         body + "}\n";
}
constexpr const char* kFill = "  for (unsigned i = t; i < 64; i += blockDim.x) tile[i] = in[i];\n";
constexpr const char* kArguments =
    " --grid 1 --arg in=unsigned[64]:iota --arg out=unsigned[128]:zero";

std::shared_ptr<const run::Run> run_of(const std::string& body, const std::string& words) {
  return test::must_run(kernel(body), words + kArguments);
}

// "missing_lanes: all 32 lanes...", one of each finding.
std::vector<std::string> findings_of(const std::string& body,
                                     const std::string& words = "--block 32") {
  std::vector<std::string> found;
  const auto run = run_of(body, words);
  for (const observe::Finding& finding : run->findings)
    found.push_back(std::string(observe::word(finding.kind)) + ": " + finding.message);
  return found;
}

}  // namespace

TEST_CASE("matrices: a tile that is filled, waited for and read has no mistake") {
  const auto run = run_of(std::string(kFill) +
                              "  __syncthreads();\n  unsigned a, b;\n"
                              "  warplens_ldmatrix_x2(&a, &b, row);\n  out[t] = a + b;\n",
                          "--block 32");
  CHECK(run->findings.empty());
  const auto out = test::values_of<uint32_t>(*run, "out");
  for (uint32_t lane = 0; lane < 32; ++lane) CHECK(out[lane] == 2 * (lane / 4 * 8 + lane % 4) + 4);
}

TEST_CASE("matrices: lanes that do not take part are named") {
  const std::string load = "  unsigned a = 0;\n";
  const auto in_branch = [&](const std::string& condition) {
    return std::string(kFill) + "  __syncthreads();\n" + load + "  if (" + condition +
           ") warplens_ldmatrix_x1(&a, row);\n  out[t] = a;\n";
  };
  CHECK(findings_of(in_branch("t != 30")) == golden("observe.matrices.one_missing"));
  CHECK(findings_of(in_branch("t < 24 || t == 27")) == golden("observe.matrices.many_missing"));
  CHECK(findings_of(in_branch("true"), "--block 40") == golden("observe.matrices.short_warp"));
}

TEST_CASE("matrices: a row that is no multiple of 16 bytes, or in no array") {
  CHECK(findings_of(std::string(kFill) +
                    "  __syncthreads();\n  unsigned a;\n"
                    "  warplens_ldmatrix_x1(&a, row / 2 + 4 * (t == 3));\n  out[t] = a;\n") ==
        golden("observe.matrices.misaligned"));
  CHECK(findings_of(std::string(kFill) + "  __syncthreads();\n"
                                         "  warplens_stmatrix_x1(t == 5 ? 4096 : row, t);\n") ==
        golden("observe.matrices.outside"));
}

TEST_CASE("matrices: a fragment's rows begin at multiples of 16 bytes, in any memory") {
  const auto of_rows = [](const std::string& from, const std::string& ldm) {
    const auto run = test::must_run(
        "#include <mma.h>\nusing namespace nvcuda;\n"
        "__global__ void k(const half* in, half* out) {\n"
        "  __shared__ alignas(16) half tile[1024];\n"
        "  for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = in[i];\n  __syncthreads();\n"
        "  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n"
        "  wmma::load_matrix_sync(a, " +
            from + ", " + ldm + ");\n  out[threadIdx.x] = a.x[0];\n}\n",
        "--grid 1 --block 32 --arg in=half[1024] --arg out=half[32] --checks none");
    return run->findings.empty() ? std::string() : run->findings.front().message;
  };
  for (const char* from : {"in", "tile"}) {
    CAPTURE(from);
    CHECK(of_rows(from, "24") == "");
    CHECK(of_rows(from, "20") == golden("observe.matrices.odd_rows"));
    CHECK(of_rows(from, "0") == golden("observe.matrices.odd_rows"));
  }
}

TEST_CASE("matrices: rows race with who stores there") {
  const std::string load = "  unsigned a;\n  warplens_ldmatrix_x1(&a, row);\n  out[t] = a;\n";
  const auto kinds = [&](const std::string& body) {
    std::string found;
    const auto run = run_of(body, "--block 64");
    for (const observe::Finding& finding : run->findings)
      found += std::string(observe::word(finding.kind)) + " ";
    return found;
  };
  const std::string all = "  __syncthreads();\n", warp = "  __syncwarp();\n";
  CHECK(kinds(kFill + all + load) == "");
  // Warp 0 reads rows that warp 1 has not filled.
  CHECK(kinds(kFill + warp + load) == "race_between_warps unwritten_read ");
  CHECK(kinds(kFill + all + load + warp + "  tile[t] = 1;\n") == "race_between_warps ");
  // Of one warp, whose lane 1 names a row that others store.
  CHECK(kinds("  if (t < 32) tile[t] = t;\n" + all + "  if (t < 32) tile[t] = 1;\n  if (t < 32) {" +
              load + "}\n") == "race_in_warp ");
  // Each warp stores other values to the same rows.
  CHECK(kinds("  warplens_stmatrix_x1(row, t);\n") == "race_between_warps ");
}

TEST_CASE("matrices: what nothing has written matters where a lane uses it") {
  // All but row 7 of the tile.
  const std::string partly =
      "  for (unsigned i = t; i < 56; i += 32) tile[i] = in[i];\n"
      "  __syncthreads();\n";
  const auto lines = [&](const std::string& body) {
    std::vector<std::string> found;
    const auto run = run_of(partly + body, "--block 32 --checks unwritten");
    for (const observe::Finding& finding : run->findings) {
      CHECK(finding.kind == observe::FindingKind::kUnwrittenRead);
      REQUIRE(finding.other.has_value());
      found.push_back(
          fmt::format("{}/{} {}", finding.line, finding.other->line, finding.thread[0]));
    }
    return found;
  };
  using Lines = std::vector<std::string>;
  const std::string load = "  unsigned a;\n  warplens_ldmatrix_x1(&a, row);\n";
  // The lanes of row 7 are 28 to 31.
  CHECK(lines(load + "  out[t] = a;\n") == Lines{"8/7 28"});
  CHECK(lines(load + "  if (t < 28) out[t] = a;\n").empty());
  // Of a column the lanes that have its row 7 do so in their high half.
  const std::string turned = "  unsigned a;\n  warplens_ldmatrix_x1_trans(&a, row);\n";
  CHECK(lines(turned + "  out[t] = a;\n") == Lines{"8/7 3"});
  CHECK(lines(turned + "  out[t] = a & 0xffff;\n").empty());
  CHECK(lines(load + "  a = warplens_movmatrix_trans(a);\n  out[t] = a >> 16;\n") ==
        Lines{"9/7 3"});
  CHECK(lines(load + "  a = warplens_movmatrix_trans(a);\n  out[t] = a & 0xffff;\n").empty());
  // Stored again, it is as it was.
  CHECK(lines(load +
              "  warplens_stmatrix_x1(row, a);\n  __syncthreads();\n  out[t] = tile[48 + t % 8];\n")
            .empty());
  CHECK(
      lines(
          load +
          "  warplens_stmatrix_x1(row, a);\n  __syncthreads();\n  out[t] = tile[56 + t % 4];\n") ==
      Lines{"10/7 0"});
}

TEST_CASE("matrices: each costs a wavefront, and one more for rows that meet") {
  const auto totals = [&](const std::string& address) {
    const auto run = run_of(std::string(kFill) +
                                "  __syncthreads();\n  unsigned a, b;\n"
                                "  warplens_ldmatrix_x2(&a, &b, " +
                                address + ");\n  out[t] = a + b;\n",
                            "--block 32");
    return run->totals.shared[static_cast<size_t>(base::AccessKind::kLdmatrix)];
  };
  // Eight rows 32 bytes apart: two of them on each bank.
  CHECK(totals("row").requests == 1);
  CHECK(totals("row").wavefronts == 4);
  CHECK(totals("row").conflicts == 2);
  CHECK(totals("t % 16 * 16").wavefronts == 2);
  CHECK(totals("t % 16 * 16").conflicts == 0);
  // Rows at one place share a wavefront, but two matrices do not.
  CHECK(totals("0").wavefronts == 2);
}
