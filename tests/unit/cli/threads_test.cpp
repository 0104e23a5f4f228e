// --threads: bad values, what reports say of it, and what they do not.
#include <doctest/doctest.h>

#include "run_command.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/temp_folder.hpp"

using warplens::test::golden;

namespace warplens::cli {
namespace {

using tests::contains;
using tests::Outcome;
using tests::run_command;
using tests::TempFolder;

// Long enough to be divided among threads; the blocks of `ticket` draw numbers from one counter.
const std::string kText =
    "__device__ int count;\n"
    "__global__ void ticket(int* order) {\n"
    "  if (threadIdx.x == 0) order[atomicAdd(&count, 1)] = blockIdx.x;\n}\n"
    "__global__ void apart(int* order) { order[blockIdx.x] = threadIdx.x; }\n";

std::vector<std::string> words_of(const std::string& command, const std::string& file,
                                  const std::string& kernel, const std::string& threads) {
  return {command,    file,  "--kernel",  kernel,  "--grid", "40000",
          "--block",  "32",  "--threads", threads, "--arg",  "order=int[40000]:zero",
          "--checks", "none"};
}

}  // namespace

TEST_CASE("threads: a number that cannot be one is refused with the reason") {
  const auto error_of = [](const std::string& value) {
    const Outcome outcome = run_command({"run", "matmul-tiled", "--threads", value});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK(error_of("0") == golden("cli.threads.zero"));
  CHECK(error_of("-1") == golden("cli.threads.negative"));
  CHECK(error_of("abc") == golden("cli.threads.letters"));
  CHECK(error_of("100000") == golden("cli.threads.too_many"));
}

TEST_CASE("threads: text reports say that blocks ran in order and why, JSON is the same") {
  const TempFolder folder;
  const std::string file = folder.write("ticket.cu", kText);
  const std::string why = "on: blocks read what other blocks store in 'count'\n";
  for (const char* command : {"run", "trace"}) {
    CAPTURE(command);
    const auto outcome_of = [&](const std::string& kernel, const std::string& threads) {
      Outcome outcome = run_command(words_of(command, file, kernel, threads));
      CHECK(outcome.status == 0);
      return outcome;
    };
    const Outcome two = outcome_of("ticket", "2"), one = outcome_of("ticket", "1");
    CHECK(two.out == one.out);
    CHECK(contains(two.err, "note: ran on one thread from block number "));
    CHECK(contains(two.err, why));
    CHECK_FALSE(contains(one.err, "ran on one thread"));
    CHECK(outcome_of("apart", "3").out == outcome_of("apart", "1").out);
    const auto json = [&](const std::string& threads) {
      std::vector<std::string> words = words_of(command, file, "ticket", threads);
      words.push_back("--json");
      return run_command(words).out;
    };
    CHECK(json("1") == json("4"));
  }
}

}  // namespace warplens::cli
