// Texts line by line, and the macros that there are before the first one.
#include "sim/lang/text/preprocessor.hpp"

#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/library/predefined.hpp"
#include "sim/lang/library/prelude.hpp"
#include "sim/lang/text/foreign.hpp"
#include "sim/lang/text/inline_ptx.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/library_types.hpp"
#include "sim/lang/text/preprocessing.hpp"
#include "sim/lang/text/token_rewrites.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kStepsAText = 500;                // to begin reading one
constexpr uint64_t kBytesARead = 4 * sizeof(Token);  // of a token while a run is expanded
constexpr uint64_t kBytesKept = 2 * sizeof(Token);   // of a token of the result
constexpr size_t kUsualTokens = 1 << 16;             // of a whole program with our headers
constexpr std::string_view kPragmaOperator = "_Pragma";

bool is_name(std::string_view name) {
  const std::vector<Token> tokens = lex(name);
  return tokens.size() == 1 && tokens[0].is_identifier();
}

}  // namespace

SourceLine& Preprocessor::note_line(SourceLine::Kind kind, const std::vector<Token>& line) {
  const Span span = base::join(line.front().span, line.back().span);
  budget_.keep(2 * sizeof(SourceLine));
  return result_.lines.emplace_back(SourceLine{kind, span});
}

// The tokens up to the line's end, without comments; moves at_ to it.
std::vector<Token> Preprocessor::take_line() {
  std::vector<Token> line;
  for (; !at_line_end(); ++at_) {
    if (tokens_[at_].kind != TokenKind::kComment) line.push_back(tokens_[at_]);
  }
  return line;
}

bool Preprocessor::begins_run(std::string_view name) const {
  return macros_.contains(name) || name == kPragmaOperator;
}

void Preprocessor::report_unclosed(const Token& token) {
  const Span start{token.span.begin, token.span.begin + 2};
  if (token.text.starts_with("/*")) {
    reporter_.error(start, say("this comment is never closed"), say("write */ at its end"));
    result_.ends_in_comment = true;
  } else {
    const Span quote{token.span.begin, token.span.begin + 1};
    const bool is_string = token.text.find('"') < token.text.find('\'');
    reporter_.error(quote, is_string ? say("this string has no closing quote on its line")
                                     : say("this character has no closing quote on its line"));
  }
}

// Reports or replaces what is not a token of C, which the parser never sees.
void Preprocessor::keep(Token token) {
  if (token.kind == TokenKind::kUnclosed) return report_unclosed(token);
  if (token.kind == TokenKind::kForeign) {
    ForeignAdvice advice = advise(token);
    const bool is_new =
        !advice.is_identifier || foreign_names_.insert(std::string(token.text)).second;
    if (is_new) reporter_.error(token.span, std::move(advice.message), std::move(advice.hint));
    if (advice.is_identifier) {
      token.kind = TokenKind::kIdentifier;
    } else if (!advice.replacement.empty()) {
      token.kind = TokenKind::kPunctuator;
      token.text = advice.replacement;
    } else {
      return;
    }
  }
  if (token.is_identifier() && doubts_.has_macros()) {
    if (const base::Diagnostic* doubt = doubts_.of_macro(token.text)) {
      budget_.keep(sizeof(Doubt) + doubt->message.size() + doubt->hint.size());
      doubts_.add(token.span, *doubt);
    }
  }
  if (run_.empty() && !(token.is_identifier() && begins_run(token.text))) {
    budget_.work_at(token.span);
    budget_.keep(kBytesKept);
    result_.tokens.push_back(token);
  } else {
    budget_.keep(kBytesARead);
    run_.push_back(token);
  }
}

// `_Pragma("unroll")` has no effect here. From `first` on.
void Preprocessor::remove_pragma_operators(std::vector<Token>& tokens, size_t first) {
  const auto is_operator = [&](size_t i) {
    return tokens[i].is(kPragmaOperator) && i + 3 < tokens.size() && tokens[i + 1].is("(") &&
           tokens[i + 2].kind == TokenKind::kString && tokens[i + 3].is(")");
  };
  while (first < tokens.size() && !is_operator(first)) ++first;
  size_t kept = first;
  for (size_t i = first; i < tokens.size(); ++i) {
    if (is_operator(i))
      i += 3;
    else
      tokens[kept++] = tokens[i];
  }
  tokens.resize(kept);
}

void Preprocessor::flush_run() {
  if (run_.empty()) return;
  budget_.release(run_.size() * kBytesARead);
  const size_t first = result_.tokens.size();
  expander_.expand(run_, result_.tokens);
  run_.clear();
  remove_pragma_operators(result_.tokens, first);
  budget_.keep((result_.tokens.size() - first) * kBytesKept);
  result_.is_cut_off |= expander_.gave_up();
}

void Preprocessor::process_line() {
  while (!at_line_end() && tokens_[at_].kind == TokenKind::kComment) ++at_;
  if (!at_line_end() && tokens_[at_].is("#")) {
    const std::vector<Token> line = take_line();
    flush_run();
    next_line();
    directive(line);
    return;
  }
  if (is_live()) {
    for (; !at_line_end(); ++at_) {
      if (tokens_[at_].kind != TokenKind::kComment) keep(tokens_[at_]);
    }
  } else if (const std::vector<Token> line = take_line(); !line.empty()) {
    note_line(SourceLine::Kind::kDead, line);
  }
  next_line();
}

