// `run --caches`, `--roofline` and `--dram`, of launches whose bytes can be counted by hand.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run_command.hpp"
#include "tests/support/temp_folder.hpp"

using namespace warplens;
using tests::contains;
using tests::Outcome;

namespace {

// Two operations and 8 bytes a thread: 1,024 threads load 4 KiB and store 4 KiB.
constexpr const char* kLine =
    "// warplens: --grid 8 --block 128 --arg a=float[32768] --arg b=float[32768]\n"
    "__global__ void k(const float* a, float* b) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  b[i] = a[i] * 2.0f + 1.0f;\n"
    "}\n";
// The same, each thread in a line of its own: of each sector of 32 bytes 4 are used.
constexpr const char* kApart =
    "// warplens: --grid 8 --block 128 --arg a=float[32768] --arg b=float[32768]\n"
    "__global__ void k(const float* a, float* b) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  b[i * 32] = a[i * 32] * 2.0f + 1.0f;\n"
    "}\n";

Outcome run_text(const char* text, std::vector<std::string> words) {
  const tests::TempFolder folder;
  words.insert(words.begin(), {"run", folder.write("k.cu", text)});
  return tests::run_command(words);
}

nlohmann::json json_of(const char* text, std::vector<std::string> words) {
  words.push_back("--json");
  return nlohmann::json::parse(run_text(text, words).out);
}

}  // namespace

TEST_CASE("run --caches: sectors asked of L1, and moved") {
  const nlohmann::json caches = json_of(kLine, {"--caches"}).at("caches");
  const nlohmann::json& total = caches.at("total");
  CHECK(total.at("load_sectors") == 128);
  CHECK(total.at("store_sectors") == 128);
  CHECK(total.at("l1_hit_sectors") == 0);
  CHECK(total.at("dram_read_sectors") == 128);
  CHECK(json_of(kApart, {"--caches"}).at("caches").at("total").at("load_sectors") == 1024);
  const Outcome text = run_text(kLine, {"--caches"});
  CHECK(contains(text.out, "caches: a model, not measured (H200"));
  CHECK_FALSE(contains(text.out, "roofline:"));
  CHECK_FALSE(contains(run_text(kLine, {"--roofline"}).out, "caches: a model"));
}

TEST_CASE("run --roofline: operations for each byte at four levels, and what they allow") {
  const nlohmann::json roof = json_of(kLine, {"--roofline"}).at("roofline");
  CHECK(roof.at("floating_point_operations") == 2048);
  CHECK(roof.at("bandwidth_gb_per_s") == 4800);
  const nlohmann::json& requested = roof.at("levels").at(0);
  CHECK(requested.at("level") == "requested");
  CHECK(requested.at("bytes") == 8192);
  CHECK(requested.at("flop_per_byte") == 0.25);
  CHECK(requested.at("gflop_per_s_at_most") == 1200);
  CHECK(requested.at("limit") == "bytes");
  const nlohmann::json apart = json_of(kApart, {"--roofline"}).at("roofline");
  CHECK(apart.at("levels").at(0).at("bytes") == 8192);
  CHECK(apart.at("levels").at(1).at("level") == "l1");
  CHECK(apart.at("levels").at(1).at("bytes") == 8 * 8192);
  CHECK(apart.at("levels").at(1).at("flop_per_byte") == 0.25 / 8);
  const Outcome text = run_text(kLine, {"--roofline"});
  CHECK(contains(text.out, "4,800 GB/s of DRAM, 67,000 GFLOP/s of float"));
  CHECK(contains(text.out, "1,200  bytes"));
  // Nothing to show.
  const Outcome bytes = tests::run_command({"run", "transpose-row", "--roofline"});
  CHECK(contains(bytes.out, "roofline: this launch has no floating-point operation"));
  CHECK(json_of(kLine, {"--roofline", "--schedule", "round-robin"})
            .at("roofline")
            .contains("missing"));
  // An old device without public figures says whose are shown; one of several has its own.
  const nlohmann::json several =
      json_of(kLine, {"--roofline", "--device", "h200,cc1.0"}).at("devices");
  CHECK(several.at(0).at("roofline").at("bandwidth_gb_per_s") == 4800);
  CHECK(several.at(1).at("roofline").at("bandwidth_gb_per_s") < 4800);
}

TEST_CASE("run --roofline: a kernel of double is held against double's peak") {
  constexpr const char* kDouble =
      "// warplens: --block 128 --arg a=float[128] --arg b=float[128]\n"
      "__global__ void k(const float* a, float* b) {\n"
      "  double v = a[threadIdx.x];\n"
      "  for (int i = 0; i < 200; ++i) v = v * 1.0001 + 0.5;\n"
      "  b[threadIdx.x] = v;\n"
      "}\n";
  CHECK(contains(run_text(kDouble, {"--roofline"}).out, "33,500 GFLOP/s of double; the ridge"));
  const nlohmann::json roof = json_of(kDouble, {"--roofline"}).at("roofline");
  CHECK(roof.at("peak_gflop_per_s") == 33'500);
  CHECK(roof.at("peak_is_of") == "double");
  CHECK_FALSE(roof.contains("peak_remark"));
  CHECK(roof.at("levels").at(0).at("gflop_per_s_at_most") == 33'500);
}

TEST_CASE("run --dram: bursts, rows and orders") {
  const nlohmann::json dram = json_of(kLine, {"--dram", "hbm2"}).at("dram");
  CHECK(dram.at("burst_bytes") == 64);
  CHECK(dram.at("bursts") == 64);  // the loads; L2 keeps the stores
  CHECK(dram.at("behind_caches") == true);
  CHECK(dram.at("orders").size() == 5);
  for (const nlohmann::json& order : dram.at("orders"))
    CHECK(order.at("row_hits").get<int>() + order.at("activations").get<int>() == 64);
  CHECK(dram.at("orders").at(4).at("order") == "two-rows-in-turn");
  CHECK(dram.at("orders").at(4).at("row_hits") == 0);
  CHECK(dram.at("orders").at(4).at("us") > dram.at("orders").at(0).at("us"));
  const nlohmann::json uncached = json_of(kLine, {"--dram", "ddr4,no-caches"}).at("dram");
  CHECK(uncached.at("kind") == "DDR4-3200");
  CHECK(uncached.at("bursts") == 128);
  const nlohmann::json apart = json_of(kApart, {"--dram", "hbm2"}).at("dram");
  CHECK(apart.at("bursts") == 1024);  // of 64 bytes, for 4 of each
  const Outcome text = run_text(kLine, {"--dram", "gddr5"});
  CHECK(contains(text.out, "DRAM: a model, not measured (GDDR5"));
  CHECK(contains(text.out, "which address is where is invented"));
  CHECK(contains(text.out, "worst: two rows of one bank in turn"));
  for (const char* wrong : {"ddr3", "hbm2,", "hbm2,caches", ",no-caches"}) {
    CAPTURE(wrong);
    const Outcome outcome = run_text(kLine, {"--dram", wrong});
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "hbm2, gddr5 or ddr4 is needed"));
  }
  CHECK(json_of(kLine, {"--dram", "hbm2", "--schedule", "round-robin"})
            .at("dram")
            .contains("missing"));
}
