// What becomes of an element's address: whether it is used, directly, by functions that it is
// passed to or through variables that hold it, for accesses at that address alone. Then no code
// counts on where the element's neighbours are, and the array may be laid out otherwise.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::edit {

// An expression in the text, as what is around it: outermost first, itself last.
struct ExprPath {
  const lang::Stmt* stmt = nullptr;            // whose whole expression the outermost one is
  const lang::Variable* declared = nullptr;    // what the outermost one initialises; may be null
  std::vector<const lang::Expr*> expressions;  // never empty
};

// Calls visit(path) for every expression of a function, which has a body; outer ones first.
void for_each_path(const lang::Function& function,
                   const std::function<void(const ExprPath&)>& visit);

class AddressFlow {
 public:
  // Of the functions that the program's frames have; the program outlives this.
  explicit AddressFlow(const code::Program& program);

  // Whether the address that path.expressions[at] has as its value is used in this way. Also true
  // where it is dropped.
  bool is_for_one_place(const ExprPath& path, size_t at);

  // Calls of functions that access what a pointer, or an offset in shared memory, names, and
  // nothing around it; `argument`: where they take it.
  static bool takes_one_place(const lang::Call& call, size_t argument);

 private:
  // path.expressions[at] has the address as its value.
  struct Place {
    const ExprPath* path;
    size_t at;
  };

  bool follow(const ExprPath& path, size_t at);
  bool follow_variable(const lang::Variable& variable);
  bool follow_result();
  bool is_one_place_there(const ExprPath& path, size_t at) const;
  bool follow_argument(const ExprPath& path, size_t at);

  std::map<const lang::Variable*, std::vector<ExprPath>> uses_;
  // The calls that led here, innermost last: a result is followed there.
  std::vector<Place> calls_;
  // Variables that are being followed, or were, behind the innermost call.
  std::set<std::pair<const lang::Variable*, const lang::Expr*>> followed_;
};

}  // namespace warplens::edit
