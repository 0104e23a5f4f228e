// Which writes reach which reads, of programs written instruction by instruction.
#include <doctest/doctest.h>

#include <memory>

#include "sim/code/opcodes.hpp"
#include "sim/code/register_webs.hpp"

using namespace warplens::code;

namespace {

struct HandMade {
  HandMade() { program->register_slots = 64; }
  void emit(Op op, uint16_t dst = 0, uint16_t a = 0, uint16_t b = 0, uint16_t c = 0,
            int32_t imm = 0) {
    program->instrs.push_back({op, dst, a, b, c, imm});
  }
  void constant32(uint16_t dst, uint32_t value) { constant(Op::kConst32, dst, value); }
  void constant64(uint16_t dst, uint64_t value) { constant(Op::kConst64, dst, value); }
  void constant(Op op, uint16_t dst, uint64_t value) {
    program->constants.push_back(value);
    emit(op, dst, 0, 0, 0, static_cast<int32_t>(program->constants.size()) - 1);
  }
  std::shared_ptr<Program> program = std::make_shared<Program>();
};

RegisterWebs webs_of(const Program& program) {
  std::vector<RegisterUses> uses;
  for (const Instr& instr : program.instrs) uses.push_back(register_uses(program, instr));
  return RegisterWebs(program, uses);
}

}  // namespace

TEST_CASE("register webs: writes that meet are one, a slot used again is another") {
  HandMade made;
  made.constant32(0, 7);                     // 0
  made.constant32(1, 8);                     // 1
  made.emit(Op::kMove32, 2, 0);              // 2
  made.emit(Op::kJumpIfAny, 0, 0, 0, 0, 5);  // 3
  made.emit(Op::kMove32, 2, 1);              // 4
  made.emit(Op::kAddI32, 4, 2, 0);           // 5
  made.constant64(2, 9);                     // 6
  made.emit(Op::kAddI64, 4, 2, 2);           // 7
  made.emit(Op::kMove32, 2, 1);              // 8
  made.emit(Op::kJumpIfAny, 0, 0, 0, 0, 5);  // 9
  made.emit(Op::kEnd);                       // 10
  const RegisterWebs webs = webs_of(*made.program);
  const uint32_t narrow = webs.web(5, 0);
  CHECK(webs.web(2, 2) == narrow);  // a move's write is behind the value that it reads and keeps
  CHECK(webs.web(4, 2) == narrow);
  CHECK(webs.web(8, 2) == narrow);  // by the jump back
  CHECK(webs.web(2, 0) != narrow);
  CHECK(webs.web(7, 0) == webs.web(6, 0));
  CHECK(webs.web(7, 0) == webs.web(7, 1));
  CHECK(webs.web(7, 0) != narrow);
  CHECK(webs.web(5, 2) != webs.web(7, 2));
  for (const uint32_t web : {narrow, webs.web(7, 0)}) CHECK_FALSE(webs.is_mixed(web));
  // What a move keeps is in the group of what may have been there, if that is as wide.
  CHECK(webs.group(4, 1) == webs.group(2, 2));
  CHECK(webs.group(8, 1) != webs.group(6, 0));
}

TEST_CASE("register webs: a read of what was only written otherwise is mixed") {
  HandMade made;
  made.constant32(0, 7);                     // 0
  made.constant32(1, 8);                     // 1
  made.emit(Op::kJumpIfAny, 0, 0, 0, 0, 3);  // 2
  made.emit(Op::kAddI64, 2, 0, 0);           // 3: of both at once
  made.emit(Op::kEnd);                       // 4
  const RegisterWebs webs = webs_of(*made.program);
  CHECK(webs.is_mixed(webs.web(3, 0)));
  CHECK(webs.web(0, 0) == webs.web(3, 0));
  CHECK(webs.web(1, 0) == webs.web(3, 1));
  CHECK_FALSE(webs.is_mixed(webs.web(3, 2)));
}

TEST_CASE("register webs: of a launch are its parameters") {
  HandMade made;
  made.program->globals.push_back({nullptr, false, 6, 0});
  made.emit(Op::kAddI64, 8, 6, 6);
  made.emit(Op::kEnd);
  const RegisterWebs webs = webs_of(*made.program);
  CHECK(webs.web_of_launch(0) == webs.web(0, 0));
  CHECK_FALSE(webs.is_mixed(webs.web(0, 0)));
}
