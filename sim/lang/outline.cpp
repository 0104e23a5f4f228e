#include "sim/lang/outline.hpp"

#include <algorithm>

#include "sim/lang/words.hpp"

namespace warplens::lang {
namespace {

class Outliner {
 public:
  Outliner(const std::vector<Token>& tokens, Reporter& reporter)
      : tokens_(tokens), reporter_(reporter) {}

  std::vector<Item> run() {
    while (!at(at_).at_end()) step();
    for (const Span open : open_braces_) report_open(open);
    return std::move(items_);
  }

 private:
  // Tokens behind the end read as the kEnd token.
  const Token& at(size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }

  void report_open(Span open) { reporter_.error(open, "this '{' is never closed"); }

  void step() {
    if (at(at_).is(";")) {
      ++at_;
    } else if (at(at_).is("}")) {
      if (open_braces_.empty())
        reporter_.error(at(at_).span, "a '}' without its '{'", "remove it");
      else
        open_braces_.pop_back();
      ++at_;
    } else if (at(at_).is("extern") && at(at_ + 1).kind == TokenKind::kString) {
      at_ += 2;
      if (at(at_).is("{")) open_transparent();
    } else if (opens_namespace()) {
      while (!at(at_).is("{")) ++at_;
      open_transparent();
    } else {
      item();
    }
  }

  // `extern "C" {` and `namespace x {`: what is inside belongs to the file.
  void open_transparent() { open_braces_.push_back(at(at_++).span); }
  bool opens_namespace() const {
    size_t i = at_ + (at(at_).is("inline") ? 1 : 0);
    if (!at(i).is("namespace")) return false;
    for (++i; at(i).is_identifier() || at(i).is("::"); ++i) {
    }
    return at(i).is("{");
  }

  // One declaration or definition, from at_ to after its `;` or `}`.
  void item() {
    const size_t begin = at_;
    if (at(at_).is("template")) skip_template_parameters();
    const bool is_template = at_ != begin;
    const size_t head = at_;
    const Extent extent = measure(head);
    Item item;
    item.begin = begin;
    item.end = extent.end;
    at_ = extent.end;
    item.name = guess_name(head, extent.head_end);
    const auto has = [&](std::string_view word) { return head_has(head, extent.head_end, word); };
    if (has("__global__")) {
      if (is_template) {
        reporter_.error(at(begin).span,
                        "a template of kernels ('" + item.name + "') is not supported yet",
                        "write the kernel for one type, without the template line");
        item.kind = ItemKind::kTemplate;
      } else if (!extent.has_body) {
        item.kind = ItemKind::kPrototype;
      } else {
        item.kind = ItemKind::kKernel;
        item.begin = head;
      }
    } else if (has("__shared__")) {
      reporter_.error(at(head).span, "a __shared__ variable must be declared inside a kernel",
                      "move the declaration of '" + item.name + "' into the kernel that uses it");
      item.kind = ItemKind::kReported;
    } else {
      item.kind = classify_skipped(head, extent, is_template);
      if (item.kind == ItemKind::kHostFunction && extent.has_body && report_misspelt_kernel(head))
        item.kind = ItemKind::kReported;
      if (item.kind == ItemKind::kEnum) item.members = enumerators(head, extent.end);
    }
    items_.push_back(std::move(item));
  }

  // `_global_ void k(...)` and `__global__void k(...)` would be host functions, silently skipped.
  bool report_misspelt_kernel(size_t head) {
    const Token& word = at(head);
    if (!word.is_identifier() || is_keyword(word.text)) return false;
    const bool is_joined = word.text.starts_with("__global__") && word.text != "__global__";
    const bool is_near = word.text.find("glo") != std::string_view::npos && at(head + 1).is("void");
    if (!is_joined && !is_near) return false;
    reporter_.error(word.span, "unknown word '" + std::string(word.text) + "' before a function",
                    is_joined ? "write a space behind __global__" : "did you mean '__global__'?");
    return true;
  }

  void skip_template_parameters() {
    ++at_;
    if (!at(at_).is("<")) return;
    int depth = 0;
    while (!at(at_).at_end() && !at(at_).is(";") && !at(at_).is("{")) {
      if (at(at_).is("<")) ++depth;
      if (at(at_).is(">")) --depth;
      if (at(at_).is(">>")) depth -= 2;
      ++at_;
      if (depth <= 0) break;
    }
    if (at(at_).is("template")) skip_template_parameters();
  }

  struct Extent {
    size_t head_end = 0;  // the first `{`, `=` or `;` outside parentheses
    size_t end = 0;       // after the item
    bool has_body = false;
    bool has_value = false;  // `=`
  };

  // Braces and parentheses are balanced; a `}` too many ends the item.
  Extent measure(size_t begin) {
    Extent extent;
    size_t i = begin;
    int parentheses = 0;
    const bool is_record = is_one_of(at(begin), {"struct", "class", "union", "enum", "typedef"});
    for (; !at(i).at_end(); ++i) {
      const Token& token = at(i);
      if (token.is("(") || token.is("[")) ++parentheses;
      if ((token.is(")") || token.is("]")) && parentheses > 0) --parentheses;
      if (token.is("}")) break;
      if (i > begin && token.is("__global__") && !in_same_head(begin, i)) break;
      if (token.is("=") && parentheses == 0 && extent.head_end == 0) {
        extent.head_end = i;
        extent.has_value = true;
      }
      if (token.is(";") && parentheses == 0) {
        if (extent.head_end == 0) extent.head_end = i;
        extent.end = i + 1;
        return extent;
      }
      if (token.is("{")) {
        if (extent.head_end == 0) extent.head_end = i;
        i = skip_braces(i);
        if (parentheses == 0 && !extent.has_value && !is_record) {
          extent.has_body = true;
          extent.end = std::min(i + 1, tokens_.size() - 1);
          return extent;
        }
        if (at(i).at_end()) break;
      }
    }
    if (extent.head_end == 0) extent.head_end = i;
    extent.end = i;
    return extent;
  }

