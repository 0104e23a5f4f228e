// Whole command lines: words, the options among them, a file's own default launch, and merging
// these.
#include <algorithm>
#include <limits>

#include "sim/base/diagnostic.hpp"
#include "sim/base/names.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/number.hpp"
#include "sim/launch/parse.hpp"

namespace warplens::launch {
namespace {

const char* const kOptionNames[] = {
    "--kernel", "--grid",     "--block",      "--shared", "-D",        "-I",     "--include",
    "--set",    "--arg",      "--device",     "--call",   "--threads", "--then", "--then-all",
    "--checks", "--schedule", "--step-limit", "--lanes",  "--resident"};
constexpr std::string_view kThenAll = "--then-all";  // the only one without a value

// `--grid 0,1: sizes must be at least 1`, for an error that does not quote the value itself.
base::Failure<std::string> about(const std::string& option, const std::string& value,
                                 const std::string& clause) {
  return base::fail(say("{option} {value}: {problem}", "option"_a = option,
                        "value"_a = shown(value), "problem"_a = clause));
}

base::Failure<std::string> in_option(const std::string& option, const std::string& error) {
  return base::fail(say("{option} {problem}", "option"_a = option, "problem"_a = error));
}

// The value of --then: a kernel's name, which may contain blanks between < and >, and options.
base::Result<LaunchOptions, std::string> parse_then(const std::string& value) {
  std::vector<std::string> words = split_words(value);
  if (words.empty())
    return about("--then", value, say("a kernel is missing, as in --then 'scan --grid 1'"));
  std::string kernel;
  if (!words.front().starts_with('-')) {
    const auto is_open = [](const std::string& name) {
      return std::count(name.begin(), name.end(), '<') > std::count(name.begin(), name.end(), '>');
    };
    size_t used = 1;
    kernel = words.front();
    while (is_open(kernel) && used < words.size()) kernel += " " + words[used++];
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(used));
  }
  base::Result<LaunchOptions, std::string> options = parse_options(words);
  if (!options) return base::fail(say("--then: {problem}", "problem"_a = options.error()));
  if (!kernel.empty()) options->kernel = kernel;
  const char* refused = !options->then.empty() || options->then_all ? "--then"
                        : options->called                           ? "--call"
                        : !options->defines.empty()                 ? "-D"
                        : options->includes != Includes{}           ? "-I"
                        : !options->settings.empty()                ? "--set"
                        : options->device                           ? "--device"
                        : options->threads                          ? "--threads"
                        : options->checks                           ? "--checks"
                        : options->order                            ? "--schedule"
                        : options->resident                         ? "--resident"
                        : options->independent_lanes                ? "--lanes"
                        : options->step_limit                       ? "--step-limit"
                                                                    : nullptr;
  if (refused != nullptr) {
    return about("--then", value,
                 say("{option} concerns all launches: write it outside", "option"_a = refused));
  }
  return options;
}

std::string read_setting(const std::string& option, const std::string& value, LaunchOptions& out) {
  const size_t equals = value.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == value.size()) {
    return about(option, value, say("a setting is PARAMETER=VALUE")).error;
  }
  out.settings.push_back({value.substr(0, equals), value.substr(equals + 1)});
  return "";
}

