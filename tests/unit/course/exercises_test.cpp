// Every exercise of the course: its starter fails, its reference and the other honest ways pass,
// and no cheat does.
#include <doctest/doctest.h>

#include "app/course/counts.hpp"
#include "tests/unit/course/cheats.hpp"
#include "tests/unit/course/exercises.hpp"

using namespace warplens;
using course::MarkKind;
using course::MarkState;
using course::Outcome;

namespace {

std::vector<course::Exercise> all_exercises() {
  auto exercises = course::load_exercises(tests::course_folder());
  REQUIRE_MESSAGE(exercises.ok(), (exercises.ok() ? "" : exercises.error()));
  return std::move(*exercises);
}

bool reaches_goals_at_shown_size(const course::Verdict& verdict) {
  for (const course::Mark& mark : verdict.marks) {
    if (mark.kind != MarkKind::kGoal) continue;
    if (!mark.shown_value ||
        !course::is_met(mark.goal->relation, *mark.shown_value, *mark.shown_bound))
      return false;
  }
  return true;
}

course::Truth truth_of(const course::Exercise& exercise, uint64_t seed) {
  course::TruthRun run(std::make_shared<const course::Exercise>(exercise), seed, {});
  base::Slice whole(base::Slice::kWhole);
  run.advance(whole);
  auto truth = run.take();
  REQUIRE_MESSAGE(truth.ok(), (truth.ok() ? "" : truth.error()));
  return std::move(*truth);
}

}  // namespace

TEST_CASE("exercises: starters fail, references and other honest ways pass") {
  for (const course::Exercise& exercise : all_exercises()) {
    CAPTURE(exercise.id);
    const course::Verdict starter = course::judge(exercise, exercise.starter);
    CHECK_MESSAGE(starter.outcome == Outcome::kFailed, tests::reasons_of(starter));
    const course::Verdict reference = course::judge(exercise, exercise.reference);
    CHECK_MESSAGE(reference.outcome == Outcome::kPassed, tests::reasons_of(reference));
    const std::vector<std::string> honest = tests::names_of(exercise.id, "honest_");
    CHECK_FALSE(honest.empty());
    for (const std::string& name : honest) {
      const course::Verdict verdict = course::judge(exercise, tests::text_of(exercise.id, name));
      CHECK_MESSAGE(verdict.outcome == Outcome::kPassed, name, ": ", tests::reasons_of(verdict));
    }
  }
}

