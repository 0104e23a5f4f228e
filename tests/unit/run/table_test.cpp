// Whole kernels at n = 256, tile 16: what their source says, measured on an H200 (NVRTC debug
// build, SASS metrics; driver 580.159.04, CUDA 13.0). The kernels are this project's own with the
// same accesses.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

struct TableRow {
  std::string file, kernel, words;
  uint64_t shared_load[2];  // requests, wavefronts
  uint64_t shared_store[2];
  uint64_t global_load[2];  // requests, sectors
  uint64_t global_store[2];
};

const std::string kGrid = "--grid 16,16 --block 16,16 ";
const std::string kCopy = kGrid +
                          "--arg from=float[256][256] --arg to=float[256][256]:zero "
                          "--arg height=256 --arg width=256";
const std::string kTurn =
    kGrid + "--arg from=float[256][256] --arg to=float[256][256]:zero --arg edge=256";
const std::string kMatrices =
    kGrid +
    "--arg left=float[256][256] --arg right=float[256][256] --arg out=float[256][256]:zero ";
const std::string kProduct = kMatrices + "--arg rows=256 --arg inner=256 --arg columns=256";

std::string strided(int stride) {
  return "--grid " + std::to_string(256 / stride) +
         " --block 256 --arg from=float[262144] --arg to=float[262144]:zero --arg stride=" +
         std::to_string(stride) + " --arg count=65536";
}
std::string offset(int by) {
  return "--grid 256 --block 256 --arg from=float[262144] --arg to=float[262144]:zero "
         "--arg count=65536 --arg offset=" +
         std::to_string(by);
}

void check_run(const TableRow& row) {
  CAPTURE(row.kernel);
  CAPTURE(row.words);
  const auto run = test::must_run(test::kernel_text("table/" + row.file),
                                  "--kernel " + row.kernel + " " + row.words);
  const observe::Totals& totals = run->totals;
  CHECK(totals.shared[0].requests == row.shared_load[0]);
  CHECK(totals.shared[0].wavefronts == row.shared_load[1]);
  CHECK(totals.shared[1].requests == row.shared_store[0]);
  CHECK(totals.shared[1].wavefronts == row.shared_store[1]);
  CHECK(totals.global[0].requests == row.global_load[0]);
  CHECK(totals.global[0].sectors == row.global_load[1]);
  CHECK(totals.global[1].requests == row.global_store[0]);
  CHECK(totals.global[1].sectors == row.global_store[1]);
  CHECK(totals.shared[2].requests + totals.global[2].requests == 0);
  CHECK(run->findings.empty());
  CHECK(run->ending == run::Ending::kComplete);

  observe::Totals summed;
  for (const observe::AccessRow& access : run->accesses) {
    const auto op = static_cast<size_t>(access.operation);
    summed.shared[op] += access.shared;
    summed.global[op] += access.global;
  }
  CHECK(summed == totals);
}

}  // namespace

TEST_CASE("table: copies and transposes through a tile") {
  check_run({"copies.cu",
             "tile_copy_rows",
             kCopy,
             {2048, 2048},
             {2048, 2048},
             {2048, 8192},
             {2048, 8192}});
  check_run({"copies.cu",
             "tile_copy_columns",
             kCopy,
             {2048, 16384},
             {2048, 16384},
             {2048, 8192},
             {2048, 8192}});
  check_run({"copies.cu",
             "tile_copy_padded",
             kCopy,
             {2048, 4096},
             {2048, 4096},
             {2048, 8192},
             {2048, 8192}});
  check_run({"transposes.cu", "turn_directly", kTurn, {0, 0}, {0, 0}, {2048, 8192}, {2048, 32768}});
  check_run({"transposes.cu",
             "turn_in_tile",
             kTurn,
             {2048, 16384},
             {2048, 2048},
             {2048, 8192},
             {2048, 8192}});
  check_run({"transposes.cu",
             "turn_in_padded_tile",
             kTurn,
             {2048, 4096},
             {2048, 4096},
             {2048, 8192},
             {2048, 8192}});
}

TEST_CASE("table: a padded 32x32 tile has no conflict, at n = 128") {
  const std::string words =
      "-D SIDE=32 --grid 4,4 --block 32,32 --arg from=float[128][128] --arg "
      "to=float[128][128]:zero "
      "--arg height=128 --arg width=128";
  check_run({"copies.cu",
             "tile_copy_columns",
             words,
             {512, 16384},
             {512, 16384},
             {512, 2048},
             {512, 2048}});
  check_run(
      {"copies.cu", "tile_copy_padded", words, {512, 512}, {512, 512}, {512, 2048}, {512, 2048}});
}

TEST_CASE("table: matrix products") {
  check_run({"products.cu", "product", kProduct, {0, 0}, {0, 0}, {1048576, 2097152}, {2048, 8192}});
  check_run({"products.cu",
             "product_in_tiles",
             kMatrices + "--arg edge=256",
             {1048576, 1048576},
             {65536, 65536},
             {65536, 262144},
             {2048, 8192}});
  check_run({"products.cu",
             "product_in_turned_tiles",
             kProduct,
             {1048576, 4718592},
             {65536, 524288},
             {65536, 262144},
             {32768, 131072}});
}

TEST_CASE("table: strides and offsets") {
  for (const int stride : {1, 2, 4, 8}) {
    const uint64_t requests = 2048u / static_cast<unsigned>(stride);
    check_run({"copies.cu",
               "strided_copy",
               strided(stride),
               {0, 0},
               {0, 0},
               {requests, 8192},
               {requests, 8192}});
  }
  const std::vector<std::pair<int, uint64_t>> offsets{
      {0, 8192}, {1, 10239}, {8, 8191}, {31, 10236}};
  for (const auto& [by, sectors] : offsets) {
    check_run(
        {"copies.cu", "offset_copy", offset(by), {0, 0}, {0, 0}, {2048, sectors}, {2048, sectors}});
  }
}
