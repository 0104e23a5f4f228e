// The JSON reports: their names, their order and their numbers, which other programs rely on.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <variant>

#include "sim/observe/finding/detail.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::run_command;

namespace {

std::vector<std::string> names(const ordered_json& object) {
  std::vector<std::string> all;
  for (const auto& [name, value] : object.items()) all.push_back(name);
  return all;
}

ordered_json json_of(const std::vector<std::string>& words) {
  const tests::Outcome outcome = run_command(words);
  REQUIRE_MESSAGE(outcome.status <= 1, outcome.err);  // 1: with findings
  return ordered_json::parse(outcome.out);
}

using Names = std::vector<std::string>;

// Of the details of all kinds of findings.
template <size_t... kIndexes>
std::set<std::string> keys_of_all(std::index_sequence<kIndexes...>) {
  std::set<std::string> keys;
  const auto add = [&](const char* key, const auto&) { keys.insert(key); };
  (std::get<kIndexes>(observe::Detail(std::in_place_index<kIndexes>)).visit(add), ...);
  return keys;
}

}  // namespace

TEST_CASE("run --json: where nothing can be run, the mistakes and the text's kernels") {
  const tests::TempFolder folder;
  const std::string path = folder.write("two.cu",
                                        "__global__ void asks(float* a) { asm(\"nop;\"); }\n"
                                        "__global__ void errs(float* a) { a[0] = missing; }\n");
  const tests::Outcome outcome = run_command({"run", path, "--json"});
  CHECK(outcome.status == 2);
  CHECK(tests::contains(outcome.err, "two.cu:2:41: error: unknown name 'missing'"));
  const ordered_json json = ordered_json::parse(outcome.out);
  CHECK(names(json) == Names{"version", "errors", "kernels"});
  REQUIRE(json["errors"].size() == 2);
  CHECK(names(json["errors"][1]) == Names{"message", "hint", "unsupported", "line", "column"});
  CHECK(json["errors"][0]["unsupported"] == true);
  CHECK(json["errors"][1]["unsupported"] == false);
  CHECK(json["errors"][1]["line"] == 2);
  CHECK(json["errors"][1]["column"] == 41);
  REQUIRE(json["kernels"].size() == 2);
  CHECK(json["kernels"][0]["state"] == "unsupported");
  CHECK(json["kernels"][1]["state"] == "wrong");
  // A launch's mistake has no place.
  const tests::Outcome unknown =
      run_command({"trace", "transpose-row", "--kernel", "no", "--json"});
  CHECK(unknown.status == 2);
  CHECK_FALSE(ordered_json::parse(unknown.out)["errors"][0].contains("line"));
}

