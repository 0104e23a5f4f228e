// The sets of sentences in tests/golden/sentences against the tests that ask for them.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "files.hpp"
#include "tests/support/golden_sentences.hpp"

using warplens::test::files_below;
using warplens::test::read_source;

namespace {

const std::vector<std::string> kSets{"tests/golden/sentences"};

struct Entry {
  std::string key, sentence;
};

std::vector<Entry> entries_of(const std::string& file) {
  std::vector<Entry> entries;
  std::istringstream lines(read_source(file));
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(": ");
    CAPTURE(line);
    REQUIRE(colon != std::string::npos);
    entries.push_back({line.substr(0, colon), line.substr(colon + 2)});
  }
  return entries;
}

// The keys that tests give to golden().
std::set<std::string> asked_keys() {
  const std::string call = "golden(\"";
  std::set<std::string> keys;
  for (const std::string& file : files_below({"tests/unit"})) {
    const std::string text = read_source(file);
    for (size_t at = text.find(call); at != std::string::npos; at = text.find(call, at)) {
      at += call.size();
      keys.insert(text.substr(at, text.find('"', at) - at));
    }
  }
  return keys;
}

}  // namespace

TEST_CASE("golden sentences: a set has its own keys, in order, and a sentence once") {
  std::map<std::string, std::string> key_of;
  for (const std::string& file : files_below(kSets, {".txt"})) {
    const std::string folder = std::filesystem::path(file).stem().string();
    std::string last;
    for (const Entry& entry : entries_of(file)) {
      CAPTURE(entry.key);
      CHECK(entry.key.starts_with(folder + "."));
      CHECK(last < entry.key);
      CHECK_MESSAGE(key_of.emplace(entry.sentence, entry.key).second,
                    "the sentence of " << key_of[entry.sentence]);
      last = entry.key;
    }
  }
}

TEST_CASE("golden sentences: every key is asked for, and every key asked for is there") {
  std::set<std::string> keys;
  for (const std::string& file : files_below(kSets, {".txt"})) {
    for (const Entry& entry : entries_of(file)) keys.insert(entry.key);
  }
  const std::set<std::string> asked = asked_keys();
  CHECK(asked.size() >= 300);
  for (const std::string& key : keys) CHECK_MESSAGE(asked.contains(key), key << ": unused");
  for (const std::string& key : asked) CHECK_MESSAGE(keys.contains(key), key << ": missing");
}

TEST_CASE("golden sentences: an unknown key has no sentence") {
  const warplens::test::Golden unknown("base.unknown_key");
  CHECK(unknown.text().starts_with("(no 'base.unknown_key' in "));
}
