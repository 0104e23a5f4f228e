#include "app/cli/lecture_pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/cli/html.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using lecture::Item;
using lecture::Kind;
using lecture::Playlist;
using lecture::Shown;

constexpr std::string_view kHandoutStyle =
    "@page { size: A4; margin: 16mm; }\n"
    "body { max-width: 19cm; margin: 1em auto; padding: 0 1em; }\n"
    "h2 { font-size: 1.15em; margin: 0 0 0.3em; }\n"
    "section { margin: 0 0 2em; break-inside: avoid; }\n"
    "img { width: 100%; border: 1px solid #bbb; }\n"
    "p { margin: 0.4em 0; overflow-wrap: anywhere; }\n"
    ".name { color: #555; font-weight: normal; font-size: 0.8em; }\n"
    ".question { font-weight: bold; }\n"
    "ul { list-style: none; padding: 0; margin: 0.3em 0; }\n"
    "li { display: inline-block; margin-right: 2.5em; }\n"
    ".box { display: inline-block; width: 0.8em; height: 0.8em; border: 1px solid #222; "
    "margin-right: 0.6em; }\n"
    ".line { border-bottom: 1px solid #999; height: 2em; }\n"
    ".answers { break-before: page; break-inside: auto; }\n"
    ".answer { break-inside: avoid; overflow: auto; padding: 0.5em 0; border-top: 1px solid #bbb; "
    "}\n"
    ".answer img { float: right; width: 48%; margin-left: 1em; }\n"
    "@media print { body { font-size: 10.5pt; max-width: none; margin: 0; padding: 0; } }\n";

constexpr std::string_view kNotesStyle =
    "@page { size: A4; margin: 16mm; }\n"
    "body { font-size: 18px; max-width: 38em; margin: 1em auto; padding: 0 0.8em; }\n"
    "section { border-top: 1px solid #bbb; padding: 0.6em 0; break-inside: avoid; }\n"
    "h2 { font-size: 1.05em; margin: 0; }\n"
    "p { margin: 0.35em 0; overflow-wrap: anywhere; }\n"
    ".name { color: #555; font-weight: normal; font-size: 0.8em; display: inline-block; "
    "max-width: 100%; overflow-wrap: anywhere; }\n"
    ".time { float: right; margin-left: 1.5em; font-variant-numeric: tabular-nums; }\n"
    ".shown, .asked { color: #555; font-size: 0.85em; }\n"
    ".answer { font-size: 0.85em; }\n"
    "@media print { body { font-size: 11pt; max-width: none; margin: 0; padding: 0; } }\n";

// What is between two backticks is code.
std::string with_code(const std::string& text) {
  const std::string whole = markup(text);
  const bool is_paired = std::count(whole.begin(), whole.end(), '`') % 2 == 0;
  std::string out;
  bool is_code = false;
  for (const char c : whole) {
    if (c != '`' || !is_paired) {
      out += c;
      continue;
    }
    out += is_code ? "</code>" : "<code>";
    is_code = !is_code;
  }
  return out;
}

std::string paragraph(std::string_view kind, const std::string& text) {
  if (text.empty()) return "";
  if (kind.empty()) return fmt::format("<p>{}</p>\n", with_code(text));
  return fmt::format("<p class=\"{}\">{}</p>\n", kind, with_code(text));
}

std::string picture_part(std::string_view png, const std::string& name) {
  if (png.empty()) return "";
  return fmt::format("<img src=\"{}\" alt=\"{}\">\n", data_url("image/png", png), markup(name));
}

// What it is about, and its name.
std::string heading(const std::string& title, const std::string& name) {
  if (title.empty()) return fmt::format("<h2>{}</h2>\n", markup(name));
  return fmt::format("<h2>{} <span class=\"name\">{}</span></h2>\n", markup(title), markup(name));
}

std::string right_answer(const course::Asked& asked) {
  const auto right = std::find_if(asked.choices.begin(), asked.choices.end(),
                                  [](const auto& choice) { return choice.is_right; });
  const std::string text = right == asked.choices.end() ? "" : right->text;
  return say("{answer}. {reason}", "answer"_a = text, "reason"_a = asked.reason);
}