TEST_CASE("run --json: the names and their order are as documented") {
  const ordered_json run = json_of({"run", "matmul-tiled", "--json"});
  CHECK(names(run) == Names{"version", "kernel", "device", "launch", "totals", "accesses",
                            "findings", "checks_cut", "check_stops", "complete", "arrays",
                            "schedule", "prints", "prints_dropped", "floating_point_operations",
                            "ending", "kernels", "blocks_executed", "warp_instructions"});
  CHECK(run["warp_instructions"] == 2784);
  CHECK(run["ending"] == "complete");
  CHECK_FALSE(run["checks_cut"]);
  CHECK(run["check_stops"].empty());
  REQUIRE(run["kernels"].size() == 1);
  CHECK(names(run["kernels"][0]) == Names{"name", "line", "parameters", "state"});
  CHECK(run["kernels"][0]["name"] == "matmul_tiled");
  CHECK(run["kernels"][0]["state"] == "ready");
  CHECK(run["floating_point_operations"] == 2 * 16 * 16 * 16);
  REQUIRE(run["arrays"].size() == 3);
  CHECK(names(run["arrays"][0]) == Names{"name", "space", "type", "extents", "bytes"});
  CHECK(run["arrays"][0]["name"] == "M");
  CHECK(run["arrays"][0]["bytes"] == 1024);
  CHECK(run["kernel"] == "matmul_tiled");
  CHECK(run["device"] == "h200");
  CHECK(names(run["launch"]) == Names{"grid", "block", "shared_bytes", "warps"});
  CHECK(run["launch"]["grid"] == ordered_json{2, 2, 1});
  CHECK(run["launch"]["block"] == ordered_json{8, 8, 1});
  CHECK(run["launch"]["shared_bytes"] == 512);
  CHECK(run["launch"]["warps"] == 8);
  CHECK(names(run["totals"]) == Names{"metrics", "shared", "global", "constant", "bulk"});
  CHECK(run["totals"]["constant"] == ordered_json{{"requests", 0}, {"broadcasts", 0}});
  CHECK(names(run["totals"]["shared"]) ==
        Names{"load", "store", "atomic", "ldmatrix", "stmatrix", "cp_async"});
  for (const auto& kind : run["totals"]["shared"])
    CHECK(names(kind) == Names{"requests", "wavefronts", "conflicts", "ideal", "instructions"});
  CHECK(names(run["totals"]["global"]) == Names{"load", "store", "atomic", "cp_async"});
  for (const auto& kind : run["totals"]["global"])
    CHECK(names(kind) ==
          Names{"requests", "sectors", "lines", "bytes_requested", "bytes_used", "bytes_moved"});
  CHECK(names(run["totals"]["bulk"]) == Names{"into_shared", "from_shared"});
  for (const auto& direction : run["totals"]["bulk"])
    CHECK(direction == ordered_json{{"copies", 0}, {"bytes", 0}, {"sectors", 0}});
  CHECK(run["complete"] == true);
  CHECK(run["findings"].empty());
}

TEST_CASE("run --json: the totals of the tiled product at 16 by 16 in tiles of 8") {
  const ordered_json totals = json_of({"run", "matmul-tiled", "--json"})["totals"];
  // 4 blocks x 2 warps x 2 phases x 8 values of k x 2 tiles; one store a tile and phase.
  CHECK(totals["shared"]["load"] == ordered_json{{"requests", 256},
                                                 {"wavefronts", 256},
                                                 {"conflicts", 0},
                                                 {"ideal", 256},
                                                 {"instructions", 256}});
  CHECK(totals["shared"]["store"] == ordered_json{{"requests", 32},
                                                  {"wavefronts", 32},
                                                  {"conflicts", 0},
                                                  {"ideal", 32},
                                                  {"instructions", 32}});
  CHECK(
      totals["shared"]["atomic"] ==
      ordered_json{
          {"requests", 0}, {"wavefronts", 0}, {"conflicts", 0}, {"ideal", 0}, {"instructions", 0}});
  // A warp reads 4 rows of 8 floats: 4 sectors of 4 lines (a row of the matrix is 64 bytes: 2
  // lines).
  const ordered_json& load = totals["global"]["load"];
  CHECK(load["requests"] == 32);
  CHECK(load["sectors"] == 128);
  CHECK(load["lines"] == 64);
  CHECK(load["bytes_requested"] == 4096);
  CHECK(load["bytes_used"] == 4096);
  CHECK(load["bytes_moved"] == 4096);
  CHECK(totals["global"]["store"]["requests"] == 8);
}

TEST_CASE("run --json: one row an access, placed at the start of its expression") {
  const tests::TempFolder folder;
  const std::string file = folder.write("k.cu",
                                        "__global__ void k(float* a) {\n"
                                        "\t__shared__ float s[32];  // \xE7\x9F\xA9\xE9\x98\xB5\n"
                                        "  s[threadIdx.x] = a[threadIdx.x];\n"
                                        "}\n");
  const ordered_json run =
      json_of({"run", file, "--grid", "1", "--block", "32", "--arg", "a=float[32]", "--json"});
  REQUIRE(run["accesses"].size() == 2);
  const ordered_json& store = run["accesses"][0];
  const ordered_json& load = run["accesses"][1];
  CHECK(names(store) == Names{"line", "column", "space", "op", "array", "requests", "wavefronts",
                              "conflicts", "ideal", "instructions"});
  CHECK(names(load) == Names{"line", "column", "space", "op", "array", "requests", "sectors",
                             "lines", "bytes_requested", "bytes_used", "bytes_moved"});
  CHECK(store["line"] == 3);
  CHECK(store["column"] == 3);
  CHECK(store["array"] == "s");
  CHECK(store["op"] == "store");
  CHECK(load["column"] == 20);
  CHECK(load["array"] == "a");
  CHECK(load["space"] == "global");
}

