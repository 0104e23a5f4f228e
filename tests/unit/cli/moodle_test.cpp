// `warplens course --questions moodle`: read by an XML parser of ours, and held against rules from
// "Moodle XML format", docs.moodle.org/en/Moodle_XML_format, and Moodle's importer,
// question/format/xml/format.php of github.com/moodle/moodle, read 2026-12-01. Moodle itself is no
// package of Debian.
#include <doctest/doctest.h>

#include <set>

#include "tests/support/temp_folder.hpp"
#include "tests/unit/cli/question_course.hpp"
#include "tests/unit/cli/run_command.hpp"

using namespace warplens;
using tests::run_command;

namespace {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;
  std::string text;  // its own
};

// Of XML what is written here; anything else, and what is not well-formed, is a problem.
class XmlReader {
 public:
  explicit XmlReader(const std::string& text) : text_(text) {}

  Element read(std::string& problem) {
    const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    Element root;
    if (!text_.starts_with(head)) problem_ = "the first line is not XML's";
    at_ = head.size();
    if (problem_.empty()) root = read_element();
    if (problem_.empty() && text_.substr(at_) != "\n") problem_ = "something is behind the end";
    problem = problem_;
    return root;
  }

 private:
  bool takes(const std::string& part) {
    if (text_.compare(at_, part.size(), part) != 0) return false;
    at_ += part.size();
    return true;
  }
  // Up to and with `end`.
  std::string up_to(const std::string& end) {
    const size_t found = text_.find(end, at_);
    if (found == std::string::npos) {
      problem_ = "no " + end + " behind " + text_.substr(at_, 50);
      at_ = text_.size();
      return "";
    }
    const std::string part = text_.substr(at_, found - at_);
    at_ = found + end.size();
    return part;
  }

  std::string unescaped(const std::string& raw) {
    std::string text;
    for (size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] == '<') problem_ = "a < in a text";
      if (raw[i] != '&') {
        text += raw[i];
        continue;
      }
      const size_t end = std::min(raw.find(';', i), raw.size());
      const std::string name = raw.substr(i + 1, end - i - 1);
      const std::map<std::string, char> known{
          {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"#39", '\''}};
      if (!known.contains(name)) problem_ = "an unknown entity " + name;
      if (known.contains(name)) text += known.at(name);
      i = end;
    }
    if (text.find("]]>") != std::string::npos && raw.find("]]>") != std::string::npos)
      problem_ = "]]> in a text";
    return text;
  }

  Element read_element() {
    Element element;
    if (!takes("<")) problem_ = "no element at " + text_.substr(at_, 50);
    const std::string tag = up_to(">");
    element.name = tag.substr(0, tag.find(' '));
    for (size_t i = element.name.size(); i < tag.size();) {
      const size_t equals = tag.find("=\"", i), end = tag.find('"', equals + 2);
      if (tag[i] != ' ' || equals == std::string::npos || end == std::string::npos) {
        problem_ = "attributes of " + tag;
        return element;
      }
      element.attributes[tag.substr(i + 1, equals - i - 1)] =
          unescaped(tag.substr(equals + 2, end - equals - 2));
      i = end + 1;
    }
    while (problem_.empty() && !takes("</")) {
      if (takes("<![CDATA[")) {
        element.text += up_to("]]>");
      } else if (at_ < text_.size() && text_[at_] == '<') {
        element.children.push_back(read_element());
      } else {
        const std::string raw = up_to("<");
        --at_;
        element.text += unescaped(raw);
      }
    }
    if (up_to(">") != element.name && problem_.empty())
      problem_ = element.name + " has another end";
    return element;
  }

  const std::string& text_;
  size_t at_ = 0;
  std::string problem_;
};

const Element* child(const Element& of, const std::string& name) {
  for (const Element& one : of.children) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

// The text of an element's <text>; "" there is none.
std::string text_in(const Element& of, const std::string& name) {
  const Element* const one = child(of, name);
  const Element* const text = one == nullptr ? nullptr : child(*one, "text");
  return text == nullptr ? "" : text->text;
}

// HTML as it is drawn, with p, pre, code and img alone; another tag is a problem.
std::string drawn_html(const std::string& html, std::string& problem) {
  const std::map<std::string, std::string> known{{"amp", "&"},   {"lt", "<"},  {"gt", ">"},
                                                 {"quot", "\""}, {"#39", "'"}, {"#36", "$"},
                                                 {"#92", "\\"},  {"#64", "@"}};
  std::string text;
  for (size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      const size_t end = html.find('>', i);
      const std::string tag = html.substr(i + 1, end - i - 1);
      const std::string name = tag.substr(tag.starts_with("/") ? 1 : 0).substr(0, tag.find(' '));
      if (!std::set<std::string>{"p", "pre", "code", "img"}.contains(name))
        problem = "the tag " + tag;
      i = end;
    } else if (html[i] == '&') {
      const size_t end = html.find(';', i);
      const std::string entity = html.substr(i + 1, end - i - 1);
      if (!known.contains(entity)) problem = "the entity " + entity;
      if (known.contains(entity)) text += known.at(entity);
      i = end;
    } else {
      // Filters look for formulas and files.
      if (std::string("$\\@").find(html[i]) != std::string::npos) problem = "obeyed: " + html;
      text += html[i];
    }
  }
  return text;
}

