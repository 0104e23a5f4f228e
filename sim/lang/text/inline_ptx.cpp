// A statement becomes a block: a variable for each operand and register, a statement for each
// instruction, and at its end the outputs are set.
#include "sim/lang/text/inline_ptx.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/ptx_code.hpp"
#include "sim/lang/text/ptx_refusals.hpp"
#include "sim/lang/text/ptx_translations.hpp"

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

  // The tokens in its place; nothing where it is no statement. end() is behind it.
  std::optional<std::vector<Token>> run() {
    ++at_;
    while (is("volatile") || is("__volatile__") || is("goto") || is("inline")) ++at_;
    if (!is("(")) return std::nullopt;
    end_ = behind_statement();
    if (read() && translate()) return std::move(made_);
    made_ = problem_->is_unsupported ? marked(kPtxUnsupported) : marked(kPtxWrong);
    return std::move(made_);
  }
  size_t end() const { return end_; }

 private:
  struct Operand {
    std::string constraint;  // "+r"
    bool is_output = false, is_input = false, is_number = false;
    PtxRegister kind = PtxRegister::kWord;
    size_t begin = 0, end = 0;  // of its expression
  };

  bool is(std::string_view word) const { return at_ < tokens_.size() && tokens_[at_].is(word); }
  bool is_string() const { return at_ < tokens_.size() && tokens_[at_].kind == TokenKind::kString; }
  bool accept(std::string_view word) {
    if (!is(word)) return false;
    ++at_;
    return true;
  }

  // -------------------------------------------------------------------------------- the statement

  // Where it ends if it is whole, else at what no statement holds.
  size_t behind_statement() const {
    int depth = 0;
    for (size_t i = at_; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.is("}")) return i;
      if (token.is(";")) return i + 1;
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
    }
    return tokens_.size();
  }

  bool read() {
    accept("(");
    if (!is_string())
      return fail(say("inline PTX: asm has no text"), say("write the instructions in quotes"));
    for (; is_string(); ++at_) code_.add(tokens_[at_]);
    for (size_t section = 0; is(":") || is("::"); ++section) {
      if (is("::")) ++section;
      ++at_;
      if (!operands(section)) return false;
    }
    if (!accept(")")) return fail_syntax();
    return accept(";") || fail_syntax();
  }

  // One section's: outputs, inputs, or clobbers, which mean nothing here.
  bool operands(size_t section) {
    while (!is(")") && !is(":") && !is("::")) {
      std::string name;
      if (accept("[")) {
        if (at_ < tokens_.size()) name = std::string(tokens_[at_++].text);
        if (!accept("]")) return fail_syntax();
      }
      if (!is_string()) return fail_syntax();
      const size_t constraint = at_;
      PtxCode letters;
      for (; is_string(); ++at_) letters.add(tokens_[at_]);
      if (section < 2 && !operand(section == 0, letters.text(), constraint, name)) return false;
      if (!accept(",") && !is(")") && !is(":") && !is("::")) return fail_syntax();
    }
    return true;
  }

  bool operand(bool is_output, const std::string& constraint, size_t at, const std::string& name) {
    const auto fail_here = [&](std::string message, std::string hint) {
      span_ = tokens_[at].span;
      return fail(std::move(message), std::move(hint));
    };
    const bool is_written = constraint.starts_with('=') || constraint.starts_with('+');
    if (is_output && !is_written)
      return fail_here(say("inline PTX: the constraint \"{text}\" of an output begins with = or +",
                           "text"_a = constraint),
                       say("write \"={text}\"; + where it is read, too", "text"_a = constraint));
    if (!is_output && is_written)
      return fail_here(say("inline PTX: an input has the constraint \"{text}\", which is an "
                           "output's",
                           "text"_a = constraint),
                       say("write \"{text}\", or name it before the second colon",
                           "text"_a = constraint.substr(1)));
    const std::string letter = constraint.substr(is_written ? 1 : 0);
    const std::optional<PtxRegister> kind =
        letter.size() == 1 ? register_of_constraint(letter[0]) : std::nullopt;
    const bool is_text = letter == "C";
    if ((!kind && !is_text) || (is_output && (is_text || letter == "n")))
      return fail_here(
          say("inline PTX: the constraint \"{text}\" is not known", "text"_a = constraint),
          say("write \"r\" for 32 bits, \"l\" for 64 and pointers, \"h\" for 16, "
              "\"f\" for float, \"d\" for double, \"n\" for a constant"));
    Operand one;
    one.constraint = constraint;
    one.is_output = is_output;
    one.is_input = !is_output || constraint.starts_with('+');
    one.is_number = letter == "n";
    if (kind) one.kind = *kind;
    if (!accept("(")) return fail_syntax();
    one.begin = at_;
    for (int depth = 1; at_ < tokens_.size() && at_ < end_; ++at_) {
      if (is("(")) ++depth;
      if (is(")") && --depth == 0) break;
    }
    one.end = at_;
    if (!accept(")")) return fail_syntax();
    const std::string number = "%" + std::to_string(operands_.size());
    if (!name.empty()) code_.replace("%[" + name + "]", number);
    if (is_text && !put_text(one, number, at)) return false;
    is_text_.push_back(is_text);
    operands_.push_back(std::move(one));
    return true;
  }

  // "C"(text): the characters of an array of this file that is set to a literal.
  bool put_text(const Operand& operand, const std::string& number, size_t at) {
    const std::optional<Token> literal = literal_of(operand);
    if (!literal) {
      span_ = tokens_[at].span;
      return fail(say("inline PTX: the text of an operand \"C\" is not known here"),
                  say("name a constant array that is set to a literal"), true);
    }
    PtxCode characters;
    characters.add(*literal);
    code_.replace(number, characters.text());
    return true;
  }
  std::optional<Token> literal_of(const Operand& operand) const {
    if (operand.end != operand.begin + 1) return std::nullopt;
    const Token& token = tokens_[operand.begin];
    for (size_t i = 0; i + 4 < begin_; ++i) {
      const bool is_array = tokens_[i].is_identifier() && tokens_[i].text == token.text &&
                            tokens_[i + 1].is("[") && tokens_[i + 2].is("]") &&
                            tokens_[i + 3].is("=");
      if (is_array && tokens_[i + 4].kind == TokenKind::kString) return tokens_[i + 4];
    }
    return std::nullopt;
  }

  // ------------------------------------------------------------------------------------- mistakes

  bool fail(std::string message, std::string hint, bool is_unsupported = false) {
    if (!problem_) problem_ = {std::move(message), std::move(hint), is_unsupported};
    return false;
  }
  bool fail_syntax() {
    const Token& asm_token = tokens_[begin_];
    const Token& found = tokens_[std::min(at_, tokens_.size() - 1)];
    const bool is_behind_macro =
        asm_token.from_macro && (!found.from_macro || found.span.begin != asm_token.span.begin);
    if (is_behind_macro)
      return fail(say("inline PTX: the macro ends within its asm statement"),
                  say("each line of a macro but its last ends with a backslash, and nothing "
                      "behind it"));
    if (at_ < tokens_.size()) span_ = found.span;
    return fail(say("inline PTX: '{text}' is not expected here", "text"_a = found.text),
                say("write asm(\"...\" : \"=r\"(result) : \"r\"(value), \"r\"(value) : "
                    "\"memory\");"));
  }

  std::vector<Token> marked(std::string_view kind) {
    const Span span = span_.value_or(tokens_[begin_].span);
    std::vector<Token> tokens = lex_made("asm(\"\", \"\", \"\");", span, made_text_);
    const std::string_view texts[] = {kind, made_text_.emplace_back(problem_->message),
                                      made_text_.emplace_back(problem_->hint)};
    size_t next = 0;
    for (Token& token : tokens)
      if (token.kind == TokenKind::kString) token.text = texts[next++];
    return tokens;
  }

  // ------------------------------------------------------------------------------------- the body

  static std::string name_of(size_t operand) { return "__ptx_" + std::to_string(operand); }

  void declare(size_t i) {
    const Operand& one = operands_[i];
    const std::string type(one.is_number ? "const long long" : type_of(one.kind));
    variables_["%" + std::to_string(i)] = {name_of(i), one.kind, one.is_number, !one.is_output};
    if (!one.is_input) return text(type + " " + name_of(i) + ";");
    text(type + " " + name_of(i) + " = (" + type + ")");
    checked(one);
    text(";");
  }

  bool translate() {
    text("{ unsigned " + std::string(kPtxCarry) + " = 0;");
    for (size_t i = 0; i < operands_.size(); ++i)
      if (!is_text_[i]) declare(i);
    if (!body()) return false;
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (!operands_[i].is_output) continue;
      text("warplens_ptx_set(");
      checked(operands_[i]);
      text("," + name_of(i) + ");");
    }
    text("}");
    return true;
  }

  bool body() {
    const std::vector<PtxLine> lines = ptx_lines(code_.text());
    for (const PtxLine& line : lines)
      if (line.kind == PtxLine::Kind::kLabel) known_labels_.insert(line.text);
    std::vector<const PtxLine*> open;
    for (const PtxLine& line : lines) {
      span_ = code_.span_of(line.begin, line.end);
      switch (line.kind) {
        case PtxLine::Kind::kOpen:
          open.push_back(&line);
          text("{");
          break;
        case PtxLine::Kind::kClose:
          if (open.empty())
            return fail(say("inline PTX: this '}}' closes nothing"), say("remove it"));
          open.pop_back();
          text("}");
          break;
        case PtxLine::Kind::kLabel:
          text(labels_ + line.text + ":;");
          break;
        case PtxLine::Kind::kInstruction:
          if (!instruction(line)) return false;
          break;
      }
    }
    if (open.empty()) return true;
    span_ = code_.span_of(open.back()->begin, open.back()->end);
    return fail(say("inline PTX: this '{{' is never closed"), say("write '}}' at the text's end"));
  }

  bool instruction(const PtxLine& line) {
    if (line.text.starts_with(".reg")) return declare_registers(line.text);
    if (line.text.starts_with(".pragma") || line.text.starts_with(".loc")) return true;
    PtxInstruction one(line.text, variables_, operands_.size());
    std::string condition;
    if (!line.predicate.empty()) condition = "if (" + one.read(line.predicate, "pred") + ") ";
    const std::string made = one.name() == "bra" ? jump(one) : translate_ptx(one);
    if (one.problem()) {
      problem_ = one.problem();
      return false;
    }
    text(condition + "{ " + made + " }");
    return true;
  }

  std::string jump(PtxInstruction& one) {
    if (!one.takes(1, "LABEL")) return "";
    const std::string& label = one.operands()[0];
    if (!known_labels_.contains(label)) {
      one.fail({say("inline PTX: there is no label '{name}' in this statement", "name"_a = label),
                hint_of_nearest(label, {known_labels_.begin(), known_labels_.end()}), false});
    }
    return "goto " + labels_ + label + ";";
  }

  // .reg .u32 a, b; .reg .pred p<3>;
  bool declare_registers(std::string_view line) {
    const auto wrong = [&] {
      return fail(say("inline PTX: '{text}' declares no registers", "text"_a = line),
                  say("write .reg .b32 NAME; or .f32, .b64, .pred"));
    };
    std::string_view left = trimmed(line.substr(std::string_view(".reg").size()));
    const size_t end = left.find_first_of(" \t\n");
    if (!left.starts_with('.') || end == std::string_view::npos) return wrong();
    const PtxType* type = find_ptx_type(left.substr(1, end - 1));
    if (type == nullptr) return wrong();
    for (const std::string& name : split_ptx(left.substr(end), ',')) {
      const size_t open = name.find('<');
      if (open == std::string::npos) {
        declare_register(name, type->kind);
        continue;
      }
      constexpr int kMostRegisters = 256;
      const int count = std::min(std::atoi(name.substr(open + 1).c_str()), kMostRegisters);
      for (int i = 0; i < count; ++i)
        declare_register(name.substr(0, open) + std::to_string(i), type->kind);
    }
    return true;
  }
  void declare_register(const std::string& name, PtxRegister kind) {
    std::string own = "__ptx_" + name;
    for (char& c : own) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    variables_[name] = {own, kind, false, false};
    text(std::string(type_of(kind)) + " " + own + ";");
  }

  // ----------------------------------------------------------------------------------- the tokens

  void text(std::string made) {
    const std::vector<Token> tokens = lex_made(std::move(made), tokens_[begin_].span, made_text_);
    made_.insert(made_.end(), tokens.begin(), tokens.end());
  }
  // The operand's expression, which the parser holds against the constraint.
  void checked(const Operand& operand) {
    text(std::string(kPtxOperand) + "(\"" + operand.constraint + "\",");
    made_.insert(made_.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(operand.begin),
                 tokens_.begin() + static_cast<std::ptrdiff_t>(operand.end));
    text(")");
  }

  const std::vector<Token>& tokens_;
  size_t begin_, at_, end_ = 0;
  std::deque<std::string>& made_text_;
  std::string labels_;
  PtxCode code_;
  std::vector<Operand> operands_;
  std::vector<bool> is_text_;  // of each operand: it is a part of the code
  PtxVariables variables_;
  std::set<std::string> known_labels_;
  std::vector<Token> made_;
  std::optional<PtxProblem> problem_;
  std::optional<Span> span_;  // of what is being read; nothing: the whole statement's
};

// Where a statement may begin: a declaration's asm names a register or a symbol.
bool begins_statement(const std::vector<Token>& tokens, size_t at) {
  return at > 0 && is_one_of(tokens[at - 1], {";", "{", "}", ")", ":", "]", "else", "do"});
}

}  // namespace

void translate_inline_ptx(std::vector<Token>& tokens, std::deque<std::string>& made_text) {
  std::vector<Token> all;
  size_t number = 0, kept = 0;  // tokens up to `kept` are in `all`
  int depth = 0;                // of braces: outside of all of them is assembly for the linker
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("{")) ++depth;
    if (tokens[i].is("}")) --depth;
    if (depth <= 0 || !is_asm(tokens[i]) || !begins_statement(tokens, i)) continue;
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
