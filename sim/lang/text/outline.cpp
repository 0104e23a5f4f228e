#include "sim/lang/text/outline.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "sim/base/say.hpp"
#include "sim/base/word_set.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

// Before a declaration's name, with something in parentheses that are not its parameters.
constexpr base::WordSet kWithParentheses(std::to_array<std::string_view>(
    {"__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__attribute__", "__align__",
     "alignas", "decltype", "__declspec"}));

class Outliner {
 public:
  Outliner(const Tokens& tokens, Reporter& reporter) : tokens_(tokens), reporter_(reporter) {}

  std::vector<Item> run() {
    while (!at(at_).at_end()) step();
    for (const OpenBrace& open : open_braces_) report_open(open.span);
    return std::move(items_);
  }

 private:
  // Reads the kEnd token past the end.
  const Token& at(size_t index) const { return tokens_[std::min(index, tokens_.size() - 1)]; }

  struct OpenBrace {
    Span span;
    bool is_namespace = false;
  };

  void report_open(Span open) { reporter_.error(open, say("this '{{' is never closed")); }

  void step() {
    if (at(at_).is(";")) {
      ++at_;
    } else if (at(at_).is("}")) {
      close();
    } else if (at(at_).is("extern") && at(at_ + 1).kind == TokenKind::kString) {
      at_ += 2;
      if (at(at_).is("{")) open_braces_.push_back({at(at_++).span, false});
    } else if (opens_namespace()) {
      open_namespace();
    } else {
      item();
    }
  }

  void close() {
    if (open_braces_.empty()) {
      reporter_.error(at(at_).span, say("a '}}' without its '{{'"), say("remove it"));
      add(ItemForm::kDeclaration, at_, at_ + 1).kind = ItemKind::kReported;
    } else {
      if (open_braces_.back().is_namespace) add(ItemForm::kNamespaceEnd, at_, at_ + 1);
      open_braces_.pop_back();
    }
    ++at_;
  }

  Item& add(ItemForm form, size_t begin, size_t end) {
    Item item;
    item.form = form;
    item.begin = begin;
    item.head = begin;
    item.end = end;
    tokens_.budget().keep(sizeof(Item));
    items_.push_back(std::move(item));
    return items_.back();
  }

  // The contents of `namespace a::b {` and `extern "C" {` are items of the file, too.
  void open_namespace() {
    const size_t begin = at_;
    std::string name;
    while (!at(at_).is("{")) {
      if (at(at_).is_identifier() && !is_keyword(at(at_).text)) {
        name += (name.empty() ? "" : "::") + std::string(at(at_).text);
      }
      ++at_;
    }
    open_braces_.push_back({at(at_).span, true});
    ++at_;
    add(ItemForm::kNamespace, begin, at_).name = std::move(name);
  }
  bool opens_namespace() const {
    size_t i = at_ + (at(at_).is("inline") ? 1 : 0);
    if (!at(i).is("namespace")) return false;
    for (++i; at(i).is_identifier() || at(i).is("::"); ++i) {
    }
    return at(i).is("{");
  }

  struct Extent {
    size_t head_end = 0;  // the first `{`, `=` or `;` outside parentheses
    size_t end = 0;       // after the item
    bool has_body = false;
    bool has_value = false;  // `=`
  };

  // One declaration or definition, from at_ to after its `;` or `}`.
  void item() {
    const size_t begin = at_;
    if (at(at_).is("extern") && at(at_ + 1).is("template")) ++at_;
    const bool is_instantiation = at(at_).is("template") && !at(at_ + 1).is("<");
    if (at(at_).is("template")) skip_template_parameters();
    const size_t head = at_;
    const Extent extent = measure(head);
    Item item;
    item.begin = begin;
    item.end = extent.end;
    item.head = head;
    item.head_end = extent.head_end;
    item.has_body = extent.has_body;
    item.is_template = at_ != begin && !is_instantiation;
    at_ = extent.end;
    guess_name(item);
    if (is_instantiation) {
      item.form = ItemForm::kInstantiation;
    } else {
      classify(item, extent);
      note_value(item);
    }
    tokens_.budget().keep(sizeof(Item));
    items_.push_back(std::move(item));
  }

