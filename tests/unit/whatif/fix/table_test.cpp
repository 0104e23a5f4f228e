// Kernels with bank conflicts, held against an exhaustive search: those of tests/kernels/fix, every
// textbook and measured kernel that has some, and all of these once more without the paddings that
// they have. What is found is what the search finds, and each text that is offered is run here.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "brute_force.hpp"
#include "sim/edit/possible_edits.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/guess.hpp"
#include "sim/whatif/fix/find_fixes.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;
using Kind = edit::LayoutChange::Kind;

namespace {

struct Case {
  std::string name, text, words;
};

std::vector<std::string> files_in(const std::string& folder) {
  const std::filesystem::path path = std::string(WARPLENS_SOURCE_DIR) + "/tests/kernels/" + folder;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() == ".cu")
      names.push_back(folder + "/" + entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool has_conflicts(const Case& one) {
  const auto run = test::must_run(one.text, one.words + " --checks none");
  return run->totals.shared_sum().conflicts > 0;
}

// Those of a folder that have conflicts, and its kernels without one of their paddings.
void add_cases(const std::string& folder, std::vector<Case>& cases) {
  for (const std::string& name : files_in(folder)) {
    const std::string text = test::kernel_text(name);
    const std::optional<std::string> words = launch::embedded_options(text);
    if (!words) continue;
    const Case plain{name, text, *words};
    if (has_conflicts(plain)) cases.push_back(plain);
    const auto run = test::must_run(text, *words + " --checks none");
    for (const edit::Edit& edit : edit::possible_edits(*run->program)) {
      if (edit.change != edit::Change::kNoPadding) continue;
      const Case mutant{name + " without a padding", edit::apply(run->program->unit->file, edit),
                        *words};
      if (has_conflicts(mutant)) cases.push_back(mutant);
    }
  }
}

// That leaves no conflict.
const fix::Fix* fix_of(const fix::ArrayFixes& array, Kind kind) {
  for (const fix::Fix& one : array.fixes) {
    if (one.layout.change.kind == kind && !one.is_partial) return &one;
  }
  return nullptr;
}

struct Counts {
  int kernels = 0, fixed = 0, without = 0, refused = 0;  // kernels; arrays
};

// Each text that is offered, run and held against the original.
void check_offers(const Case& one, const fix::ArrayFixes& array) {
  const auto plain = test::run_text(one.text, one.words, array.array);
  for (const fix::Fix& fix : array.fixes) {
    CAPTURE(fix.text);
    const auto ran = test::run_text(fix.text, one.words, array.array);
    REQUIRE(ran);
    CHECK((ran->conflicts > 0) == fix.is_partial);
    CHECK(ran->conflicts < plain->conflicts);
    CHECK(plain->arrays == ran->arrays);
  }
}

// Elements that one access of the array takes at once.
uint64_t unit_of(const code::Program& program, const std::string& array, uint64_t element) {
  uint64_t unit = 1;
  for (const code::AccessSite& site : program.sites) {
    if (site.root != nullptr && site.root->name == array)
      unit = std::max<uint64_t>(unit, site.bytes / element);
  }
  return unit;
}

// Powers of two, and the numbers that the text has.
std::set<uint64_t> rows_in(const std::string& text, uint64_t elements) {
  std::set<uint64_t> rows;
  for (uint64_t row = 2; row < elements; row *= 2) rows.insert(row);
  for (size_t at = 0; at < text.size(); ++at) {
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) continue;
    const uint64_t number = std::strtoull(text.c_str() + at, nullptr, 10);
    if (number > 1 && number < elements) rows.insert(number);
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
  }
  return rows;
}

// Of one dimension, rows of those lengths are tried.
void check_search(const Case& one, const fix::ArrayFixes& array, const run::Run& run) {
  const auto shared = std::find_if(
      run.program->shared.begin(), run.program->shared.end(),
      [&](const code::SharedArray& candidate) { return candidate.name == array.array; });
  REQUIRE(shared != run.program->shared.end());
  if (shared->is_dynamic) return;  // no text gives its size
  const uint64_t element = lang::size_of(lang::array_base(shared->type));
  const uint64_t unit = unit_of(*run.program, array.array, element);
  const test::Declared declared{array.array, array.span.begin, lang::extents_of(shared->type)};
  const fix::Fix* pad = fix_of(array, Kind::kPad);
  const bool has_swizzle = fix_of(array, Kind::kSwizzle) != nullptr;
  // The search changes one array's subscripts.
  if (pad != nullptr && !pad->together.empty()) return;
  if (declared.extents.size() > 1) {
    const test::BruteForce brute = test::search(one.text, one.words, declared, 0, unit);
    CHECK(brute.pad.has_value() == (pad != nullptr));
    if (pad != nullptr && brute.pad)
      CHECK(*brute.pad == static_cast<uint64_t>(pad->layout.change.pad));
    CHECK(brute.has_swizzle == has_swizzle);
    const fix::Fix* shorter = fix_of(array, Kind::kShorten);
    CHECK(brute.shorter.has_value() == (shorter != nullptr));
    if (shorter != nullptr && brute.shorter)
      CHECK(*brute.shorter ==
            declared.extents.back() - static_cast<uint64_t>(-shorter->layout.change.pad));
    return;
  }
  test::BruteForce any;
  for (const uint64_t row : rows_in(one.text, declared.extents[0])) {
    const test::BruteForce brute = test::search(one.text, one.words, declared, row, unit);
    if (brute.pad) any.pad = brute.pad;
    any.has_swizzle = any.has_swizzle || brute.has_swizzle;
  }
  CHECK(any.pad.has_value() == (pad != nullptr));
  CHECK(any.has_swizzle == has_swizzle);
}

// What hints advise is what is offered here.
void check_hints(const fix::Fixes& found) {
  for (const observe::Finding& hint : found.before.back()->advice) {
    CAPTURE(hint.message);
    const auto says = [&](const char* part) {
      return hint.message.find(part) != std::string::npos;
    };
    if (hint.kind == observe::FindingKind::kExchangedIndices && says("threadIdx.y exchanged") &&
        !says("a tile"))
      CHECK(found.is_exchanged());
    const bool is_cure = says("with rows of") || says("the place of the") || says("by columns");
    if (hint.kind != observe::FindingKind::kBankConflicts || !is_cure) continue;
    for (const fix::ArrayFixes& array : found.arrays) {
      if (hint.message.starts_with("'" + array.array + "' ")) CHECK_FALSE(array.fixes.empty());
    }
  }
}

void check_case(const Case& one, Counts& counts) {
  CAPTURE(one.name);
  base::Checked<fix::Fixes> found = fix::find_fixes(test::make_request(one.text, one.words));
  REQUIRE(found.ok());
  CHECK_FALSE(found->problem);
  check_hints(*found);
  ++counts.kernels;
  for (const fix::ArrayFixes& array : found->arrays) {
    if (!array.has_conflicts()) continue;
    CAPTURE(array.array);
    check_offers(one, array);
    // What has to stay as it is, or can't be written so, has a place in the text.
    const bool is_refused = std::any_of(array.refusals.begin(), array.refusals.end(),
                                        [](const auto& reason) { return reason.has_place; });
    if (!array.is_left())
      ++counts.fixed;
    else
      ++(is_refused ? counts.refused : counts.without);
    if (!is_refused) check_search(one, array, *found->before.front());
  }
}

// A file and a kernel of it in each line; the launch is the host code's, or guessed.
std::vector<Case> listed_cases(const std::string& path) {
  std::ifstream list(path);
  REQUIRE(list.good());
  std::vector<Case> cases;
  for (std::string file, kernel; list >> file >> kernel;) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    launch::LaunchOptions given;
    given.kernel = kernel;
    const auto guess =
        prepare::guess_launch(test::make_request(text.str(), "--kernel " + kernel), given);
    CAPTURE(file);
    REQUIRE(guess.ok());
    cases.push_back({file + " " + kernel, text.str(), launch::print(guess->launch)});
  }
  return cases;
}

