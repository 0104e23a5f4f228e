// A worklist over the file's items: the wanted kernels first, then whatever declares a name that a
// kept item uses. Of several declarations of one thing (a file may hold two programs) a use means
// the last one above it, as everywhere in sim/lang.
#include "sim/lang/device/device_items.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/library_types.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

constexpr uint64_t kStepsADeclaration = 200;  // to decide whether a use means it

// From a `<` to its `>`.
size_t closing_angle(const Tokens& tokens, size_t open) {
  int depth = 0;
  size_t at = open;
  for (; at + 1 < tokens.size() && !tokens[at].is(";"); ++at) {
    if (tokens[at].is("<")) ++depth;
    if (tokens[at].is(">")) --depth;
    if (tokens[at].is(">>")) depth -= 2;
    if (depth <= 0) break;
  }
  return at;
}

class Closure {
 public:
  Closure(const Tokens& tokens, const std::vector<Item>& items, const Unit& unit)
      : tokens_(tokens), items_(items) {
    found_.is_kept.assign(items.size(), false);
    for (const auto& variable : unit.constants) constants_at_.insert(variable->span.begin);
    for (const auto& variable : unit.globals) constants_at_.insert(variable->span.begin);
    std::string path;
    std::vector<size_t> lengths;
    for (size_t i = 0; i < items.size(); ++i) {
      if (items[i].form == ItemForm::kNamespace) {
        lengths.push_back(path.size());
        path += items[i].name + "::";
        for (const Token& part : lex(items[i].name)) roots_.insert(std::string(part.text));
      } else if (items[i].form == ItemForm::kNamespaceEnd && !lengths.empty()) {
        path.resize(lengths.back());
        lengths.pop_back();
      }
      note(i, path);
      keys_.push_back(key(i));
      if (items[i].kind != ItemKind::kKernel) continue;
      for (size_t at = items[i].head; at < items[i].head_end; ++at) {
        if (tokens_[at].is(items[i].name)) kernels_at_[tokens_[at].span.begin] = i;
      }
    }
  }

