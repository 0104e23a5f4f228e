// The lexer walks the bytes once. Each scan_* function begins at the first byte of its token and
// returns the offset after its last. A text with joined lines is walked without the joints; spans
// are computed from the original offset of each byte.
#include "sim/lang/text/lexer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "sim/base/word_set.hpp"

namespace warplens::lang {
namespace {

// By first byte, and of those the longest first, so that the first match is the right one.
constexpr std::array<std::string_view, 52> kPunctuators{
    "<<=", "<=>", "<<", "<=", "<",  ">>=", ">>", ">=", ">",  "->*", "->", "--", "-=",
    "-",   "...", ".*", ".",  "++", "+=",  "+",  "==", "=",  "!=",  "!",  "&&", "&=",
    "&",   "||",  "|=", "|",  "*=", "*",   "/=", "/",  "%=", "%",   "^=", "^",  "::",
    ":",   "##",  "#",  "{",  "}",  "[",   "]",  "(",  ")",  ";",   "?",  "~",  ","};

// C++'s words for operators.
struct OperatorWord {
  std::string_view word, punctuator;
};
constexpr auto kOperatorWords = std::to_array<OperatorWord>({{"and", "&&"},
                                                             {"or", "||"},
                                                             {"not", "!"},
                                                             {"bitand", "&"},
                                                             {"bitor", "|"},
                                                             {"xor", "^"},
                                                             {"compl", "~"},
                                                             {"and_eq", "&="},
                                                             {"or_eq", "|="},
                                                             {"xor_eq", "^="},
                                                             {"not_eq", "!="}});
constexpr base::WordSet kOperatorNames([] {
  std::array<std::string_view, kOperatorWords.size()> names;
  for (size_t i = 0; i < names.size(); ++i) names[i] = kOperatorWords[i].word;
  return names;
}());

// By first byte, where in kPunctuators those with it begin; its size where there are none.
constexpr auto kFirstPunctuators = [] {
  std::array<uint8_t, 128> first{};
  first.fill(kPunctuators.size());
  for (size_t i = kPunctuators.size(); i-- > 0;)
    first[static_cast<size_t>(kPunctuators[i].front())] = static_cast<uint8_t>(i);
  return first;
}();

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c);
}
bool is_beyond_ascii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

// Chinese, Greek, accented letters and the like, as against punctuation and spaces beyond ASCII.
bool is_foreign_letter(uint32_t c) {
  if (c < 0xC0 || c == 0xD7 || c == 0xF7) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c >= 0x2000 && c <= 0x2BFF)
    return false;  // general punctuation, arrows, mathematical operators
  if (c >= 0x3000 && c <= 0x3030) return false;  // ideographic punctuation
  if (c >= 0xFE00 && c <= 0xFE6F) return false;
  if (c >= 0xFF00 && c <= 0xFF0F)
    return false;  // full-width punctuation, around the full-width letters
  if (c >= 0xFF1A && c <= 0xFF20) return false;
  if (c >= 0xFF3B && c <= 0xFF40) return false;
  if (c >= 0xFF5B && c <= 0xFFEF) return false;
  return c != 0xFEFF && c != 0xFFFD;
}

constexpr size_t kLongestDelimiter = 16;  // of a raw string, as in C++

class Lexer {
 public:
  Lexer(std::string_view text, uint32_t begin, std::deque<std::string>* made_text,
        std::vector<Token>& tokens)
      : original_(text), text_(text), begin_(begin), made_text_(made_text), tokens_(tokens) {
    join_lines();
  }

  void run() {
    constexpr size_t kBytesAToken = 4;  // in usual texts
    tokens_.clear();
    tokens_.reserve(text_.size() / kBytesAToken);
    while (at_ < text_.size()) step();
  }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void join_lines() {
    size_t at = original_.find('\\');
    while (at != std::string_view::npos && continuation_length(at) == 0)
      at = original_.find('\\', at + 1);
    if (at == std::string_view::npos) return;
    joined_.reserve(original_.size());
    origins_.reserve(original_.size() + 1);
    for (at = 0; at < original_.size();) {
      if (const size_t joint = continuation_length(at)) {
        at += joint;
        continue;
      }
      origins_.push_back(static_cast<uint32_t>(at));
      joined_ += original_[at++];
    }
    origins_.push_back(static_cast<uint32_t>(original_.size()));
    text_ = joined_;
  }

  // Where a byte of `text_` is in `original_`, and the first byte of `text_` from there on.
  size_t origin_of(size_t at) const { return origins_.empty() ? at : origins_[at]; }
  size_t joined_from(size_t origin) const {
    if (origins_.empty()) return origin;
    const auto found =
        std::lower_bound(origins_.begin(), origins_.end(), static_cast<uint32_t>(origin));
    return static_cast<size_t>(found - origins_.begin());
  }

