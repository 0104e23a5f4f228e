#include "app/lessons/field_reader.hpp"

#include <algorithm>
#include <cctype>

#include "sim/base/diagnostic.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"
#include "sim/base/source.hpp"

namespace warplens::lessons {

namespace {

using nlohmann::json;

constexpr int64_t kLargestNumber =
    1'000'000'000'000'000;  // either side of zero: leaves room to add

// Steps through a text that is known to be JSON.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) {}

  size_t at() const { return at_; }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool accept(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  // Between the quotes, escapes as they are written.
  std::string_view text() {
    const size_t begin = at_ + 1;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    const size_t end = std::min(at_, text_.size());
    at_ = std::min(end + 1, text_.size());
    return text_.substr(begin, end - begin);
  }
  void skip_value() {
    size_t depth = 0;
    do {
      skip_blanks();
      if (at_ >= text_.size()) return;
      const char c = text_[at_];
      if (c == '"') {
        text();
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at_;
      if (depth == 0 && c != '}' && c != ']') {  // a number or a word
        while (at_ < text_.size() &&
               std::string_view(",]} \t\r\n").find(text_[at_]) == std::string_view::npos)
          ++at_;
      }
    } while (depth > 0);
  }
  // Goes to the value of that member, or to that item; false, and no step, if there is none.
  bool enter(std::string_view name) {
    const size_t begin = at_;
    if (accept('{')) {
      for (skip_blanks(); at_ < text_.size() && text_[at_] == '"'; skip_blanks()) {
        const size_t here = at_;
        if (text() == name) {
          found_ = here;
          accept(':');
          skip_blanks();
          return true;
        }
        accept(':');
        skip_value();
        accept(',');
      }
    }
    at_ = begin;
    return false;
  }
  bool enter(size_t index) {
    const size_t begin = at_;
    if (accept('[')) {
      for (; index > 0; --index) {
        skip_value();
        if (!accept(',')) break;
      }
      skip_blanks();
      if (index == 0 && at_ < text_.size() && text_[at_] != ']') {
        found_ = at_;
        return true;
      }
    }
    at_ = begin;
    return false;
  }
  size_t found() const { return found_; }

 private:
  std::string_view text_;
  size_t at_ = 0, found_ = 0;
};

bool is_id(const std::string& text) {
  const auto is_good = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
  };
  return text.size() <= kLongestId && text[0] != '.' && text[0] != '-' &&
         std::all_of(text.begin(), text.end(), is_good);
}

}  // namespace

base::Result<json, std::string> parse_json(const std::string& name, const std::string& text) {
  if (const std::string problem = base::json_problem(text); !problem.empty())
    return base::fail(name + ": " + brief(problem));
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const base::SourceFile file(name, text);
    const uint32_t byte = static_cast<uint32_t>(error.byte > 0 ? error.byte - 1 : 0);
    const base::LineColumn at =
        file.line_column(std::min(byte, static_cast<uint32_t>(file.text().size())));
    std::string reason = error.what();
    const size_t colon = reason.find(": ", reason.find("column"));
    if (colon != std::string::npos) reason = reason.substr(colon + 2);
    return base::fail(say("{path}:{line}:{column}: the description is not valid JSON: {reason}",
                          "path"_a = name, "line"_a = at.line, "column"_a = at.column,
                          "reason"_a = brief(reason)));
  } catch (
      const json::exception& error) {  // "[json.exception.out_of_range.406] number overflow..."
    const std::string reason = error.what();
    const size_t bracket = reason.find("] ");
    return base::fail(name + ": " +
                      (bracket == std::string::npos ? reason : reason.substr(bracket + 2)));
  }
}

std::string brief(std::string sentence) {
  constexpr size_t kLongest = 2'000, kFirst = 1'500, kLast = 300;  // [bytes]
  if (sentence.size() <= kLongest) return sentence;
  const auto is_within_character = [&](size_t at) {
    return (static_cast<unsigned char>(sentence[at]) & 0xC0) == 0x80;
  };
  size_t first = kFirst, last = sentence.size() - kLast;
  while (first > 0 && is_within_character(first)) --first;
  while (last + 1 < sentence.size() && is_within_character(last)) ++last;
  return sentence.replace(first, last - first, " [...] ");
}

std::string in_language(const std::string& english) {
  return english.empty() ? english : std::string(base::translated(english));
}

uint32_t line_of_field(std::string_view text, std::string_view path) {
  Walk walk(text);
  walk.skip_blanks();
  bool is_there = true;
  while (is_there && !path.empty()) {
    if (path.front() == '[') {
      size_t index = 0;
      for (path.remove_prefix(1); !path.empty() && path.front() != ']'; path.remove_prefix(1))
        index = index * 10 + static_cast<size_t>(path.front() - '0');
      path.remove_prefix(std::min<size_t>(1, path.size()));
      is_there = walk.enter(index);
    } else {
      if (path.front() == '.') path.remove_prefix(1);
      const std::string_view name = path.substr(0, path.find_first_of(".["));
      path.remove_prefix(name.size());
      is_there = walk.enter(name);
    }
  }
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(walk.found());
  return 1 + static_cast<uint32_t>(std::count(text.begin(), end, '\n'));
}