TEST_CASE("exercises: what starters lack") {
  const auto failed = [](const std::string& id, MarkKind kind, const std::string& goal = "") {
    const auto exercise = tests::exercise_of(id);
    const course::Verdict verdict = course::judge(*exercise, exercise->starter);
    const course::Mark& mark = tests::mark_of(verdict, kind, goal);
    CHECK_MESSAGE(mark.state == MarkState::kFailed, id);
    return mark;
  };
  const course::Mark columns = failed("transpose-padding", MarkKind::kGoal, "pitch");
  CHECK(columns.shown_value == 32);
  CHECK(columns.shown_bound == 1);
  CHECK(course::counted_text(columns).english() == "now 32, goal at most 1");
  CHECK(failed("transpose-padding", MarkKind::kSharedBytes).value == 8192);
  const course::Mark loads = failed("coalesced-product", MarkKind::kGoal, "loads");
  CHECK(loads.shown_value == 270336);
  CHECK(loads.shown_bound == 40960);
  CHECK(failed("sum-without-conflicts", MarkKind::kGoal, "wavefronts").shown_value == 150);
  struct Lacking {
    const char *exercise, *goal;
    double value, bound;
  };
  const Lacking lacking[] = {{"one-way-a-warp", "parting", 2, 0},
                             {"one-way-a-warp", "requests", 32, 16},
                             {"records-through-shared", "sectors", 36, 12},
                             {"wide-copy", "requests", 32, 8},
                             {"transpose-through-a-tile", "stores", 4096, 512},
                             {"transpose-sixteen-wide", "columns", 2, 1},
                             {"records-of-twelve", "wavefronts", 60, 36},
                             {"product-with-a-guard", "requested", 6144, 192},
                             {"product-in-tiles", "requested", 2097152, 131072},
                             {"store-once", "stores", 16, 8},
                             {"room-for-more-blocks", "occupancy", 0.375, 1},
                             {"private-histogram", "requested", 4096, 256},
                             {"copies-out-of-the-loop", "copied", 9600, 1600},
                             {"sums-of-blocks", "back", 2000, 32},
                             {"freed-every-turn", "left", 12, 0},
                             {"arrays-of-both-sides", "copies", 3, 0},
                             {"last-warp-by-shuffles", "requests", 45, 30},
                             {"one-sum-of-many-blocks", "requested", 4096, 16},
                             {"warps-to-switch-between", "occupancy", 0.5, 1},
                             {"loads-before-sums", "cycles", 5715, 2015},
                             {"elements-in-turn", "sectors", 2048, 256},
                             {"window-through-shared", "requested", 20456, 4144},
                             {"four-elements-a-thread", "requested", 524288, 327680},
                             {"tiles-for-matrices", "stores", 512, 256},
                             {"swizzle-for-a-row", "matrices", 128, 64},
                             {"copies-without-padding", "sectors", 1536, 1024}};
  for (const Lacking& one : lacking) {
    CAPTURE(one.exercise);
    const course::Mark goal = failed(one.exercise, MarkKind::kGoal, one.goal);
    CHECK(goal.shown_value == one.value);
    CHECK(goal.shown_bound == one.bound);
  }
  const std::pair<const char*, observe::FindingKind> found[] = {
      {"second-barrier", observe::FindingKind::kRaceBetweenWarps},
      {"barrier-of-one-warp", observe::FindingKind::kRaceInWarp},
      {"stage-in-order", observe::FindingKind::kRaceBetweenWarps},
      {"barrier-in-a-guard", observe::FindingKind::kDivergentBarrier},
      {"tile-never-stored", observe::FindingKind::kUnwrittenRead},
      {"length-of-an-array", observe::FindingKind::kHostCopySize},
      {"block-that-starts", observe::FindingKind::kHostFailedLaunch},
      {"more-shared-memory", observe::FindingKind::kHostFailedLaunch},
      {"wait-before-reading", observe::FindingKind::kHostNotWaited},
      {"order-of-two-streams", observe::FindingKind::kHostStreamRace},
      {"one-staging-buffer", observe::FindingKind::kHostNotWaited}};
  for (const auto& [exercise, kind] : found) {
    CAPTURE(exercise);
    const course::Mark errors = failed(exercise, MarkKind::kErrors);
    REQUIRE(errors.finding);
    CHECK(errors.finding->kind == kind);
  }
  const course::Mark large = failed("launch-any-matrix", MarkKind::kResult);
  CHECK(large.where->size.at("cols") == 65);
  CHECK_FALSE(large.problem.empty());
  const course::Mark rest = failed("add-any-length", MarkKind::kResult);
  REQUIRE(rest.wrong);
  CHECK(rest.wrong->kind == course::WrongElement::Kind::kUnwritten);
  CHECK(rest.wrong->element == "c[96]");
  CHECK(rest.wrong->count == 4);
  const course::Mark square = failed("product-any-size", MarkKind::kErrors);
  REQUIRE(square.finding);
  CHECK(square.finding->kind == observe::FindingKind::kOutOfBounds);
  CHECK(square.where->size.at("n") == 21);
}

TEST_CASE("exercises: cheats written for them reach the goals at the shown size") {
  for (const course::Exercise& exercise : all_exercises()) {
    CAPTURE(exercise.id);
    const std::vector<std::string> cheats = tests::names_of(exercise.id, "cheat_");
    CHECK(cheats.size() >= 2);
    for (const std::string& name : cheats) {
      const course::Verdict verdict = course::judge(exercise, tests::text_of(exercise.id, name));
      CHECK_MESSAGE(reaches_goals_at_shown_size(verdict), name);
    }
  }
}

