#include "app/compare/joined_lines.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/lang/text/lexer.hpp"
#include "sim/observe/finding/source_location.hpp"

namespace warplens::compare {
namespace {

// A statement whose text is one expression or declaration, and no body of other statements.
bool is_plain(const lang::Stmt* statement) {
  return statement != nullptr && (statement->kind == lang::StmtKind::kExpression ||
                                  statement->kind == lang::StmtKind::kDeclaration ||
                                  statement->kind == lang::StmtKind::kReturn);
}

bool moves_record(const code::AccessSite& site) {
  const lang::Type* whole = site.lvalue == nullptr ? site.type : site.lvalue->type;
  return (whole != nullptr && whole->is_record()) ||
         (site.type != nullptr && site.type->is_record());
}

// `width` for `this->width`.
bool is_own_member(const lang::Expr* place) {
  while (place != nullptr && place->kind == lang::ExprKind::kMember)
    place = lang::as<lang::Member>(*place).object.get();
  return place != nullptr && place->kind == lang::ExprKind::kDereference &&
         lang::as<lang::Dereference>(*place).is_implicit;
}

// From the `;` or brace before a place of the text to the one after it, as it is written: a
// function of one expression has no statement of its own in the program.
base::Span written_statement(const base::SourceFile& file, base::Span span) {
  const uint32_t part = file.part_of(span.begin);
  const uint32_t begin = file.begin_of(part);
  base::Span around = span;
  bool is_first = true;
  for (const lang::Token& token : lang::lex(file.text(part))) {
    if (token.kind == lang::TokenKind::kNewline || token.kind == lang::TokenKind::kComment)
      continue;
    const base::Span here{begin + token.span.begin, begin + token.span.end};
    const bool is_end = token.is(";") || token.is("{") || token.is("}");
    if (here.begin <= span.begin && is_first) around.begin = here.begin;
    is_first = is_end;
    if (here.begin < span.end) continue;
    around.end = here.end;
    if (is_end) break;
  }
  return around;
}

bool touches_half(const code::AccessSite& site) {
  const lang::Type* type = site.type;
  if (type == nullptr || type->is_void() || type->is_pointer()) return false;
  const std::vector<lang::Leaf> leaves = lang::leaves_of(type);
  return std::any_of(leaves.begin(), leaves.end(), [](const lang::Leaf& leaf) {
    return leaf.type->is_scalar() && base::is_small_float(leaf.type->scalar);
  });
}

}  // namespace

JoinedLines::JoinedLines(const run::Run& run, const std::vector<measure::LineCounts>& measured) {
  const code::Program& program = *run.program;
  const base::SourceFile& file = program.unit->file;
  for (uint32_t part = 0; part < file.part_count(); ++part) {
    if (file.is_own(file.begin_of(part))) files_.insert(part == 0 ? "" : file.name(part));
  }
  for (const code::AccessSite& site : program.sites) {
    join(file, site.span);
    if (is_plain(site.statement) && moves_record(site)) join(file, site.statement->span);
    if (is_own_member(site.lvalue)) join(file, written_statement(file, site.span));
  }
  // What a function without a text of its own does is counted at its call.
  for (const code::Frame& frame : program.frames) join(file, frame.call);
  join_macro_uses(file, program.unit->macro_names);
  bool has_toolkit_lines = false, has_atomics = false;
  for (const measure::LineCounts& row : measured) {
    if (row.line != 0 && files_.contains(row.file)) continue;
    has_toolkit_lines = true;
    has_atomics = has_atomics || row.operation == measure::Operation::kAtomic;
  }
  if (has_toolkit_lines) join_toolkit_lines(program, has_atomics);
}

JoinedLines::FileLine JoinedLines::first(const std::string& file, uint32_t line) const {
  const FileLine place = first_of_stretch(file, line);
  const bool is_in_toolkit = toolkit_lines_.contains(place) || line == 0 || !files_.contains(file);
  return is_in_toolkit && !toolkit_lines_.empty() ? *toolkit_lines_.begin() : place;
}

JoinedLines::FileLine JoinedLines::first_of_stretch(const std::string& file, uint32_t line) const {
  const auto stretch = first_of_.lower_bound({file, line});
  const bool is_inside =
      stretch != first_of_.end() && stretch->first.first == file && stretch->second <= line;
  return {file, is_inside ? stretch->second : line};
}

void JoinedLines::join_toolkit_lines(const code::Program& program, bool has_atomics) {
  for (const code::AccessSite& site : program.sites) {
    const bool is_atomic = site.operation == code::Operation::kAtomic;
    if (!touches_half(site) && !(has_atomics && is_atomic)) continue;
    const observe::SourceLocation place = observe::source_location(program, site.span, site.frame);
    toolkit_lines_.insert(first_of_stretch(place.file, place.line));
  }
}

void JoinedLines::join(const base::SourceFile& file, base::Span span) {
  if (span.empty() || !file.is_own(span.begin)) return;
  const uint32_t part = file.part_of(span.begin);
  if (file.part_of(span.end - 1) != part) return;
  const std::string name = part == 0 ? "" : file.name(part);
  uint32_t begin = file.line_of(span.begin), end = file.line_of(span.end - 1);
  if (begin == end) return;
  auto next = first_of_.lower_bound({name, begin});
  while (next != first_of_.end() && next->first.first == name && next->second <= end) {
    begin = std::min(begin, next->second);
    end = std::max(end, next->first.second);
    next = first_of_.erase(next);
  }
  first_of_[{name, end}] = begin;
}

void JoinedLines::join_macro_uses(const base::SourceFile& file,
                                  const std::vector<std::string>& macros) {
  const std::set<std::string_view> names(macros.begin(), macros.end());
  for (uint32_t part = 0; part < file.part_count(); ++part) {
    std::vector<lang::Token> tokens = lang::lex(file.text(part));
    std::erase_if(tokens, [](const lang::Token& token) {
      return token.kind == lang::TokenKind::kNewline || token.kind == lang::TokenKind::kComment;
    });
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (!tokens[i].is_identifier() || !names.contains(tokens[i].text) || !tokens[i + 1].is("("))
        continue;
      int depth = 0;
      size_t close = i + 1;
      for (; close < tokens.size(); ++close) {
        if (tokens[close].is("(")) ++depth;
        if (tokens[close].is(")") && --depth == 0) break;
      }
      if (close == tokens.size()) break;
      const uint32_t begin = file.begin_of(part);
      join(file, {begin + tokens[i].span.begin, begin + tokens[close].span.end});
    }
  }
}

}  // namespace warplens::compare