  static size_t end_of_line_length(std::string_view text, size_t at) {
    if (at >= text.size()) return 0;
    if (text[at] == '\n') return 1;
    if (text[at] != '\r') return 0;
    return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
  }
  // Length of a line end at `at`, 0 if there is none.
  size_t line_end_length(size_t at) const { return end_of_line_length(text_, at); }
  // Length of a backslash (blanks may follow it) and its line end, in the original text; 0 if there
  // is none.
  size_t continuation_length(size_t at) const {
    if (at >= original_.size() || original_[at] != '\\') return 0;
    size_t end = at + 1;
    while (end < original_.size() && (original_[end] == ' ' || original_[end] == '\t')) ++end;
    const size_t newline = end_of_line_length(original_, end);
    return newline == 0 ? 0 : end + newline - at;
  }

  Span span_of(size_t first, size_t last) const {
    return {begin_ + static_cast<uint32_t>(first), begin_ + static_cast<uint32_t>(last)};
  }

  void emit(TokenKind kind, size_t end) {
    Token token;
    token.kind = kind;
    token.space_before = space_before_;
    const size_t first = origin_of(at_);
    const size_t last = end > at_ ? origin_of(end - 1) + 1 : first;
    token.span = span_of(first, last);
    token.text = original_.substr(first, last - first);
    if (last - first != end - at_ && made_text_ != nullptr && kind != TokenKind::kComment)
      token.text = made_text_->emplace_back(text_.substr(at_, end - at_));
    tokens_.push_back(token);
    space_before_ = kind == TokenKind::kComment || kind == TokenKind::kNewline;
    at_ = end;
  }

  void step() {
    const char c = peek();
    if (c == ' ' || c == '\t' || c == '\v' || c == '\f') {
      space_before_ = true;
      ++at_;
    } else if (const size_t newline = line_end_length(at_)) {
      emit(TokenKind::kNewline, at_ + newline);
    } else if (c == '/' && peek(1) == '/') {
      emit(TokenKind::kComment, scan_line_comment());
    } else if (c == '/' && peek(1) == '*') {
      scan_block_comment();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      emit(TokenKind::kNumber, scan_number());
    } else if (c == '"' || c == '\'') {
      scan_quoted(at_);
    } else if (is_letter(c) || is_beyond_ascii(c)) {
      scan_word();
    } else {
      scan_punctuator();
    }
  }

  size_t scan_line_comment() const {
    size_t end = at_;
    while (end < text_.size() && line_end_length(end) == 0) ++end;
    return end;
  }

  void scan_block_comment() {
    const size_t close = text_.find("*/", at_ + 2);
    if (close == std::string_view::npos)
      emit(TokenKind::kUnclosed, text_.size());
    else
      emit(TokenKind::kComment, close + 2);
  }

  size_t scan_number() const {
    size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool has_sign =
          end + 1 < text_.size() && (text_[end + 1] == '+' || text_[end + 1] == '-');
      const bool is_hex = end > at_ + 1 && (text_[at_ + 1] == 'x' || text_[at_ + 1] == 'X');
      if (has_sign && (((c == 'e' || c == 'E') && !is_hex) || c == 'p' || c == 'P'))
        end += 2;
      else if (is_word(c) || c == '.')
        ++end;
      else if (c == '\'' && end + 1 < text_.size() && is_word(text_[end + 1]))
        end += 2;
      else
        break;
    }
    return end;
  }

  // A string or character whose opening quote is at `quote` (a prefix may precede it).
  void scan_quoted(size_t quote) {
    const char mark = text_[quote];
    size_t end = quote + 1;
    while (end < text_.size()) {
      if (text_[end] == mark) {
        emit(mark == '"' ? TokenKind::kString : TokenKind::kCharacter, end + 1);
        return;
      }
      if (line_end_length(end) != 0) break;
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    }
    emit(TokenKind::kUnclosed, std::min(end, text_.size()));
  }

  // R"delimiter(...)delimiter": its lines are not joined.
  void scan_raw_string(size_t quote) {
    const size_t from = origin_of(quote);
    const size_t in_delimiter = original_.substr(from, kLongestDelimiter + 2).find('(');
    if (in_delimiter == std::string_view::npos) return scan_quoted(quote);
    const size_t open = from + in_delimiter;
    std::string closing = ")";
    closing += original_.substr(from + 1, open - from - 1);
    closing += '"';
    const size_t close = original_.find(closing, open);
    if (close == std::string_view::npos) return emit(TokenKind::kUnclosed, text_.size());
    const size_t begin = origin_of(at_), end = close + closing.size();
    emit(TokenKind::kString, joined_from(end));
    tokens_.back().span = span_of(begin, end);
    tokens_.back().text = original_.substr(begin, end - begin);
  }

  void scan_word() {
    size_t end = at_;
    bool is_foreign = false;
    while (end < text_.size()) {
      if (is_word(text_[end])) {
        ++end;
        continue;
      }
      const CodePoint point = decode_utf8(text_, end);
      if (!is_beyond_ascii(text_[end]) || point.length == 0 || !is_foreign_letter(point.value))
        break;
      is_foreign = true;
      end += point.length;
    }
    if (end == at_) {  // punctuation beyond ASCII, or no UTF-8 at all
      return emit(TokenKind::kForeign, at_ + std::max(1u, decode_utf8(text_, at_).length));
    }
    const std::string_view word = text_.substr(at_, end - at_);
    if (end < text_.size() && (text_[end] == '"' || text_[end] == '\'')) {
      const bool is_raw =
          word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
      if (is_raw && text_[end] == '"') return scan_raw_string(end);
      if (word == "L" || word == "u" || word == "U" || word == "u8") return scan_quoted(end);
    }
    emit(is_foreign ? TokenKind::kForeign : TokenKind::kIdentifier, end);
    if (!kOperatorNames.contains(word)) return;
    for (const OperatorWord& known : kOperatorWords) {
      if (word != known.word) continue;
      tokens_.back().kind = TokenKind::kPunctuator;
      tokens_.back().text = known.punctuator;
    }
  }

  void scan_punctuator() {
    const char c = text_[at_];
    for (size_t i = kFirstPunctuators[static_cast<size_t>(c)];
         i < kPunctuators.size() && kPunctuators[i].front() == c; ++i) {
      if (text_.substr(at_).starts_with(kPunctuators[i]))
        return emit(TokenKind::kPunctuator, at_ + kPunctuators[i].size());
    }
    emit(TokenKind::kForeign, at_ + 1);
  }

  std::string_view original_, text_;
  std::string joined_;             // what text_ views if lines are joined
  std::vector<uint32_t> origins_;  // of its bytes in original_, and the end; empty if none are
  uint32_t begin_;                 // of the text in the file
  std::deque<std::string>* made_text_ = nullptr;
  size_t at_ = 0;
  bool space_before_ = false;
  std::vector<Token>& tokens_;
};

}  // namespace