// A text's conditionals must end in it.
void Preprocessor::read_part(uint32_t part, std::string_view lasting) {
  const bool is_own = file_.is_own(file_.begin_of(part));
  if (is_own) include_needed(file_.text(part));
  const uint32_t begin = file_.begin_of(part);
  if (file_.text(part).size() > kLargestText) {
    return reporter_.error({begin, begin + 1}, say("this included file has more than 4 MiB"),
                           say("is it the right file?"));
  }
  budget_.work_at({begin, begin + 1});
  budget_.charge(kStepsAText + file_.text(part).size());
  std::vector<Token> tokens = std::exchange(spare_, {});
  if (lasting.empty())
    lex(file_.text(part), begin, result_.made_text, tokens);
  else
    lex_lasting(lasting, begin, tokens);
  const uint64_t bytes = tokens.size() * sizeof(Token);
  budget_.keep(bytes);
  if (is_own && leave_out_fences(tokens))
    reporter_.placeless_warning(
        say("the text has lines of Markdown (```): they are left out, and so is what is outside "
            "of the code between them"),
        say("remove them for nvcc"));
  std::swap(tokens_, tokens);
  const size_t at = std::exchange(at_, 0);
  Conditionals::Stack outer = conditionals_.begin_text();
  open_parts_.push_back(part);
  if (result_.readings.size() <= part) result_.readings.resize(part + 1);
  ++result_.readings[part];
  while (at_ < tokens_.size() && !result_.is_cut_off) process_line();
  flush_run();
  conditionals_.end_text(std::move(outer), file_.end(), result_.is_cut_off);
  open_parts_.pop_back();
  at_ = at;
  std::swap(tokens_, tokens);
  spare_ = std::move(tokens);
  budget_.release(bytes);
}

void Preprocessor::note_name(const std::string& name) {
  if (names_.insert(name).second) result_.macro_names.push_back(name);
}

void Preprocessor::define_text(std::string_view name, std::string_view text) {
  result_.made_text.emplace_back(text);
  Macro macro;
  macro.name = std::string(name);
  for (const Token& token : lex(result_.made_text.back())) {
    if (token.kind != TokenKind::kComment && token.kind != TokenKind::kNewline)
      macro.body.push_back(token);
  }
  macros_.insert_or_assign(std::string(name), std::move(macro));
}

void Preprocessor::predefine(std::string_view name, std::string_view text) {
  define_text(name, text);
  macros_.find(name)->second.is_predefined = true;
}

void Preprocessor::command_line_define(const Define& define) {
  if (!is_name(define.name)) {
    return reporter_.placeless_error(
        say("-D '{name}' is not a macro's name", "name"_a = define.name),
        say("write -D NAME=VALUE; a name is made of letters, digits and _"));
  }
  define_text(define.name, define.value.empty() ? "1" : define.value);
  macros_.find(define.name)->second.is_from_command_line = true;
  for (const Token& token : macros_.find(define.name)->second.body) {
    if (token.kind == TokenKind::kForeign || token.kind == TokenKind::kUnclosed) {
      reporter_.placeless_error(say("the value of -D {name}, '{value}', is not made of C tokens",
                                    "name"_a = define.name, "value"_a = define.value));
    }
  }
  note_name(define.name);
}

Preprocessed Preprocessor::run() {
  for (const Predefined& known : predefined_macros()) predefine(known.name, known.text);
  predefine("__CUDA_ARCH__", std::to_string(options_.architecture));
  macros_.find("__CUDA_ARCH__")->second.is_of_device = true;
  for (const auto place : {"__FILE__", "__LINE__", "__COUNTER__"}) {
    predefine(place, "");
    macros_.find(place)->second.is_place = true;
  }
  for (const Define& define : options_.defines) command_line_define(define);
  if (options_.is_program) {
    result_.tokens.reserve(kUsualTokens);
    predefine("NAN", "(-(0.0f / 0.0f))");  // of the sign that glibc's has
    include_own("the device's heap", heap_text(), {});
    include_own("the host's headers", host_text(), {});
    include_own("the standard library", std_text(), {});
  }
  for (const std::string& name : options_.first_includes) include_first(name);
  read_part(0);
  for (const std::string& kernel : options_.kernels)
    result_.kernels.push_back(expander_.expand(lex(kernel)));
  join_library_types(result_.tokens);
  translate_inline_ptx(result_.tokens, result_.made_text);
  translate_gnu_expressions(result_.tokens, result_.made_text, options_.is_program);
  for (std::vector<Token>& kernel : result_.kernels) join_library_types(kernel);
  result_.reads_device = expander_.has_read_device();
  result_.missing = doubts_.missing();
  result_.doubts = doubts_.take();
  Token end;
  const auto size = static_cast<uint32_t>(file_.text().size());
  end.span = {size, size};
  result_.tokens.push_back(end);
  return std::move(result_);
}

Preprocessed preprocess(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
                        base::Budget& budget) {
  return Preprocessor(file, options, reporter, budget).run();
}

}  // namespace warplens::lang
