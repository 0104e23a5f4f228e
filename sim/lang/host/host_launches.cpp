// One walk over the tokens. A brace opens a scope; the beginning of each statement is checked for a
// declaration or an assignment. A variable has a known value only if every write to it is a plain
// statement of the scope that declares it: then the order of the text is the order of execution.
#include "sim/lang/host/host_launches.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "sim/lang/host/host_value.hpp"
#include "sim/lang/host/host_writes.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

using Kind = HostValue::Kind;
using Maybe = std::optional<HostValue>;

// A program of 4 MiB needs a third of these.
constexpr base::BudgetLimits kHostLimits{100'000'000, uint64_t{64} << 20, 1'000};

// Device memory that a host variable points to.
struct Array {
  // The variable's name, with a number after it if another one has the same name; empty for a
  // variable that cannot point to memory.
  std::string name;
  uint64_t bytes = 0;
};

// Whether it is a possible size of memory. [bytes]
bool is_size(const HostValue& value) {
  return value.is_number() && value.as_floating() >= 0 && value.as_floating() < 1e18;
}
uint64_t size_in(const HostValue& value) {
  return static_cast<uint64_t>(value.as_floating());
}

std::string text_of(const HostValue& value) {
  if (value.kind == Kind::kInteger) return std::to_string(value.integer);
  if (!std::isfinite(value.floating)) return "";
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof digits, value.floating).ptr};
}

class Scanner {
 public:
  Scanner(const Tokens& tokens, const TypeSizes& size_of_type)
      : tokens_(tokens), names_{tokens, size_of_type, {}, &functions_} {}

  void run() {
    open_scope();
    writes_.emplace(tokens_);
    collect_functions();
    bool at_start = true;
    for (size_t i = 0; !at(i).at_end();) {
      if (is_one_of(at(i), {"__global__", "__device__", "__constant__"})) {
        i = behind_device_code(i);
        at_start = true;
        continue;
      }
      if (at_start) statement(i);
      at_start = is_one_of(at(i), {"{", "}", ";"});
      step(i);
      ++i;
    }
  }
  std::vector<HostLaunch> take() { return std::move(launches_); }

 private:
  const Token& at(size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }
  size_t size() const { return tokens_.size() - 1; }  // without the kEnd

  static constexpr size_t kMostPieces = 256;  // tokens of a statement, or of parameters
  static constexpr uint64_t kScopeBytes = sizeof(HostScope) + sizeof(std::map<std::string, Array>);

  void open_scope() {
    tokens_.budget().keep(kScopeBytes);
    names_.scopes.emplace_back();
    arrays_.emplace_back();
  }

  void step(size_t i) {
    const Token& token = at(i);
    if (token.is("{")) {
      open_scope();
      if (at(i - (i > 0)).is(")")) declare_parameters(i - 1);
    } else if (token.is("}")) {
      if (names_.scopes.size() > 1) {
        tokens_.budget().release(kScopeBytes);
        names_.scopes.pop_back();
        arrays_.pop_back();
      }
    } else if (token.is("for") && at(i + 1).is("(")) {
      statement(i + 2);
    } else if (token.is("<<") && at(i + 1).is("<") && !at(i + 1).space_before) {
      launch(i);
    } else if (is_one_of(token, {"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync",
                                 "cudaMallocHost", "cudaHostAlloc"})) {
      allocate(i);
    }
  }

  // Skips a kernel, a device function or a device variable, none of which is host code.
  size_t behind_device_code(size_t i) {
    bool has_value = false;
    for (; i < size(); ++i) {
      if (at(i).is("(") || at(i).is("[")) i = tokens_.behind_bracket(i, size()) - 1;
      if (at(i).is("=")) has_value = true;
      if (at(i).is(";")) return i + 1;
      if (!at(i).is("{")) continue;
      i = tokens_.behind_bracket(i, size());
      if (!has_value) return i;
      --i;
    }
    return i;
  }

  // `int cdiv(int a, int b) { return ...; }`, anywhere in the text.
  void collect_functions() {
    for (size_t i = 2; i < size(); ++i) {
      if (!at(i).is("{") || !at(i + 1).is("return")) continue;
      size_t close = i - 1;
      while (close > 0 && is_one_of(at(close), {"const", "noexcept"})) --close;
      if (!at(close).is(")")) continue;
      const size_t open = opening_of(close);
      size_t end = i + 2;
      while (end < size() && !at(end).is(";") && !at(end).is("{")) ++end;
      if (open < 2 || !at(open - 1).is_identifier() || !at(end).is(";") || !at(end + 1).is("}")) {
        continue;
      }
      HostFunction function;
      function.begin = i + 2;
      function.end = end;
      function.return_type = at(open - 2).text;
      for (const HostRange part : split_at_commas(tokens_, open + 1, close, true)) {
        function.parameters.push_back(at(part.end - 1).text);
      }
      functions_[at(open - 1).text] = std::move(function);
    }
  }