CodePoint decode_utf8(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<uint32_t>(static_cast<unsigned char>(text[i])) : 0u;
  };
  const uint32_t lead = byte(at);
  if (at >= text.size()) return {};
  if (lead < 0x80) return {lead, 1};
  const uint32_t length = lead >= 0xF5   ? 0
                          : lead >= 0xF0 ? 4
                          : lead >= 0xE0 ? 3
                          : lead >= 0xC2 ? 2
                                         : 0;
  if (length == 0) return {};
  uint32_t value = lead & (0x7Fu >> length);
  for (uint32_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0u) != 0x80u) return {};
    value = value << 6 | (byte(at + i) & 0x3Fu);
  }
  const uint32_t smallest = length == 4 ? 0x10000u : length == 3 ? 0x800u : 0x80u;
  if (value < smallest || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, length};
}

std::vector<Token> lex(std::string_view text, std::deque<std::string>* made_text) {
  std::vector<Token> tokens;
  Lexer(text, 0, made_text, tokens).run();
  return tokens;
}

void lex(std::string_view text, uint32_t begin, std::deque<std::string>& made_text,
         std::vector<Token>& tokens) {
  Lexer(text, begin, &made_text, tokens).run();
}

namespace {

struct LastingText {
  std::deque<std::string> made_text;
  std::vector<Token> tokens;
};

LastingText split(std::string_view text) {
  LastingText lasting;
  lasting.tokens = lex(text, &lasting.made_text);
  std::erase_if(lasting.tokens,
                [](const Token& token) { return token.kind == TokenKind::kComment; });
  const auto is_end = [](const Token& token) { return token.kind == TokenKind::kNewline; };
  const auto kept = std::unique(
      lasting.tokens.begin(), lasting.tokens.end(),
      [&](const Token& first, const Token& second) { return is_end(first) && is_end(second); });
  lasting.tokens.erase(kept, lasting.tokens.end());
  return lasting;
}

// By where the text is; what is there once stays.
const std::vector<Token>& tokens_of_lasting(std::string_view text) {
  static std::mutex mutex;
  static std::map<std::pair<const char*, size_t>, LastingText> known;
  const std::lock_guard lock(mutex);
  const auto [at, is_new] = known.try_emplace({text.data(), text.size()});
  if (is_new) at->second = split(text);
  return at->second.tokens;
}

}  // namespace

void lex_lasting(std::string_view text, uint32_t begin, std::vector<Token>& tokens) {
  tokens = tokens_of_lasting(text);
  for (Token& token : tokens) token.span = {token.span.begin + begin, token.span.end + begin};
}

std::vector<Token> lex_made(std::string code, Span place, std::deque<std::string>& made_text) {
  std::vector<Token> tokens = lex(made_text.emplace_back(std::move(code)));
  std::erase_if(tokens, [](const Token& token) {
    return token.kind == TokenKind::kNewline || token.kind == TokenKind::kComment;
  });
  for (Token& token : tokens) {
    token.span = place;
    token.from_macro = true;
  }
  return tokens;
}

}  // namespace warplens::lang
