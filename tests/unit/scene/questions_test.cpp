// Questions over accesses of kernels: the truth is the model's, and each wrong choice is what its
// belief finds, with lanes that show why not.
#include "app/scene/questions/questions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using scene::Belief;
using warplens::test::golden;

namespace {

// About the first access of the line's kind of the kernel's text.
std::vector<scene::Question> questions(const std::string& body, const std::string& block = "32") {
  test::Recorded run = test::record(
      "__global__ void k(int* a) {\n  __shared__ int s[32][32];\n  int t = threadIdx.x;\n" + body +
          "\n}\n",
      "--block " + block + " --arg a=int[4096]");
  return scene::questions_about(*run.at(0), run.run->device);
}

// "2 right, 32 belief".
std::vector<std::pair<std::string, Belief>> choices(const scene::Question& question) {
  std::vector<std::pair<std::string, Belief>> all;
  for (const scene::Choice& choice : question.choices) all.emplace_back(choice.text, choice.belief);
  return all;
}

using Choices = std::vector<std::pair<std::string, Belief>>;

}  // namespace

TEST_CASE("questions: a column takes a pass for each lane, and all beliefs of less are offered") {
  const auto asked = questions("  s[t][3] = t;");
  REQUIRE(asked.size() == 4);
  CHECK(asked[0].text == golden("scene.questions.how_many_wavefronts"));
  CHECK(choices(asked[0]) == Choices{{"1", Belief::kNeverConflicts}, {"32", Belief::kNone}});
  CHECK(asked[0].choices[0].why == golden("scene.questions.two_words_of_a_bank"));
  CHECK(asked[0].choices[0].lanes == 0b11);
  CHECK(asked[1].text == golden("scene.questions.which_bank"));
  CHECK(asked[2].text == golden("scene.questions.which_lanes"));
}

TEST_CASE("questions: the smallest pad is worked out, and a recipe need not be it") {
  const auto asked = questions("  s[t][3] = t;");
  REQUIRE(asked.size() == 4);
  CHECK(asked[3].text == golden("scene.questions.how_much_padding"));
  CHECK(choices(asked[3]) ==
        Choices{{"0", Belief::kPadIsUseless}, {"1", Belief::kNone}, {"32", Belief::kPadIsARow}});
  // 16 wide, a pad of 1 leaves lanes 0 and 31 in one bank.
  const auto two = questions("  __shared__ int q[16][16];\n  q[t % 16][t / 16] = t;");
  REQUIRE_FALSE(two.empty());
  CHECK(choices(two.back()) == Choices{{"0", Belief::kPadIsUseless},
                                       {"1", Belief::kPadIsOne},
                                       {"2", Belief::kNone},
                                       {"32", Belief::kPadIsARow}});
  CHECK(two.back().choices[1].why == golden("scene.questions.one_column_more"));
}

TEST_CASE("questions: five lanes and two words") {
  const auto asked = questions("  if (t < 5) a[t] = s[t < 3 ? 0 : 1][0];");
  REQUIRE_FALSE(asked.empty());
  CHECK(choices(asked[0]) == Choices{{"1", Belief::kNeverConflicts},
                                     {"2", Belief::kNone},
                                     {"5", Belief::kSameWordQueues}});
}

TEST_CASE("questions: banks work side by side") {
  const auto asked = questions("  s[0][t % 8 + t / 16 * 32 + (t / 8 % 2) * 8] = t;");
  REQUIRE_FALSE(asked.empty());
  CHECK(choices(asked[0]) == Choices{{"1", Belief::kNeverConflicts},
                                     {"2", Belief::kNone},
                                     {"17", Belief::kBanksQueueUp},
                                     {"32", Belief::kOneALane}});
}

TEST_CASE("questions: sectors of an access that is not aligned") {
  const auto asked = questions("  a[t + 1] = t;");
  REQUIRE(asked.size() == 1);
  CHECK(choices(asked[0]) == Choices{{"2", Belief::kLinesAreMoved},
                                     {"4", Belief::kAlignmentIgnored},
                                     {"5", Belief::kNone},
                                     {"32", Belief::kOneALane}});
}

TEST_CASE("questions: who divides the bytes of a strided access believes that only they move") {
  const auto asked = questions("  a[t * 2] = t;");
  REQUIRE(asked.size() == 1);
  CHECK(choices(asked[0]) == Choices{{"2", Belief::kLinesAreMoved},
                                     {"4", Belief::kOnlyAskedMoves},
                                     {"8", Belief::kNone},
                                     {"32", Belief::kOneALane}});
  CHECK(scene::words_of(Belief::kOnlyAskedMoves) == golden("scene.beliefs.only_asked_bytes_move"));
  CHECK(asked[0].choices[1].why == golden("scene.questions.sector_is_moved_whole"));
  CHECK(asked[0].choices[1].lanes == 0b10001);
  CHECK(questions("  a[t + 1] = t;")[0].choices[1].why ==
        golden("scene.questions.bytes_not_aligned"));
}

TEST_CASE("questions: what is believed of a store speaks of storing") {
  using trace::Operation;
  CHECK(scene::words_of(Belief::kLanesWalk, Operation::kStore) ==
        golden("scene.beliefs.thread_stores_next"));
  CHECK(scene::words_of(Belief::kLanesWalk, Operation::kLoad) ==
        golden("scene.beliefs.thread_reads_next"));
  CHECK(scene::words_of(Belief::kLanesWalk) == golden("scene.beliefs.thread_uses_next"));
}

TEST_CASE("questions: each has one right choice, and choices that differ, for any access") {
  size_t count = 0;
  for (const char* body :
       {"  a[t] = t;", "  a[t * 2] = t;", "  a[t * 33 % 64] = t;", "  a[7] = 1;",
        "  s[t / 8][t % 8] = t;", "  s[t][t] = t;", "  s[t % 4][t / 4] = t;", "  s[0][5] = 1;",
        "  s[t * 2 / 32][t * 2 % 32] = t;", "  s[31 - t][t / 2] = t;", "  if (t == 7) a[t] = 1;",
        "  if (t % 3 == 0) s[t][0] = t;",
        "  *(int4*)&s[t / 8][t % 8 * 4] = make_int4(1, 2, 3, 4);"}) {
    CAPTURE(body);
    for (const scene::Question& question : questions(body)) {
      CAPTURE(question.text);
      std::set<std::string> texts;
      for (const scene::Choice& choice : question.choices) {
        texts.insert(choice.text);
        CHECK((choice.belief == Belief::kNone) == choice.why.empty());
        CHECK((choice.belief == Belief::kNone) == (choice.lanes == 0));
      }
      CHECK(texts.size() == question.choices.size());
      CHECK(question.choices.size() >= 2);
      CHECK(std::count_if(question.choices.begin(), question.choices.end(),
                          [](const auto& one) { return one.belief == Belief::kNone; }) == 1);
      ++count;
    }
  }
  CHECK(count >= 17);
}
