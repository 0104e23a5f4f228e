// Host code may be any C++, so its tokens are searched, not parsed: a `<<<` between a name and a
// `>>>` is a launch, and a function calls another one if it holds that one's name.
#include "sim/lang/compile_steps.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

bool may_hold_launch(const Item& item) {
  return item.form == ItemForm::kDeclaration && item.kind != ItemKind::kKernel &&
         item.kind != ItemKind::kDeviceFunction && item.kind != ItemKind::kDeviceVariable &&
         item.kind != ItemKind::kPrototype;
}

// Host code's functions of the file, and which of them hold whose names.
struct HostFunction {
  std::string name;  // with its namespaces
  bool is_template = false;
  // As what it can be called from outside: its name; of a template, the instances that the text
  // names explicitly; of a class's nothing.
  std::vector<std::string> callable;
  bool launches = false;   // itself, or a function that it calls
  bool is_called = false;  // by another one that launches
  std::set<size_t> calls;
};

class LaunchFinder {
 public:
  LaunchFinder(const Tokens& tokens, const std::vector<Item>& items)
      : tokens_(tokens), items_(items) {}

  LaunchTexts find() {
    name_functions();
    name_instances();
    for (size_t i = 0; i < items_.size(); ++i) {
      if (!may_hold_launch(items_[i])) continue;
      const auto function = of_items_.find(i);
      search(items_[i], function == of_items_.end() ? nullptr : &functions_[function->second]);
    }
    result_.functions = callers();
    return std::move(result_);
  }

