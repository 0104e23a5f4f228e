// Guards that a kernel's text lacks: conditions under which its accesses are inside their arrays,
// and the edits that put them into the text, or correct a comparison by one. Whether one is right,
// a run has to show.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/edit/edit.hpp"

namespace warplens::edit {

// An integer that the text can name, and its value in the launch: a parameter, a constant.
struct Known {
  std::string name;
  uint64_t value = 0;
};

// What guards are looked for with.
struct GuardQuestion {
  const code::Program& program;
  std::vector<Known> known;                    // parameters first
  std::function<std::string(Span)> text_of;    // the text of an expression, brackets balanced
  std::vector<const code::AccessSite*> sites;  // of the kernel itself, out of bounds
  std::vector<uint64_t> elements;              // of their arrays; parallel to `sites`
};

struct Guard {
  enum class Form : uint8_t {
    kComparison,  // `i < n` in the place of `i <= n`
    kStatement,   // `if (i < n)` in front of a statement
    kReturn,      // `if (i >= n) return;` in front of it
    kBlock,       // several statements in `if (i < n) { ... }`
    kValue,       // `(i < n ? a[i] : 0)` in the place of a load
  };
  Form form = Form::kStatement;
  Edit edit;
  std::string added;        // "if (i < n)"
  std::string replaced;     // "i <= n", of kComparison
  size_t site = kAllSites;  // index into GuardQuestion::sites of the one that it is for
  static constexpr size_t kAllSites = ~size_t{0};
};

// `a[i]`, of an access to it or to a member of it; null if it has another form.
const lang::Expr* subscript_of(const code::AccessSite& site);

// Of a number or a name of the question.
std::optional<uint64_t> value_of(const GuardQuestion& question, const lang::Expr& expr);

// What local variables are declared with, where that is not themselves.
using InitialValues = std::map<const lang::Variable*, const lang::Expr*>;
InitialValues initial_values(const lang::Stmt& body);

// Of what the access subscripts, `a[i]`, the size of an element; 0: it subscripts nothing. [bytes]
uint64_t subscripted_bytes(const code::AccessSite& site);

// Those that correct a comparison.
std::vector<Guard> corrected_comparisons(const GuardQuestion& question);

// In the order in which they are to be tried: comparisons, then those for all accesses together.
std::vector<Guard> possible_guards(const GuardQuestion& question);

}  // namespace warplens::edit