void check_all(const std::vector<Case>& cases, Counts& counts) {
  for (const Case& one : cases) check_case(one, counts);
  MESSAGE(counts.kernels << " kernels with conflicts; of their arrays " << counts.fixed
                         << " have a layout without, " << counts.without << " have none, "
                         << counts.refused << " have to stay as they are");
}

}  // namespace

TEST_CASE("fix: kernels with conflicts, held against an exhaustive search") {
  std::vector<Case> cases;
  add_cases("fix", cases);
  Counts counts;
  check_all(cases, counts);
  CHECK(counts.kernels >= 40);
  CHECK(counts.fixed >= 40);
}

TEST_CASE("fix: textbook and measured kernels, and those without their paddings") {
  std::vector<Case> cases;
  for (const char* folder : {"textbook", "measured"}) add_cases(folder, cases);
  Counts counts;
  check_all(cases, counts);
  CHECK(counts.kernels >= 40);
}

// By hand: kernels that are not part of the project (tests/README.md).
TEST_CASE("fix: listed kernels, held against an exhaustive search" *
          doctest::skip(std::getenv("WARPLENS_FIX_LIST") == nullptr)) {
  const char* list = std::getenv("WARPLENS_FIX_LIST");
  REQUIRE(list != nullptr);
  Counts counts;
  check_all(listed_cases(list), counts);
  CHECK(counts.kernels > 0);
}
