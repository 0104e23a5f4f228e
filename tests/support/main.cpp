// main() of every test executable: doctest's, with a status of its own where all cases were
// skipped.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "skip.hpp"

namespace warplens::test {
namespace {

bool is_skipped = false;  // the case that is running
unsigned cases = 0, skipped_cases = 0;

class SkipListener : public doctest::IReporter {
 public:
  explicit SkipListener(const doctest::ContextOptions&) {}
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void test_case_start(const doctest::TestCaseData&) override { is_skipped = false; }
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {
    ++cases;
    if (is_skipped) ++skipped_cases;
  }
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("skipped", 1, SkipListener);

}  // namespace

void note_skipped(const char* reason) {
  is_skipped = true;
  MESSAGE("skipped: " << reason);
}

}  // namespace warplens::test

int main(int argc, char** argv) {
  using namespace warplens;
  doctest::Context context(argc, argv);
  const int status = context.run();
  if (context.shouldExit() || status != 0) return status;
  const bool is_all = test::cases != 0 && test::skipped_cases == test::cases;
  return is_all ? test::kSkippedStatus : status;
}