// Boxes to tick, and lines to write on.
std::string asked_part(size_t number, const course::Asked& asked) {
  constexpr int kLines = 2;
  std::string part = paragraph(
      "question", say("Question {number}: {text}", "number"_a = number, "text"_a = asked.text));
  if (!asked.is_typed) {
    part += "<ul>\n";
    for (const course::Asked::Choice& choice : asked.choices)
      part += fmt::format("<li><span class=\"box\"></span>{}</li>\n", with_code(choice.text));
    part += "</ul>\n";
  }
  for (int i = 0; i < kLines; ++i) part += "<div class=\"line\"></div>\n";
  return part;
}

// Lines that follow each other are one paragraph.
std::string notes_part(const Item& item) {
  std::string part, text;
  for (const std::string& line : item.notes) {
    if (line.empty()) {
      part += paragraph("", text);
      text.clear();
    } else {
      text += (text.empty() ? "" : " ") + line;
    }
  }
  return part + paragraph("", text);
}

std::string time_part(const Playlist& playlist, size_t item) {
  std::string time = clock_text(playlist.minutes_before(item));
  if (const std::optional<uint32_t> minutes = playlist.items[item].minutes)
    time += " · " + say("{count} min", "count"_a = *minutes);
  return fmt::format("<span class=\"time\">{}</span>", markup(time));
}

std::string title_of_item(const Item& item, const Shown& shown) {
  switch (item.kind) {
    case Kind::kBlank:
      return say("A blank screen");
    case Kind::kVote:
      return say("A vote");
    case Kind::kStop:
    case Kind::kText:
      break;
  }
  return shown.title;
}

}  // namespace

bool has_picture(const Playlist& playlist, size_t item) {
  const Item& one = playlist.items[item];
  if (one.kind == Kind::kText) return true;
  if (one.kind == Kind::kBlank) return false;
  for (size_t i = 0; i < playlist.items.size(); ++i) {
    const Item& other = playlist.items[i];
    const bool is_same = (other.kind == Kind::kStop || other.kind == Kind::kVote) &&
                         other.lesson == one.lesson && other.stop == one.stop;
    if (!is_same || i == item) continue;
    // A stop comes before votes on it, and of several the first.
    if (other.kind == one.kind ? i < item : other.kind == Kind::kStop) return false;
  }
  return true;
}

std::string handout_page(const Playlist& playlist, const std::vector<Shown>& shown,
                         const std::vector<ItemPictures>& pictures) {
  std::string page = page_head(playlist.title, kHandoutStyle), answers;
  size_t number = 0;
  for (size_t i = 0; i < shown.size(); ++i) {
    if (!has_picture(playlist, i)) continue;
    const Shown& one = shown[i];
    ++number;
    page += "<section>\n" + heading(fmt::format("{}. {}", number, one.title), one.name);
    const ItemPictures drawn = i < pictures.size() ? pictures[i] : ItemPictures{};
    page += picture_part(drawn.asked, one.name) + paragraph("", one.text);
    if (one.asked) {
      page += asked_part(number, *one.asked);
      answers += "<div class=\"answer\">\n" + picture_part(drawn.answered, one.name) +
                 paragraph("", say("Question {number}: {answer}", "number"_a = number,
                                   "answer"_a = right_answer(*one.asked))) +
                 "</div>\n";
    }
    page += "</section>\n";
  }
  if (!answers.empty())
    page += fmt::format("<section class=\"answers\">\n<h2>{}</h2>\n{}</section>\n",
                        markup(say("Answers")), answers);
  return page + std::string(kPageEnd);
}

std::string notes_page(const Playlist& playlist, const std::vector<Shown>& shown) {
  std::string page = page_head(playlist.title, kNotesStyle);
  page += paragraph("shown",
                    say_count("{count} minute", "{count} minutes", playlist.minutes_together()));
  for (size_t i = 0; i < shown.size(); ++i) {
    const Item& item = playlist.items[i];
    const Shown& one = shown[i];
    page += "<section>\n" + time_part(playlist, i) +
            heading(title_of_item(item, one), item.kind == Kind::kBlank ? "" : one.name);
    if (!item.bookmark.empty())
      page += paragraph("shown", say("bookmark: {name}", "name"_a = item.bookmark));
    page += notes_part(item);
    if (item.kind != Kind::kVote) page += paragraph("shown", one.text);
    if (one.asked) {
      page += paragraph("asked", one.asked->text);
      page += paragraph("answer", say("Answer: {answer}", "answer"_a = right_answer(*one.asked)));
    }
    page += "</section>\n";
  }
  return page + std::string(kPageEnd);
}

std::string clock_text(uint32_t minutes) {
  return fmt::format("{}:{:02}", minutes / 60, minutes % 60);
}

}  // namespace warplens::cli
