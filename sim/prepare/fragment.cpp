// The text is compiled, what is unknown is declared, and so on until nothing is unknown: a name in
// a statement that was wrong may be found later.
#include "sim/prepare/fragment.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::prepare {

namespace {

constexpr int kMostPasses = 8;
constexpr const char* kTile = "16";  // what a macro is, and the side of a tile

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_capital(std::string_view name) {
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; });
}

// Behind the bracket that closes the one at `open`; the end of the text if none does.
size_t behind_bracket(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    depth += text[at] == '[' || text[at] == '(' ? 1 : text[at] == ']' || text[at] == ')' ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return text.size();
}

// How many subscripts follow the name wherever it has most: 2 of tile[y][x].
int subscripts_of(std::string_view text, std::string_view name) {
  int most = 0;
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    size_t end = at + name.size();
    if (at > 0 && is_word(text[at - 1])) continue;
    int count = 0;
    for (; end < text.size() && text[end] == '['; ++count) end = behind_bracket(text, end);
    most = std::max(most, count);
  }
  return most;
}

// Whether something is compared with the name, or multiplied by it: n of `i < n` and `row * n`.
bool is_size(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]))) continue;
    const size_t before = at == 0 ? at : text.find_last_not_of(" \t=", at - 1);
    if (before != std::string_view::npos && (text[before] == '*' || text[before] == '<'))
      return true;
  }
  return false;
}

// Behind the lines of directives and comments at the top; the text's end if nothing follows them.
size_t first_statement(std::string_view text) {
  size_t line = 0;
  while (line < text.size()) {
    const size_t at = text.find_first_not_of(" \t\r\n\v\f", line);
    if (at == std::string_view::npos) return text.size();
    const bool is_skipped = text[at] == '#' || text.substr(at, 2) == "//";
    if (!is_skipped) return at;
    line = std::min(text.find('\n', at), text.size());
  }
  return line;
}

}  // namespace

class FragmentCompletion::Completer {
 public:
  explicit Completer(const Request& request)
      : request_(request), device_(pick_device(request.launch.device)), is_done_(!device_.ok()) {
    fragment_.text = request_.file.text();
    if (fragment_.text.find("__global__") != std::string::npos) return;
    const size_t begin = first_statement(fragment_.text);
    if (begin == fragment_.text.size()) {
      is_done_ = true;
      return;
    }
    fragment_.text.insert(begin, "__global__ void fragment() { ");
    fragment_.text += "\n}\n";
    fragment_.is_piece = true;
    fragment_.guessed.push_back("__global__ void fragment()");
  }

  base::Progress advance(base::Slice& slice) {
    for (; !is_done_; slice.spend(base::Slice::kUsual)) {
      if (slice.is_over()) return base::Progress::kMore;
      is_done_ = pass();
    }
    return base::Progress::kDone;
  }

  std::optional<Fragment> take() { return std::move(result_); }

 private:
  // Whether it was the last one.
  bool pass() {
    if (passes_++ == kMostPasses) return true;
    Request request = request_;
    request.file = base::SourceFile(request_.file.name(), fragment_.text);
    request.launch.defines.insert(request.launch.defines.end(), fragment_.defines.begin(),
                                  fragment_.defines.end());
    const lang::Survey survey = lang::survey(request.file, compile_options(request, *device_));
    if (!survey.errors.empty()) return !declare_unknown(request.file, survey);
    if (!fragment_.guessed.empty()) result_ = std::move(fragment_);
    return true;
  }

  // Where something is declared in a kernel's text.
  struct Places {
    size_t parameters = 0;  // behind the parenthesis that opens them
    bool has_parameters = false;
    size_t body = 0;  // behind its brace
  };

