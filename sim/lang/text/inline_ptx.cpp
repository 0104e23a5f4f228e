// A statement becomes a block: a variable for each operand and register, a statement for each
// instruction, and at its end the outputs are set.
#include "sim/lang/text/inline_ptx.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <utility>

#include "sim/lang/text/lexer.hpp"

namespace warplens::lang {
namespace {

bool is_asm(const Token& token) {
  return token.is("asm") || token.is("__asm__") || token.is("__asm");
}

std::optional<PtxRegister> register_of_constraint(char letter) {
  switch (letter) {
    case 'h':
      return PtxRegister::kHalfWord;
    case 'r':
      return PtxRegister::kWord;
    case 'l':
    case 'n':
      return PtxRegister::kLong;
    case 'f':
      return PtxRegister::kFloat;
    case 'd':
      return PtxRegister::kDouble;
    default:
      return std::nullopt;
  }
}

class Statement {
 public:
  Statement(const std::vector<Token>& tokens, size_t begin, size_t number,
            std::deque<std::string>& made_text)
      : tokens_(tokens),
        begin_(begin),
        at_(begin),
        made_text_(made_text),
        labels_("__ptx_" + std::to_string(number) + "_") {}

  // The block's tokens; nothing where the statement is left as it is. end() is behind it.
  std::optional<std::vector<Token>> run() {
    ++at_;
    while (is("volatile") || is("__volatile__") || is("goto")) ++at_;
    if (!accept("(")) return std::nullopt;
    const std::string code = strings();
    for (size_t section = 0; is(":") || is("::"); ++section) {
      if (is("::")) ++section;
      ++at_;
      if (!operands(section)) return std::nullopt;
    }
    if (!accept(")") || !accept(";")) return std::nullopt;
    text("{ unsigned " + std::string(kPtxCarry) + " = 0;");
    for (size_t i = 0; i < operands_.size(); ++i) declare(i);
    if (!body(code)) return std::nullopt;
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (!operands_[i].is_output) continue;
      text("warplens_ptx_set(");
      expression(operands_[i]);
      text("," + name_of(i) + ");");
    }
    text("}");
    return std::move(made_);
  }
  size_t end() const { return at_; }

 private:
  struct Operand {
    bool is_output = false, is_input = false, is_number = false;
    PtxRegister kind = PtxRegister::kWord;
    size_t begin = 0, end = 0;  // of its expression
  };

  bool is(std::string_view word) const { return at_ < tokens_.size() && tokens_[at_].is(word); }
  bool accept(std::string_view word) {
    if (!is(word)) return false;
    ++at_;
    return true;
  }

  // Adjacent literals, with the escapes that such texts have.
  std::string strings() {
    std::string all;
    for (; at_ < tokens_.size() && tokens_[at_].kind == TokenKind::kString; ++at_) {
      const std::string_view text = tokens_[at_].text;
      const size_t quote = text.find('"');
      const bool is_raw = text.substr(0, quote).find('R') != std::string_view::npos;
      const size_t open = is_raw ? text.find('(') : quote;
      const size_t close = is_raw ? text.rfind(')') : text.rfind('"');
      for (size_t i = open + 1; i < close; ++i) {
        const bool is_escape = !is_raw && text[i] == '\\' && i + 1 < close;
        all += !is_escape ? text[i] : ' ';  // \n and \t
        if (is_escape) ++i;
      }
    }
    return all;
  }

  // One section's: outputs, inputs, or clobbers, which mean nothing here.
  bool operands(size_t section) {
    while (!is(")") && !is(":") && !is("::") && at_ < tokens_.size()) {
      if (accept("[")) at_ += 2;  // a symbolic name
      const std::string constraint = strings();
      if (section >= 2) {
        accept(",");
        continue;
      }
      Operand one;
      one.is_output = section == 0;
      one.is_input = section == 1 || constraint.starts_with("+");
      const std::optional<PtxRegister> kind =
          constraint.empty() ? std::nullopt : register_of_constraint(constraint.back());
      if (!kind || !accept("(")) return false;
      one.kind = *kind;
      one.is_number = constraint.back() == 'n';
      one.begin = at_;
      for (int depth = 1; at_ < tokens_.size(); ++at_) {
        if (is("(")) ++depth;
        if (is(")") && --depth == 0) break;
      }
      one.end = at_;
      if (!accept(")")) return false;
      operands_.push_back(one);
      accept(",");
    }
    return true;
  }

  static std::string name_of(size_t operand) { return "__ptx_" + std::to_string(operand); }

  void declare(size_t i) {
    const Operand& one = operands_[i];
    const std::string type(one.is_number ? "const long long" : type_of(one.kind));
    variables_["%" + std::to_string(i)] = {name_of(i), one.kind, one.is_number};
    if (!one.is_input) return text(type + " " + name_of(i) + ";");
    text(type + " " + name_of(i) + " = (" + type + ")(");
    expression(one);
    text(");");
  }

  // ------------------------------------------------------------------------------------- the body