  // The `(` that matches the `)` at `close`; 0 if it is too far away.
  size_t opening_of(size_t close) {
    int depth = 0;
    const size_t first = close > kMostPieces ? close - kMostPieces : 0;
    for (size_t i = close + 1; i-- > first;) {
      if (at(i).is(")")) ++depth;
      if (at(i).is("(") && --depth == 0) return i;
    }
    return 0;
  }

  // The parameters of the function whose body begins after the `)` at `close`: unknown values.
  void declare_parameters(size_t close) {
    const size_t open = opening_of(close);
    if (open == 0 || is_one_of(at(open - 1), {"if", "while", "switch", "for", "catch"})) return;
    for (const HostRange part : split_at_commas(tokens_, open + 1, close, true)) {
      size_t last = part.begin;
      while (last < part.end && !at(last).is("=") && !at(last).is("[")) ++last;
      if (last < part.begin + 2 || !at(last - 1).is_identifier()) continue;
      names_.scopes.back().variables[at(last - 1).text] = std::nullopt;
      bool is_pointer = false;
      for (size_t i = part.begin; i < last; ++i) is_pointer |= at(i).is("*");
      arrays_.back()[std::string(at(last - 1).text)] =
          is_pointer || at(last).is("[") ? make_array(at(last - 1).text) : Array{};
    }
  }

  // ----------------------------------------------------------------------------------------------
  // declarations and assignments

  // Stops early after more pieces than any statement has, and at a bracket that is never closed:
  // otherwise a text with many missing ends would take time quadratic in its length.
  size_t end_of_statement(size_t i) {
    for (size_t pieces = 0; i < size() && pieces < kMostPieces; ++i, ++pieces) {
      if (at(i).is(";") || at(i).is("}")) break;
      if (!is_one_of(at(i), {"(", "[", "{"})) continue;
      const size_t behind = tokens_.behind_bracket(i, size() + 1);
      if (behind > size()) break;  // it is never closed
      i = behind - 1;
    }
    return i;
  }

  void statement(size_t begin) {
    const size_t end = end_of_statement(begin);
    if (!declaration(begin, end)) assignment(begin, end);
  }

  struct Head {
    std::string_view type;     // the last word that determines the conversion of a value
    std::string_view element;  // between the < > of a vector
    bool is_const = false;
    size_t behind = 0;  // the first declarator
  };

  // `const unsigned int`, `std::vector<float>`, `dim3`.
  std::optional<Head> read_head(size_t i, size_t end) const {
    Head head;
    for (; i < end; ++i) {
      const Token& token = at(i);
      if (is_one_of(token, {"const", "constexpr"})) {
        head.is_const = true;
      } else if (is_one_of(token, {"static", "inline", "volatile", "register"})) {
      } else if (!token.is_identifier()) {
        break;
      } else if (is_type_word(token.text)) {
        const bool decides = head.type.empty() || token.is("long") || head.type == "signed" ||
                             token.is("char") || token.is("short") || token.is("double");
        if (decides) head.type = token.text;
      } else if (head.type.empty()) {
        if (is_keyword(token.text) && !token.is("auto")) return std::nullopt;
        while (at(i + 1).is("::")) i += 2;
        head.type = at(i).text;
        if (at(i + 1).is("<") && head.type.ends_with("vector")) {
          head.element = at(i + 2).text;
          while (i < end && !at(i).is(">")) ++i;
        }
      } else {
        break;
      }
    }
    head.behind = i;
    return head.type.empty() || i >= end ? std::nullopt : std::optional(head);
  }

  bool declaration(size_t begin, size_t end) {
    const std::optional<Head> head = read_head(begin, end);
    if (!head) return false;
    bool is_any = false;
    for (const HostRange part : split_at_commas(tokens_, head->behind, end)) {
      size_t name = part.begin;
      bool is_pointer = false;
      for (; name < part.end && !at(name).is_identifier(); ++name) {
        if (!is_one_of(at(name), {"*", "&", "&&"})) return is_any;
        is_pointer = true;
      }
      while (name < part.end && is_one_of(at(name), {"const", "__restrict__"})) ++name;
      const bool is_declarator =
          name < part.end && at(name).is_identifier() &&
          (name + 1 == part.end || is_one_of(at(name + 1), {"=", "(", "{", "["}));
      if (!is_declarator) return is_any;
      declare(*head, is_pointer, name, part.end, end);
      is_any = true;
    }
    return is_any;
  }