  // Whether a name was unknown, and is declared now.
  bool declare_unknown(const base::SourceFile& file, const lang::Survey& survey) {
    std::vector<std::pair<size_t, std::string>> insertions;  // by offset
    std::vector<std::pair<size_t, std::string>> known;       // a kernel's offset and a name
    bool is_changed = false;
    for (const base::Diagnostic& error : survey.errors) {
      const std::string name(error.has_place ? file.slice(error.span) : std::string_view());
      if (name.empty() || error.message != say("unknown name '{name}'", "name"_a = name)) continue;
      const auto kernel = std::find_if(
          survey.unit->listed.begin(), survey.unit->listed.end(), [&](const auto& one) {
            return one.full_span.begin <= error.span.begin && error.span.begin < one.full_span.end;
          });
      if (kernel == survey.unit->listed.end()) continue;
      const std::pair<size_t, std::string> use{kernel->full_span.begin, name};
      if (std::find(known.begin(), known.end(), use) != known.end()) continue;
      known.push_back(use);
      if (!declare(name, *kernel, insertions)) continue;
      is_changed = true;
      if (!error.instead.empty()) fragment_.meant.push_back({name, error.instead});
    }
    std::stable_sort(insertions.begin(), insertions.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [offset, text] : insertions) fragment_.text.insert(offset, text);
    return is_changed;
  }

  bool declare(const std::string& name, const lang::ListedKernel& kernel,
               std::vector<std::pair<size_t, std::string>>& insertions) {
    const int subscripts = subscripts_of(fragment_.text, name);
    if (subscripts == 0 && is_capital(name)) {
      const auto is_it = [&](const auto& definition) { return definition.name == name; };
      if (std::any_of(fragment_.defines.begin(), fragment_.defines.end(), is_it)) return false;
      fragment_.defines.push_back({name, kTile});
      note("-D " + name + "=" + kTile);
      return true;
    }
    const std::optional<Places> places = places_of(kernel);
    if (!places || subscripts > 2) return false;
    fragment_.is_piece = fragment_.is_piece || subscripts > 0;
    if (subscripts == 2) {
      const std::string tile = "__shared__ float " + name + "[" + kTile + "][" + kTile + "];";
      insertions.emplace_back(places->body, " " + tile);
      note(tile);
      return true;
    }
    const std::string parameter = (subscripts == 1 ? "float* " : "int ") + name;
    const bool is_first = !places->has_parameters &&
                          std::none_of(insertions.begin(), insertions.end(), [&](const auto& one) {
                            return one.first == places->parameters;
                          });
    // Sorted from the last offset on and stably, so that the first one given comes last in the
    // text.
    insertions.emplace_back(places->parameters, is_first ? parameter : parameter + ", ");
    note(parameter);
    if (subscripts == 0 && !is_size(fragment_.text, name)) {
      fragment_.arguments.push_back({name, std::string("0")});
      note("--arg " + name + "=0");
    }
    return true;
  }

  std::optional<Places> places_of(const lang::ListedKernel& kernel) const {
    const std::string& text = fragment_.text;
    const size_t open = text.find('(', kernel.span.end);
    if (open == std::string::npos || open > kernel.full_span.end) return std::nullopt;
    Places places;
    places.parameters = open + 1;
    const size_t close = behind_bracket(text, open) - 1;
    places.has_parameters = text.find_first_not_of(" \t\r\n", open + 1) != close;
    places.body = text.find('{', close);
    if (places.body == std::string::npos) return std::nullopt;
    ++places.body;
    return places;
  }

  void note(const std::string& declared) {
    if (std::find(fragment_.guessed.begin(), fragment_.guessed.end(), declared) ==
        fragment_.guessed.end())
      fragment_.guessed.push_back(declared);
  }

  const Request request_;
  const base::Checked<model::Device> device_;
  bool is_done_;
  int passes_ = 0;
  Fragment fragment_;
  std::optional<Fragment> result_;
};

FragmentCompletion::FragmentCompletion(const Request& request)
    : completer_(std::make_unique<Completer>(request)) {}

FragmentCompletion::~FragmentCompletion() = default;

base::Progress FragmentCompletion::advance(base::Slice& slice) {
  return completer_->advance(slice);
}

std::optional<Fragment> FragmentCompletion::take() {
  return completer_->take();
}

std::optional<Fragment> complete_fragment(const Request& request) {
  FragmentCompletion completion(request);
  return base::whole(completion, request.cancelled);
}

std::string with_name(std::string text, const MeantName& name) {
  for (size_t at = text.find(name.name); at != std::string::npos;) {
    const size_t end = at + name.name.size();
    const bool is_part =
        (at > 0 && is_word(text[at - 1])) || (end < text.size() && is_word(text[end]));
    if (!is_part) text.replace(at, name.name.size(), name.instead);
    at = text.find(name.name, is_part ? end : at + name.instead.size());
  }
  return text;
}

}  // namespace warplens::prepare
