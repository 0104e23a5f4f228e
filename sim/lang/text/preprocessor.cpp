// The lexer's tokens are read line by line. A directive is executed; from the first use of a macro
// on, the lines before the next directive are one run, expanded as a whole, because the arguments
// of a macro may span lines. An #include reads that file's lines in its place.
#include "sim/lang/text/preprocessor.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/library/headers.hpp"
#include "sim/lang/library/predefined.hpp"
#include "sim/lang/library/prelude.hpp"
#include "sim/lang/text/condition.hpp"
#include "sim/lang/text/conditionals.hpp"
#include "sim/lang/text/fences.hpp"
#include "sim/lang/text/foreign.hpp"
#include "sim/lang/text/gnu_expressions.hpp"
#include "sim/lang/text/included_files.hpp"
#include "sim/lang/text/inline_ptx.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/library_types.hpp"
#include "sim/lang/text/macro.hpp"
#include "sim/lang/text/macro_definition.hpp"
#include "sim/lang/text/omp_pragmas.hpp"

namespace warplens::lang {
namespace {

constexpr size_t kDeepestIncludes = 64;
constexpr uint64_t kStepsAText = 500;                // to begin reading one
constexpr uint64_t kBytesARead = 4 * sizeof(Token);  // of a token while a run is expanded
constexpr uint64_t kBytesKept = 2 * sizeof(Token);   // of a token of the result
constexpr size_t kUsualTokens = 1 << 16;             // of a whole program with our headers
constexpr std::string_view kPragmaOperator = "_Pragma";

struct NeededText {
  std::string_view name;
  bool (*is_needed)(std::string_view text);
  std::string_view (*text)();
  bool is_of_programs;
};
constexpr std::array kNeededTexts{
    // Before what throws its classes.
    NeededText{"stdexcept", needs_errors_text, stdexcept_header, true},
    NeededText{"bits/functexcept.h", [](std::string_view) { return true; }, failures_header, true},
    NeededText{"math_functions.h", needs_math_text, math_text, false},
    NeededText{"rounded arithmetic", needs_rounding_text, rounding_text, false},
    NeededText{"addresses of functions", needs_math_addresses_text, math_addresses_text, true},
    NeededText{"simd_functions.h", needs_simd_text, simd_text, false},
    NeededText{"the device's heap", needs_heap_text, heap_text, false},
    NeededText{"the host's arrays", needs_arrays_text, arrays_text, true},
    NeededText{"the host's graphs", needs_graphs_text, graphs_text, true},
    NeededText{"the device's properties", needs_device_text, device_text, true},
    NeededText{"the calendar", needs_calendar_text, calendar_text, true},
    NeededText{"nvToolsExt.h", needs_nvtx_text, nvtx_text, true},
    NeededText{"stdarg.h", needs_variadic_text, variadic_text, true},
    NeededText{"omp.h", needs_omp_text, omp_text, true},
    NeededText{"g++'s atomics", needs_gnu_atomic_text, gnu_atomic_text, true},
    NeededText{"where memory is", needs_placement_text, placement_text, true},
    NeededText{"curand.h", needs_curand_host_text, curand_host_text, true},
    NeededText{"functional", needs_functional_text, functional_header, true},
    NeededText{"typeinfo", needs_typeinfo_text, typeinfo_header, true},
    NeededText{"algorithm", needs_algorithm_text, algorithm_header, true},
    NeededText{"limits", needs_limits_text, limits_header, true},
    NeededText{"chrono", needs_chrono_text, chrono_header, true}};

bool is_name(std::string_view name) {
  const std::vector<Token> tokens = lex(name);
  return tokens.size() == 1 && tokens[0].is_identifier();
}

class Preprocessor {
 public:
  Preprocessor(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
               base::Budget& budget)
      : file_(file),
        options_(options),
        reporter_(reporter),
        budget_(budget),
        files_(file, options, reporter, budget),
        expander_(macros_, result_.made_text, file, reporter, budget) {}