// Reads one option's value into `out`; the error or "".
std::string read_option(const std::string& option, const std::string& value, LaunchOptions& out) {
  const auto take = [&](auto parsed, auto store) -> std::string {
    if (!parsed) return in_option(option, parsed.error()).error;
    store(std::move(parsed).value());
    return "";
  };
  const auto take_count = [&](uint64_t least, uint64_t most, auto store) -> std::string {
    const auto count = parse_count(value, "", least, most);
    if (!count) return about(option, value, count.error()).error;
    store(*count);
    return "";
  };
  constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();
  if (option == "--grid") return take(parse_dim3(value), [&](Dim3 d) { out.grid = d; });
  if (option == "--block") return take(parse_dim3(value), [&](Dim3 d) { out.block = d; });
  if (option == "-D") {
    return take(parse_definition(value),
                [&](Definition d) { out.defines.push_back(std::move(d)); });
  }
  if (option == "-I" || option == "--include") {
    if (value.empty()) return say("{option}: a name is missing", "option"_a = option);
    (option == "-I" ? out.includes.folders : out.includes.first).push_back(value);
    return "";
  }
  if (option == "--arg") {
    return take(parse_argument(value), [&](Argument a) { out.arguments.push_back(std::move(a)); });
  }
  if (option == "--then") {
    auto next = parse_then(value);
    if (!next) return next.error();
    out.then.push_back(std::move(next).value());
    return "";
  }
  if (option == "--set") return read_setting(option, value, out);
  if (option == "--shared") return take_count(0, kMost, [&](uint64_t n) { out.shared_bytes = n; });
  if (option == "--step-limit")
    return take_count(1, kMost, [&](uint64_t n) { out.step_limit = n; });
  if (option == "--threads") {
    return take_count(1, kMostThreads, [&](uint64_t n) { out.threads = static_cast<uint32_t>(n); });
  }
  const auto take_word = [&](auto parsed, auto& to) -> std::string {
    if (!parsed) return about(option, value, parsed.error()).error;
    to = *parsed;
    return "";
  };
  if (option == "--checks") return take_word(parse_checks(value), out.checks);
  if (option == "--schedule") return take_word(parse_order(value), out.order);
  if (option == "--lanes") return take_word(parse_lanes(value), out.independent_lanes);
  if (option == "--resident") {
    return take_count(1, kMostResident,
                      [&](uint64_t n) { out.resident = static_cast<uint32_t>(n); });
  }
  if (value.empty()) return say("{option}: a name is missing", "option"_a = option);
  (option == "--kernel" ? out.kernel : option == "--call" ? out.called : out.device) = value;
  return "";
}

std::string unknown_option(const std::string& word) {
  if (!word.starts_with('-'))
    return say("'{word}' is not an option of a launch", "word"_a = shown(word));
  const std::vector<std::string> names(std::begin(kOptionNames), std::end(kOptionNames));
  const std::string nearest = base::nearest_name(word.substr(0, word.find('=')), names);
  if (nearest.empty()) return say("unknown option '{option}'", "option"_a = shown(word));
  return say("unknown option '{option}', did you mean '{nearest}'?", "option"_a = shown(word),
             "nearest"_a = nearest);
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

std::string_view without_leading_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  return text;
}

template <class T>
void replace_or_append(std::vector<T>& list, const T& item) {
  const auto same =
      std::find_if(list.begin(), list.end(), [&](const T& old) { return old.name == item.name; });
  if (same == list.end())
    list.push_back(item);
  else
    *same = item;
}

void append_new(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const std::string& item : more) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  }
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = 0;
  for (char c : text) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_in_word = true;  // '' is a word, an empty one
    } else if (is_blank(c)) {
      if (is_in_word) words.push_back(std::move(word));
      word.clear();
      is_in_word = false;
    } else {
      word += c;
      is_in_word = true;
    }
  }
  if (is_in_word) words.push_back(std::move(word));
  return words;
}

base::Result<LaunchOptions, std::string> parse_options(const std::vector<std::string>& words) {
  LaunchOptions out;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::string option = word, value;
    bool has_value = false;
    const size_t equals = word.find('=');
    if (word.starts_with("--") && equals != std::string::npos) {
      option = word.substr(0, equals);
      value = word.substr(equals + 1);
      has_value = true;
    } else if ((word.starts_with("-D") || word.starts_with("-I")) && word.size() > 2) {
      option = word.substr(0, 2);
      value = word.substr(2);
      has_value = true;
    } else if (word == "-include") {  // as compilers spell it
      option = "--include";
    }
    if (std::find(std::begin(kOptionNames), std::end(kOptionNames), option) ==
        std::end(kOptionNames)) {
      return base::fail(unknown_option(word));
    }
    if (option == kThenAll) {
      if (has_value) return base::fail(say("{option}: takes no value", "option"_a = option));
      out.then_all = true;
      continue;
    }
    if (!has_value) {
      if (i + 1 == words.size())
        return base::fail(say("{option}: a value is missing after it", "option"_a = option));
      value = words[++i];
    }
    std::string error = read_option(option, value, out);
    if (!error.empty()) return base::fail(std::move(error));
  }
  return out;
}

