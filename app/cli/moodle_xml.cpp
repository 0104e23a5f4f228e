// Moodle's XML, as "Moodle XML format" has it, docs.moodle.org/en/Moodle_XML_format, and where that
// page is silent its importer, question/format/xml/format.php of github.com/moodle/moodle; read
// 2026-12-01. Texts are HTML in CDATA, with a file in base64 that @@PLUGINFILE@@ names.
#include <fmt/format.h>

#include "app/cli/html.hpp"
#include "app/cli/question_formats.hpp"
#include "app/course/lesson.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {
namespace {

using course::Asked;
using course::QuestionVersion;

constexpr size_t kLongestName = 250;  // [bytes] of a category, a question: columns have 255

// What the filters of Moodle look for in a text, formulas and files, is written by number.
std::string html(std::string_view text) {
  std::string out;
  for (const char c : markup(text, course::kMostTextOfLesson)) {
    if (c == '$' || c == '\\' || c == '@')
      out += fmt::format("&#{};", static_cast<int>(c));
    else
      out += c;
  }
  return out;
}

std::string marked_html(std::string_view text) {
  const std::string line = in_one_line(text);
  std::string out;
  for (const MarkedPart& part : marked_parts(line))
    out += part.is_code ? fmt::format("<code>{}</code>", html(part.text)) : html(part.text);
  return out;
}

std::string paragraph_html(std::string_view text) {
  const std::string inside = marked_html(text);
  return inside.empty() ? "" : fmt::format("<p>{}</p>\n", inside);
}

// A section ends where it says so: two of them hold what would end one.
std::string cdata(std::string text) {
  constexpr std::string_view kEnd = "]]>";
  if (text.empty()) return text;
  for (size_t at = text.find(kEnd); at != std::string::npos; at = text.find(kEnd, at)) {
    text.replace(at, kEnd.size(), "]]]]><![CDATA[>");
    at += kEnd.size();
  }
  return fmt::format("<![CDATA[{}]]>", text);
}

std::string html_field(std::string_view tag, const std::string& text,
                       const std::string& after = "") {
  return fmt::format("    <{0} format=\"html\">\n      <text>{1}</text>\n{2}    </{0}>\n", tag,
                     cdata(text), after);
}

std::string cut_name(std::string name) {
  return markup(in_one_line(name), kLongestName);
}

// Of a category's path one name: a slash in it is two.
std::string category_name(std::string_view name) {
  std::string out;
  for (const char c : in_one_line(name)) out += c == '/' ? "//" : std::string(1, c);
  return cut_name(out);
}

std::string category_of(const std::string& course, const course::AskedStop& stop) {
  return fmt::format(
      "  <question type=\"category\">\n    <category>\n"
      "      <text>$course$/top/{}/{}/{}</text>\n    </category>\n  </question>\n",
      category_name(course), category_name(stop.lesson_title), category_name(stop.stop));
}

std::string answer(const std::string& text, const char* format, bool is_right,
                   const std::string& feedback, const std::string& after) {
  return fmt::format(
      "    <answer fraction=\"{}\" format=\"{}\">\n      <text>{}</text>\n"
      "      <feedback format=\"html\">\n        <text>{}</text>\n      </feedback>\n{}"
      "    </answer>\n",
      is_right ? 100 : 0, format, text, cdata(feedback), after);
}

// Choices stay in their order: it is that of their numbers.
std::string answers_of(const Asked& asked) {
  std::string out;
  if (!asked.is_typed)
    out =
        "    <single>true</single>\n    <shuffleanswers>false</shuffleanswers>\n"
        "    <answernumbering>abc</answernumbering>\n"
        "    <showstandardinstruction>0</showstandardinstruction>\n";
  for (const Asked::Choice& choice : asked.choices) {
    const std::string feedback =
        paragraph_html(choice.is_right ? say("That is right.") : choice.why);
    out += asked.is_typed
               ? answer(fmt::format("{}", choice.number.value_or(0)), "moodle_auto_format",
                        choice.is_right, feedback, "      <tolerance>0</tolerance>\n")
               : answer(cdata(paragraph_html(choice.text)), "html", choice.is_right, feedback, "");
  }
  return out;
}

std::string question_of(const course::AskedStop& stop, size_t index, const std::string* picture) {
  const QuestionVersion& version = stop.versions[index];
  const std::string name = stop.stop + (index == 0 ? std::string() : fmt::format(" {}", index + 1));
  std::string text = paragraph_html(version.text), file;
  if (picture != nullptr) {
    const std::string file_name = fmt::format("{}-{}.png", stop.stop, index + 1);
    text += fmt::format(
        "<p><img src=\"@@PLUGINFILE@@/{}\" alt=\"{}\" style=\"max-width: 100%\"></p>\n", file_name,
        html(say("The text with its access, and pictures in which what is asked is covered.")));
    file = fmt::format("      <file name=\"{}\" path=\"/\" encoding=\"base64\">{}</file>\n",
                       file_name, base64(*picture));
  }
  text += fmt::format("<pre><code>{}</code></pre>\n", html(version.code));
  text += paragraph_html(version.place) + paragraph_html(version.asked.text);
  return fmt::format("  <question type=\"{}\">\n    <name>\n      <text>{}</text>\n    </name>\n",
                     version.asked.is_typed ? "numerical" : "multichoice", cut_name(name)) +
         html_field("questiontext", text, file) +
         html_field("generalfeedback", paragraph_html(version.asked.reason)) +
         "    <defaultgrade>1</defaultgrade>\n    <penalty>0.3333333</penalty>\n"
         "    <hidden>0</hidden>\n" +
         answers_of(version.asked) + "  </question>\n";
}

}  // namespace

std::string moodle_quiz(const std::string& course, const std::vector<PicturedStop>& stops) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n";
  for (const PicturedStop& stop : stops) {
    out += category_of(course, stop.asked);
    for (size_t i = 0; i < stop.asked.versions.size(); ++i)
      out += question_of(stop.asked, i, i < stop.pictures.size() ? &stop.pictures[i] : nullptr);
  }
  return out + "</quiz>\n";
}

}  // namespace warplens::cli
