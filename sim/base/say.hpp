// Every sentence that a user reads is made here: whole, in English, with named placeholders, so
// that it can be looked up in another language and its parts can change places there.
//
//   say("'{name}' takes {count} values", "name"_a = name, "count"_a = fields.size())
//
// The texts of all calls make up the catalogue, app/languages/warplens.pot
// (app/languages/README.md). That each placeholder has its value is checked when this is compiled.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens {

using fmt::literals::operator""_a;

namespace base {

// A language's sentence for an English one; what it returns must end in a null character and live
// as long as the program.
class Language {
 public:
  virtual ~Language() = default;
  // The English text itself where there is no other.
  virtual std::string_view sentence(std::string_view english) const = 0;
  // The form for `count` things: English has two.
  virtual std::string_view sentence(std::string_view one, std::string_view several,
                                    uint64_t count) const = 0;
};

// From now on in this language; null: English. Called before any thread is started.
void speak(const Language* language);

// The sentence in the language that is spoken.
std::string_view translated(std::string_view english);
std::string_view translated(std::string_view one, std::string_view several, uint64_t count);

}  // namespace base

// A text without placeholders that is kept in a table and shown later: say(text). Braces are
// doubled.
struct Sentence {
  const char* english;
};

// Marks a literal as a text of the catalogue without saying it yet.
consteval Sentence sentence(const char* english) {
  return {english};
}

// What fmt checked when this was compiled, as plain text.
inline std::string_view english_of(fmt::string_view checked) {
  return {checked.data(), checked.size()};
}

template <class... Values>
std::string say(fmt::format_string<Values...> english, Values&&... values) {
  return fmt::vformat(base::translated(english_of(english)), fmt::make_format_args(values...));
}

std::string say(Sentence text);

// A text without placeholders as it is, for what is drawn every frame: lives as long as the
// program.
const char* label(Sentence text);
inline const char* label(const char* english) {
  return label(Sentence{english});
}

using Count = decltype("count"_a = uint64_t{0});

// say_count("{count} warp", "{count} warps", warps): one of two texts by a number that both name as
// {count}; further values follow.
template <class... Values>
std::string say_count(fmt::format_string<Count, Values...> one,
                      fmt::format_string<Count, Values...> several, uint64_t count,
                      Values&&... values) {
  const auto named = "count"_a = count;
  return fmt::vformat(base::translated(english_of(one), english_of(several), count),
                      fmt::make_format_args(named, values...));
}

}  // namespace warplens
