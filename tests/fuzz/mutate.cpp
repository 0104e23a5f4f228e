#include "mutate.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace warplens::fuzz {

namespace {

// At and beyond the edges of every type and limit.
const std::vector<std::string> kNumbers{"0",
                                        "1",
                                        "-1",
                                        "2",
                                        "31",
                                        "32",
                                        "33",
                                        "255",
                                        "1024",
                                        "1025",
                                        "65535",
                                        "65536",
                                        "1000000",
                                        "2147483647",
                                        "-2147483648",
                                        "2147483648",
                                        "4294967295",
                                        "4294967296",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "18446744073709551615",
                                        "99999999999999999999",
                                        "0x7fffffff",
                                        "017",
                                        "0.5f",
                                        "1e38f",
                                        "1e308",
                                        "1e999",
                                        "-0.0",
                                        "1'000"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

size_t end_of_token(std::string_view text, size_t from) {
  const char first = text[from];
  size_t at = from + 1;
  if (is_space(first)) {
    while (at < text.size() && is_space(text[at])) ++at;
  } else if (is_word(first)) {
    while (at < text.size() && is_word(text[at])) ++at;
  } else if (first == '"' || first == '\'') {
    while (at < text.size() && text[at] != first && text[at] != '\n') ++at;
    at = std::min(at + 1, text.size());
  } else if (text.substr(from).starts_with("//")) {
    while (at < text.size() && text[at] != '\n') ++at;
  }
  return at;
}

// A name, a number, a text in quotes, or the number of characters of anything else.
int sort_of(const std::string& token) {
  if (token.empty()) return -1;
  if (std::isdigit(static_cast<unsigned char>(token.front())) != 0) return -2;
  if (is_word(token.front())) return -3;
  return token.front() == '"' ? -4 : static_cast<int>(token.size());
}

std::string joined(const std::vector<std::string>& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

class Mutation {
 public:
  Mutation(std::string_view text, std::string_view donor, const std::vector<std::string>& words,
           Random& random)
      : words_(words), random_(random) {
    for (const std::string_view token : tokens_of(text)) tokens_.emplace_back(token);
    for (const std::string_view token : tokens_of(donor)) donor_.emplace_back(token);
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (!is_space(tokens_[i].front())) solid_.push_back(i);
    }
  }

  std::string result() {
    for (size_t count = 1 + random_.below(random_.one_in(4) ? 5 : 2); count > 0; --count) change();
    return joined(tokens_);
  }

 private:
  // A token that is no white space. (They keep their places: what is deleted becomes empty.)
  std::string& any() { return tokens_[random_.one_of(solid_)]; }

  std::string inserted() {
    switch (random_.below(4)) {
      case 0:
        return words_.empty() ? any() : random_.one_of(words_);
      case 1:
        return donor_.empty() ? any() : random_.one_of(donor_);
      case 2:
        return random_.one_of(kNumbers);
      default:
        return any();
    }
  }

  void change() {
    if (solid_.empty()) {
      tokens_.push_back(random_.one_of(kNumbers));
      solid_.push_back(tokens_.size() - 1);
      return;
    }
    std::string& token = any();
    switch (random_.below(14)) {
      case 0:
        token.clear();
        break;
      case 1:
        std::swap(token, any());
        break;
      case 2:
        token += token;
        break;
      case 3:
        token = any();
        break;
      case 4:
        token = inserted();
        break;
      case 5:
        token += " " + inserted();
        break;
      case 6:
        change_number();
        break;
      case 7:
        repeat_range();
        break;
      case 8:
        delete_range();
        break;
      case 9:
      case 10:
        change_number();
        break;
      case 11:
      case 12:
        token = alike(token);
        break;
      default:
        insert_piece(token);
        break;
    }
  }

  // Another token of the same sort, so that the text often stays valid.
  const std::string& alike(const std::string& token) {
    for (int tries = 0; tries < 20; ++tries) {
      const std::string& other = any();
      if (other != token && sort_of(other) == sort_of(token)) return other;
    }
    return token;
  }

  void change_number() {
    std::vector<size_t> numbers;
    for (const size_t i : solid_) {
      if (!tokens_[i].empty() && std::isdigit(static_cast<unsigned char>(tokens_[i].front())))
        numbers.push_back(i);
    }
    if (!numbers.empty()) tokens_[random_.one_of(numbers)] = random_.one_of(kNumbers);
  }

  // A few tokens, sometimes often: `>` forty times, a statement a thousand times.
  void repeat_range() {
    const size_t first = random_.one_of(solid_);
    const size_t end = std::min(tokens_.size(), first + 1 + random_.below(12));
    std::string piece;
    for (size_t i = first; i < end; ++i) piece += tokens_[i];
    const size_t times = random_.one_in(8) ? random_.below(3000) : 1 + random_.below(4);
    std::string all;
    for (size_t i = 0; i < times; ++i) all += piece;
    tokens_[end - 1] += all;
  }

  void delete_range() {
    const size_t first = random_.one_of(solid_);
    const size_t end = std::min(tokens_.size(), first + 1 + random_.below(20));
    for (size_t i = first; i < end; ++i) tokens_[i].clear();
  }

  // Some tokens of the donor in a row.
  void insert_piece(std::string& behind) {
    if (donor_.empty()) return;
    const size_t first = random_.below(donor_.size());
    const size_t end = std::min(donor_.size(), first + 1 + random_.below(30));
    for (size_t i = first; i < end; ++i) behind += donor_[i];
  }

  std::vector<std::string> tokens_, donor_;
  std::vector<size_t> solid_;  // tokens that were no white space
  const std::vector<std::string>& words_;
  Random& random_;
};

}  // namespace

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (size_t at = 0; at < text.size();) {
    const size_t end = end_of_token(text, at);
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string with_mutated_tokens(std::string_view text, std::string_view donor,
                                const std::vector<std::string>& words, Random& random) {
  return Mutation(text, donor, words, random).result();
}

std::string with_damaged_bytes(std::string_view text, Random& random) {
  std::string bytes(text);
  for (size_t count = 1 + random.below(random.one_in(3) ? 12 : 3); count > 0; --count) {
    const size_t at = random.below(bytes.size());
    const size_t length = 1 + random.below(random.one_in(4) ? 4096 : 8);
    switch (random.below(7)) {
      case 0:
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.erase(std::min(at, bytes.size()), length);
        break;
      case 4:
        bytes.insert(at, bytes.substr(at, length));
        break;
      case 5:
        bytes.insert(at, random.one_of(kNumbers));
        break;
      default:
        for (size_t i = 0; i < std::min<size_t>(length, 64); ++i)
          bytes.insert(at, 1, static_cast<char>(random.below(256)));
        break;
    }
  }
  return bytes;
}

}  // namespace warplens::fuzz