 private:
  void name_functions() {
    std::vector<std::string> spaces{""};
    for (size_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.form == ItemForm::kNamespace)
        spaces.push_back(item.name.empty() ? spaces.back() : spaces.back() + item.name + "::");
      if (item.form == ItemForm::kNamespaceEnd && spaces.size() > 1) spaces.pop_back();
      if (item.form == ItemForm::kInstantiation) instantiations_.push_back({&item, spaces.back()});
      const bool is_function = may_hold_launch(item) && item.is_function && item.has_body;
      if (!is_function || item.name.empty()) continue;
      HostFunction function;
      function.name = spaces.back() + item.name;
      function.is_template = item.is_template;
      if (!item.is_template && item.owner.empty()) function.callable = {function.name};
      by_name_[item.name].push_back(functions_.size());
      of_items_[i] = functions_.size();
      functions_.push_back(std::move(function));
    }
  }

  // template void run<float>(float*); also before the template, if it begins with extern
  void name_instances() {
    for (const auto& [item, space] : instantiations_) {
      const auto named = by_name_.find(item->name);
      if (named == by_name_.end()) continue;
      const std::string owner = item->owner.empty() ? "" : item->owner + "::";
      const std::string name = space + owner + item->name;
      for (const size_t i : named->second) {
        if (functions_[i].is_template && functions_[i].name == name)
          functions_[i].callable.push_back(name + arguments_of(*item));
      }
    }
  }

  // The arguments that an instantiation writes; "" if its parameters tell them.
  std::string arguments_of(const Item& item) const {
    size_t open = item.head;
    while (open < item.head_end && !(tokens_[open].is(item.name) && tokens_[open + 1].is("<")))
      ++open;
    if (open++ >= item.head_end) return "";
    int depth = 0;
    for (size_t at = open; at < item.head_end; ++at) {
      const Token& token = tokens_[at];
      depth += token.is("<") ? 1 : token.is(">") ? -1 : token.is(">>") ? -2 : 0;
      if (depth <= 0) return text_of(open, at + 1);
    }
    return "";
  }

  void search(const Item& item, HostFunction* function) {
    for (size_t i = item.begin; i < item.end; ++i) {
      const Token& token = tokens_[i];
      if (token.is("<<") && tokens_[i + 1].is("<") && !tokens_[i + 1].space_before)
        add_launch(item, i, function);
      const bool is_in_body = i >= item.head_end;  // an overload does not call the others
      if (function == nullptr || !is_in_body || !token.is_identifier()) continue;
      const auto named = by_name_.find(token.text);
      if (named != by_name_.end())
        function->calls.insert(named->second.begin(), named->second.end());
    }
  }

  // `open`: the `<<` of the launch.
  void add_launch(const Item& item, size_t open, HostFunction* function) {
    size_t close = open + 2;
    const auto is_close = [&] {
      return tokens_[close].is(">>") && tokens_[close + 1].is(">") &&
             !tokens_[close + 1].space_before;
    };
    for (; close < item.end && !is_close();) {
      if (is_one_of(tokens_[close], {";", "}"})) return;
      const bool is_bracket = is_one_of(tokens_[close], {"(", "[", "{"});
      close = is_bracket ? tokens_.behind_bracket(close, item.end) : close + 1;
    }
    if (!tokens_[close + 2].is("(")) return;
    HostLaunch launch;
    const size_t first = read_kernel(item.begin, open, launch.kernel);
    if (launch.kernel.empty()) return;
    const size_t end = tokens_.behind_bracket(close + 2, item.end);
    launch.span = base::join(tokens_[first].span, tokens_[end - 1].span);
    if (function != nullptr) {
      function->launches = true;
      if (!function->callable.empty()) launch.function = function->callable.front();
    }
    tokens_.budget().keep(sizeof(HostLaunch));
    result_.launches.push_back(std::move(launch));
  }

  // The kernel's name before `open`, with its template arguments. Returns its first token.
  size_t read_kernel(size_t begin, size_t open, std::string& name) const {
    if (open == begin) return open;
    size_t last = open - 1;
    std::string arguments;
    if (is_one_of(tokens_[last], {">", ">>"})) {
      const size_t end = last;
      int depth = 0;
      for (++last; last-- > begin;) {
        const Token& token = tokens_[last];
        depth += token.is(">") ? 1 : token.is(">>") ? 2 : token.is("<") ? -1 : 0;
        if (depth <= 0) break;
      }
      if (last <= begin || depth != 0) return open;
      arguments = text_of(last, end + 1);
      --last;
    }
    if (!tokens_[last].is_identifier() || is_keyword(tokens_[last].text)) return open;
    name = std::string(tokens_[last].text);
    while (last >= begin + 2 && tokens_[last - 1].is("::") && tokens_[last - 2].is_identifier()) {
      last -= 2;
      name = std::string(tokens_[last].text) + "::" + name;
    }
    name += arguments;
    return last;
  }

  std::string text_of(size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; ++i) {
      const bool is_apart =
          i > begin && (tokens_[i - 1].is(",") ||
                        (tokens_[i].is_identifier() && tokens_[i - 1].is_identifier()));
      text += (is_apart ? " " : "") + std::string(tokens_[i].text);
    }
    return text;
  }

  std::vector<std::string> callers() {
    for (bool changes = true; changes;) {
      changes = false;
      for (size_t i = 0; i < functions_.size(); ++i) {
        HostFunction& caller = functions_[i];
        tokens_.budget().charge(caller.calls.size() + 1);
        for (const size_t callee : caller.calls) {
          if (callee == i || !functions_[callee].launches) continue;
          changes = changes || !caller.launches;
          caller.launches = functions_[callee].is_called = true;
        }
      }
    }
    std::vector<std::string> names;
    for (const HostFunction& function : functions_) {
      if (function.name == "main") return {function.name};
      if (!function.launches || function.is_called) continue;
      for (const std::string& name : function.callable) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    return names;
  }

  const Tokens& tokens_;
  const std::vector<Item>& items_;
  std::vector<HostFunction> functions_;
  std::vector<std::pair<const Item*, std::string>> instantiations_;  // with their namespace
  std::map<size_t, size_t> of_items_;                                // by item
  std::map<std::string_view, std::vector<size_t>> by_name_;
  LaunchTexts result_;
};

}  // namespace

LaunchTexts find_launches(const Tokens& tokens, const std::vector<Item>& items) {
  return LaunchFinder(tokens, items).find();
}

}  // namespace warplens::lang
