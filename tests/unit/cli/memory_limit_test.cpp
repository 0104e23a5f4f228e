// --memory: how it is read, and what happens to a run that it does not hold.
#include "app/cli/option_values.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "run_command.hpp"
#include "sim/prepare/run_store.hpp"

using namespace warplens;
using tests::contains;
using tests::run_command;

namespace {

constexpr uint64_t kMachine = uint64_t{8} << 30;

struct AddOne {
  std::string path = (std::filesystem::temp_directory_path() / "warplens_memory_limit.cu").string();
  AddOne() {
    std::ofstream(path) << "__global__ void add(float* a, int n) {\n"
                           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "  if (i < n) a[i] += 1;\n}\n";
  }
  ~AddOne() { std::filesystem::remove(path); }
  tests::Outcome run(const std::string& fill, const std::vector<std::string>& more) const {
    std::vector<std::string> words{"run",     path,       "--grid", "19532",
                                   "--block", "256",      "--arg",  "a=float[5000000]:" + fill,
                                   "--arg",   "n=5000000"};
    words.insert(words.end(), more.begin(), more.end());
    return run_command(words);
  }
};

}  // namespace

TEST_CASE("memory limit: bytes or binary units, by default a quarter of the machine's") {
  const std::pair<const char*, uint64_t> good[] = {
      {"", kMachine / 4},           {"1048576", uint64_t{1} << 20},
      {"2048K", uint64_t{2} << 20}, {"512M", uint64_t{512} << 20},
      {"2G", uint64_t{2} << 30},    {"8G", kMachine}};
  for (const auto& row : good) {
    const char* const text = row.first;
    const uint64_t bytes = row.second;
    CAPTURE(text);
    const auto limit = cli::read_memory_limits(text, kMachine);
    REQUIRE(limit.ok());
    CHECK(limit->arrays == bytes);
    CHECK(limit->spare == (*text == 0 ? prepare::MemoryLimits{}.spare : bytes));
    CHECK(limit->kept == (*text == 0 ? uint64_t{512} << 20 : bytes / 2));
  }
  CHECK(cli::read_memory_limits("", std::nullopt)->arrays == prepare::MemoryLimits{}.arrays);
  CHECK(cli::read_memory_limits("", uint64_t{256} << 20)->spare == uint64_t{64} << 20);
  CHECK(cli::read_memory_limits("", uint64_t{256} << 20)->kept == uint64_t{32} << 20);
  CHECK(cli::read_memory_limits("1T", std::nullopt)->arrays == uint64_t{1} << 40);
}

TEST_CASE("memory limit: mistakes say what is needed") {
  for (const char* text : {"much", "-1", "2.5G", "G", "2GB", "1 G", "99999999999999999999"}) {
    CAPTURE(text);
    const auto limit = cli::read_memory_limits(text, kMachine);
    REQUIRE_FALSE(limit.ok());
    CHECK(contains(limit.error(), "'--memory " + std::string(text) + "': a size"));
    CHECK(contains(limit.error(), "512M"));
  }
  CHECK(contains(cli::read_memory_limits("0", kMachine).error(), "at least 1M"));
  CHECK(contains(cli::read_memory_limits("9G", kMachine).error(), "this machine has 8192 MiB"));
  for (const char* command : {"run", "trace", "compare", "gui"}) {
    CAPTURE(command);
    const auto outcome = run_command({command, "transpose-row", "--memory", "much"});
    CHECK(outcome.status == 2);
    CHECK(contains(outcome.err, "'--memory much'"));
    CHECK(contains(run_command({command, "--help"}).out, "--memory"));
  }
}

TEST_CASE("memory limit: what it does not hold is cut or refused with its name; more of it helps") {
  const AddOne kernel;
  const auto cut = kernel.run("zero", {"--memory", "10M"});
  CHECK(cut.status == 3);
  CHECK(contains(cut.err, "--memory"));
  const auto refused = kernel.run("iota", {"--memory", "10M"});
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, "--memory"));
  CHECK(kernel.run("iota", {"--memory", "30M"}).status == 0);
}

TEST_CASE("memory limit: a sequence needs no more of it than one launch") {
  const AddOne kernel;
  // Checks say how far a little memory lets them look.
  const std::vector<std::string> three{"--checks", "none", "--then", "add", "--then", "add"};
  std::vector<std::string> little = three;
  little.insert(little.end(), {"--memory", "30M"});
  for (const char* report : {"", "--json"}) {
    std::vector<std::string> plenty = three, tight = little;
    if (*report != 0) {
      plenty.push_back(report);
      tight.push_back(report);
    }
    const auto all = kernel.run("iota", plenty), few = kernel.run("iota", tight);
    CHECK(few.status == 0);
    CHECK(few.out == all.out);
    CHECK(contains(all.out, "19532"));
  }
}