  void declare(const Head& head, bool is_pointer, size_t name, size_t end, size_t statement_end) {
    const std::string_view word = at(name).text;
    Maybe value;
    if (at(name + 1).is("[")) {
      value = array_value(head, is_pointer, name + 1, end);
    } else if (!is_pointer) {
      value = initial_value(head, name + 1, end);
      if (!head.is_const && !writes_->are_in_order(word, statement_end)) {
        value = std::nullopt;
        names_.scopes.back().unstable.insert(word);
      } else {
        names_.scopes.back().unstable.erase(word);
      }
    }
    const bool is_vector = value && value->kind == Kind::kArray && value->is_vector;
    const bool may_point = is_pointer || is_vector || head.type == "auto" || at(name + 1).is("[");
    arrays_.back()[std::string(word)] = may_point ? make_array(word) : Array{};
    if (is_vector) arrays_.back()[std::string(word)].bytes = value->count * value->element_bytes;
    names_.scopes.back().variables[word] = value;
  }

  Maybe initial_value(const Head& head, size_t i, size_t end) const {
    const bool has_brackets = i < end && is_one_of(at(i), {"(", "{"});
    const size_t inner = i + 1;  // after the bracket or the `=`
    const size_t inner_end = has_brackets ? tokens_.behind_bracket(i, end) - 1 : end;
    if (!head.element.empty()) {
      const auto parts = split_at_commas(tokens_, inner, inner_end);
      const auto bytes = names_.size_of(head.element);
      if (!has_brackets || !at(i).is("(") || parts.empty() || !bytes) return std::nullopt;
      const Maybe count = evaluate_host(names_, parts[0].begin, parts[0].end);
      if (!count || count->kind != Kind::kInteger || count->integer < 0) return std::nullopt;
      return array(static_cast<uint64_t>(count->integer), *bytes, true);
    }
    if (head.type == "dim3") {
      if (i >= end) return evaluate_dim3(names_, i, i);
      if (!has_brackets && at(i + 1).is("{")) {
        return evaluate_dim3(names_, i + 2, tokens_.behind_bracket(i + 1, end) - 1);
      }
      return evaluate_dim3(names_, inner, inner_end);
    }
    if (i >= end) return std::nullopt;
    return convert_host(evaluate_host(names_, inner, inner_end), head.type);
  }

  static HostValue array(uint64_t count, uint64_t element_bytes, bool is_vector) {
    HostValue value;
    value.kind = Kind::kArray;
    value.count = count;
    value.element_bytes = element_bytes;
    value.is_vector = is_vector;
    return value;
  }

  static constexpr uint64_t kMostElements = uint64_t{1} << 48;  // of a host array

  // `name[16][16]` or `name[] = {1, 2, 3}`, from its first `[`.
  Maybe array_value(const Head& head, bool is_pointer, size_t i, size_t end) const {
    const auto bytes = is_pointer ? std::optional<uint64_t>(8) : names_.size_of(head.type);
    uint64_t count = 1;
    bool is_open = false;
    while (i < end && at(i).is("[")) {
      const size_t behind = tokens_.behind_bracket(i, end);
      const Maybe extent = evaluate_host(names_, i + 1, behind - 1);
      is_open |= behind == i + 2;
      if (behind != i + 2) {
        if (!extent || extent->kind != Kind::kInteger || extent->integer < 1) return std::nullopt;
        if (count > kMostElements / static_cast<uint64_t>(extent->integer)) return std::nullopt;
        count *= static_cast<uint64_t>(extent->integer);
      }
      i = behind;
    }
    if (is_open) {
      if (!at(i).is("=") || !at(i + 1).is("{")) return std::nullopt;
      count *= split_at_commas(tokens_, i + 2, tokens_.behind_bracket(i + 1, end) - 1).size();
    }
    return bytes ? Maybe(array(count, *bytes, false)) : std::nullopt;
  }

  // `n = 1024;` and `grid.x = 4;`
  void assignment(size_t begin, size_t end) {
    if (!at(begin).is_identifier()) return;
    const std::string_view name = at(begin).text;
    const bool is_member = at(begin + 1).is(".") && at(begin + 3).is("=");
    if (!is_member && !at(begin + 1).is("=")) return;
    if (!is_member) {
      const Maybe old = names_.find(name);
      const bool is_list = old && old->kind == Kind::kDim3 && at(begin + 2).is("{");
      return names_.set(name, is_list ? evaluate_dim3(names_, begin + 3, end - 1)
                                      : evaluate_host(names_, begin + 2, end));
    }
    Maybe object = names_.find(name);
    const std::string_view part = at(begin + 2).text;
    if (!object || object->kind != Kind::kDim3 || part.size() != 1) return;
    const auto index = static_cast<size_t>(part[0] - 'x');
    const Maybe value = convert_host(evaluate_host(names_, begin + 4, end), "unsigned");
    if (index > 2) return;
    if (!value || value->kind != Kind::kInteger) return names_.set(name, std::nullopt);
    object->dim3[index] = value->integer;
    names_.set(name, object);
  }

