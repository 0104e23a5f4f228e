#include "app/cli/grade/class_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/cli/html.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

constexpr std::string_view kClassStyle =
    "table { border-collapse: collapse; margin: 1em 0; }\n"
    "th, td { border: 1px solid #bbb; padding: 0.25em 0.6em; text-align: left; "
    "vertical-align: top; }\n"
    "th { background: #eee; }\n"
    "td { white-space: pre-wrap; overflow-wrap: anywhere; }\n"
    ".passed { background: #dff0d8; }\n.failed { background: #f8d7da; }\n"
    ".cut { background: #fff3cd; }\n.number { text-align: right; }\n";

std::string cell(const std::string& text, const char* kind = "") {
  if (*kind == '\0') return fmt::format("<td>{}</td>", markup(text));
  return fmt::format("<td class=\"{}\">{}</td>", kind, markup(text));
}

std::string heads(const std::vector<std::string>& texts) {
  std::string row = "<tr>";
  for (const std::string& text : texts) row += fmt::format("<th>{}</th>", markup(text));
  return row + "</tr>\n";
}

}  // namespace

ClassPage::ClassPage(const course::Exercise& exercise) : title_(exercise.title) {
  const course::Judging none(std::make_shared<const course::Exercise>(exercise), nullptr, "", {});
  for (const course::Mark& mark : none.so_far().marks)
    marks_.push_back(course::name_of(mark).english());
}

void ClassPage::add(const HandIn& hand_in) {
  ++hand_ins_;
  for (const HandIn::Answer& answer : hand_in.answers) {
    Answers& all = answers_[answer.stop];
    if (answer.is_right)
      ++all.right;
    else
      ++all.wrong[answer.belief];
  }
}

std::string ClassPage::print() const {
  std::string page = page_head(title_, kClassStyle);
  const auto passed = std::count_if(rows_.begin(), rows_.end(), [](const ClassRow& row) {
    return row.outcome == course::word(course::Outcome::kPassed);
  });
  page +=
      fmt::format("<p>{}</p>\n<table>\n", markup(say("{passed} of {all} hand-ins passed",
                                                     "passed"_a = passed, "all"_a = rows_.size())));
  std::vector<std::string> columns{say("file"), say("outcome")};
  columns.insert(columns.end(), marks_.begin(), marks_.end());
  columns.insert(columns.end(), {say("where"), say("reason")});
  page += heads(columns);
  for (const ClassRow& row : rows_) {
    page += "<tr>" + cell(row.name) + cell(row.outcome);
    for (size_t i = 0; i < marks_.size(); ++i) {
      const char* state = i < row.marks.size() ? course::word(row.marks[i]) : "";
      page += cell(state, state);
    }
    page += cell(row.where) + cell(row.reason) + "</tr>\n";
  }
  page += "</table>\n";
  if (hand_ins_ > 0) {
    page += fmt::format("<h2>{}</h2>\n<p>{}</p>\n<table>\n", markup(say("First answers by belief")),
                        markup(say_count("As {count} student handed them in",
                                         "As {count} students handed them in", hand_ins_)));
    page += heads({say("stop"), say("answer"), say("students")});
  }
  for (const auto& [stop, answers] : answers_) {
    std::vector<std::pair<std::string, uint64_t>> wrong(answers.wrong.begin(), answers.wrong.end());
    std::stable_sort(wrong.begin(), wrong.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    page += "<tr>" + cell(stop) + cell(say("right"), "passed") +
            cell(std::to_string(answers.right), "number") + "</tr>\n";
    for (const auto& [belief, count] : wrong)
      page += "<tr>" + cell(stop) +
              cell(belief.empty() ? say("wrong, no known belief") : belief, "failed") +
              cell(std::to_string(count), "number") + "</tr>\n";
  }
  if (hand_ins_ > 0) page += "</table>\n";
  return page + std::string(kPageEnd);
}

}  // namespace warplens::cli
