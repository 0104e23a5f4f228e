// cvt: from one type to another, and of two numbers that become a pair of 16 bits each.
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_translations.hpp"

namespace warplens::lang {
namespace {

// Two operands, the first of which becomes the higher half.
std::string to_pair(PtxInstruction& one, const PtxType& to) {
  if (!one.takes(3, "d, high, low")) return "";
  const std::string number = to.name == "f16x2" ? "__half" : "__nv_bfloat16";
  const std::string bits = to.name == "f16x2" ? "__half_as_ushort" : "__bfloat16_as_ushort";
  const auto half = [&](size_t operand) {
    std::string value = one.read(one.operands()[operand], "f32");
    if (one.has("relu")) value = "warplens_ptx_relu(" + value + ")";
    return "(unsigned)" + bits + "((" + number + ")" + value + ")";
  };
  return one.write(one.operands()[0], to, half(1) + " << 16 | " + half(2));
}

// A floating result is between 0 and 1. Floating numbers become integers of the type's range
// anyway.
std::string saturated(const std::string& value, const PtxType& to, const PtxType& from) {
  if (to.is_floating) return "__saturatef((float)" + value + ")";
  if (from.is_floating || to.bits == 64) return value;
  const bool is_signed = to.name.starts_with('s');
  const long long most = (1LL << (is_signed ? to.bits - 1 : to.bits)) - 1;
  const long long least = is_signed ? -most - 1 : 0;
  return "warplens_ptx_clamp(" + value + ", " + std::to_string(least) + "ll, " +
         std::to_string(most) + "ll)";
}

}  // namespace

std::string translate_ptx_conversion(PtxInstruction& one) {
  if (one.types().size() != 2) {
    one.unsupported(
        say("inline PTX: '{name}' names types that are not known here", "name"_a = one.spelling()),
        say("write cvt with the type of the result and that of the operand"));
    return "";
  }
  const PtxType& to = *one.types()[0];
  const PtxType& from = *one.types()[1];
  if (!one.knows(1, {"rn", "rna", "rni", "rmi", "rpi", "rzi", "ftz", "relu", "sat"})) return "";
  if (to.is_pair()) return to_pair(one, to);
  if (!one.takes(2, "d, a")) return "";
  const std::vector<std::string>& operands = one.operands();
  if (to.name == "tf32") {
    const std::string value = one.read(operands[1], "f32");
    return one.write(operands[0], to,
                     "warplens_ptx_tf32(" + value + (one.has("rna") ? ", false)" : ", true)"));
  }
  one.let_be_wider();
  std::string value = one.read(operands[1], from);
  constexpr std::pair<std::string_view, std::string_view> kRoundings[] = {
      {"rni", "rint"}, {"rmi", "floor"}, {"rpi", "ceil"}, {"rzi", "trunc"}};
  for (const auto& [word, function] : kRoundings)
    if (one.has(word) && from.is_floating) value = std::string(function) + "(" + value + ")";
  if (one.has("relu")) value = "warplens_ptx_relu(" + value + ")";
  if (one.has("sat")) value = saturated(value, to, from);
  return one.write(operands[0], to, "(" + std::string(to.type) + ")" + value);
}

}  // namespace warplens::lang
