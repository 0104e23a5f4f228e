// What the files hold once, or not too often: counted over their text.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"

using warplens::test::files_below;
using warplens::test::Include;
using warplens::test::includes_of;
using warplens::test::read_source;

namespace {

std::vector<std::string> words_of_findings() {
  const std::string rows = read_source("sim/observe/finding/findings.def");
  const std::regex row(R"x(WL_FINDING\(k\w+, "(\w+)")x");
  std::vector<std::string> words;
  for (auto at = std::sregex_iterator(rows.begin(), rows.end(), row); at != std::sregex_iterator();
       ++at)
    words.push_back((*at)[1]);
  return words;
}

// The enumerations of a file that have all these enumerators.
size_t enums_with(const std::string& text, const std::vector<std::string>& names) {
  const std::regex whole(R"(enum class \w+[^{;]*\{([^}]*)\})");
  size_t count = 0;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), whole);
       at != std::sregex_iterator(); ++at) {
    bool has_all = true;
    for (const std::string& name : names)
      has_all = has_all && std::regex_search((*at)[1].str(), std::regex("\\b" + name + "\\b"));
    count += has_all ? 1 : 0;
  }
  return count;
}

// What the string literals say that follow each other from `at` on, with or without commas.
std::string literals_at(const std::string& text, size_t at) {
  std::string out;
  while (at < text.size()) {
    const char c = text[at];
    if (c == ',' || std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
      continue;
    }
    if (c != '"') break;
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      const bool is_escape = text[at] == '\\' && at + 1 < text.size();
      if (is_escape) ++at;
      out += is_escape && text[at] == 'n' ? '\n' : text[at];
    }
    ++at;
  }
  return out;
}

// Printed trees of programs have words, too.
const std::set<std::string> kWordsOfCode{
    "auto",  "bool",   "case",   "cast",     "char", "const",    "continue",
    "do",    "double", "else",   "empty",    "enum", "float",    "for",
    "if",    "index",  "int",    "let",      "load", "long",     "return",
    "short", "struct", "switch", "unsigned", "void", "volatile", "while"};

size_t count_english_words(const std::string& text) {
  constexpr std::string_view kMarks = ".,:;!?'\"";
  const std::regex word_of_letters("[A-Za-z]+(['-][A-Za-z]+)*");
  size_t count = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    word.erase(0, word.find_first_not_of(kMarks));
    word.erase(word.find_last_not_of(kMarks) + 1);
    const bool is_english = word.size() >= 2 && std::regex_match(word, word_of_letters);
    if (is_english && !kWordsOfCode.contains(word)) ++count;
  }
  return count;
}

// Sentences that a test compares with: longer than 24 letters, with four words of English at least.
// Shorter texts and data (printed trees, the output of a program, command lines) are not counted.
size_t count_sentences(const std::string& text) {
  size_t count = 0;
  for (size_t at = text.find("=="); at != std::string::npos; at = text.find("==", at + 2)) {
    size_t begin = text.find_first_not_of(" \n", at + 2);
    for (const std::string_view open : {"std::vector<std::string>{", "std::string("}) {
      if (begin < text.size() && text.compare(begin, open.size(), open) == 0) begin += open.size();
    }
    const std::string compared = literals_at(text, begin);
    if (compared.size() > 24 && count_english_words(compared) >= 4) ++count;
  }
  return count;
}

size_t count_words(const std::string& text, const std::set<std::string>& words) {
  size_t count = 0;
  std::string word;
  for (const char c : text + " ") {
    const unsigned char letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0 || c == '_') {
      word += static_cast<char>(std::tolower(letter));
    } else {
      if (words.contains(word)) ++count;
      word.clear();
    }
  }
  return count;
}

}  // namespace

TEST_CASE("structure: one enumeration of operations, one of spaces") {
  size_t operations = 0, spaces = 0;
  const std::regex space(R"(enum class (Pointer)?Space\b)");
  for (const std::string& file : files_below({"sim", "app", "kernels"})) {
    const std::string text = read_source(file);
    operations += enums_with(text, {"kLoad", "kStore", "kAtomic"});
    spaces += std::regex_search(text, space) ? 1 : 0;
  }
  CHECK(operations == 1);
  CHECK(spaces == 1);
}

TEST_CASE("structure: no file compares a finding's kind with text") {
  const std::vector<std::string> words = words_of_findings();
  REQUIRE(words.size() >= 28);
  size_t literals = 0;
  for (const std::string& file : files_below({"sim", "app"})) {
    const std::string text = read_source(file);
    for (const std::string& word : words) {
      if (word.find('_') == std::string::npos) continue;    // a word of other things, too
      if (file == "sim/model/hardware_wmma.cpp") continue;  // a column of a table has that name
      if (text.find("\"" + word + "\"") != std::string::npos) {
        ++literals;
        MESSAGE(file << " has \"" << word << "\"");
      }
    }
  }
  CHECK(literals == 0);
}

