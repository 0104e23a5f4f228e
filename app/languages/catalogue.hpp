// One language's texts, as app/languages/compile.py writes them from a .po file: a table sorted by
// the English text, and the rule of the language's plural.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/base/say.hpp"

namespace warplens::languages {

// Forms `first`, `first` + 1...: one, or as many as the language has plural forms.
struct Text {
  std::string_view english;  // of a text with a plural: the singular
  uint32_t first = 0;
  uint32_t count = 0;
};

// Which form `n` things take, from 0.
using PluralRule = uint64_t (*)(uint64_t n);

class Catalogue : public base::Language {
 public:
  // `texts` are sorted by their bytes; everything lives as long as the program.
  Catalogue(std::string_view name, std::span<const Text> texts,
            std::span<const std::string_view> forms, PluralRule form_of)
      : name_(name), texts_(texts), forms_(forms), form_of_(form_of) {}

  // As the .po file is called: "de", "pt_BR".
  std::string_view name() const { return name_; }

  std::string_view sentence(std::string_view english) const override;
  std::string_view sentence(std::string_view one, std::string_view several,
                            uint64_t count) const override;

 private:
  const Text* find(std::string_view english) const;

  std::string_view name_;
  std::span<const Text> texts_;
  std::span<const std::string_view> forms_;
  PluralRule form_of_;
};

// One of each app/languages/*.po.
std::span<const Catalogue> compiled_in();

}  // namespace warplens::languages