  void classify(Item& item, const Extent& extent) {
    const size_t head = item.head;
    const Specifiers specifiers = specifiers_of(head, extent.head_end);
    if (specifiers.is_kernel) {
      item.is_function = true;
      item.kind = extent.has_body ? ItemKind::kKernel : ItemKind::kPrototype;
    } else if (!classify_names(item)) {
      item.kind = classify_skipped(item, extent, specifiers);
      if (item.kind == ItemKind::kHostFunction && extent.has_body && report_misspelt_kernel(head))
        item.kind = ItemKind::kReported;
      if (item.kind == ItemKind::kEnum) item.members = enumerators(head, extent.end);
    }
  }

  // using namespace a; using a::b; namespace a = b; static_assert(...);
  bool classify_names(Item& item) {
    const size_t head = item.head;
    if (at(head).is("static_assert")) {
      item.form = ItemForm::kStaticAssert;
    } else if (at(head).is("using") && at(head + 1).is("namespace")) {
      item.form = ItemForm::kUsingNamespace;
      item.name = joined(head + 2, item.head_end);
    } else if (at(head).is("using") && at(item.head_end).is(";")) {
      item.form = ItemForm::kUsingName;
      item.owner = joined(head + 1, item.head_end);
      item.name = std::string(at(item.head_end - 1).text);
    } else if (at(head).is("namespace") && at(head + 2).is("=")) {
      item.form = ItemForm::kNamespaceAlias;
      item.owner = joined(head + 3, item.end - 1);
      item.name = std::string(at(head + 1).text);
    } else {
      return false;
    }
    return true;
  }

