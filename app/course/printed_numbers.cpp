#include "app/course/printed_numbers.hpp"

#include <cctype>
#include <charconv>
#include <cmath>

namespace warplens::course {

namespace {

constexpr double kOfPrinted = 5e-6;  // of a number, by which %g may round it

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_right(const Exercise& exercise, const CaseTruth& truth, size_t i,
              const PrintedNumber& found) {
  const PrintedNumber& right = truth.program.right[i];
  if (exercise.comparison == Comparison::kExact) {
    if (found.is_whole && right.is_whole) return found.text == right.text;
    return found.value == right.value || (std::isnan(found.value) && std::isnan(right.value));
  }
  return is_near(found.value, right.value, truth.program.magnitudes[i], truth.terms,
                 kOfPrinted * std::abs(right.value));
}

// From digits, a sign or a word on; nothing: there is none.
std::optional<PrintedNumber> read_number(std::string_view text, size_t& at) {
  const size_t begin = at;
  const bool is_signed = text[at] == '-' || text[at] == '+';
  const size_t unsigned_begin = begin + (is_signed ? 1 : 0);
  if (unsigned_begin == text.size()) return std::nullopt;
  PrintedNumber number;
  const char* from = text.data() + unsigned_begin;
  const char* end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(from, end, number.value);
  if (read.ptr == from || *from == '-') return std::nullopt;
  const bool is_word = !is_digit(*from) && *from != '.';
  if (is_word && read.ptr != end && is_of_name(*read.ptr)) return std::nullopt;
  at = static_cast<size_t>(read.ptr - text.data());
  if (text[begin] == '-') number.value = -number.value;
  std::string_view digits(from, static_cast<size_t>(read.ptr - from));
  number.is_whole = digits.find_first_not_of("0123456789") == std::string_view::npos;
  while (number.is_whole && digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  const bool is_negative = text[begin] == '-' && digits != "0";
  number.text = (is_negative ? "-" : "") + std::string(digits);
  return number;
}

}  // namespace

std::vector<PrintedNumber> numbers_in(std::string_view text) {
  std::vector<PrintedNumber> numbers;
  for (size_t at = 0; at < text.size();) {
    if (std::optional<PrintedNumber> number = read_number(text, at)) {
      numbers.push_back(std::move(*number));
      while (at < text.size() && is_of_name(text[at])) ++at;  // a unit
      if (at < text.size() && text[at] == '-') ++at;          // between numbers it is no sign
    } else if (is_of_name(text[at])) {
      while (at < text.size() && is_of_name(text[at])) ++at;
    } else {
      ++at;
    }
  }
  return numbers;
}

bool take_right_numbers(const Exercise& exercise, std::string_view output, ProgramTruth& truth) {
  std::vector<PrintedNumber> numbers = numbers_in(output);
  if (exercise.comparison == Comparison::kSum) {
    if (numbers.size() % 2 != 0) return false;
    for (size_t i = 0; i < numbers.size(); i += 2) {
      truth.right.push_back(numbers[i]);
      truth.magnitudes.push_back(numbers[i + 1].value);
    }
  } else {
    truth.right = std::move(numbers);
  }
  return !truth.right.empty();
}

std::optional<WrongElement> wrong_output(const Exercise& exercise, const CaseTruth& truth,
                                         std::string_view output) {
  const std::vector<PrintedNumber> found = numbers_in(output);
  const std::vector<PrintedNumber>& right = truth.program.right;
  WrongElement wrong;
  if (found.size() != right.size()) {
    wrong.kind = WrongElement::Kind::kNumbers;
    wrong.expected = std::to_string(right.size());
    wrong.found = std::to_string(found.size());
    wrong.count = 1;
    return wrong;
  }
  for (size_t i = 0; i < right.size(); ++i) {
    if (is_right(exercise, truth, i, found[i]) || wrong.count++ > 0) continue;
    wrong.kind = WrongElement::Kind::kPrinted;
    wrong.element = std::to_string(i + 1);
    wrong.expected = right[i].text;
    wrong.found = found[i].text;
  }
  if (wrong.count == 0) return std::nullopt;
  return wrong;
}

size_t missed_numbers(const Exercise& exercise, const CaseTruth& truth, std::string_view output) {
  const std::vector<PrintedNumber> found = numbers_in(output);
  size_t missed = 0;
  for (size_t i = 0; i < truth.program.right.size(); ++i) {
    if (i >= found.size() || !is_right(exercise, truth, i, found[i])) ++missed;
  }
  return missed;
}

}  // namespace warplens::course
