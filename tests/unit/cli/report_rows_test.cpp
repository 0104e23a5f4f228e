// The rows of what `run` reports besides the run: how their options are declared, which of several
// mistakes is reported, and in which order sections are printed.
#include "app/cli/report_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "run_command.hpp"

using namespace warplens;
using nlohmann::ordered_json;
using tests::contains;
using tests::run_command;

namespace {

std::string refusal_of(std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "matmul-tiled"});
  const tests::Outcome outcome = run_command(words);
  CHECK(outcome.status == 2);
  return outcome.err;
}

// The keys that are members, in the JSON's order.
std::vector<std::string> order_of(const ordered_json& json, const std::vector<std::string>& keys) {
  std::vector<std::string> found;
  for (const auto& member : json.items()) {
    if (std::find(keys.begin(), keys.end(), member.key()) != keys.end())
      found.push_back(member.key());
  }
  return found;
}

}  // namespace

TEST_CASE("report rows: each is an option of run alone, in the order of the rows") {
  const std::string help = run_command({"run", "--help"}).out;
  const std::string of_trace = run_command({"trace", "--help"}).out;
  size_t at = 0;
  for (const cli::ReportRow& row : cli::report_rows()) {
    CAPTURE(row.option);
    const std::string head = "\n  " + std::string(row.option) + " ";
    const size_t found = help.find(head);
    REQUIRE(found != std::string::npos);
    CHECK(found > at);
    at = found;
    if (row.value_name != nullptr)
      CHECK(help.compare(found + head.size(), std::string_view(row.value_name).size(),
                         row.value_name) == 0);
    CHECK_FALSE(contains(of_trace, head));
  }
  CHECK(at != 0);
}

TEST_CASE("report rows: of several wrong words the same is reported, however they are ordered") {
  const std::vector<std::string> order{"--divergence",     "--schedules", "--without",
                                       "--latency-hiding", "--dram",      "--registers"};
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t j = i + 1; j < order.size(); ++j) {
      const std::string expected = "'" + order[i] + " x'";
      CHECK(contains(refusal_of({order[i], "x", order[j], "x"}), expected));
      CHECK(contains(refusal_of({order[j], "x", order[i], "x"}), expected));
    }
  }
  CHECK(contains(refusal_of({"--without", "x", "--with-atomic", "x"}), "used together"));
  CHECK(contains(refusal_of({"--schedules", "x", "--without", "5", "--with-atomic", "5"}),
                 "'--schedules x'"));
}

TEST_CASE("report rows: several devices are refused where a report is of one") {
  const auto refused = [](std::vector<std::string> words) {
    words.insert(words.end(), {"--device", "h200,cc1.0"});
    return refusal_of(words);
  };
  std::vector<std::string> words;
  const auto with = [&](const char* option, const char* word) {
    words.insert(words.end(), {option, word});
    return refused(words);
  };
  CHECK(contains(with("--schedules", "2"), "'--schedules' needs"));
  CHECK(contains(with("--with-atomic", "34"), "'--without' and '--with-atomic' need"));
  CHECK(contains(with("--registers", "32"), "'--registers' needs"));
  CHECK(contains(with("--divergence", "0"), "'--divergence' needs"));
  const tests::Outcome of_both = run_command({"run", "matmul-tiled", "--device", "h200,cc2.0",
                                              "--caches", "--latency-hiding", "h200", "--json"});
  CHECK(of_both.status == 0);
  const ordered_json json = ordered_json::parse(of_both.out);
  REQUIRE(json["devices"].size() == 2);
  for (const ordered_json& device : json["devices"]) CHECK(device.contains("caches"));
  CHECK(json.contains("latency_hiding"));
}

TEST_CASE("report rows: sections are printed in one order, latency hiding behind the program") {
  const std::vector<std::string> options{"--latency-hiding", "h200", "--registers", "32",
                                         "--divergence",     "0",    "--without",   "8",
                                         "--schedules",      "2"};
  const std::string file = WARPLENS_SOURCE_DIR "/tests/gui/kernels/reversals.cu";
  std::vector<std::string> words{"run", file, "--launch", "1"};
  words.insert(words.end(), options.begin(), options.end());
  const std::string text = run_command(words).out;
  const std::vector<std::string> heads{"schedules", "Without this barrier", "active threads of",
                                       "theoretical occupancy:", "latency hiding,"};
  size_t at = 0;
  for (const std::string& head : heads) {
    CAPTURE(head);
    const size_t found = text.find(head, at);
    REQUIRE(found != std::string::npos);
    at = found;
  }
  words.push_back("--json");
  const ordered_json json = ordered_json::parse(run_command(words).out);
  const std::vector<std::string> keys{"schedules", "edit",    "divergence",
                                      "occupancy", "program", "latency_hiding"};
  CHECK(order_of(json, keys) == keys);
  CHECK(json["divergence"].is_array());
  CHECK(json["occupancy"].is_array());
  CHECK(json["latency_hiding"].is_object());
}