std::optional<int64_t> whole_number(const json& value) {
  const bool is_whole = value.is_number_integer() &&
                        !(value.is_number_unsigned() && value.get<uint64_t>() > kLargestNumber);
  if (!is_whole) return std::nullopt;
  const auto number = value.get<int64_t>();
  return number >= -kLargestNumber && number <= kLargestNumber ? std::optional(number)
                                                               : std::nullopt;
}

std::string join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}
std::string item(const std::string& path, size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

void FieldReader::check_members(const json& object, const std::string& path,
                                const std::vector<std::string>& known) {
  if (!object.is_object()) return fail(path, say("an object '{{...}}' is needed here"));
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string nearest = base::nearest_name(name, known);
    fail(join(path, name), base::with_suggestion(say("there is no such field"), nearest));
  }
}

const json* FieldReader::member(const json& object, const std::string& path, const char* name,
                                bool is_required) {
  if (failed() || !object.is_object()) return nullptr;
  const auto found = object.find(name);
  if (found != object.end()) return &*found;
  if (is_required) fail(join(path, name), say("is missing"));
  return nullptr;
}

std::string FieldReader::text(const json& object, const std::string& path, const char* name) {
  const json* value = member(object, path, name, true);
  if (value == nullptr) return "";
  if (!value->is_string() || value->get_ref<const std::string&>().empty()) {
    fail(join(path, name), say("must be a text that is not empty"));
    return "";
  }
  if (value->get_ref<const std::string&>().size() > kLongestText) {
    fail(join(path, name), say("is longer than {count} bytes", "count"_a = kLongestText));
    return "";
  }
  return value->get<std::string>();
}

int64_t FieldReader::integer(const json& object, const std::string& path, const char* name) {
  const json* value = member(object, path, name, true);
  if (value == nullptr) return 0;
  const std::optional<int64_t> number = whole_number(*value);
  if (!number) fail(join(path, name), say("must be a whole number of at most 15 digits"));
  return number.value_or(0);
}

const json* FieldReader::list(const json& object, const std::string& path, const char* name) {
  const json* value = member(object, path, name, false);
  const bool is_list = value == nullptr || value->is_array();
  if (is_list && (value == nullptr || value->size() <= kMostItems)) return value;
  fail(join(path, name), is_list ? say("has more than {count} items", "count"_a = kMostItems)
                                 : say("must be a list '[...]'"));
  return nullptr;
}

// A list of texts, or one text.
std::vector<std::string> FieldReader::texts(const json& object, const std::string& path,
                                            const char* name) {
  const json* value = member(object, path, name, true);
  if (value == nullptr) return {};
  if (value->is_string()) return {text(object, path, name)};
  std::vector<std::string> all;
  if (!value->is_array()) fail(join(path, name), say("must be a list of texts"));
  if (value->size() > kMostItems)
    fail(join(path, name), say("has more than {count} items", "count"_a = kMostItems));
  for (size_t i = 0; !failed() && i < value->size(); ++i) {
    const json& one = (*value)[i];
    if (!one.is_string() || one.get_ref<const std::string&>().size() > kLongestText)
      fail(item(join(path, name), i),
           say("must be a text of at most {count} bytes", "count"_a = kLongestText));
    else
      all.push_back(one.get<std::string>());
  }
  return all;
}

std::array<uint32_t, 3> FieldReader::triple(const json& object, const std::string& path,
                                            const char* name) {
  std::array<uint32_t, 3> numbers{0, 0, 0};
  const json* value = member(object, path, name, false);
  if (value == nullptr) return numbers;
  bool is_good = value->is_array() && value->size() == 3;
  for (size_t i = 0; is_good && i < 3; ++i) {
    const json& number = (*value)[i];
    is_good = number.is_number_unsigned() && number.get<uint64_t>() <= 0xffffffffu;
    if (is_good) numbers[i] = number.get<uint32_t>();
  }
  if (!is_good) fail(join(path, name), say("must be three whole numbers [x, y, z]"));
  return numbers;
}

std::string FieldReader::id(const json& object, const std::string& path, const char* name) {
  std::string value = text(object, path, name);
  if (!failed() && !is_id(value)) {
    fail(join(path, name), say("must be letters, digits, '-', '_' and '.', at most {count}, and "
                               "not begin with '.' or '-'",
                               "count"_a = kLongestId));
  }
  return value;
}

}  // namespace warplens::lessons
