#include "sim/lang/device/device_items.hpp"

#include <string_view>

namespace warplens::lang {
namespace {

class MemberScan {
 public:
  MemberScan(const Tokens& tokens, const std::set<std::string>& device_outside)
      : tokens_(tokens), device_outside_(device_outside) {}

  // From a struct's `{` on; returns the place of its `}`.
  size_t scan(size_t open) {
    const base::Budget::Level level(tokens_.budget());
    size_t at = open + 1;
    while (!tokens_[at].at_end() && !tokens_[at].is("}")) {
      if (is_one_of(tokens_[at], {"public", "private", "protected"}) && tokens_[at + 1].is(":")) {
        at += 2;
      } else if (tokens_[at].is(";")) {
        ++at;
      } else {
        at = member(at);
      }
    }
    return at;
  }

  HostMembers take() { return std::move(found_); }

 private:
  // From a bracket to the one that closes it.
  size_t closing(size_t open) const { return tokens_.behind_bracket(open, tokens_.size()) - 1; }

  // Skips `template <...>`.
  size_t behind_template(size_t at) const {
    while (tokens_[at].is("template") && tokens_[at + 1].is("<")) {
      int depth = 0;
      for (++at; !tokens_[at].at_end(); ++at) {
        if (tokens_[at].is("<")) ++depth;
        if (tokens_[at].is(">")) --depth;
        if (tokens_[at].is(">>")) depth -= 2;
        if (depth <= 0) break;
      }
      ++at;
    }
    return at;
  }

  // One member, from its first token; returns the index after it.
  size_t member(size_t begin) {
    const size_t head = behind_template(begin);
    bool is_device = false, is_constexpr = false;
    size_t at = head;
    for (; !is_one_of(tokens_[at], {"(", "{", "}", ";", "=", "operator"}); ++at) {
      if (tokens_[at].at_end()) return at;
      is_device |= is_one_of(tokens_[at], {"__device__", "__global__"});
      is_constexpr |= tokens_[at].is("constexpr");
      const bool is_attribute =
          is_one_of(tokens_[at], {"alignas", "__align__", "decltype", "__attribute__"});
      if (is_attribute && tokens_[at + 1].is("(")) at = closing(at + 1);
      if (is_one_of(tokens_[at], {"["})) at = closing(at);
    }
    const bool is_operator = tokens_[at].is("operator");
    const std::string name(tokens_[is_operator || at == head ? at : at - 1].text);
    if (is_operator) {
      at += tokens_[at + 1].is("(") ? 3 : 1;
      while (!tokens_[at].at_end() && !tokens_[at].is("(")) ++at;
    }
    if (tokens_[at].is("(") && (is_operator || !tokens_[at + 1].is("*")))
      return function({begin, head, closing(at), name, is_device, is_constexpr});
    if (tokens_[at].is("{") && is_one_of(tokens_[head], {"struct", "class", "union", "typedef"})) {
      at = scan(at);
    }
    return behind_semicolon(at);
  }

  // A data member from somewhere in it, to after its `;`.
  size_t behind_semicolon(size_t at) const {
    while (!tokens_[at].at_end() && !tokens_[at].is(";")) {
      if (is_one_of(tokens_[at], {"(", "[", "{"})) at = closing(at);
      ++at;
    }
    return at + (tokens_[at].is(";") ? 1 : 0);
  }

  struct FunctionText {
    size_t begin = 0, head = 0, close = 0;  // close: the `)` of its parameters
    std::string name;
    bool is_device = false, is_constexpr = false;
  };

  size_t function(const FunctionText& text) {
    size_t at = text.close + 1;
    bool is_list = false, is_default = false;
    for (; !tokens_[at].at_end() && !is_one_of(tokens_[at], {";", "}"}); ++at) {
      is_list |= tokens_[at].is(":");
      is_default |= is_one_of(tokens_[at], {"default", "delete"});
      if (tokens_[at].is("(")) at = closing(at);
      if (!tokens_[at].is("{")) continue;
      const bool is_member_value = is_list && tokens_[at - 1].is_identifier();
      at = closing(at);
      if (!is_member_value) break;
    }
    const size_t end = tokens_[at].at_end() ? at : at + 1;
    if (text.is_device || is_default) return end;
    const bool is_device_outside = tokens_[at].is(";") && device_outside_.contains(text.name);
    if (text.is_constexpr || is_device_outside) {
      found_.implied_functions.push_back(text.head);
    } else {
      found_.host.emplace_back(text.begin, end);
    }
    return end;
  }

  const Tokens& tokens_;
  const std::set<std::string>& device_outside_;
  HostMembers found_;
};

}  // namespace

HostMembers host_members(const Tokens& tokens, size_t begin, size_t end,
                         const std::set<std::string>& device_outside) {
  MemberScan scan(tokens, device_outside);
  for (size_t at = begin; at < end; ++at) {
    if (tokens[at].is("{")) at = scan.scan(at);
  }
  return scan.take();
}

}  // namespace warplens::lang