// "" or the rule that the question does not follow. A category has a path alone.
std::string broken_rule(const Element& question) {
  const std::string type =
      question.attributes.contains("type") ? question.attributes.at("type") : "";
  if (type == "category")
    return text_in(question, "category").starts_with("$course$/top/") ? "" : "category";
  if (type != "multichoice" && type != "numerical") return "type";
  if (text_in(question, "name").empty() || text_in(question, "name").size() > 255) return "name";
  for (const char* field : {"questiontext", "generalfeedback"}) {
    const Element* const one = child(question, field);
    if (one == nullptr || one->attributes != std::map<std::string, std::string>{{"format", "html"}})
      return field;
  }
  for (const Element& file : child(question, "questiontext")->children) {
    if (file.name == "text") continue;
    if (file.name != "file" || file.attributes.at("encoding") != "base64") return "file";
    if (text_in(question, "questiontext").find("@@PLUGINFILE@@/" + file.attributes.at("name")) ==
        std::string::npos)
      return "file that is not named";
  }
  size_t right = 0;
  const std::set<std::string> known{
      "name",   "questiontext", "generalfeedback", "defaultgrade",    "penalty",
      "hidden", "single",       "shuffleanswers",  "answernumbering", "showstandardinstruction",
      "answer"};
  for (const Element& one : question.children) {
    if (!known.contains(one.name)) return one.name;
    if (one.name != "answer") continue;
    const std::string fraction = one.attributes.at("fraction");
    if (fraction != "0" && fraction != "100") return "fraction";
    right += fraction == "100" ? 1 : 0;
    if (child(one, "feedback") == nullptr || text_in(one, "feedback").empty()) return "feedback";
    if (child(one, "text") == nullptr || child(one, "text")->text.empty()) return "answer";
    if (type == "numerical" &&
        (child(one, "tolerance") == nullptr || child(one, "tolerance")->text != "0"))
      return "tolerance";
  }
  if (type == "multichoice" &&
      (child(question, "single") == nullptr || child(question, "single")->text != "true"))
    return "single";
  return right == 1 ? "" : "not one right answer";
}

std::vector<Element> questions_in(const std::string& file) {
  std::string problem;
  Element quiz = XmlReader(file).read(problem);
  CHECK(problem == "");
  CHECK(quiz.name == "quiz");
  for (const Element& question : quiz.children) {
    CHECK(question.name == "question");
    CHECK(broken_rule(question) == "");
  }
  return std::move(quiz.children);
}

std::vector<Element> moodle_questions(const nlohmann::ordered_json& lesson,
                                      const std::string& more_code = "") {
  const tests::TempFolder folder;
  tests::write_question_course(folder, lesson, more_code);
  const tests::Outcome outcome =
      run_command({"course", "--questions", "moodle", "--no-pictures", "--course", folder.path()});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  return questions_in(outcome.out);
}

std::string shown_in(const Element& of, const std::string& name) {
  std::string problem;
  const std::string text = drawn_html(text_in(of, name), problem);
  CHECK(problem == "");
  return text;
}

}  // namespace

TEST_CASE("moodle: a stop is a category with a question for itself and each twin") {
  const std::vector<Element> all = moodle_questions(tests::asking_lesson());
  REQUIRE(all.size() == 15);
  CHECK(text_in(all[0], "category") == "$course$/top/Warplens/Who am I?/blocks");
  CHECK(text_in(all[5], "category") == "$course$/top/Warplens/Who am I?/lanes");
  const Element& blocks = all[4];
  CHECK(blocks.attributes.at("type") == "multichoice");
  CHECK(text_in(blocks, "name") == "blocks 4");
  CHECK(tests::contains(shown_in(blocks, "questiontext"), "How many blocks does n = 290 need?"));
  CHECK(tests::contains(shown_in(blocks, "questiontext"), "--grid 10 --block 32"));
  CHECK(shown_in(blocks, "generalfeedback") == "The last one is not full.\n");
  std::vector<std::string> answers;
  for (const Element& one : blocks.children) {
    if (one.name == "answer")
      answers.push_back(one.attributes.at("fraction") + " " + child(one, "text")->text);
  }
  CHECK(answers == std::vector<std::string>{"0 <p>9</p>\n", "100 <p>10</p>\n", "0 <p>290</p>\n"});
  const Element& lanes = all[6];
  CHECK(lanes.attributes.at("type") == "numerical");
  for (const Element& one : lanes.children) {
    if (one.name == "answer")
      CHECK((one.attributes.at("fraction") == "100" ? "4" : "32") == child(one, "text")->text);
  }
}

TEST_CASE("moodle: texts and code that are made of XML, HTML and formulas are shown as they are") {
  const std::vector<Element> all = moodle_questions(tests::hostile_lesson(), tests::kHostileCode);
  REQUIRE(all.size() == 15);
  std::string whole = tests::kHostile;
  const std::string marked = "`code $z$ <b> ]]>`";
  whole.replace(whole.find(marked), marked.size(), marked.substr(1, marked.size() - 2));
  CHECK(text_in(all[0], "category") == "$course$/top/Warplens/]]> A//B <i> $course$ \"/blocks");
  for (const Element& question : all) {
    if (question.attributes.at("type") == "category") continue;
    const std::string text = shown_in(question, "questiontext");
    CHECK(text.starts_with("# " + whole + "\n// warplens: --grid "));
    CHECK(tests::contains(text, "}\n" + tests::kHostileCode + "\nSelected: "));
    CHECK(text.ends_with("\n- " + whole + "\n"));
    CHECK(shown_in(question, "generalfeedback") == "... " + whole + "\n");
    for (const Element& one : question.children) {
      if (one.name != "answer" || one.attributes.at("fraction") == "100") continue;
      CHECK(tests::contains(shown_in(one, "feedback"), whole));
    }
  }
}

TEST_CASE("moodle: every question of a lesson follows the rules") {
  const tests::Outcome outcome =
      run_command({"course", "threads", "--questions", "moodle", "--no-pictures"});
  CHECK(outcome.status == 0);
  CHECK(questions_in(outcome.out).size() >= 20);
}
