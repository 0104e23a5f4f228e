#include "app/guide/glossary.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "app/guide/embedded.hpp"
#include "app/guide/guide.hpp"

namespace warplens::guide {
namespace {

std::vector<std::string> parts_of(const std::string& text, std::string_view mark) {
  std::vector<std::string> parts;
  size_t from = 0;
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, from)) {
    parts.push_back(text.substr(from, at - from));
    from = at + mark.size();
  }
  parts.push_back(text.substr(from));
  return parts;
}

}  // namespace

std::vector<Term> parse_glossary(std::string_view text) {
  std::vector<Term> terms;
  std::map<std::string, std::string, std::less<>> documents;
  std::string head;  // of the first column
  for (const Block& block : parse_markdown(text)) {
    if (block.kind != BlockKind::kRow || block.cells.size() < 2) continue;
    const std::vector<std::string>& cells = block.cells;
    if (block.is_head) {
      head = cells[0];
    } else if (head == "source") {
      documents[cells[0]] = cells[1];
    } else if (head == "term") {
      const std::vector<std::string> names = parts_of(cells[0], ", ");
      const std::vector<std::string> meanings = parts_of(cells[1], "; ");
      const bool are_as_many = meanings.size() == names.size();
      for (size_t i = 0; i < names.size(); ++i)
        terms.push_back(
            {names[i], are_as_many ? meanings[i] : cells[1], cells.size() > 2 ? cells[2] : ""});
    }
  }
  for (Term& term : terms) {
    const auto document = documents.find(term.source);
    if (document != documents.end()) term.source = document->second;
  }
  return terms;
}

const std::vector<Term>& glossary() {
  // Made once, from text that is part of the program, and never changed.
  static const std::vector<Term> terms = [] {
    std::vector<Term> all;
    for (const files::EmbeddedFile& file : embedded_glossary()) all = parse_glossary(file.text);
    return all;
  }();
  return terms;
}

const Term* find_term(const std::vector<Term>& terms, std::string_view term) {
  const auto found =
      std::find_if(terms.begin(), terms.end(), [&](const Term& one) { return one.term == term; });
  return found == terms.end() ? nullptr : &*found;
}

}  // namespace warplens::guide
