// Which of the languages is spoken: by a name that was given, or by what the environment prefers.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/languages/catalogue.hpp"

namespace warplens::languages {

// Null: English, which is always there.
using Choice = const Catalogue*;

// By a name like "de", "de_AT", "de-AT", "de_AT.UTF-8" or "sr_RS@latin"; the country and what
// follows "@" are left off where only the language itself is there. Nothing: it is not there at
// all.
std::optional<Choice> find_language(std::span<const Catalogue> known, std::string_view name);

// A variable's value; "" where it is not set.
using Environment = std::function<std::string(const char* variable)>;
std::string variable_of_process(const char* variable);

// As gettext chooses: that of the first of LC_ALL, LC_MESSAGES and LANG that is set, unless
// LANGUAGE is a list of others, of which the first that is there is taken. The locale C is English
// whatever LANGUAGE says.
Choice preferred_language(std::span<const Catalogue> known, const Environment& environment);

}  // namespace warplens::languages
