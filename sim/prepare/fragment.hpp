// A piece of a program, as lecture notes have them: statements without a kernel around them, or a
// kernel that uses names which nothing declares.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/launch/launch.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

// A name that was guessed, and one of the text that it may be a misspelling of.
struct MeantName {
  std::string name, instead;
};

struct Fragment {
  // Statements had no kernel, or arrays were unknown: it is more than a mistyped name.
  bool is_piece = false;
  std::string text;  // on the same lines as before
  std::vector<launch::Definition> defines;
  std::vector<launch::Argument> arguments;  // of new parameters that are no sizes: "row=0"
  std::vector<MeantName> meant;
  std::vector<std::string> guessed;  // what it needed: "float* a", "int n", "-D TILE=16"
};

// The request's text as one that compiles: statements become the kernel `fragment`; an unknown name
// with one subscript becomes a parameter float*, with two a shared tile, in capitals a macro, any
// other a parameter int. Nothing where the text compiles, or something else is wrong with it.
std::optional<Fragment> complete_fragment(const Request& request);

// The same, to be continued later: compiling the text once is not cut.
class FragmentCompletion {
 public:
  explicit FragmentCompletion(const Request& request);
  ~FragmentCompletion();
  base::Progress advance(base::Slice& slice);
  std::optional<Fragment> take();  // when it is done

 private:
  class Completer;
  std::unique_ptr<Completer> completer_;
};

// The text with another name wherever it has `name` as a word.
std::string with_name(std::string text, const MeantName& name);

}  // namespace warplens::prepare
