// Renaming every identifier of a kernel changes names and nothing else: nothing in the engine knows
// a kernel by name.
#include <doctest/doctest.h>

#include <cctype>
#include <map>
#include <set>
#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// Words of the language that keep their meaning only under their own name.
const std::set<std::string> kReserved{"__global__", "__shared__", "__syncthreads", "__restrict__",
                                      "extern",     "void",       "const",         "int",
                                      "unsigned",   "float",      "double",        "short",
                                      "char",       "long",       "signed",        "bool",
                                      "if",         "else",       "for",           "while",
                                      "do",         "switch",     "case",          "default",
                                      "break",      "continue",   "return",        "threadIdx",
                                      "blockIdx",   "blockDim",   "gridDim",       "x",
                                      "y",          "z",          "define",        "ifndef",
                                      "ifdef",      "endif",      "pragma",        "unroll",
                                      "true",       "false",      "atomicAdd",     "min",
                                      "max",        "fmaf",       "sqrtf",         "f",
                                      "u",          "constexpr",  "sizeof",        "warpSize",
                                      "undef"};

struct Renamed {
  std::string text;
  std::map<std::string, std::string> names;
};

// Each new name is as long as the old one, so that no column moves.
std::string new_name(const std::string& old, size_t index) {
  std::string name(old.size(), 'q');
  for (size_t i = name.size(); i-- > 0; index /= 26) {
    name[i] =
        static_cast<char>((i == 0 ? 'G' : 'a') + static_cast<char>(index % (i == 0 ? 20 : 26)));
  }
  return name;
}

Renamed rename(const std::string& text) {
  Renamed out;
  std::set<std::string> taken;
  bool in_comment = false;
  for (size_t i = 0; i < text.size();) {
    in_comment = in_comment ? text[i] != '\n' : text.substr(i, 2) == "//";
    const auto c = static_cast<unsigned char>(text[i]);
    if (in_comment || !(std::isalnum(c) || c == '_')) {
      out.text += text[i++];
      continue;
    }
    size_t end = i;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
      ++end;
    const std::string word = text.substr(i, end - i);
    i = end;
    if (std::isdigit(c) || kReserved.contains(word)) {
      out.text += word;
      continue;
    }
    auto [entry, is_new] = out.names.try_emplace(word);
    for (size_t index = out.names.size(); is_new && entry->second.empty(); ++index) {
      const std::string name = new_name(word, index * 7);
      if (taken.insert(name).second && !kReserved.contains(name)) entry->second = name;
    }
    out.text += entry->second;
  }
  return out;
}

// Replaces the names in a launch's options too.
std::string rename_words(std::string words, const std::map<std::string, std::string>& names) {
  std::string out;
  for (size_t i = 0; i < words.size();) {
    size_t end = i;
    while (end < words.size() && words[end] != ' ') ++end;
    std::string word = words.substr(i, end - i);
    const size_t equals = word.find('=');
    if (const auto name = names.find(word.substr(0, equals)); name != names.end()) {
      word = name->second + (equals == std::string::npos ? "" : word.substr(equals));
    }
    out += word + " ";
    i = end + 1;
  }
  return out;
}

void check_same(const std::string& text, const std::string& words) {
  const Renamed renamed = rename(text);
  CAPTURE(renamed.text);
  REQUIRE(renamed.text != text);
  const auto before = test::must_run(text, words);
  const auto after = test::must_run(renamed.text, rename_words(words, renamed.names));
  const auto new_of = [&](const std::string& name) {
    return name.empty() ? name : renamed.names.at(name);
  };
  CHECK(before->totals == after->totals);
  CHECK(before->steps == after->steps);
  REQUIRE(before->accesses.size() == after->accesses.size());
  std::multiset<std::string> rows_before, rows_after;
  const auto row = [](const observe::AccessRow& access, const std::string& array) {
    return std::to_string(access.line) + ":" + std::to_string(access.column) + " " + array + " " +
           std::to_string(static_cast<int>(access.operation)) + " " +
           std::to_string(access.shared.wavefronts) + " " + std::to_string(access.global.sectors);
  };
  for (const auto& access : before->accesses) rows_before.insert(row(access, new_of(access.array)));
  for (const auto& access : after->accesses) rows_after.insert(row(access, access.array));
  CHECK(rows_before == rows_after);
  REQUIRE(before->recording->size() == after->recording->size());
  bool equal_events = true;
  for (uint32_t step = 0; step < before->recording->size(); ++step) {
    const trace::Access a = before->recording->at(step), b = after->recording->at(step);
    equal_events &= a.warp == b.warp && a.mask == b.mask && a.addresses == b.addresses &&
                    a.values == b.values && a.site == b.site && a.phase == b.phase;
  }
  CHECK(equal_events);
  for (uint32_t i = 0; i < before->memory_after->get()->array_count(); ++i) {
    CHECK(before->memory_after->get()->array(i).bytes ==
          after->memory_after->get()->array(i).bytes);
  }
}

}  // namespace

TEST_CASE("renaming: every identifier of a kernel, and nothing else changes") {
  const std::string matrices =
      "-D SIDE=8 --grid 2,2 --block 8,8 --arg left=float[16][16] --arg right=float[16][16] "
      "--arg out=float[16][16]:zero ";
  check_same(test::kernel_text("table/products.cu"),
             "--kernel product_in_tiles " + matrices + "--arg edge=16");
  check_same(test::kernel_text("table/products.cu"),
             "--kernel product_in_turned_tiles " + matrices +
                 "--arg rows=16 --arg inner=16 --arg columns=16");
  check_same(test::kernel_text("table/copies.cu"),
             "--kernel tile_copy_padded -D SIDE=8 --grid 2,2 --block 8,8 --arg height=16 "
             "--arg width=16 --arg from=float[16][16] --arg to=float[16][16]:zero");
}