  std::string joined(size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end && !at(i).is(";"); ++i) text += at(i).text;
    return text;
  }

  // `_global_ void k(...)` and `__global__void k(...)` would be host functions, silently skipped.
  bool report_misspelt_kernel(size_t head) {
    const Token& word = at(head);
    if (!word.is_identifier() || is_keyword(word.text)) return false;
    const bool is_joined = word.text.starts_with("__global__") && word.text != "__global__";
    const bool is_near = word.text.find("glo") != std::string_view::npos && at(head + 1).is("void");
    if (!is_joined && !is_near) return false;
    reporter_.error(
        word.span, say("unknown word '{word}' before a function", "word"_a = word.text),
        is_joined ? say("write a space after __global__") : say("did you mean '__global__'?"));
    return true;
  }

  // One or more `template <...>`. A `>` in parentheses closes nothing: (N > 1).
  void skip_template_parameters() {
    while (at(at_).is("template")) {
      const size_t open = ++at_;
      if (!at(open).is("<")) return;
      int angles = 0, parentheses = 0;
      do {
        const Token& token = at(at_);
        if (token.at_end() || token.is(";"))
          return reporter_.error(at(open).span, say("the '<' of this template is never closed"),
                                 say("write > after its last parameter"));
        if (token.is("(") || token.is("[")) ++parentheses;
        if (token.is(")") || token.is("]")) --parentheses;
        if (token.is("{")) at_ = skip_braces(at_);
        if (parentheses <= 0 && token.is("<")) ++angles;
        if (parentheses <= 0 && token.is(">")) --angles;
        if (parentheses <= 0 && token.is(">>")) angles -= 2;
        ++at_;
      } while (angles > 0);
      if (angles < 0)
        reporter_.error(at(at_ - 1).span,
                        say("a '>' too many after the parameters of this template"),
                        say("remove one"));
    }
  }

  // Braces and parentheses are balanced; a surplus `}` ends the item.
  Extent measure(size_t begin) {
    Extent extent;
    size_t i = begin;
    size_t specifiers_end = begin;
    int parentheses = 0;
    size_t record_end = 0;  // the first `}` of a struct
    bool is_member_list = false;
    const bool is_record = is_one_of(at(begin), {"struct", "class", "union", "enum", "typedef"});
    for (; !at(i).at_end(); ++i) {
      const Token& token = at(i);
      if (token.is("(") || token.is("[")) ++parentheses;
      if ((token.is(")") || token.is("]")) && parentheses > 0) --parentheses;
      if (token.is("}")) break;
      if (i > begin && token.is("__global__") && !is_head(specifiers_end, i)) break;
      if (token.is("=") && parentheses == 0 && extent.head_end == 0 &&
          !(i > begin && at(i - 1).is("operator"))) {
        extent.head_end = i;
        extent.has_value = true;
      }
      if (token.is(";") && parentheses == 0) {
        if (extent.head_end == 0) extent.head_end = i;
        extent.end = i + 1;
        return extent;
      }
      if (token.is(":") && i > begin && parentheses == 0 && extent.head_end == 0 &&
          at(i - 1).is(")")) {
        extent.head_end = i;  // a constructor's member initialisers
        is_member_list = true;
      }
      if (token.is("{")) {
        if (extent.head_end == 0) extent.head_end = i;
        const bool is_member_value = is_member_list && at(i - 1).is_identifier();
        const size_t close = skip_braces(i);
        const bool is_cut = !at(close).is("}");
        i = close;
        if (is_cut && !at(close).at_end()) {
          extent.has_body = !is_record;
          extent.end = close;
          return extent;
        }
        if (is_member_value) continue;
        if (!is_record && parentheses == 0 && is_braced_value(begin, extent.head_end, close)) {
          extent.has_value = true;
          continue;
        }
        if (parentheses == 0 && !extent.has_value &&
            (!is_record || has_parameters(begin, extent.head_end))) {
          extent.has_body = true;
          extent.end = std::min(i + 1, tokens_.size() - 1);
          return extent;
        }
        if (at(i).at_end()) break;
        if (is_record && record_end == 0) record_end = i;
      }
    }
    if (record_end != 0 && at(i - 1).is("}") && !at(i).is("}")) {
      reporter_.error(at(record_end).span, say("a ';' is missing after this '}}'"),
                      say("a struct, class, union or enum ends with one"));
      i = record_end + 1;
    }
    if (extent.head_end == 0) extent.head_end = i;
    extent.end = i;
    return extent;
  }

  // `constexpr int kSize{7};`: the head ends at the braces, which are closed at `close`.
  bool is_braced_value(size_t begin, size_t head_end, size_t close) const {
    const Token& before = at(head_end - 1);
    const bool has_name = before.is("]") || (before.is_identifier() && !is_keyword(before.text));
    return head_end > begin + 1 && has_name && (at(close + 1).is(";") || at(close + 1).is(",")) &&
           !at(begin).is("namespace") && !has_parameters(begin, head_end);
  }

  // Whether there are only specifiers between `from` and `to`; `from` moves past those checked.
  bool is_head(size_t& from, size_t to) const {
    for (; from < to; ++from) {
      const Token& token = at(from);
      if (skips_parentheses(token) && at(from + 1).is("(")) {
        from = skip_parentheses(from + 1);
        continue;
      }
      if (token.is("(") || token.is(";") || token.is("{") || token.is("=")) return false;
    }
    return true;
  }

  // From a `{` to its `}`. If that is missing, which is reported, to the beginning of the next
  // kernel or device function, or to the end of the file.
  size_t skip_braces(size_t open) {
    int depth = 0;
    const std::vector<Token>& all = tokens_.all();
    size_t i = open;
    for (; i < all.size(); ++i) {
      if (all[i].is("{")) ++depth;
      if (all[i].is("}") && --depth == 0) break;
    }
    tokens_.budget().charge(i - open);
    if (i < all.size()) return i;
    report_open(at(open).span);
    for (i = open + 1; !at(i).at_end(); ++i) {
      if (!at(i).is("__global__") && !at(i).is("__device__")) continue;
      size_t begin = i;
      while (begin > open + 1 && !ends_declaration(at(begin - 1))) --begin;
      const bool is_declaration = at(begin - 1).is(";") || at(begin - 1).is("}");
      if (at(i).is("__global__") || is_declaration) return begin;
    }
    return tokens_.size() - 1;
  }
  static bool ends_declaration(const Token& token) {
    return is_one_of(token, {";", "}", "{", ")", "]"});
  }

  // What the words of a head say, up to its parameters.
  struct Specifiers {
    bool is_kernel = false, is_device = false;
    bool is_device_memory = false;  // __constant__, __managed__, __shared__
    bool is_const = false, is_extern = false;
  };
  Specifiers specifiers_of(size_t begin, size_t end) const {
    Specifiers all;
    for (size_t i = begin; i < end; ++i) {
      const Token& token = at(i);
      all.is_kernel |= token.is("__global__");
      all.is_device |= token.is("__device__");
      all.is_device_memory |=
          token.is("__constant__") || token.is("__managed__") || token.is("__shared__");
      all.is_const |= token.is("const") || token.is("constexpr");
      all.is_extern |= token.is("extern");
      if (skips_parentheses(token) && at(i + 1).is("(")) i = skip_parentheses(i + 1);
      if (at(i).is("(") || at(i).is("operator")) break;
    }
    return all;
  }

  // The name before the parameters of a function; else the last name of the head.
  void guess_name(Item& item) const {
    const size_t begin = item.head;
    const size_t end = item.head_end;
    const bool is_named_first = is_one_of(at(begin), {"struct", "class", "union", "enum", "using"});
    for (size_t i = begin; i < end; ++i) {
      const Token& token = at(i);
      if (skips_parentheses(token) && at(i + 1).is("(")) {
        i = skip_parentheses(i + 1);
      } else if (token.is("[") && at(i + 1).is("[")) {  // [[nodiscard]]
        while (i + 1 < end && !(at(i).is("]") && at(i + 1).is("]"))) ++i;
        ++i;
      } else if (token.is("<") && at(i - 1).is_identifier()) {
        i = skip_angles(i, end);
      } else if ((token.is("(") && !item.name.empty()) || token.is("[") ||
                 (token.is(":") && is_named_first)) {
        break;
      } else if (token.is("operator")) {
        if (at(i - 1).is("::")) {
          item.owner += (item.owner.empty() ? "" : "::") + item.name;
        } else {
          item.owner.clear();
        }
        item.name = "operator";
        break;
      } else if (token.is_identifier() && !is_keyword(token.text) && !is_type_word(token.text)) {
        const bool is_destructor = i > begin + 1 && at(i - 1).is("~");
        const bool is_part = i > begin && at(is_destructor ? i - 2 : i - 1).is("::");
        if (is_part && !item.name.empty()) {
          item.owner += (item.owner.empty() ? "" : "::") + item.name;
        } else {
          item.owner.clear();
        }
        item.name = token.text;
        if (is_named_first && !at(i + 1).is("::") && !at(i + 1).is("(") && !at(i + 1).is("*") &&
            !at(i + 1).is("&")) {
          if (!at(i + 1).is_identifier() || at(i + 1).is("final")) break;
        }
      }
    }
  }

  static bool skips_parentheses(const Token& token) {
    return token.is_identifier() && kWithParentheses.contains(token.text);
  }
  // From a `(` to its `)`, or to the end if it is never closed.
  size_t skip_parentheses(size_t open) const {
    return tokens_.behind_bracket(open, tokens_.size()) - 1;
  }
  // From a `<` to its `>`.
  size_t skip_angles(size_t open, size_t end) const {
    int depth = 0;
    for (size_t i = open; i < end; ++i) {
      if (at(i).is("(")) i = skip_parentheses(i);
      if (at(i).is("<")) ++depth;
      if (at(i).is(">")) --depth;
      if (at(i).is(">>")) depth -= 2;
      if (depth <= 0) return i;
    }
    return end;
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

  ItemKind classify_skipped(Item& item, const Extent& extent, Specifiers specifiers) const {
    const size_t begin = item.head;
    item.is_function = has_parameters(begin, extent.head_end) && !extent.has_value &&
                       (extent.has_body || !has_values(begin, extent.head_end));
    const bool names_type = names_known_type(begin, extent.head_end);
    if ((!item.is_function || !extent.has_body) && !names_type) {
      if (is_one_of(at(begin), {"struct", "class", "union"})) return ItemKind::kRecord;
      if (at(begin).is("enum")) return ItemKind::kEnum;
    }
    if (at(begin).is("namespace")) return ItemKind::kOther;
    if (is_one_of(at(begin), {"typedef", "using"})) return ItemKind::kAlias;
    if (specifiers.is_device && item.is_function) return ItemKind::kDeviceFunction;
    if (specifiers.is_device || specifiers.is_device_memory) return ItemKind::kDeviceVariable;
    if (item.is_function) return ItemKind::kHostFunction;
    if (item.is_template) return ItemKind::kTemplate;
    if (extent.has_value && specifiers.is_const && is_scalar_head(begin, extent.head_end))
      return ItemKind::kConstant;
    const bool is_variable = extent.has_value || specifiers.is_extern ||
                             begins_like_variable(begin) || has_values(begin, extent.head_end) ||
                             names_type || is_plain_variable(begin, extent.head_end);
    return is_variable ? ItemKind::kHostVariable : ItemKind::kOther;
  }

  // `float h;` and `static int table[4];`
  bool begins_like_variable(size_t begin) const {
    return is_type_word(at(begin).text) || is_one_of(at(begin), {"static", "const", "volatile"});
  }
  // `struct Node* head;`: the word only says what kind of type the name behind it is.
  bool names_known_type(size_t begin, size_t end) const {
    return is_one_of(at(begin), {"struct", "class", "union", "enum"}) &&
           at(begin + 1).is_identifier() && !at(begin + 1).is("class") && begin + 2 < end &&
           (at(begin + 2).is("*") ||
            (at(begin + 2).is_identifier() && !at(begin + 2).is("final") && end > begin + 2));
  }
  // `Point origin;`, `inline std::vector<int> all;` and `Node* table[4];`: a type, and a name
  // behind it.
  bool is_plain_variable(size_t begin, size_t end) const {
    size_t i = at(begin).is("inline") ? begin + 1 : begin;
    for (bool goes_on = true; goes_on; goes_on = at(i).is("::") && i++ < end) {
      if (!at(i).is_identifier() || is_keyword(at(i).text)) return false;
      ++i;
      if (at(i).is("<")) i = skip_angles(i, end) + 1;
    }
    while (i < end && is_one_of(at(i), {"*", "const"})) ++i;
    while (at(i).is_identifier() && at(i + 1).is("::")) i += 2;  // of a struct
    return i < end && at(i).is_identifier() && !is_keyword(at(i).text) &&
           (i + 1 == end || is_one_of(at(i + 1), {"[", ",", "{"}));
  }
  bool has_parameters(size_t begin, size_t end) const {
    int brackets = 0;  // `float table[area(3)];` is no function
    int angles = 0;    // nor is `class function<R(A)>`
    const bool is_record = is_one_of(at(begin), {"struct", "class", "union"});
    for (size_t i = begin; i < end; ++i) {
      if (is_record && at(i).is("<")) ++angles;
      if (is_record && at(i).is(">")) --angles;
      if (angles > 0) continue;
      if (at(i).is("[")) ++brackets;
      if (at(i).is("]")) --brackets;
      if (at(i).is("operator")) return true;
      if (skips_parentheses(at(i)) && at(i + 1).is("(")) {
        i = skip_parentheses(i + 1);
      } else if (brackets == 0 && at(i).is("(") &&
                 (at(i - 1).is_identifier() || at(i - 1).is(">"))) {
        return true;
      }
    }
    return false;
  }
  // `Counter counter(3);`: what is between the parentheses begins with a value.
  bool has_values(size_t begin, size_t end) const {
    for (size_t i = begin; i + 1 < end; ++i) {
      if (skips_parentheses(at(i)) && at(i + 1).is("(")) {
        i = skip_parentheses(i + 1);
      } else if (at(i).is("(")) {
        const Token& first = at(i + 1);
        return first.kind == TokenKind::kNumber || first.kind == TokenKind::kString ||
               first.kind == TokenKind::kCharacter || first.is("-") || first.is("&") ||
               first.is("(") || values_.contains(first.text) || has_access(i);
      }
    }
    return false;
  }
  // `(source.next())`, `(Source{}())`: parameters have none of it before a default value.
  bool has_access(size_t open) const {
    const size_t close = skip_parentheses(open);
    for (size_t i = open + 1; i < close && !at(i).is("="); ++i) {
      if (is_one_of(at(i), {".", "->", "{"})) return true;
    }
    return false;
  }
  // Notes a name that is a variable's or a function's, so no type.
  void note_value(const Item& item) {
    const bool is_value = item.kind == ItemKind::kHostVariable ||
                          item.kind == ItemKind::kConstant || item.kind == ItemKind::kHostFunction;
    if (is_value && item.owner.empty() && item.form == ItemForm::kDeclaration)
      values_.insert(item.name);
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

  const Tokens& tokens_;
  Reporter& reporter_;
  size_t at_ = 0;
  std::vector<OpenBrace> open_braces_;
  std::vector<Item> items_;
  std::set<std::string, std::less<>> values_;
};

}  // namespace

std::vector<Item> outline(const Tokens& tokens, Reporter& reporter) {
  return Outliner(tokens, reporter).run();
}

}  // namespace warplens::lang
