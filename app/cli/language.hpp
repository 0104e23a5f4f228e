// The language of the command line's texts: it is chosen before any of them is built.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/languages/choose.hpp"

namespace warplens::cli {

// Names the language to the processes that this one starts, which see no other variable of it.
inline constexpr const char* kLanguageVariable = "WARPLENS_LANGUAGE";

struct SpokenLine {
  std::vector<const char*> words;  // argv without --language and its value
  languages::Choice language = nullptr;
  std::string unknown;       // what --language names, if that is not there
  bool lacks_value = false;  // --language is the last word
};

// --language NAME, else kLanguageVariable, else what the environment prefers.
SpokenLine choose_language(int argc, const char* const* argv,
                           std::span<const languages::Catalogue> known,
                           const languages::Environment& environment);

// What is wrong with the choice, in the language that is spoken; "" if nothing.
std::string language_mistake(const SpokenLine& line, std::span<const languages::Catalogue> known);

// The first word that is not about the language: the command, if there is one.
std::string command_of(int argc, const char* const* argv);

}  // namespace warplens::cli