  // Whether `__global__` at i still belongs to the declaration that begins at `begin`: only
  // specifiers lie between.
  bool in_same_head(size_t begin, size_t i) const {
    for (size_t k = begin; k < i; ++k) {
      const Token& token = at(k);
      if (token.is("(") || token.is(";") || token.is("{") || token.is("=")) return false;
    }
    return true;
  }

  // From a `{` to its `}`; to the end of the file, reported, if there is none.
  size_t skip_braces(size_t open) {
    int depth = 0;
    for (size_t i = open; !at(i).at_end(); ++i) {
      if (at(i).is("{")) ++depth;
      if (at(i).is("}") && --depth == 0) return i;
    }
    report_open(at(open).span);
    return tokens_.size() - 1;
  }

  static bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return token.is(word); });
  }
  bool head_has(size_t begin, size_t end, std::string_view word) const {
    for (size_t i = begin; i < end; ++i) {
      if (at(i).is(word)) return true;
      if (at(i).is("(") && !at(i - 1).is("__launch_bounds__")) return false;
    }
    return false;
  }

  // Of a function the name before its parameters, of the rest the last name of the head.
  std::string guess_name(size_t begin, size_t end) const {
    if (at(begin).is("using") && at(begin + 1).is("namespace"))
      return std::string(at(begin + 2).text);
    if (is_one_of(at(begin), {"struct", "class", "union", "enum", "using"})) {
      for (size_t i = begin + 1; i < end; ++i) {
        if (at(i).is_identifier() && !is_keyword(at(i).text)) return std::string(at(i).text);
      }
    }
    std::string name;
    for (size_t i = begin; i < end; ++i) {
      if (at(i).is("__launch_bounds__") || at(i).is("__attribute__")) {
        while (i < end && !at(i).is(")")) ++i;
        continue;
      }
      if (at(i).is("(") && !name.empty()) break;
      if (at(i).is("[")) break;
      if (at(i).is_identifier() && !is_keyword(at(i).text) && !is_type_word(at(i).text))
        name = at(i).text;
    }
    return name;
  }

  // The names in an enum's braces, each the first after a `{` or a comma.
  std::vector<std::string> enumerators(size_t begin, size_t end) const {
    std::vector<std::string> names;
    for (size_t i = begin + 1; i < end; ++i) {
      const bool is_first = at(i - 1).is("{") || at(i - 1).is(",");
      if (is_first && at(i).is_identifier()) names.emplace_back(at(i).text);
    }
    return names;
  }

  ItemKind classify_skipped(size_t begin, const Extent& extent, bool is_template) const {
    const auto has = [&](std::string_view word) { return head_has(begin, extent.head_end, word); };
    if (is_template) return ItemKind::kTemplate;
    if (is_one_of(at(begin), {"struct", "class", "union"})) return ItemKind::kRecord;
    if (at(begin).is("enum")) return ItemKind::kEnum;
    if (at(begin).is("namespace")) return ItemKind::kOther;
    if (at(begin).is("typedef")) return ItemKind::kAlias;
    if (at(begin).is("using"))
      return at(begin + 1).is("namespace") ? ItemKind::kOther : ItemKind::kAlias;
    const bool is_function = has_parameters(begin, extent.head_end) && !extent.has_value;
    if (has("__device__") && is_function) return ItemKind::kDeviceFunction;
    if (has("__device__") || has("__constant__") || has("__managed__"))
      return ItemKind::kDeviceVariable;
    if (is_function) return ItemKind::kHostFunction;
    if (extent.has_value && (has("const") || has("constexpr")) &&
        is_scalar_head(begin, extent.head_end)) {
      return ItemKind::kConstant;
    }
    const bool is_variable = extent.has_value || has("extern") || begins_like_variable(begin);
    return is_variable ? ItemKind::kHostVariable : ItemKind::kOther;
  }

  // `float h;` and `static int table[4];`
  bool begins_like_variable(size_t begin) const {
    return is_type_word(at(begin).text) || is_one_of(at(begin), {"static", "const", "volatile"});
  }
  bool has_parameters(size_t begin, size_t end) const {
    for (size_t i = begin + 1; i < end; ++i) {
      if (at(i).is("(") && at(i - 1).is_identifier()) return true;
    }
    return false;
  }
  // Type words, qualifiers and one name: a scalar.
  bool is_scalar_head(size_t begin, size_t end) const {
    bool has_type = false;
    for (size_t i = begin; i + 1 < end; ++i) {
      const bool is_type = is_type_word(at(i).text) && !at(i).is("void");
      has_type |= is_type;
      if (!is_type && !is_one_of(at(i), {"const", "constexpr", "static", "inline"})) return false;
    }
    return has_type && at(end - 1).is_identifier();
  }

  const std::vector<Token>& tokens_;
  Reporter& reporter_;
  size_t at_ = 0;
  std::vector<Span> open_braces_;
  std::vector<Item> items_;
};

}  // namespace

std::vector<Item> outline(const std::vector<Token>& tokens, Reporter& reporter) {
  return Outliner(tokens, reporter).run();
}

}  // namespace warplens::lang
