// One instruction of inline PTX on its way to a statement of CUDA C++: its words and operands, and
// how operands are read and written there. The first mistake is kept; what is made after it does
// not count.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/lang/text/ptx_types.hpp"

namespace warplens::lang {

struct PtxProblem {
  std::string message;  // one sentence, no full stop
  std::string hint;
  bool is_unsupported = false;  // no mistake: other compilers take it
};

class PtxInstruction {
 public:
  // `text` has no predicate and no semicolon: "add.s32 %0, %1, 5". `operands`: how many the
  // statement has. `variables` must outlive this.
  PtxInstruction(std::string_view text, const PtxVariables& variables, size_t operands);

  // "add.s32", its first word, all words, and those that are types.
  const std::string& spelling() const { return spelling_; }
  std::string_view name() const { return words_.front(); }
  const std::vector<std::string>& words() const { return words_; }
  const std::vector<const PtxType*>& types() const { return types_; }
  bool has(std::string_view word) const;
  bool has_one_of(std::initializer_list<std::string_view> words) const;
  // Of shared memory, by the words.
  bool is_shared() const { return has_one_of({"shared", "shared::cta", "shared::cluster"}); }
  const std::vector<std::string>& operands() const { return operands_; }
  void replace_operand(size_t index, std::string by) { operands_[index] = std::move(by); }

  // ------------------------------------------------------------------------------------ mistakes
  // Each returns false.
  bool fail(PtxProblem problem);
  bool unsupported(std::string message, std::string hint);
  const std::optional<PtxProblem>& problem() const { return problem_; }

  // `form` is how its operands are written: "{d0, d1}, [address]".
  bool takes(size_t count, std::string_view form) { return takes(count, count, form); }
  bool takes(size_t least, size_t most, std::string_view form);
  // No word but its first `skipped` ones and these, and the types'.
  bool knows(size_t skipped, std::initializer_list<std::string_view> words);
  bool unknown_word(const std::string& word, const std::vector<std::string>& candidates);
  bool needs(std::string_view word);

  // ------------------------------------------------------------------------------------ operands
  // A register, a number or a special register as a value of the type.
  std::string read(const std::string& operand, const PtxType& as);
  std::string read(const std::string& operand, std::string_view as) {
    return read(operand, ptx_type(as));
  }
  // A statement that gives `value` to it; `_` takes any.
  std::string write(const std::string& operand, const PtxType& as, const std::string& value);
  std::string write(const std::string& operand, std::string_view as, const std::string& value) {
    return write(operand, ptx_type(as), value);
  }
  // The name of a register's variable, which has that many bits.
  std::string variable(const std::string& operand, int bits);
  bool is_predicate(const std::string& operand) const;

  // [a], [a+4] as a pointer to `pointee`; as what is added to shared memory's beginning.
  std::string address(const std::string& operand, const std::string& pointee);
  std::string global_address(const std::string& operand);  // to void
  std::string shared_offset(const std::string& operand);
  // [a]: what is in the brackets; "" after a mistake.
  std::string inside_brackets(const std::string& operand);

  // {a, b}: a and b; of anything else itself.
  static std::vector<std::string> parts_of(const std::string& operand);
  // The same of a vector of so many; else it is a mistake, and nothing is returned.
  std::vector<std::string> vector_of(const std::string& operand, size_t count);
  // A number that is known where the text is compiled: as C++, and its value if it is a literal.
  struct Constant {
    std::string text;
    std::optional<long long> value;
  };
  std::optional<Constant> constant(const std::string& operand);

  // Registers may be wider than types (loads, stores, conversions). Of a type of pairs, which
  // number of the pair is read.
  void let_be_wider() { may_be_wider_ = true; }
  void read_half(int half) { half_ = half; }

 private:
  std::string number(const std::string& text, const PtxType& as);
  std::string of_variable(const PtxVariable& variable, const PtxType& as);
  bool check_fit(const std::string& operand, const PtxVariable& variable, const PtxType& as);
  const PtxVariable* find(const std::string& operand);
  void report_unknown(const std::string& operand, const PtxType& as);
  std::string place_of(const std::string& inner, bool is_in_shared);

  const PtxVariables& variables_;
  size_t count_;
  std::string spelling_;
  std::vector<std::string> words_, operands_;
  std::vector<const PtxType*> types_;
  std::optional<PtxProblem> problem_;
  bool may_be_wider_ = false;
  int half_ = -1;
};

// Text at `separator`s outside of brackets and braces, without the blanks around.
std::vector<std::string> split_ptx(std::string_view text, char separator);

// A special register ("%laneid") as a value; "": there is none of that name here.
std::string ptx_special_register(std::string_view name);
std::vector<std::string> ptx_special_registers();  // all names

}  // namespace warplens::lang
