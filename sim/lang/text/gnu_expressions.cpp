#include "sim/lang/text/token_rewrites.hpp"

#include <algorithm>

#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

bool is_typeof(const Token& token) {
  return token.is("__typeof__") || token.is("typeof") || token.is("__typeof");
}

bool opens(const Token& token) {
  return token.is("(") || token.is("{") || token.is("[");
}
bool closes(const Token& token) {
  return token.is(")") || token.is("}") || token.is("]");
}

class Translator {
 public:
  Translator(const std::vector<Token>& tokens, std::deque<std::string>& made_text, bool is_program)
      : tokens_(tokens), made_text_(made_text), is_program_(is_program) {}

  // Whether there is something to translate.
  bool is_needed() const {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (is_typeof(tokens_[i]) || opens_statements(i)) return true;
    }
    return false;
  }

  std::vector<Token> run() {
    made_.reserve(tokens_.size());
    copy(0, tokens_.size());
    return std::move(made_);
  }

 private:
  // Of the bracket at `open`; the end of all tokens if it is never closed.
  size_t partner(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < tokens_.size(); ++i) {
      if (opens(tokens_[i])) ++depth;
      if (closes(tokens_[i]) && --depth == 0) return i;
    }
    return tokens_.size();
  }

  // Whether the ( { there are an expression's: f({1, 2}) has a list.
  bool opens_statements(size_t at) const {
    if (!tokens_[at].is("(") || at + 1 >= tokens_.size() || !tokens_[at + 1].is("{")) return false;
    if (at == 0) return false;
    const Token& before = tokens_[at - 1];
    const bool is_name = before.is_identifier() && !before.is("return");
    return !is_name && !closes(before) && !before.is(">");
  }

  // Where the last of the statements begins: behind the last `;` or `}` that ends another one.
  size_t last_statement(size_t begin, size_t end) const {
    size_t last = begin;
    for (size_t i = begin; i + 1 < end; ++i) {
      if (opens(tokens_[i])) {
        const bool is_block = tokens_[i].is("{");
        i = std::min(partner(i), end);
        if (!is_block || i + 1 >= end || tokens_[i + 1].is(";")) continue;
      } else if (!tokens_[i].is(";")) {
        continue;
      }
      last = i + 1;
    }
    return last;
  }

  void copy(size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t close = opens_statements(i) ? partner(i + 1) : end;
      if (close + 1 < end && tokens_[close + 1].is(")")) {
        copy_statements(i, close);
        i = close + 1;
      } else if (is_typeof(tokens_[i]) && i + 1 < end && tokens_[i + 1].is("(")) {
        const size_t behind = std::min(partner(i + 1), end);
        const Token& at = tokens_[i];
        text(at, is_program_ ? "typename std::warplens_referred<decltype((" : "decltype(");
        copy(i + 2, behind);
        text(at, is_program_ ? "))>::type" : ")");
        i = behind;
      } else {
        made_.push_back(tokens_[i]);
      }
    }
  }

  void copy_statements(size_t open, size_t close) {
    const Token& at = tokens_[open];
    text(at, "[&]() {");
    const size_t last = last_statement(open + 2, close);
    copy(open + 2, last);
    const bool has_value = last < close && tokens_[last].text != ";" &&
                           !(tokens_[last].is_identifier() && is_keyword(tokens_[last].text));
    if (has_value) text(at, "return");
    copy(last, close);
    text(at, "}()");
  }

  void text(const Token& at, std::string made) {
    const std::vector<Token> tokens = lex_made(std::move(made), at.span, made_text_);
    made_.insert(made_.end(), tokens.begin(), tokens.end());
  }

  const std::vector<Token>& tokens_;
  std::deque<std::string>& made_text_;
  bool is_program_;
  std::vector<Token> made_;
};

}  // namespace

void translate_gnu_expressions(std::vector<Token>& tokens, std::deque<std::string>& made_text,
                               bool is_program) {
  Translator translator(tokens, made_text, is_program);
  if (translator.is_needed()) tokens = translator.run();
}

}  // namespace warplens::lang