  bool body(const std::string& code) {
    std::string_view left = code;
    while (!(left = trimmed(left)).empty()) {
      if (left.front() == '{' || left.front() == '}' || left.front() == ';') {
        text(std::string(1, left.front()));
        left.remove_prefix(1);
        continue;
      }
      if (left.starts_with("//")) {
        left.remove_prefix(std::min(left.find('\n'), left.size()));
        continue;
      }
      const size_t end = left.find(';');
      const size_t colon = left.find(':');
      const bool is_label = colon != std::string_view::npos && colon < end &&
                            left.substr(0, colon).find_first_of(" .%[") == std::string_view::npos;
      if (is_label) {
        text(labels_ + std::string(left.substr(0, colon)) + ":;");
        left.remove_prefix(colon + 1);
        continue;
      }
      if (!instruction(plain(trimmed(left.substr(0, end))))) return false;
      left.remove_prefix(
          std::min(end == std::string_view::npos ? left.size() : end + 1, left.size()));
    }
    return true;
  }

  // %% is a % of PTX.
  static std::string plain(std::string_view text) {
    std::string made;
    for (size_t i = 0; i < text.size(); ++i) {
      made += text[i];
      if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%') ++i;
    }
    return made;
  }

  bool instruction(std::string line) {
    if (line.starts_with(".reg")) return declare_registers(line);
    std::string condition;
    if (line.starts_with("@")) {
      const size_t end = line.find_first_of(" \t");
      if (end == std::string::npos) return false;
      const bool is_negated = line[1] == '!';
      const auto known =
          variables_.find(line.substr(is_negated ? 2 : 1, end - (is_negated ? 2 : 1)));
      if (known == variables_.end()) return false;
      condition = (is_negated ? "if (!" : "if (") + known->second.name + ") ";
      line = std::string(trimmed(std::string_view(line).substr(end)));
    }
    const std::optional<std::string> made = translate_ptx(line, variables_, labels_);
    if (!made) return false;
    text(condition + "{ " + *made + " }");
    return true;
  }

  // .reg .u32 a, b; .reg .pred p<3>;
  bool declare_registers(std::string_view line) {
    line.remove_prefix(4);
    line = trimmed(line);
    const size_t end = line.find_first_of(" \t");
    if (!line.starts_with('.') || end == std::string_view::npos) return false;
    const std::optional<PtxRegister> kind = register_of(line.substr(1, end - 1));
    if (!kind) return false;
    line.remove_prefix(end);
    while (!line.empty()) {
      const size_t comma = std::min(line.find(','), line.size());
      const std::string_view name = trimmed(line.substr(0, comma));
      line.remove_prefix(std::min(comma + 1, line.size()));
      const size_t open = name.find('<');
      if (open == std::string_view::npos) {
        declare_register(std::string(name), *kind);
        continue;
      }
      constexpr int kMostRegisters = 256;
      const int count =
          std::min(std::atoi(std::string(name.substr(open + 1)).c_str()), kMostRegisters);
      for (int i = 0; i < count; ++i)
        declare_register(std::string(name.substr(0, open)) + std::to_string(i), *kind);
    }
    return true;
  }
  void declare_register(const std::string& name, PtxRegister kind) {
    std::string own = "__ptx_" + name;
    for (char& c : own) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    variables_[name] = {own, kind};
    text(std::string(type_of(kind)) + " " + own + ";");
  }

  // ----------------------------------------------------------------------------------- the tokens

  void text(std::string made) {
    const std::vector<Token> tokens = lex_made(std::move(made), tokens_[begin_].span, made_text_);
    made_.insert(made_.end(), tokens.begin(), tokens.end());
  }
  void expression(const Operand& operand) {
    made_.insert(made_.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(operand.begin),
                 tokens_.begin() + static_cast<std::ptrdiff_t>(operand.end));
  }

  const std::vector<Token>& tokens_;
  size_t begin_, at_;
  std::deque<std::string>& made_text_;
  std::string labels_;
  std::vector<Operand> operands_;
  PtxVariables variables_;
  std::vector<Token> made_;
};

}  // namespace

void translate_inline_ptx(std::vector<Token>& tokens, std::deque<std::string>& made_text) {
  std::vector<Token> all;
  size_t number = 0, kept = 0;  // tokens up to `kept` are in `all`
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!is_asm(tokens[i])) continue;
    Statement statement(tokens, i, number++, made_text);
    const std::optional<std::vector<Token>> made = statement.run();
    if (!made) continue;
    all.insert(all.end(), tokens.begin() + static_cast<std::ptrdiff_t>(kept),
               tokens.begin() + static_cast<std::ptrdiff_t>(i));
    all.insert(all.end(), made->begin(), made->end());
    kept = statement.end();
    i = kept - 1;
  }
  if (kept == 0) return;
  all.insert(all.end(), tokens.begin() + static_cast<std::ptrdiff_t>(kept), tokens.end());
  tokens = std::move(all);
}

}  // namespace warplens::lang
