#include "golden_sentences.hpp"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <ostream>

namespace warplens::test {
namespace {

using Sentences = std::map<std::string, std::string, std::less<>>;  // by key

std::string path_of(std::string_view key) {
  return WARPLENS_SOURCE_DIR "/tests/golden/sentences/" +
         std::string(key.substr(0, key.find('.'))) + ".txt";
}

std::string escaped(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
  return line;
}

std::string unescaped(std::string_view line) {
  std::string text;
  for (size_t at = 0; at < line.size(); ++at) {
    const bool is_escape = line[at] == '\\' && at + 1 < line.size();
    if (!is_escape)
      text += line[at];
    else
      text += line[++at] == 'n' ? '\n' : line[at];
  }
  return text;
}

Sentences read(const std::string& path) {
  Sentences sentences;
  std::ifstream stream(path, std::ios::binary);
  for (std::string line; std::getline(stream, line);) {
    const size_t colon = line.find(": ");
    if (colon != std::string::npos)
      sentences[line.substr(0, colon)] = unescaped(std::string_view(line).substr(colon + 2));
  }
  return sentences;
}

void write(const std::string& path, const Sentences& sentences) {
  std::ofstream stream(path, std::ios::binary);
  for (const auto& [key, text] : sentences) stream << key << ": " << escaped(text) << "\n";
}

bool is_updating() {
  const char* value = std::getenv("WARPLENS_UPDATE_GOLDEN");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

Golden::Golden(std::string_view key) : key_(key) {
  const Sentences sentences = read(path_of(key));
  const auto found = sentences.find(key);
  is_known_ = found != sentences.end();
  text_ = is_known_ ? found->second : "(no '" + key_ + "' in " + path_of(key) + ")";
}

bool Golden::is(std::string_view actual) const {
  if (is_known_ && actual == text_) return true;
  if (!is_updating()) return false;
  Sentences sentences = read(path_of(key_));
  sentences[key_] = actual;
  write(path_of(key_), sentences);
  return true;
}

Golden golden(std::string_view key) {
  return Golden(key);
}

bool operator==(std::string_view actual, const Golden& expected) {
  return expected.is(actual);
}

bool operator==(const std::vector<std::string>& actual, const Golden& expected) {
  std::string lines;
  for (const std::string& item : actual) lines += (lines.empty() ? "" : "\n") + item;
  return expected.is(lines);
}

std::ostream& operator<<(std::ostream& to, const Golden& golden) {
  return to << golden.text();
}

}  // namespace warplens::test
