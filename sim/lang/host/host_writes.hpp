// Where host code writes to its variables, found in one walk: a separate search for each
// declaration would take time quadratic in the text's length.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

class HostWrites {
 public:
  explicit HostWrites(const Tokens& tokens);

  // Whether every write to `name` from the token `begin` to the end of the scope that holds it is a
  // plain statement (`n = 4;`) of that same scope.
  bool are_in_order(std::string_view name, size_t begin) const;

 private:
  struct Write {
    uint32_t token = 0;
    uint32_t scope = 0;     // index into ends_
    bool is_plain = false;  // `name = value` at the beginning of a statement
  };

  void note(size_t i, bool behind_cin);

  const Tokens& tokens_;
  std::map<std::string_view, std::vector<Write>> writes_;  // in order of the text
  std::vector<uint32_t> scopes_;                           // of each token
  std::vector<uint32_t> ends_;  // of each scope: the token of its `}`, or the text's end
};

}  // namespace warplens::lang
