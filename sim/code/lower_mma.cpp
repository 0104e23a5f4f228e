// Products of tensor cores (sim/tensor). A matrix takes registers that follow each other, so that
// its operands are put there.
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"
#include "sim/code/mma.hpp"

namespace warplens::code {

namespace {

constexpr size_t kD = 0;  // of what is listed by matrix: D, A, B, C

}  // namespace

// The arguments from `first` on are pointers to where D's registers go, then the registers of A, B
// and C: `given` of each. What the shape does not need is evaluated alone.
Slot Lowering::emit_product(Op op, uint32_t shape, const lang::Call& expr, size_t first,
                            const std::array<size_t, 4>& given) {
  Instr instr{op};
  instr.imm = static_cast<int32_t>(shape);
  uint16_t* const fields[] = {&instr.dst, &instr.a, &instr.b, &instr.c};
  std::vector<Place> targets;
  for (size_t matrix = 0; matrix < given.size(); ++matrix) {
    const size_t needed = mma_registers(instr, matrix);
    const bool wide = op == Op::kMmaF64;
    *fields[matrix] = builder_.temporary_block(static_cast<uint32_t>(needed) * (wide ? 2 : 1));
    for (size_t i = 0; i < given[matrix]; ++i, ++first) {
      const lang::Expr& argument = *expr.arguments[first];
      if (i >= needed) {
        effect(argument);
      } else if (matrix == kD) {
        targets.push_back(place_behind(argument));
        targets.back().type = argument.type->element;
        for (size_t next = first + 1; next < expr.arguments.size(); ++next)
          keep_address(targets.back(), *expr.arguments[next]);
      } else {
        value_at(argument, static_cast<Slot>(*fields[matrix] + i * (wide ? 2 : 1)));
      }
    }
  }
  builder_.emit(op, instr.dst, instr.a, instr.b, instr.c, instr.imm);
  uint32_t from = instr.dst;
  for (const Place& target : targets) {
    store(target, static_cast<Slot>(from));
    from += slots_of(target.type);
  }
  return nothing();
}

// (shape, D's four, A's four, B's two, C's four)
Slot Lowering::multiply_matrices(const lang::Call& expr) {
  const lang::Expr& number = *expr.arguments.front();
  const std::optional<Known> shape = known(number);
  const bool is_shape = shape && !shape->is_floating && shape->bits < tensor::mma_shapes().size();
  if (!is_shape || tensor::mma_shapes()[shape->bits].d == tensor::Element::kF64) {
    fail(number.span, say("a tensor core's product needs the number of its shape here"),
         say("write mma.sync in an asm statement"));
    return nothing();
  }
  return emit_product(Op::kMma, static_cast<uint32_t>(shape->bits), expr, 1, {4, 4, 2, 4});
}

// (D's two, A's, B's, C's two)
Slot Lowering::multiply_doubles(const lang::Call& expr) {
  const auto shape = tensor::find_mma_shape("m8n8k4", "f64", "f64", "f64", "f64");
  return emit_product(Op::kMmaF64, *shape, expr, 0, {2, 1, 1, 2});
}

}  // namespace warplens::code
