// Verdicts as graders of other programs read them. Formats: Gradescope's "Autograder
// Specifications" (gradescope-autograders.readthedocs.io/en/latest/specs, read 2026-11-30).
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.hpp"
#include "app/cli/json.hpp"
#include "app/course/judge.hpp"

namespace warplens::cli {
namespace {

using course::Mark;
using course::MarkState;
using course::Verdict;

// "now 4,096, goal at most 128", and why not.
std::string output_of(const Mark& mark) {
  std::string text = course::counted_text(mark).english();
  const std::string reason = course::reason_text(mark).english();
  if (!text.empty() && !reason.empty()) text += "; ";
  return text + reason;
}

// Students see at once what is about the shown size alone.
bool is_about_hidden(const Mark& mark) {
  return mark.where && !mark.where->at.is_shown();
}

}  // namespace

void print_gradescope(std::ostream& out, const Verdict& verdict) {
  Json tests = Json::array();
  for (const Mark& mark : verdict.marks) {
    const bool has_passed = mark.state == MarkState::kPassed;
    tests.push_back({{"name", course::name_of(mark).english()},
                     {"score", has_passed ? 1 : 0},
                     {"max_score", 1},
                     {"status", has_passed ? "passed" : "failed"},
                     {"output", output_of(mark)},
                     {"output_format", "text"},
                     {"visibility", is_about_hidden(mark) ? "after_published" : "visible"}});
  }
  std::string about = course::describe(verdict).title.english();
  if (!verdict.problems.empty()) about += "\n" + base::render(verdict.problems, verdict.file);
  out << to_text({{"output", about}, {"tests", std::move(tests)}}, 2) << "\n";
}

}  // namespace warplens::cli