TEST_CASE("run --json: a finding has its place, its count and where it first happened") {
  const tests::TempFolder folder;
  const std::string file =
      folder.write("k.cu", "__global__ void k(float* a) { a[threadIdx.x + 30] = 1.0f; }\n");
  const ordered_json run =
      json_of({"run", file, "--grid", "1", "--block", "32", "--arg", "a=float[32]", "--json"});
  REQUIRE(run["findings"].size() == 1);
  const ordered_json& finding = run["findings"][0];
  CHECK(names(finding) == Names{"severity", "kind", "line", "column", "count", "block", "thread",
                                "message", "counts", "detail"});
  CHECK(finding["detail"] == ordered_json{{"fault", "outside"},
                                          {"space", "global"},
                                          {"operation", "store"},
                                          {"bytes", 4},
                                          {"array", "a"},
                                          {"offset", 128},
                                          {"element", 32},
                                          {"elements", 32}});
  CHECK(finding["severity"] == "error");
  CHECK(finding["kind"] == "out_of_bounds");
  CHECK(finding["counts"] == "lane_accesses");
  CHECK(finding["line"] == 1);
  CHECK(finding["column"] == 31);
  CHECK(finding["count"] == 30);
  CHECK(finding["block"] == ordered_json{0, 0, 0});
  CHECK(finding["thread"] == ordered_json{2, 0, 0});
}