  Preprocessed run() {
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

 private:
  // The texts of ours that need no #include and that this one names.
  void include_needed(std::string_view text) {
    if (needs_ptx_text(text)) {
      include_own("math_functions.h", math_text(), {});
      include_own("simd_functions.h", simd_text(), {});
      include_own("inline PTX", ptx_text(), {});
    }
    for (const NeededText& one : kNeededTexts) {
      if ((options_.is_program || !one.is_of_programs) && one.is_needed(text))
        include_own(std::string(one.name), one.text(), {});
    }
  }

  // All lines of a text. Its conditionals must end in it. `lasting` is the same text where it is
  // one of ours.
  void read_part(uint32_t part, std::string_view lasting = {}) {
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

  // ------------------------------------------------------------------------------------------
  // definitions

  void define_text(std::string_view name, std::string_view text) {
    result_.made_text.emplace_back(text);
    Macro macro;
    macro.name = std::string(name);
    for (const Token& token : lex(result_.made_text.back())) {
      if (token.kind != TokenKind::kComment && token.kind != TokenKind::kNewline)
        macro.body.push_back(token);
    }
    macros_.insert_or_assign(std::string(name), std::move(macro));
  }

  void predefine(std::string_view name, std::string_view text) {
    define_text(name, text);
    macros_.find(name)->second.is_predefined = true;
  }

  void command_line_define(const Define& define) {
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

  void note_name(const std::string& name) {
    if (names_.insert(name).second) result_.macro_names.push_back(name);
  }

  // ----------------------------------------------------------------------------------------------
  // lines

  bool at_line_end() const {
    return at_ >= tokens_.size() || tokens_[at_].kind == TokenKind::kNewline;
  }

  // The tokens up to the line's end, without comments; moves at_ to it.
  std::vector<Token> take_line() {
    std::vector<Token> line;
    for (; !at_line_end(); ++at_) {
      if (tokens_[at_].kind != TokenKind::kComment) line.push_back(tokens_[at_]);
    }
    return line;
  }

  void process_line() {
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
  void next_line() {
    if (at_ < tokens_.size()) ++at_;
  }

  SourceLine& note_line(SourceLine::Kind kind, const std::vector<Token>& line) {
    const Span span = base::join(line.front().span, line.back().span);
    budget_.keep(2 * sizeof(SourceLine));
    return result_.lines.emplace_back(SourceLine{kind, span});
  }

  // Reports or replaces what is not a token of C, which the parser never sees.
  void keep(Token token) {
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

  bool begins_run(std::string_view name) const {
    return macros_.contains(name) || name == kPragmaOperator;
  }

  void report_unclosed(const Token& token) {
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

  void flush_run() {
    if (run_.empty()) return;
    budget_.release(run_.size() * kBytesARead);
    const size_t first = result_.tokens.size();
    expander_.expand(run_, result_.tokens);
    run_.clear();
    remove_pragma_operators(result_.tokens, first);
    budget_.keep((result_.tokens.size() - first) * kBytesKept);
    result_.is_cut_off |= expander_.gave_up();
  }

  // `_Pragma("unroll")` has no effect here. From `first` on.
  static void remove_pragma_operators(std::vector<Token>& tokens, size_t first) {
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

  // -------------------------------------------------------------------------------------------
  // directives

  void directive(const std::vector<Token>& line) {
    if (line.size() == 1) return;  // a lone #
    const Token& name = line[1];
    const size_t noted = result_.lines.size();
    note_line(kind_of(name), line);
    const std::vector<Token> rest(line.begin() + 2, line.end());
    const Span whole = base::join(line.front().span, name.span);
    note_doubt(name, rest, whole);
    if (name.is("if")) return begin_conditional(whole, is_live() && condition(rest, whole));
    if (name.is("ifdef")) return begin_conditional(whole, is_live() && is_defined(rest, whole));
    if (name.is("ifndef")) return begin_conditional(whole, is_live() && !is_defined(rest, whole));
    if (name.is("elif"))
      return conditionals_.else_if(whole, [&] { return condition(rest, whole); });
    if (name.is("elifdef"))
      return conditionals_.else_if(whole, [&] { return is_defined(rest, whole); });
    if (name.is("elifndef"))
      return conditionals_.else_if(whole, [&] { return !is_defined(rest, whole); });
    if (name.is("else")) return conditionals_.else_branch(whole);
    if (name.is("endif")) return conditionals_.end(whole);
    const bool is_definition = name.is("define") || name.is("undef");
    if (is_definition && !rest.empty() && rest[0].is_identifier()) note_macro(rest);
    if (!is_live()) return;
    if (name.is("define")) return define(rest, whole);
    if (name.is("undef")) return undefine(rest, whole);
    if (name.is("include")) return include(rest, whole, noted);
    if (name.is("error")) return error_directive(line, whole);
    if (name.is("pragma")) {
      if (!rest.empty() && rest[0].is("once")) once_.insert(file_.name(open_parts_.back()));
      if (options_.is_program && !rest.empty() && rest[0].is("omp")) {
        const Span place = base::join(whole, rest.back().span);
        for (const Token& token : lex_made(code_of_omp(rest), place, result_.made_text))
          keep(token);
      }
      return;
    }
    if (name.is("warning") || name.is("line") || name.is("ident")) return;
    if (name.kind == TokenKind::kNumber) return;  // a line marker of another preprocessor
    const std::string nearest =
        base::nearest_name(name.text, {"define", "undef", "if", "ifdef", "ifndef", "elif", "else",
                                       "endif", "include", "pragma", "error"});
    reporter_.error(
        whole, say("unknown directive #{word}", "word"_a = name.text),
        nearest.empty() ? std::string() : say("did you mean #{word}?", "word"_a = nearest));
  }

  // -------------------------------------------------------------------------------------------
  // doubts

  // Determines the doubt of the conditional that begins or continues here before it is evaluated.
  void note_doubt(const Token& name, const std::vector<Token>& rest, Span whole) {
    doubt_.reset();
    const bool is_first = name.is("if") || name.is("ifdef") || name.is("ifndef");
    const bool is_other = name.is("elif") || name.is("elifdef") || name.is("elifndef");
    if (is_first && is_live() && !(name.is("ifndef") && is_defined_next(rest))) {
      doubt_ = doubts_.about(rest, macros_, whole, file_);
    } else if (is_other && conditionals_.may_become_doubtful()) {
      conditionals_.doubt_innermost(doubts_.about(rest, macros_, whole, file_));
    }
  }

  // `#ifndef NAME` above `#define NAME`: the name is defined after it in any case, as nothing.
  bool is_defined_next(const std::vector<Token>& rest) const {
    std::vector<std::string_view> words;
    for (size_t i = at_; i < tokens_.size() && words.size() < 4; ++i) {
      const Token& token = tokens_[i];
      if (token.kind == TokenKind::kComment) continue;
      if (token.kind != TokenKind::kNewline)
        words.push_back(token.text);
      else if (!words.empty())
        break;
    }
    return rest.size() == 1 && words.size() == 3 && words[0] == "#" && words[1] == "define" &&
           words[2] == rest[0].text;
  }

  // A #define or #undef is in doubt if its place or any macro in its text is.
  void note_macro(const std::vector<Token>& rest) {
    std::optional<base::Diagnostic> doubt = conditionals_.doubt();
    if (!doubt && !is_live()) return;
    for (size_t i = 1; i < rest.size() && !doubt; ++i) {
      if (const base::Diagnostic* known = doubts_.of_macro(rest[i].text)) doubt = *known;
    }
    doubts_.note_macro(rest[0].text, doubt);
  }

  SourceLine::Kind kind_of(const Token& directive) const {
    constexpr auto kConditionals = std::to_array<std::string_view>(
        {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"});
    const auto is_directive = [&](std::string_view word) { return directive.is(word); };
    if (std::any_of(kConditionals.begin(), kConditionals.end(), is_directive))
      return SourceLine::Kind::kConditional;
    const bool is_definition = directive.is("define") || directive.is("undef");
    if (is_live() && directive.is("pragma")) return SourceLine::Kind::kPragma;
    return is_live() && is_definition ? SourceLine::Kind::kDefinition : SourceLine::Kind::kDead;
  }

  void error_directive(const std::vector<Token>& line, Span whole) {
    std::string message(file_.slice({whole.end, line.back().span.end}));
    const size_t first = message.find_first_not_of(" \t");
    message = first == std::string::npos ? "" : message.substr(first);
    reporter_.error(base::join(whole, line.back().span), say("#error {text}", "text"_a = message));
  }

  void define(const std::vector<Token>& rest, Span whole) {
    if (rest.empty() || !rest[0].is_identifier()) {
      return reporter_.error(rest.empty() ? whole : rest[0].span, say("#define needs a name"));
    }
    if (rest[0].text == "defined")
      return reporter_.error(rest[0].span, say("'defined' cannot be a macro"));
    Macro macro;
    macro.name = std::string(rest[0].text);
    size_t at = 1;
    if (rest.size() > 1 && rest[1].is("(") && !rest[1].space_before) {
      macro.is_function_like = true;
      if (!read_parameters(rest, at, macro, reporter_)) return;
    }
    for (; at < rest.size(); ++at) {
      const Token& token = rest[at];
      if (token.kind == TokenKind::kUnclosed) return report_unclosed(token);
      if (token.kind == TokenKind::kForeign) {
        ForeignAdvice advice = advise(token);
        return reporter_.error(token.span, std::move(advice.message), std::move(advice.hint));
      }
      macro.body.push_back(token);
    }
    if (!macro.body.empty() && (macro.body.front().is("##") || macro.body.back().is("##"))) {
      return reporter_.error(rest[0].span, say("## cannot begin or end a macro's text"));
    }
    budget_.keep(sizeof(Macro) + macro.body.size() * sizeof(Token));
    note_name(macro.name);
    warn_redefinition(macros_, macro, rest[0].span, reporter_);
    const std::string key = macro.name;
    macros_.insert_or_assign(key, std::move(macro));
  }

  void undefine(const std::vector<Token>& rest, Span whole) {
    if (rest.empty() || !rest[0].is_identifier())
      return reporter_.error(whole, say("#undef needs a name"));
    const auto found = macros_.find(rest[0].text);
    if (found != macros_.end()) macros_.erase(found);
  }

  // The name between <> or quotes, with macros expanded; empty after a mistake, which is reported.
  std::string include_name(std::vector<Token> rest, Span whole, bool& is_angled) {
    if (!rest.empty() && rest[0].is_identifier()) rest = expander_.expand(rest);
    is_angled = !rest.empty() && rest[0].is("<");
    std::string name;
    if (!rest.empty() && rest[0].kind == TokenKind::kString)
      name = rest[0].text.substr(1, rest[0].text.size() - 2);
    for (size_t i = 1; is_angled && i < rest.size() && !rest[i].is(">"); ++i) name += rest[i].text;
    if (name.empty())
      reporter_.error(whole, say("#include needs a file"),
                      say("write #include \"name.h\" or <name>"));
    return name;
  }

  // -include on the command line.
  void include_first(const std::string& name) {
    const auto [part, refused] = find(name, {});
    if (!part && !refused.empty())
      return reporter_.placeless_error(say("-include {problem}", "problem"_a = refused));
    if (!part) {
      return reporter_.placeless_error(
          say("-include {name}: there is no such file", "name"_a = name),
          say("its name is relative to the current folder"));
    }
    result_.first_parts.push_back(*part);
    read_part(*part);
  }

  // The line is lines[noted], which is dead unless it includes something.
  void include(const std::vector<Token>& rest, Span whole, size_t noted) {
    bool is_angled = false;
    const std::string name = include_name(rest, whole, is_angled);
    HeaderKind kind = header_kind(name);
    if (options_.is_program && name.starts_with(kCudaStandard)) {
      if (const auto text = program_header(name.substr(kCudaStandard.size())))
        include_own(std::string(text->name), text->text, whole);
      if (kind != HeaderKind::kBarrier) kind = HeaderKind::kAtomic;  // which says what cuda::std is
    }
    if (name.empty()) return;
    if (kind == HeaderKind::kBuiltIn || (kind == HeaderKind::kStandard && is_angled)) {
      const auto text = options_.is_program ? program_header(name) : std::nullopt;
      if (text) include_own(std::string(text->name), text->text, whole);
      return;
    }
    const bool is_for_host = options_.is_program && kind == HeaderKind::kCub;
    if (const std::optional<Prelude> prelude =
            is_for_host ? program_header(name) : prelude_of(kind)) {
      result_.lines[noted].header = kind;
      result_.lines[noted].kind = SourceLine::Kind::kInclude;
      return include_own(std::string(prelude->name), prelude->text, whole);
    }
    const Span span = base::join(whole, rest.back().span);
    const auto [part, refused] = find(name, span);
    if (!part && options_.is_program && kind == HeaderKind::kSample) {
      const auto text = program_header(name);
      if (text) return include_own(std::string(text->name), text->text, whole);
    }
    if (!part) {
      if (!needs_no_file(kind)) report_missing(name, span, is_angled, refused);
      return;
    }
    if (once_.contains(file_.name(*part))) return;
    result_.lines[noted].kind = SourceLine::Kind::kInclude;
    result_.lines[noted].part = *part;
    if (open_parts_.size() >= kDeepestIncludes) {
      result_.is_cut_off = true;
      return reporter_.error(span, say("the files include each other endlessly"),
                             say("write #pragma once into {name}", "name"_a = name));
    }
    if (result_.is_cut_off) return;
    const std::optional<base::Diagnostic> doubt = conditionals_.doubt();
    const uint32_t begin = file_.begin_of(*part);
    read_part(*part);
    const auto size = static_cast<uint32_t>(file_.text(*part).size());
    if (doubt) doubts_.add({begin, begin + size}, *doubt);
  }

  // A warning only: the mistake is to use what the missing file declares.
  void report_missing(const std::string& name, Span span, bool is_angled,
                      const std::string& refused) {
    doubts_.add_missing({(is_angled ? "<" : "\"") + name + (is_angled ? ">" : "\""), span});
    if (!refused.empty())
      return reporter_.warning(
          span, say("{problem}; what it declares is unknown", "problem"_a = refused), "");
    reporter_.warning(
        span,
        is_angled ? say("the header <{name}> is not known and is skipped", "name"_a = name)
                  : say("there is no file \"{name}\" to include; what it declares is unknown",
                        "name"_a = name),
        say("-I DIR names its folder; without it the kernel's folder, and the folders common, inc "
            "and "
            "include near that, are searched"));
  }

  // A header that is part of Warplens.
  void include_own(const std::string& name, std::string_view text, Span from) {
    if (!once_.insert(name).second) return;
    read_part(file_.append(name, std::string(text), from, false), text);
  }

  // The file that the current text includes by that name.
  IncludedFiles::Found find(const std::string& name, Span from) {
    const bool is_in_root = open_parts_.empty() || open_parts_.back() == 0;
    return files_.find(is_in_root ? "" : file_.name(open_parts_.back()), name, from);
  }

  // -----------------------------------------------------------------------------------------
  // conditionals

  bool is_defined(const std::vector<Token>& rest, Span whole) {
    if (rest.empty() || !rest[0].is_identifier()) {
      reporter_.error(whole, say("this conditional needs the name of a macro"));
      return false;
    }
    return macros_.contains(rest[0].text) || rest[0].is("__has_include");
  }

  bool condition(const std::vector<Token>& rest, Span whole) {
    std::vector<Token> tokens;
    for (size_t i = 0; i < rest.size(); ++i) {
      if (rest[i].kind == TokenKind::kForeign || rest[i].kind == TokenKind::kUnclosed) {
        reporter_.error(rest[i].span, say("a mistake in the condition"));
        return false;
      }
      if (rest[i].is("__has_include") && i + 1 < rest.size() && rest[i + 1].is("(")) {
        tokens.push_back(has_include(rest, i));
        continue;
      }
      if (!rest[i].is("defined")) {
        tokens.push_back(rest[i]);
        continue;
      }
      const bool has_parenthesis = i + 1 < rest.size() && rest[i + 1].is("(");
      const size_t name = i + (has_parenthesis ? 2 : 1);
      const bool is_closed = !has_parenthesis || (name + 1 < rest.size() && rest[name + 1].is(")"));
      if (name >= rest.size() || !rest[name].is_identifier() || !is_closed) {
        reporter_.error(rest[i].span, say("'defined' needs a name"), say("write defined(NAME)"));
        return false;
      }
      Token value = rest[i];
      value.kind = TokenKind::kNumber;
      const bool is_known = macros_.contains(rest[name].text) || rest[name].is("__has_include");
      value.text = is_known ? "1" : "0";
      tokens.push_back(value);
      i = name + (has_parenthesis ? 1 : 0);
    }
    return evaluate_condition(expander_.expand(tokens), whole, reporter_);
  }

  // `__has_include(<name>)` as a number; moves `at` to its `)`.
  Token has_include(const std::vector<Token>& rest, size_t& at) {
    Token value = rest[at];
    std::vector<Token> inside;
    for (at += 2; at < rest.size() && !rest[at].is(")"); ++at) inside.push_back(rest[at]);
    bool is_angled = false;
    const std::string name = include_name(inside, value.span, is_angled);
    const bool exists =
        needs_no_file(header_kind(name)) || (!name.empty() && find(name, value.span).part);
    value.kind = TokenKind::kNumber;
    value.text = exists ? "1" : "0";
    return value;
  }

  void begin_conditional(Span span, bool is_true) {
    conditionals_.begin(span, is_true, std::exchange(doubt_, std::nullopt));
  }

  bool is_live() const { return conditionals_.is_live(); }

  base::SourceFile& file_;
  const CompileOptions& options_;
  Reporter& reporter_;
  base::Budget& budget_;
  IncludedFiles files_;
  Preprocessed result_;
  MacroTable macros_;
  MacroExpander expander_;
  std::vector<Token> tokens_;  // of the current text
  std::vector<Token> spare_;   // memory for the next one's
  size_t at_ = 0;
  std::vector<uint32_t> open_parts_;  // the open texts, the root first
  std::set<std::string> once_;        // names of parts that contain #pragma once
  std::vector<Token> run_;            // text that begins with a macro's use, not yet expanded
  std::set<std::string> names_;
  std::set<std::string> foreign_names_;
  Doubts doubts_;
  Conditionals conditionals_{reporter_, doubts_};
  std::optional<base::Diagnostic> doubt_;  // of the conditional that begins on this line
};

}  // namespace

Preprocessed preprocess(base::SourceFile& file, const CompileOptions& options, Reporter& reporter,
                        base::Budget& budget) {
  return Preprocessor(file, options, reporter, budget).run();
}

}  // namespace warplens::lang
