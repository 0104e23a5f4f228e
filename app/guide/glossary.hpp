// The glossary: one sentence for a term and where it is from, as the window shows it under the
// pointer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::guide {

struct Term {
  std::string term;     // "bank conflict"
  std::string meaning;  // "an excessive wavefront", without a full stop
  std::string source;   // the document that explains it; empty: it is a word of Warplens
};

// The rows of the tables whose first column is "term", in their order: a row of several terms with
// as many meanings is as many terms, each other term of a row has the whole of what is written
// there. Sources are short; the table of "source" has what they are short for.
std::vector<Term> parse_glossary(std::string_view text);

// app/study/GLOSSARY.md as it was when the program was built.
const std::vector<Term>& glossary();

// Null if there is none.
const Term* find_term(const std::vector<Term>& terms, std::string_view term);

}  // namespace warplens::guide