TEST_CASE("finding details: the guide names every key") {
  std::ifstream file(WARPLENS_SOURCE_DIR "/assets/guide/json.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::set<std::string> keys =
      keys_of_all(std::make_index_sequence<std::variant_size_v<observe::Detail>>());
  CHECK(keys.size() > 40);
  for (const std::string& key : keys) {
    CAPTURE(key);
    CHECK(text.find("`" + key + "`") != std::string::npos);
  }
}

TEST_CASE("trace --json: every event in order, with null for inactive lanes") {
  const ordered_json trace = json_of({"trace", "matmul-tiled", "--at", "1,1", "--json"});
  CHECK(trace["block"] == ordered_json{1, 1, 0});
  const ordered_json& events = trace["events"];
  REQUIRE(events.size() == trace["accesses_in_block"].get<size_t>());
  // Two warps, two phases of 4 + 16 accesses each, and the result.
  CHECK(events.size() == 2 * (2 * (4 + 16) + 1));
  for (size_t i = 0; i < events.size(); ++i) CHECK(events[i]["step"] == i);
  const ordered_json& first = events[0];
  CHECK(names(first) == Names{"step", "phase", "warp", "line", "column", "space", "op", "array",
                              "bytes", "mask", "addresses", "sectors", "lines", "values", "ideal"});
  CHECK(first["array"] == "M");
  CHECK(first["ideal"] == 4);
  CHECK(first["mask"] == 0xffffffffu);
  CHECK(first["sectors"] == 4);
  REQUIRE(first["addresses"].size() == 32);
  const uint64_t base = first["addresses"][0].get<uint64_t>() - 8 * 16 * 4;
  CHECK(base % 256 == 0);
  CHECK(first["addresses"][28] == base + 180 * 4);
  CHECK(names(events[1])[11] == "wavefronts");
  CHECK(first["values"].size() == 32);
  const ordered_json& phase = trace["phases"][events.back()["phase"].get<size_t>()];
  CHECK(phase["iteration"].is_null());

  const ordered_json naive = json_of({"trace", "matmul-naive", "--json"});
  CHECK(naive["events"][0]["addresses"][4].is_null());
  CHECK(naive["events"][0]["addresses"][16].is_number());
}

TEST_CASE("trace: --warp keeps one warp's events and their steps") {
  const ordered_json all = json_of({"trace", "matmul-tiled", "--json"});
  const ordered_json one = json_of({"trace", "matmul-tiled", "--warp", "1", "--json"});
  size_t kept = 0;
  for (const ordered_json& event : all["events"]) {
    if (event["warp"] == 1) CHECK(one["events"][kept++] == event);
  }
  CHECK(kept == one["events"].size());
}

TEST_CASE("run: several devices give what each gives alone") {
  using Words = std::vector<std::string>;
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  for (const Words& run : {Words{"run", "transpose-padded", "--set", "block=16"},
                           Words{"run", "matmul-tiled"}, Words{"run", "matmul-naive"}}) {
    CAPTURE(run[1]);
    const ordered_json all = json_of(with(run, {"--json", "--device", "cc1.0,h200,cc3.0"}));
    CHECK(names(all) == Names{"version", "devices"});
    REQUIRE(all["devices"].size() == 3);
    for (const ordered_json& one : all["devices"]) {
      ordered_json alone = json_of(with(run, {"--json", "--device", one["device"]}));
      alone.erase("version");
      CHECK(one == alone);
    }
    CHECK(all["devices"][2]["device"] == "cc3.0");
    // As text, one report after another.
    const tests::Outcome both = run_command(with(run, {"--device", "h200,cc1.0"}));
    const tests::Outcome first = run_command(run);
    const tests::Outcome second = run_command(with(run, {"--device", "cc1.0"}));
    CHECK(both.status == 0);
    CHECK(both.out == first.out + "\n" + second.out);
    CHECK(both.err == first.err);
  }
}

TEST_CASE(
    "run: of several devices those that refuse the launch are named, the others' runs shown") {
  const tests::TempFolder folder;
  const std::string file =
      folder.write("k.cu", "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n");
  const auto run = [&](const std::string& devices, const std::string& block, bool json) {
    std::vector<std::string> words{"run", file,    "--grid",      "1",        "--block",
                                   block, "--arg", "a=int[1024]", "--device", devices};
    if (json) words.emplace_back("--json");
    return run_command(words);
  };
  for (const std::string devices : {"h200,cc1.0", "cc1.0,h200"}) {
    CAPTURE(devices);
    const size_t refuses = devices.starts_with("h200") ? 1 : 0;
    const tests::Outcome text = run(devices, "1024", false);
    CHECK(text.status == 2);
    CHECK(text.out == run("h200", "1024", false).out);
    CHECK(text.err.find("'--device cc1.0': the block's x size is 1024") != std::string::npos);
    const tests::Outcome both = run(devices, "1024", true);
    CHECK(both.status == 2);
    const ordered_json json = ordered_json::parse(both.out);
    REQUIRE(json["devices"].size() == 2);
    const ordered_json& refused = json["devices"][refuses];
    CHECK(names(refused) == Names{"device", "errors"});
    CHECK(refused["device"] == "cc1.0");
    CHECK(refused["errors"][0]["message"] ==
          "the block's x size is 1024, but the device allows 512");
    CHECK(json["devices"][1 - refuses]["totals"] ==
          ordered_json::parse(run("h200", "1024", true).out)["totals"]);
  }
  // Where none takes it, each has its reason, and one for all is no device's.
  const tests::Outcome none = run("h200,cc1.0", "2000", false);
  CHECK(none.status == 2);
  CHECK(none.out.empty());
  CHECK(none.err.find("'--device h200': the block's x size is 2000, but the device allows 1024") !=
        std::string::npos);
  CHECK(none.err.find("'--device cc1.0': ") != std::string::npos);
  CHECK(run("cc2.0,cc3.0", "2000", false).err == run("cc2.0", "2000", false).err);
}

TEST_CASE("lessons and devices as JSON") {
  const ordered_json lessons = json_of({"lessons", "--json"})["lessons"];
  REQUIRE(lessons.size() == 7);
  CHECK(lessons[0]["id"] == "matmul-tiled");
  CHECK(lessons[0]["parameters"][1]["name"] == "tile");
  for (const ordered_json& lesson : lessons) CHECK(lesson["stop"].is_string());
  const ordered_json devices =
      ordered_json::parse(run_command({"devices", "--json"}, {}, {"/nothing"}).out)["devices"];
  CHECK(devices[0]["id"] == "h200");
  CHECK(devices[0]["banks"] == 32);
}
