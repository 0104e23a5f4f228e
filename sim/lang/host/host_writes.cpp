#include "sim/lang/host/host_writes.hpp"

#include <algorithm>

namespace warplens::lang {

HostWrites::HostWrites(const Tokens& tokens) : tokens_(tokens) {
  const size_t size = tokens.size() - 1;  // without the kEnd
  tokens.budget().keep(2 * size * sizeof(uint32_t));
  scopes_.reserve(size);
  ends_.push_back(static_cast<uint32_t>(size));
  std::vector<uint32_t> open{0};
  bool behind_cin = false;
  for (size_t i = 0; i < size; ++i) {
    const Token& token = tokens[i];
    scopes_.push_back(open.back());  // a `}` belongs to the scope that it ends
    if (token.is("{")) {
      open.push_back(static_cast<uint32_t>(ends_.size()));
      ends_.push_back(static_cast<uint32_t>(size));
    } else if (token.is("}")) {
      ends_[open.back()] = static_cast<uint32_t>(i);
      if (open.size() > 1) {
        open.pop_back();
      } else {  // a surplus one: another scope begins
        open.back() = static_cast<uint32_t>(ends_.size());
        ends_.push_back(static_cast<uint32_t>(size));
      }
    }
    if (is_one_of(token, {";", "{", "}", "="})) behind_cin = false;
    if (token.is("cin")) behind_cin = true;
    if (token.is_identifier()) note(i, behind_cin);
  }
}

void HostWrites::note(size_t i, bool behind_cin) {
  const Token& before = tokens_[i - (i > 0)];
  if (is_one_of(before, {".", "->"})) return;
  const Token& next = tokens_[i + 1 + (tokens_[i + 1].is(".") ? 2 : 0)];
  const bool is_assigned = is_one_of(
      next, {"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "++", "--"});
  const bool is_taken =
      before.is("&") && i > 1 && is_one_of(tokens_[i - 2], {"(", ",", "="});  // `f(&n)`
  const bool is_read_in = before.is(">>") && behind_cin;                      // `std::cin >> n`
  const bool is_stepped = is_one_of(before, {"++", "--"});
  if (!is_assigned && !is_taken && !is_read_in && !is_stepped) return;
  tokens_.budget().keep(sizeof(Write));
  const bool is_plain =
      is_assigned && next.is("=") && (i == 0 || is_one_of(before, {";", "{", "}"}));
  writes_[tokens_[i].text].push_back({static_cast<uint32_t>(i), scopes_[i], is_plain});
}

bool HostWrites::are_in_order(std::string_view name, size_t begin) const {
  const auto found = writes_.find(name);
  if (found == writes_.end() || begin >= scopes_.size()) return true;
  const uint32_t scope = scopes_[begin];
  const std::vector<Write>& writes = found->second;
  auto write = std::lower_bound(writes.begin(), writes.end(), begin,
                                [](const Write& one, size_t token) { return one.token < token; });
  for (; write != writes.end() && write->token < ends_[scope]; ++write) {
    tokens_.budget().charge();
    if (!write->is_plain || write->scope != scope) return false;
  }
  return true;
}

}  // namespace warplens::lang