std::optional<std::string_view> marked_text(std::string_view comment) {
  if (!comment.starts_with("//")) return std::nullopt;
  std::string_view text = without_leading_blanks(comment.substr(2));
  if (!text.starts_with(kCommentMark)) return std::nullopt;
  text = without_leading_blanks(text.substr(kCommentMark.size()));
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_assertion(std::string_view text) {
  return text.starts_with(kAssertWord) &&
         (text.size() == kAssertWord.size() || !base::is_name_character(text[kAssertWord.size()]));
}

std::optional<std::string> embedded_options(std::string_view file_text) {
  if (file_text.starts_with("\xEF\xBB\xBF")) file_text.remove_prefix(3);
  std::optional<std::string> found;
  // The file's first comment: its leading run of `//` lines, blank ones between them allowed.
  for (;;) {
    file_text = without_leading_blanks(file_text);
    if (!file_text.starts_with("//")) return found;
    const size_t end = std::min(file_text.find_first_of("\r\n"), file_text.size());
    const std::optional<std::string_view> text = marked_text(file_text.substr(0, end));
    file_text.remove_prefix(end);
    if (!text || is_assertion(*text)) continue;
    if (found) *found += " ";
    if (!found) found.emplace();
    *found += *text;
  }
}

LaunchOptions merge(LaunchOptions base, const LaunchOptions& over) {
  const auto take = [](auto& to, const auto& from) {
    if (from) to = from;
  };
  take(base.kernel, over.kernel);
  take(base.called, over.called);
  take(base.grid, over.grid);
  take(base.block, over.block);
  take(base.shared_bytes, over.shared_bytes);
  take(base.device, over.device);
  take(base.step_limit, over.step_limit);
  take(base.threads, over.threads);
  take(base.checks, over.checks);
  take(base.order, over.order);
  take(base.resident, over.resident);
  take(base.independent_lanes, over.independent_lanes);
  for (const Definition& definition : over.defines) replace_or_append(base.defines, definition);
  for (const Argument& argument : over.arguments) replace_or_append(base.arguments, argument);
  for (const Definition& setting : over.settings) replace_or_append(base.settings, setting);
  if (!over.then.empty()) base.then = over.then;
  base.then_all = base.then_all || over.then_all;
  base.guess = base.guess || over.guess;
  // What only a command line gives.
  base.program_arguments = over.program_arguments;
  base.program_launch = over.program_launch;
  base.readable = over.readable;
  base.seed = over.seed;
  base.real_clock = over.real_clock;
  return base;
}

Launch apply(Launch base, const LaunchOptions& over) {
  if (over.kernel) base.kernel = *over.kernel;
  if (over.grid) base.grid = *over.grid;
  if (over.block) base.block = *over.block;
  if (over.shared_bytes) base.shared_bytes = *over.shared_bytes;
  if (over.device) base.device = *over.device;
  if (over.step_limit) base.step_limit = *over.step_limit;
  if (over.threads) base.threads = *over.threads;
  if (over.checks) base.checks = *over.checks;
  if (over.order) {
    base.schedule.order = over.order->order;
    base.schedule.seed = over.order->seed;
  }
  if (over.resident) base.schedule.resident = *over.resident;
  if (over.independent_lanes) base.schedule.independent_lanes = *over.independent_lanes;
  for (const Definition& definition : over.defines) replace_or_append(base.defines, definition);
  append_new(base.includes.folders, over.includes.folders);
  append_new(base.includes.first, over.includes.first);
  for (const Argument& argument : over.arguments) replace_or_append(base.arguments, argument);
  if (!over.then.empty()) base.then.clear();
  for (const LaunchOptions& options : over.then) {
    Launch next;
    const Launch& before = base.then.empty() ? base : base.then.back();
    next.grid = before.grid;
    next.block = before.block;
    base.then.push_back(apply(std::move(next), options));
  }
  return base;
}

}  // namespace warplens::launch
