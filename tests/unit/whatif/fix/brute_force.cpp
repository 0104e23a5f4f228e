#include "brute_force.hpp"

#include <algorithm>
#include <bit>
#include <cctype>

#include "sim/launch/checks.hpp"
#include "tests/support/runs.hpp"

namespace warplens::test {

namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The end of what the bracket at `open` holds.
size_t closing(const std::string& text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    if (text[at] == '[') ++depth;
    if (text[at] == ']' && --depth == 0) return at;
  }
  return text.size();
}

// From `at` on, each use of the array rewritten.
std::string with_uses(const std::string& text, const Declared& array, const Rewrite& use) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const bool is_name = text.compare(at, array.name.size(), array.name) == 0 &&
                         (at == 0 || (!is_letter(text[at - 1]) && text[at - 1] != '.')) &&
                         at + array.name.size() < text.size() &&
                         !is_letter(text[at + array.name.size()]);
    if (!is_name) {
      result += text[at++];
      continue;
    }
    Subscripts subscripts;
    size_t end = at + array.name.size();
    while (subscripts.size() < array.extents.size() && end < text.size() && text[end] == '[') {
      const size_t close = closing(text, end);
      subscripts.push_back(with_uses(text.substr(end + 1, close - end - 1), array, use));
      end = close + 1;
    }
    if (subscripts.size() == array.extents.size()) use(subscripts);
    result += array.name;
    for (const std::string& one : subscripts) result += "[" + one + "]";
    at = end;
  }
  return result;
}

}  // namespace

std::string rewritten(const std::string& text, const Declared& array, const Rewrite& declaration,
                      const Rewrite& use) {
  size_t end = array.place + array.name.size();
  while (end < text.size() && text[end] == '[') end = closing(text, end) + 1;
  const std::string declared =
      with_uses(text.substr(array.place, end - array.place), array, declaration);
  std::string before;  // of which macros may use the array
  for (size_t at = 0; at < array.place;) {
    const size_t line = std::min(text.find('\n', at), array.place - 1) + 1;
    const std::string one = text.substr(at, line - at);
    before += one.starts_with("#define") ? with_uses(one, array, use) : one;
    at = line;
  }
  return before + declared + with_uses(text.substr(end), array, use);
}

std::optional<Ran> run_text(const std::string& text, const std::string& words,
                            const std::string& array, bool follows_rows) {
  prepare::Request request = make_request(text, words);
  request.record = false;
  request.launch.checks = launch::kNoChecks;
  request.launch.checks.hints = follows_rows;
  const base::Checked<run::Runs> runs = run::run_sequence(std::move(request));
  if (!runs || runs->back()->ending != run::Ending::kComplete) return std::nullopt;
  Ran ran;
  for (const auto& run : *runs) {
    // An element out of its array may be one of the next.
    if (!run->findings.empty()) return std::nullopt;
    for (const observe::Finding& hint : run->advice)
      ran.goes_past_row = ran.goes_past_row || hint.kind == observe::FindingKind::kPastRow;
    for (const observe::AccessRow& row : run->accesses) {
      if (row.space == trace::Space::kShared && row.array == array)
        ran.conflicts += row.shared.conflicts;
    }
  }
  const machine::GlobalMemory& memory = *runs->back()->memory_after->get();
  for (uint32_t i = 0; i < memory.array_count(); ++i)
    ran.arrays.push_back(memory.array(i).bytes.to_vector());
  return ran;
}

BruteForce search(const std::string& text, const std::string& words, const Declared& array,
                  uint64_t flat_row, uint64_t unit) {
  const std::optional<Ran> plain = run_text(text, words, array.name);
  const bool is_flat = array.extents.size() == 1;
  const Rewrite as_it_is = [](Subscripts&) {};
  const auto is_good = [&](const std::string& changed) {
    const std::optional<Ran> ran = run_text(changed, words, array.name);
    return ran && ran->conflicts == 0 && ran->arrays == plain->arrays;
  };
  const std::string row = std::to_string(flat_row);
  const auto padded = [&](uint64_t pad) {
    const std::string count = std::to_string(pad);
    const Rewrite grow = [&](Subscripts& all) { all.back() = "(" + all.back() + ") + " + count; };
    if (!is_flat) return rewritten(text, array, grow, as_it_is);
    const Rewrite move = [&](Subscripts& all) {
      all[0] = "(" + all[0] + ") + (" + all[0] + ") / " + row + " * " + count;
    };
    return rewritten(text, array, move, move);
  };
  const auto swizzled = [&](bool by_plane, uint32_t shift, uint32_t bits, uint64_t by) {
    const std::string mask = std::to_string((uint64_t{1} << bits) - 1);
    return rewritten(text, array, as_it_is, [&](Subscripts& all) {
      const std::string of = is_flat ? "((" + all[0] + ") / " + row + ")"
                                     : "(" + all[all.size() - (by_plane ? 3 : 2)] + ")";
      all.back() = "(" + all.back() + ") ^ ((" + of + " >> " + std::to_string(shift) + " & " +
                   mask + ") * " + std::to_string(by) + ")";
    });
  };
  BruteForce found;
  for (uint64_t pad = 1; pad <= 32 && !found.pad; ++pad) {
    if (is_good(padded(pad))) found.pad = pad;
  }
  const uint64_t columns = (is_flat ? flat_row : array.extents.back()) / unit;
  for (uint64_t length = 1; length < columns && !is_flat && !found.shorter; ++length) {
    const std::string shorter = rewritten(
        text, array, [&](Subscripts& all) { all.back() = std::to_string(length * unit); },
        as_it_is);
    if (!is_good(shorter)) continue;
    if (!run_text(shorter, words, array.name, true)->goes_past_row) found.shorter = length * unit;
  }
  if (is_flat && array.extents[0] % flat_row != 0) return found;
  const auto column_bits = static_cast<uint32_t>(std::countr_zero(columns));
  for (const bool by_plane : {false, true}) {
    if (by_plane && array.extents.size() != 3) continue;
    const uint64_t numbers = is_flat    ? array.extents[0] / flat_row
                             : by_plane ? array.extents[0]
                                        : array.extents[array.extents.size() - 2];
    for (uint32_t shift = 0; ((numbers - 1) >> shift) != 0; ++shift) {
      for (uint32_t bits = 1; bits <= column_bits; ++bits) {
        for (uint32_t position = 0; position + bits <= column_bits; ++position) {
          if (found.has_swizzle) return found;
          found.has_swizzle = is_good(swizzled(by_plane, shift, bits, unit << position));
        }
        if (((numbers - 1) >> (shift + bits)) == 0) break;  // more bits are 0 in every number
      }
    }
  }
  return found;
}

}  // namespace warplens::test