TEST_CASE("exercises: why cheats fail") {
  const auto reason = [](const std::string& id, const std::string& name, MarkKind kind) {
    const course::Verdict verdict =
        course::judge(*tests::exercise_of(id), tests::text_of(id, name));
    const course::Mark& mark = tests::mark_of(verdict, kind);
    CHECK_MESSAGE(mark.state == MarkState::kFailed, name);
    return mark;
  };
  CHECK(reason("transpose-padding", "cheat_square.cu", MarkKind::kResult).where->at.size == 1);
  CHECK(reason("transpose-padding", "cheat_copy.cu", MarkKind::kResult).where->at.is_shown());
  CHECK(reason("coalesced-product", "cheat_shown_length.cu", MarkKind::kResult).where->at.size ==
        1);
  CHECK(reason("coalesced-product", "cheat_stale_tile.cu", MarkKind::kResult).where->at.infinite ==
        "A");
  CHECK(reason("product-any-size", "cheat_stale.cu", MarkKind::kResult).where->at.infinite == "A");
  CHECK(reason("product-any-size", "cheat_guarded_barrier.cu", MarkKind::kErrors).where->at.size ==
        1);
  const course::Mark in_step =
      reason("sum-without-conflicts", "cheat_warp_in_step.cu", MarkKind::kErrors);
  REQUIRE(in_step.finding);
  CHECK(in_step.finding->kind == observe::FindingKind::kRaceInWarp);
  CHECK(reason("sum-without-conflicts", "cheat_one_block.cu", MarkKind::kResult).wrong->kind ==
        course::WrongElement::Kind::kUnwritten);
  const course::Mark even = reason("add-any-length", "cheat_even_length.cu", MarkKind::kResult);
  CHECK(even.where->size.at("n") == 33);
  const std::string why = course::reason_text(even).english();
  CHECK(why.starts_with("at n = 33 (hidden) "));
  CHECK(why.find(" is never written; it should be ") != std::string::npos);
}

namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// The mark that fails first, and where.
std::string failure_of(const course::Verdict& verdict) {
  for (const course::Mark& mark : verdict.marks) {
    if (mark.state != MarkState::kFailed) continue;
    std::string text = course::word(mark.kind);
    if (mark.goal) text += " " + mark.goal->id;
    text += ", " + course::words(mark.where->size);
    if (!mark.where->at.infinite.empty()) text += ", infinities in " + mark.where->at.infinite;
    if (mark.where->schedule != launch::Schedule{})
      text += ", " + launch::words(mark.where->schedule);
    return text;
  }
  return "";
}

}  // namespace

TEST_CASE("exercises: each cheat fails as the table says") {
  std::string table =
      "| exercise | cheat | goals at the shown size | fails first |\n"
      "| --- | --- | --- | --- |\n";
  for (const course::Exercise& exercise : all_exercises()) {
    CAPTURE(exercise.id);
    std::vector<tests::Cheat> cheats = tests::generic_cheats(exercise, truth_of(exercise, 1));
    for (const std::string& name : tests::names_of(exercise.id, "cheat_"))
      cheats.push_back({"`" + name + "`", tests::text_of(exercise.id, name)});
    for (const tests::Cheat& cheat : cheats) {
      const course::Verdict verdict = course::judge(exercise, cheat.text);
      CHECK_MESSAGE(verdict.outcome == Outcome::kFailed, cheat.name, ": ",
                    tests::reasons_of(verdict), "\n", cheat.text);
      table += "| " + exercise.id + " | " + cheat.name + " | " +
               (reaches_goals_at_shown_size(verdict) ? "met" : "not met") + " | " +
               failure_of(verdict) + " |\n";
    }
  }
  const std::string file = read_file(tests::course_folder() + "/CHEATS.md");
  const bool is_there = file.find(table) != std::string::npos;
  CHECK_MESSAGE(is_there, "kernels/course/exercises/CHEATS.md lacks this table:\n", table);
}