  // ----------------------------------------------------------------------------------------------
  // device memory

  Array make_array(std::string_view name) {
    const int count = ++arrays_of_name_[std::string(name)];
    return {std::string(name) + (count == 1 ? "" : " (" + std::to_string(count) + ")"), 0};
  }

  Array& find_array(const std::string& name) {
    constexpr uint64_t kStepsAScope = 8;
    tokens_.budget().charge(kStepsAScope * arrays_.size());
    for (size_t i = arrays_.size(); i-- > 0;) {
      const auto found = arrays_[i].find(name);
      if (found != arrays_[i].end()) return found->second;
    }
    return arrays_[std::min<size_t>(1, arrays_.size() - 1)][name] = make_array(name);
  }

  // `cudaMalloc((void**)&d_a, bytes)`
  void allocate(size_t i) {
    ++i;
    constexpr size_t kMostWords = 16;  // of a type in < >
    for (const size_t first = i; i < first + kMostWords; ++i) {
      if (!at(i).is("<") && !at(i).is(">") && !at(i).is_identifier()) break;
    }
    if (!at(i).is("(")) return;
    const auto parts = split_at_commas(tokens_, i + 1, tokens_.behind_bracket(i, size()) - 1);
    if (parts.size() < 2) return;
    size_t name = parts[0].begin;
    while (name < parts[0].end && !at(name).is("&")) ++name;
    const std::string text = joined({name + 1, parts[0].end});
    if (text.empty()) return;
    const Maybe bytes = evaluate_host(names_, parts[1].begin, parts[1].end);
    find_array(text).bytes = bytes && is_size(*bytes) ? size_in(*bytes) : 0;
  }

  // A name with its members and elements, without parentheses of casts: "d_a", "p.mass".
  std::string joined(HostRange range) const {
    std::string text;
    for (size_t i = range.begin; i < range.end; ++i) {
      if (!is_one_of(at(i), {"(", ")"})) text += at(i).text;
    }
    return text;
  }

  // ----------------------------------------------------------------------------------------------
  // launches

  // From the `<<` of `name<<<...>>>(...)`.
  void launch(size_t open) {
    size_t close = open + 2;
    while (close < size() &&
           !(at(close).is(">>") && at(close + 1).is(">") && !at(close + 1).space_before)) {
      if (is_one_of(at(close), {";", "}"})) return;
      close =
          is_one_of(at(close), {"(", "[", "{"}) ? tokens_.behind_bracket(close, size()) : close + 1;
    }
    if (!at(close + 2).is("(")) return;
    HostLaunch launch;
    const size_t first = read_kernel(open, launch.kernel);
    if (launch.kernel.empty()) return;
    const size_t end = tokens_.behind_bracket(close + 2, size());
    launch.span = base::join(at(first).span, at(end - 1).span);
    const auto parts = split_at_commas(tokens_, open + 2, close);
    const bool has_sizes = parts.size() >= 2 && parts.size() <= 4;
    launch.knows_block = has_sizes && read_extent(parts[1], launch.block);
    launch.is_known = launch.knows_block && read_extent(parts[0], launch.grid);
    if (launch.is_known && parts.size() > 2) {
      const Maybe bytes = evaluate_host(names_, parts[2].begin, parts[2].end);
      launch.is_known = bytes && is_size(*bytes);
      if (launch.is_known) launch.shared_bytes = size_in(*bytes);
    }
    for (const HostRange part : split_at_commas(tokens_, close + 3, end - 1)) {
      launch.arguments.push_back(read_argument(part));
    }
    tokens_.budget().keep(sizeof(HostLaunch) +
                          launch.arguments.size() * sizeof(HostLaunch::Argument));
    launches_.push_back(std::move(launch));
  }