  DeviceItems run(const std::vector<const Kernel*>& kernels) {
    for (size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].form == ItemForm::kNamespace || items_[i].form == ItemForm::kNamespaceEnd)
        found_.is_kept[i] = true;
      if (!items_[i].owner.empty() && items_[i].kind == ItemKind::kDeviceFunction)
        device_outside_.insert(items_[i].name);
    }
    for (const Kernel* kernel : kernels) want_kernel(*kernel);
    while (!waiting_.empty()) {
      const size_t next = waiting_.back();
      waiting_.pop_back();
      use_names_of(next);
    }
    keep_using_namespaces();
    return std::move(found_);
  }

 private:
  // ------------------------------------------------------------------ what an item declares

  bool holds(size_t begin, size_t end, std::string_view word) const {
    for (size_t i = begin; i < end; ++i) {
      if (tokens_[i].is(word)) return true;
    }
    return false;
  }

  bool head_has(const Item& item, std::string_view word) const {
    return holds(item.head, item.head_end, word);
  }

  bool is_constexpr_function(const Item& item) const {
    return item.kind == ItemKind::kHostFunction && head_has(item, "constexpr");
  }

  // A constant that sim/lang has parsed: anything else of that name belongs to the host.
  bool is_known_constant(const Item& item) const {
    for (size_t i = item.begin; i < item.end; ++i) {
      if (constants_at_.contains(tokens_[i].span.begin)) return true;
    }
    return false;
  }

  bool can_be_device_code(const Item& item) const {
    if (item.form == ItemForm::kUsingName || item.form == ItemForm::kNamespaceAlias) return true;
    if (item.form != ItemForm::kDeclaration) return false;
    switch (item.kind) {
      case ItemKind::kDeviceFunction:
      case ItemKind::kRecord:
      case ItemKind::kEnum:
      case ItemKind::kAlias:
      case ItemKind::kDeviceVariable:
        return true;
      case ItemKind::kHostFunction:
        return is_constexpr_function(item);
      case ItemKind::kConstant:
      case ItemKind::kHostVariable:
        return is_known_constant(item);
      default:
        return false;
    }
  }

  static std::string last_part(const std::string& name) {
    const size_t colon = name.rfind("::");
    return colon == std::string::npos ? name : name.substr(colon + 2);
  }

  // The names that follow each other at the end of a declaration: `int a = 1, b[2];`
  void note_declarators(size_t i, size_t begin) {
    const bool is_alias = items_[i].kind == ItemKind::kAlias;
    int depth = 0;
    for (size_t at = begin; at + 1 < items_[i].end; ++at) {
      if (is_alias && tokens_[at].is("<")) at = closing_angle(tokens_, at);
      if (tokens_[at].is("(") || tokens_[at].is("[") || tokens_[at].is("{")) ++depth;
      if (tokens_[at].is(")") || tokens_[at].is("]") || tokens_[at].is("}")) --depth;
      const Token& next = tokens_[at + 1];
      const bool is_name = next.is(",") || next.is(";") || next.is("[") || next.is("=") ||
                           next.is("{") || next.is(")") || next.is("(");
      const bool is_word = is_keyword(tokens_[at].text) || is_type_word(tokens_[at].text);
      if (depth <= 1 && is_name && tokens_[at].is_identifier() && !is_word)
        declares_[std::string(tokens_[at].text)].push_back(i);
    }
  }

  void note(size_t i, const std::string& path) {
    const Item& item = items_[i];
    path_of_.push_back(path);
    if (!can_be_device_code(item)) return;
    if (!item.name.empty()) declares_[item.name].push_back(i);
    if (!item.owner.empty() && item.is_function) declares_[last_part(item.owner)].push_back(i);
    for (const std::string& member : item.members) declares_[member].push_back(i);
    if (item.form != ItemForm::kDeclaration) return;
    const bool is_variable = item.kind == ItemKind::kConstant ||
                             item.kind == ItemKind::kDeviceVariable ||
                             item.kind == ItemKind::kHostVariable;
    if (is_variable) note_declarators(i, item.head);
    if (item.kind == ItemKind::kAlias && tokens_[item.head].is("typedef")) note_typedef(i);
  }

  // typedef struct Tag { ... } A, *B; and the constants of typedef enum { a, b } E;
  void note_typedef(size_t i) {
    const Item& item = items_[i];
    size_t behind = item.head + 1;
    bool is_enum = false;
    for (size_t at = item.head; at < item.end; ++at) {
      is_enum |= tokens_[at].is("enum");
      const bool is_tag = at > item.head && at + 1 < item.end && tokens_[at + 1].is("{");
      const bool is_member = is_enum && (tokens_[at - 1].is("{") || tokens_[at - 1].is(","));
      if ((is_tag || is_member) && tokens_[at].is_identifier())
        declares_[std::string(tokens_[at].text)].push_back(i);
      if (tokens_[at].is("}")) behind = at;
    }
    note_declarators(i, behind);
  }

  // Two items with the same key declare the same thing. Of a function its parameters' types count,
  // of a struct the arguments of its specialisation; parameters' names do not.
  std::string key(size_t i) const {
    const Item& item = items_[i];
    std::string text = path_of_[i];
    if (!item.is_function) {
      text += item.name;
      for (size_t at = item.head; at < item.head_end && item.kind == ItemKind::kRecord; ++at) {
        if (tokens_[at].is(item.name) && tokens_[at + 1].is("<"))
          for (++at; at < item.head_end; ++at) text += " " + std::string(tokens_[at].text);
      }
      return text;
    }
    for (size_t at = item.head; at < item.head_end; ++at) {
      const Token& next = tokens_[at + 1];
      const bool ends = next.is(",") || next.is(")") || next.is("[") || next.is("=");
      const bool is_parameter_name = at > item.head && ends && tokens_[at].is_identifier() &&
                                     !tokens_[at - 1].is("(") && !tokens_[at - 1].is(",");
      if (!is_parameter_name) text += " " + std::string(tokens_[at].text);
    }
    return text;
  }

  bool is_definition(const Item& item) const {
    if (item.is_function) return item.has_body;
    if (item.kind != ItemKind::kRecord) return true;
    return holds(item.head, item.end, "{");
  }

  // ---------------------------------------------------------------------------- what is wanted

  void keep(size_t i) {
    if (found_.is_kept[i]) return;
    found_.is_kept[i] = true;
    waiting_.push_back(i);
    const Item& item = items_[i];
    if (is_constexpr_function(item)) found_.device_before.push_back(item.head);
    blank_instances(item);
    if (item.kind != ItemKind::kRecord && item.kind != ItemKind::kAlias) return;
    HostMembers members = host_members(tokens_, item.head, item.end, device_outside_);
    for (const auto& [begin, end] : members.host) found_.host_members.push_back({begin, end});
    found_.device_before.insert(found_.device_before.end(), members.implied_functions.begin(),
                                members.implied_functions.end());
  }

  // struct Options { ... } options; the variable is the host's.
  void blank_instances(const Item& item) {
    const bool is_type = item.kind == ItemKind::kRecord || item.kind == ItemKind::kEnum;
    if (!is_type || !tokens_[item.head_end].is("{")) return;
    int depth = 0;
    size_t at = item.head_end;
    for (; at < item.end; ++at) {
      if (tokens_[at].is("{")) ++depth;
      if (tokens_[at].is("}") && --depth == 0) break;
    }
    if (at + 2 < item.end && !tokens_[at + 1].is("__attribute__"))
      found_.host_members.push_back({at + 1, item.end - 1});
  }

  void want_kernel(const Kernel& kernel) {
    const auto known = kernels_at_.find(kernel.span.begin);
    if (known == kernels_at_.end()) return;
    const size_t chosen = known->second;
    keep(chosen);
    // template <> __global__ void k<float>(...) needs the template that it specialises.
    const Item& item = items_[chosen];
    const bool is_special = item.is_template && tokens_[item.begin + 2].is(">");
    for (size_t i = chosen; is_special && i-- > 0;) {
      const bool is_primary = items_[i].kind == ItemKind::kKernel && items_[i].is_template &&
                              items_[i].name == item.name && !tokens_[items_[i].begin + 2].is(">");
      if (!is_primary) continue;
      keep(i);
      break;
    }
    for (const Token& token : lex(kernel.expression)) {
      if (token.is_identifier()) use(token.text, chosen);
    }
  }

  void use_names_of(size_t i) {
    const Item& item = items_[i];
    const auto is_host = [&](size_t at) {
      tokens_.budget().charge(found_.host_members.size());
      return std::any_of(found_.host_members.begin(), found_.host_members.end(),
                         [&](const auto& range) { return at >= range.begin && at < range.end; });
    };
    for (size_t at = item.begin; at < item.end; ++at) {
      const Token& token = tokens_[at];
      const bool is_member =
          at > item.begin && (tokens_[at - 1].is(".") || tokens_[at - 1].is("->"));
      if (token.is_identifier() && !is_member && !is_host(at)) use(token.text, i);
    }
  }

  // Everything that declares `name`, of rival definitions the one that is meant at item `user`.
  void use(std::string_view name, size_t user) {
    const auto known = declares_.find(name);
    if (known == declares_.end()) return;
    std::map<std::string_view, size_t> meant;  // by key
    tokens_.budget().charge(kStepsADeclaration * known->second.size());
    for (const size_t i : known->second) {
      if (!is_definition(items_[i]) || !names_known_root(items_[i])) {
        if (names_known_root(items_[i])) keep(i);
        continue;
      }
      const auto [at, is_first] = meant.emplace(keys_[i], i);
      if (!is_first && i <= user) at->second = i;
    }
    for (const auto& [key, i] : meant) {
      const auto [at, is_first] = meant_.emplace(key, i);
      if (!is_first && at->second != i) found_.conflict = std::string(name);
      keep(i);
    }
  }

  // For `using a::b` and `namespace x = a`: whether `a` exists.
  bool names_known_root(const Item& item) const {
    if (item.form != ItemForm::kUsingName && item.form != ItemForm::kNamespaceAlias) return true;
    const bool is_library = item.owner.starts_with("std::") || item.owner.starts_with("::std::");
    return is_library ? is_known_library_name(item.name) : is_known_root(item.owner);
  }
  bool is_known_root(const std::string& name) const {
    std::string_view root = name;
    if (root.starts_with("::")) root.remove_prefix(2);
    root = root.substr(0, root.find("::"));
    return roots_.contains(root) || declares_.contains(root) || root == "cooperative_groups" ||
           root == "std";
  }

  void keep_using_namespaces() {
    for (size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].form != ItemForm::kUsingNamespace) continue;
      const bool is_in_library = items_[i].name.find("std::") != std::string::npos;
      found_.is_kept[i] = !is_in_library && is_known_root(items_[i].name);
    }
  }

  const Tokens& tokens_;
  const std::vector<Item>& items_;
  std::unordered_set<uint32_t> constants_at_;  // first bytes of the names that sim/lang has read
  std::vector<std::string> path_of_;           // parallel to the items: their namespaces
  std::set<std::string, std::less<>> roots_;
  std::map<std::string, std::vector<size_t>, std::less<>> declares_;
  std::vector<std::string> keys_;                    // parallel to the items: what key() returns
  std::unordered_map<uint32_t, size_t> kernels_at_;  // by the first byte of a kernel's name
  std::map<std::string_view, size_t> meant_;         // by key
  std::vector<size_t> waiting_;
  std::set<std::string>
      device_outside_;  // names of members that are device code where they are defined
  DeviceItems found_;
};

}  // namespace

DeviceItems device_items(const Tokens& tokens, const std::vector<Item>& items, const Unit& unit,
                         const std::vector<const Kernel*>& kernels) {
  return Closure(tokens, items, unit).run(kernels);
}

}  // namespace warplens::lang