TEST_CASE("structure: nothing of the window runs beside the frame but by the executor") {
  std::set<std::string> files;
  const std::regex thread(R"(std::(thread|jthread|async|condition_variable)\b)");
  for (const std::string& file : files_below({"app/scene", "app/session", "app/window"})) {
    if (std::regex_search(read_source(file), thread)) files.insert(file);
  }
  CHECK(files == std::set<std::string>{"app/session/executor.cpp", "app/session/executor.hpp"});
}

TEST_CASE("structure: the session has few members, and no file more than 600 lines") {
  const std::string header = read_source("app/session/session_impl.hpp");
  const std::regex member(R"(\n  [^\n()]*\b[a-z]\w*_( = [^;\n]*|\{[^}\n]*\})?;)");
  const auto count = std::distance(std::sregex_iterator(header.begin(), header.end(), member),
                                   std::sregex_iterator());
  CHECK(count >= 20);      // the pattern finds them
  CHECK(count + 2 <= 25);  // two are public
  for (const std::string& file : files_below({"sim", "app", "kernels", "tests"})) {
    if (!file.ends_with(".cpp") && !file.ends_with(".hpp")) continue;
    const std::string text = read_source(file);
    const auto lines = std::count(text.begin(), text.end(), '\n');
    if (lines > 600) MESSAGE(file << " has " << lines << " lines");
    CHECK(lines <= 600);
  }
}

TEST_CASE("structure: no folder has more than 65 sources of its own") {
  std::map<std::string, size_t> sources;
  for (const std::string& file : files_below({"sim", "app", "kernels"}))
    ++sources[file.substr(0, file.rfind('/'))];
  CHECK(sources.size() > 50);
  for (const auto& [folder, count] : sources) {
    if (count > 65) MESSAGE(folder << " has " << count << " sources");
    CHECK(count <= 65);
  }
}

TEST_CASE("structure: few small headers have one includer beside their own source") {
  std::map<std::string, std::set<std::string>> includers;
  std::map<std::string, long> lines;
  for (const std::string& file : files_below({"sim", "app", "kernels"})) {
    const std::string text = read_source(file);
    if (file.ends_with(".hpp")) lines[file] = std::count(text.begin(), text.end(), '\n');
    for (const Include& include : includes_of(text))
      if (include.is_quoted) includers[include.path].insert(file);
  }
  std::string small;
  size_t count = 0;
  for (const auto& [header, length] : lines) {
    std::set<std::string> others = includers[header];
    others.erase(header.substr(0, header.size() - 3) + "cpp");
    if (length >= 60 || others.size() != 1) continue;
    ++count;
    small += header + " for " + *others.begin() + "\n";
  }
  CHECK(count > 0);  // it finds them
  if (count > 95) MESSAGE(count << " headers:\n" << small);
  CHECK(count <= 95);
}

TEST_CASE("structure: sentences that tests compare with are in the golden set") {
  CHECK(count_sentences("CHECK(a == \"one two three \" \"four and more words\")") == 1);
  CHECK(count_sentences("a == std::vector<std::string>{\"one two three four five\", \"six\"}") ==
        1);
  CHECK(count_sentences("a == \"(load (index (load a) (load n))) (load n)\"") == 0);
  CHECK(count_sentences("a == golden(\"lang.text.one\") and words of a test") == 0);
  size_t sentences = 0;
  for (const std::string& file : files_below({"tests/unit", "tests/fuzz"}, {".cpp"}))
    sentences += count_sentences(read_source(file));
  CHECK(sentences > 0);
  CHECK(sentences <= 60);
}

TEST_CASE("structure: texts are in plain English") {
  const std::set<std::string> figurative{"lies", "stands", "told", "tells", "said"};
  CHECK(count_words("It lies, and tells_all: SAID", figurative) == 2);
  size_t words = 0;
  const std::set<std::string> endings{".cpp", ".hpp", ".py", ".txt", ".def", ".json", ".md"};
  std::vector<std::string> files = files_below({"app", "sim", "kernels", "tests"}, endings);
  files.insert(files.end(), {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"});
  for (const std::string& file : files) words += count_words(read_source(file), figurative);
  CHECK(words > 0);
  CHECK(words <= 60);
}

TEST_CASE("structure: folder READMEs together have at most 21,500 words") {
  size_t folders = 0, words = 0;
  for (const std::string& file :
       files_below({"app", "assets", "kernels", "sim", "tests", "third_party"}, {".md"})) {
    if (!file.ends_with("/README.md")) continue;
    ++folders;
    std::istringstream text(read_source(file));
    words += static_cast<size_t>(std::distance(std::istream_iterator<std::string>(text),
                                               std::istream_iterator<std::string>()));
  }
  CHECK(folders > 50);
  CHECK(words <= 21500);
}

TEST_CASE("structure: words of wavefronts are in few files of the command line and the window") {
  const std::regex literal(R"x("[^"\n]*[Ww]avefront)x");
  size_t files = 0;
  for (const std::string& file : files_below({"app/cli", "app/window"}))
    files += std::regex_search(read_source(file), literal) ? 1 : 0;
  CHECK(files >= 1);  // the pattern finds them
  CHECK(files <= 6);
}