  // Reads the kernel's name before `open`, template arguments with their values. Returns its first
  // token.
  size_t read_kernel(size_t open, std::string& name) const {
    if (open == 0) return open;
    size_t last = open - 1;
    std::string arguments;
    if (is_one_of(at(last), {">", ">>"})) {
      int depth = 0;
      const size_t end = last;
      for (++last; last-- > 0;) {
        depth += at(last).is(">") ? 1 : at(last).is(">>") ? 2 : at(last).is("<") ? -1 : 0;
        if (depth <= 0) break;
      }
      if (last == 0 || depth != 0) return open;
      for (const HostRange part : split_at_commas(tokens_, last + 1, end, true)) {
        arguments += (arguments.empty() ? "<" : ", ") + template_argument(part);
      }
      arguments += at(end).text;
      --last;
    }
    if (!at(last).is_identifier() || is_keyword(at(last).text)) return open;
    name = std::string(at(last).text);
    while (last >= 2 && at(last - 1).is("::") && at(last - 2).is_identifier()) {
      last -= 2;
      name = std::string(at(last).text) + "::" + name;
    }
    name += arguments;
    return last;
  }

  std::string template_argument(HostRange range) const {
    const Maybe value = evaluate_host(names_, range.begin, range.end);
    if (value && value->kind == Kind::kInteger) {
      const bool is_bool =
          range.end == range.begin + 1 && is_one_of(at(range.begin), {"true", "false"});
      return is_bool ? std::string(at(range.begin).text) : std::to_string(value->integer);
    }
    std::string text;
    for (size_t i = range.begin; i < range.end; ++i) {
      const bool is_apart = i > range.begin && at(i).is_identifier() && at(i - 1).is_identifier();
      text += (is_apart ? " " : "") + std::string(at(i).text);
    }
    return text;
  }

  bool read_extent(HostRange range, uint32_t (&extent)[3]) const {
    Maybe value = at(range.begin).is("{") && at(range.end - 1).is("}")
                      ? evaluate_dim3(names_, range.begin + 1, range.end - 1)
                      : evaluate_host(names_, range.begin, range.end);
    if (value && value->is_number()) value = evaluate_dim3(names_, range.begin, range.end);
    if (!value || value->kind != Kind::kDim3) return false;
    for (size_t i = 0; i < 3; ++i) {
      if (value->dim3[i] < 1 || value->dim3[i] > int64_t{0xFFFFFFFF}) return false;
      extent[i] = static_cast<uint32_t>(value->dim3[i]);
    }
    return true;
  }

  HostLaunch::Argument read_argument(HostRange range) {
    HostLaunch::Argument argument;
    const Maybe value = evaluate_host(names_, range.begin, range.end);
    if (value && value->is_number()) {
      argument.value = text_of(*value);
      return argument;
    }
    size_t first = range.begin;
    for (size_t i = range.begin; i < range.end; ++i) {
      if (at(i).is("raw_pointer_cast")) first = i + 2;  // thrust::raw_pointer_cast(d.data())
    }
    const bool is_cast = first == range.begin && at(first).is("(");
    if (is_cast) first = tokens_.behind_bracket(first, range.end);
    if (at(first).is("&") && first > range.begin) ++first;
    if (first >= range.end || !at(first).is_identifier()) return argument;
    const bool is_vector = first > range.begin && !is_cast;
    if (!is_vector && !is_plain_name({first, range.end})) return argument;
    const Array& array =
        find_array(is_vector ? std::string(at(first).text) : joined({first, range.end}));
    argument.array = array.name;
    argument.bytes = array.bytes;
    return argument;
  }

  // `d_a`, `p.mass`, `buffers[1]`: a name of an array rather than an expression.
  bool is_plain_name(HostRange range) const {
    for (size_t i = range.begin; i < range.end; ++i) {
      const bool is_part = at(i).is_identifier() || at(i).kind == TokenKind::kNumber ||
                           is_one_of(at(i), {".", "->", "[", "]", "::"});
      if (!is_part) return false;
    }
    return true;
  }

  const Tokens& tokens_;
  std::optional<HostWrites> writes_;
  std::map<std::string_view, HostFunction> functions_;
  HostNames names_;
  std::vector<std::map<std::string, Array>> arrays_;  // by the scope that declares the pointer
  std::map<std::string, int> arrays_of_name_;
  std::vector<HostLaunch> launches_;
};

}  // namespace

std::vector<HostLaunch> find_launches(const Tokens& tokens, const TypeSizes& size_of_type) {
  base::Budget budget(kHostLimits, tokens.budget().cancelled());
  const Tokens host_tokens(tokens.all(), budget);
  Scanner scanner(host_tokens, size_of_type);
  try {
    scanner.run();
  } catch (const base::BudgetEnd& end) {
    const bool is_own = end.budget == &budget && end.reason != base::BudgetEnd::Reason::kCancelled;
    if (!is_own) throw;
  }
  return scanner.take();
}

}  // namespace warplens::lang
