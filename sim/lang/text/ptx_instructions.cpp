// Any instruction but `bra`: by families, and by the rows of ptx_instructions.def.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_code.hpp"
#include "sim/lang/text/ptx_refusals.hpp"
#include "sim/lang/text/ptx_translations.hpp"

namespace warplens::lang {
namespace {

enum class Result { kSame, kFirst, kWide, kWord, kTruth, kNothing };

struct Row {
  std::string_view name;
  Result result;
  std::string_view text;
};
constexpr auto kRows = std::to_array<Row>({
#define WL_PTX(name, result, text) {name, Result::result, text},
#include "sim/lang/text/ptx_instructions.def"
});

// Modifiers that decide nothing here: how results of exact functions are rounded, caches, order.
constexpr auto kIgnored = std::to_array<std::string_view>(
    {"rn", "approx", "full", "ftz", "noftz", "volatile", "relaxed", "acquire", "release", "acq_rel",
     "sc", "weak", "aligned", "uni", "global", "L1", "L2", "no_allocate"});

template <class Names>
bool holds(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// What a row's text reads: its highest operand's number; 0: none.
size_t operands_of(std::string_view text) {
  size_t most = 0;
  for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    for (const size_t behind : {at + 1, at + 2}) {
      if (behind >= text.size() || text[behind] < '1' || text[behind] > '4') continue;
      most = std::max(most, static_cast<size_t>(text[behind] - '0'));
      break;
    }
  }
  return most;
}

// "d, a, b"
std::string form_of(bool has_result, size_t operands) {
  std::string form = has_result ? "d" : "";
  for (size_t i = 0; i < operands; ++i) form += std::string(form.empty() ? "" : ", ") + "abce"[i];
  return form;
}

// An instruction as its row has it.
class ByRow {
 public:
  explicit ByRow(PtxInstruction& one) : one_(one) {
    if (!one.types().empty()) type_ = one.types().back();
  }

  std::string run() {
    const Row* row = find();
    if (row == nullptr) return "";
    const bool sets = row->text.find("$d = ") != std::string_view::npos;
    const bool is_statement = row->result == Result::kNothing && !sets;
    const size_t read = operands_of(row->text), first = is_statement ? 0 : 1;
    constexpr size_t kAny = 8;
    if (!one_.takes(read == 0 && is_statement ? 0 : read + first, read == 0 ? kAny : read + first,
                    form_of(!is_statement, read)))
      return "";
    if (type_->is_pair()) return pair(*row);
    const std::string text = filled(row->text, first);
    if (is_statement) return text;
    const std::string& result = one_.operands()[0];
    if (sets) {
      const size_t at = text.find("$d = ");
      const size_t end = text.find(';', at);
      return text.substr(0, at) +
             one_.write(result, unsigned_type(), text.substr(at + 5, end - at - 5));
    }
    const PtxType& as = row->result == Result::kWord    ? ptx_type("b32")
                        : row->result == Result::kTruth ? ptx_type("pred")
                        : row->result == Result::kFirst ? *one_.types().front()
                        : row->result == Result::kWide  ? wide_type()
                                                        : *type_;
    const bool is_cast = row->result == Result::kSame;
    return one_.write(result, as, is_cast ? "(" + std::string(as.type) + ")(" + text + ")" : text);
  }

 private:
  const Row* find() {
    std::string name(one_.name());
    for (size_t i = 1; i < one_.words().size(); ++i) {
      const std::string& word = one_.words()[i];
      const bool counts = find_ptx_type(word) == nullptr && !holds(kIgnored, word) &&
                          !word.starts_with("L1::") && !word.starts_with("L2::");
      if (counts) name += "." + word;
    }
    if (type_->name == "pred" && name.find("vote") == std::string::npos) name += ".pred";
    const auto row =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) { return one.name == name; });
    if (row != kRows.end()) return &*row;
    std::vector<std::string> names;
    for (const Row& one : kRows) names.emplace_back(one.name);
    one_.fail(unknown_ptx(one_.spelling(), names));
    return nullptr;
  }

  const PtxType& unsigned_type() const {
    return ptx_type(type_->bits == 64 ? "u64" : type_->bits == 16 ? "u16" : "u32");
  }
  const PtxType& wide_type() {
    const std::string name =
        (type_->name.starts_with('s') ? "s" : "u") + std::to_string(2 * type_->bits);
    if (const PtxType* wide = find_ptx_type(name)) return *wide;
    one_.fail(unknown_ptx(one_.spelling(), {}));
    return *type_;
  }

  // Both numbers, each as one of the row's.
  std::string pair(const Row& row) {
    const PtxType& whole = *type_;
    type_ = &ptx_type(whole.name == "f16x2" ? "f16" : "bf16");
    const std::string bits = type_->name == "f16" ? "__half_as_ushort((__half)("
                                                  : "__bfloat16_as_ushort((__nv_bfloat16)(";
    std::string halves[2];
    for (int half = 0; half < 2; ++half) {
      one_.read_half(half);
      halves[half] = "(unsigned)" + bits + filled(row.text, 1) + "))";
    }
    one_.read_half(-1);
    return one_.write(one_.operands()[0], whole, halves[1] + " << 16 | " + halves[0]);
  }

  // The row's text with the operands from `first` on.
  std::string filled(std::string_view row, size_t first) {
    std::string text(row);
    const PtxType& plain = one_.types().size() > 1 ? *one_.types().front() : *type_;
    for (size_t i = 1; i <= 4; ++i) {
      const std::string digit = std::to_string(i);
      const auto put = [&](const std::string& mark, const PtxType& as) {
        if (text.find(mark) == std::string::npos) return;
        // Functions of 16-bit floats are computed in float.
        const bool is_half = as.name == "f16" || as.name == "bf16";
        const std::string value = one_.read(one_.operands()[first + i - 1], as);
        replace_all(text, mark, is_half ? "((float)" + value + ")" : value);
      };
      put("$" + digit, plain);
      put("$u" + digit, unsigned_type());
      put("$w" + digit, ptx_type("b32"));
      put("$l" + digit, ptx_type("b64"));
      put("$p" + digit, ptx_type("pred"));
      if (text.find("$h" + digit) != std::string::npos)
        replace_all(text, "$h" + digit, one_.read(one_.operands()[first + i - 1], plain));
      if (text.find("$x" + digit) != std::string::npos) put("$x" + digit, wide_type());
    }
    replace_all(text, "$T", type_->type);
    replace_all(text, "$U", type_->unsigned_type);
    replace_all(text, "$W", type_->wide_type);
    replace_all(text, "$c", kPtxCarry);
    return text;
  }

  PtxInstruction& one_;
  const PtxType* type_ = &ptx_type("u32");
};

// setp.lt.s32 p, a, b; setp.lt.and.s32 p|q, a, b, r
std::string compare(PtxInstruction& one) {
  constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
      {"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"},
      {"lo", "<"},  {"ls", "<="}, {"hi", ">"}, {"hs", ">="}, {"ge", ">="}};
  // True also where one is a NaN: the opposite of the other ones.
  constexpr std::pair<std::string_view, std::string_view> kUnordered[] = {
      {"ltu", ">="}, {"leu", ">"}, {"gtu", "<="}, {"geu", "<"}, {"neu", "=="}};
  constexpr std::pair<std::string_view, std::string_view> kJoints[] = {
      {"and", " && "}, {"or", " || "}, {"xor", " != "}};
  if (!one.knows(1, {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls", "hi",  "hs",
                     "ltu", "leu", "gtu", "geu", "neu", "equ", "and", "or", "xor", "ftz"}) ||
      one.types().size() != 1)
    return "";
  const auto joint = std::find_if(std::begin(kJoints), std::end(kJoints),
                                  [&](const auto& row) { return one.has(row.first); });
  const bool is_joined = joint != std::end(kJoints);
  if (!one.takes(is_joined ? 4 : 3, is_joined ? "p, a, b, q" : "p, a, b")) return "";
  const std::vector<std::string>& operands = one.operands();
  const PtxType& type = *one.types().front();
  const std::string a = one.read(operands[1], type), b = one.read(operands[2], type);
  std::string truth;
  const auto differ = "(" + a + " < " + b + " || " + a + " > " + b + ")";
  for (const auto& [word, symbol] : kOperators)
    if (one.has(word)) truth = "(" + a + " " + std::string(symbol) + " " + b + ")";
  for (const auto& [word, symbol] : kUnordered)
    if (one.has(word)) truth = "!(" + a + " " + std::string(symbol) + " " + b + ")";
  if (one.has("ne") && type.is_floating) truth = differ;
  if (one.has("equ")) truth = "!" + differ;
  if (truth.empty()) {
    one.needs("eq");
    return "";
  }
  if (is_joined)
    truth = "(" + truth + std::string(joint->second) + one.read(operands[3], "pred") + ")";
  const std::vector<std::string> results = split_ptx(operands[0], '|');
  if (results.size() != 2) return one.write(operands[0], "pred", truth);
  return "const bool holds = " + truth + "; " + one.write(results[0], "pred", "holds") + " " +
         one.write(results[1], "pred", "!holds");
}

// mov.b64 a, {low, high} and mov.b64 {low, high}, a; of two or four parts.
std::string pack(PtxInstruction& one) {
  if (!one.takes(2, "d, a") || one.types().size() != 1) return "";
  const PtxType& type = *one.types().front();
  const bool joins = one.operands()[1].starts_with('{');
  const std::vector<std::string> parts = PtxInstruction::parts_of(one.operands()[joins ? 1 : 0]);
  const int bits = parts.empty() ? 0 : type.bits / static_cast<int>(parts.size());
  if ((parts.size() != 2 && parts.size() != 4) || (bits != 16 && bits != 32)) {
    one.vector_of(one.operands()[joins ? 1 : 0], 2);
    return "";
  }
  const PtxType& part = ptx_type(bits == 32 ? "b32" : "b16");
  const std::string whole(type.unsigned_type);
  std::string text;
  if (joins) {
    for (size_t i = 0; i < parts.size(); ++i)
      text += (i > 0 ? " | " : "") + ("(" + whole + ")" + one.read(parts[i], part)) + " << " +
              std::to_string(i * static_cast<size_t>(bits));
    return one.write(one.operands()[0], ptx_type(type.bits == 64 ? "b64" : "b32"), text);
  }
  text = "const " + whole +
         " all = " + one.read(one.operands()[1], ptx_type(type.bits == 64 ? "b64" : "b32")) + ";";
  for (size_t i = 0; i < parts.size(); ++i)
    text += " " + one.write(parts[i], part,
                            "(" + std::string(part.type) + ")(all >> " +
                                std::to_string(i * static_cast<size_t>(bits)) + ")");
  return text;
}

// elect.sync lane|p, members: the lowest lane is it.
std::string elect(PtxInstruction& one) {
  if (!one.knows(1, {"sync"}) || !one.takes(2, "d|p, members")) return "";
  const std::vector<std::string> results = split_ptx(one.operands()[0], '|');
  if (results.size() != 2) {
    one.takes(3, "d|p, members");
    return "";
  }
  return "const unsigned leader = __ffs(__ballot_sync(" + one.read(one.operands()[1], "b32") +
         ", 1)) - 1; " + one.write(results[0], "b32", "leader") + " " +
         one.write(results[1], "pred", "leader == " + ptx_special_register("%laneid"));
}

// shfl.sync.up.b32 d|p, a, distance, limits, members: p says whether its lane is in range.
std::string shuffle_with_truth(PtxInstruction& one, size_t bar) {
  const std::string result = one.operands()[0];
  if (!one.takes(5, "d|p, a, b, limits, members")) return "";
  const std::string_view mode = one.has("up")     ? "0"
                                : one.has("down") ? "1"
                                : one.has("bfly") ? "2"
                                                  : "3";
  const std::string truth =
      "warplens_ptx_is_in_range(" + std::string(mode) + ", " + ptx_special_register("%laneid") +
      ", " + one.read(one.operands()[2], "b32") + ", " + one.read(one.operands()[3], "b32") + ")";
  const std::string predicate(trimmed(std::string_view(result).substr(bar + 1)));
  one.replace_operand(0, std::string(trimmed(std::string_view(result).substr(0, bar))));
  // Its own operands may be what is written.
  return "const bool holds = " + truth + "; " + ByRow(one).run() + " " +
         one.write(predicate, "pred", "holds");
}

bool holds_vector(const PtxInstruction& one) {
  return std::any_of(one.operands().begin(), one.operands().end(),
                     [](const std::string& operand) { return operand.starts_with('{'); });
}

}  // namespace

std::string translate_ptx(PtxInstruction& one) {
  if (const auto refused = refused_ptx(one)) {
    one.fail(*refused);
    return "";
  }
  const std::string_view name = one.name();
  if (name == "ld" || name == "ldu" || name == "st") return translate_ptx_move(one);
  if (name == "atom" || name == "red") return translate_ptx_atomic(one);
  if (name == "setp") return compare(one);
  if (name == "cvt") return translate_ptx_conversion(one);
  if (name == "ldmatrix" || name == "stmatrix" || name == "movmatrix" || name == "mma")
    return translate_ptx_matrix(one);
  if (name == "cp") return translate_ptx_copy(one);
  if (name == "mbarrier") return translate_ptx_mbarrier(one);
  if ((name == "bar" || name == "barrier") && !one.has("warp")) return translate_ptx_barrier(one);
  if (name == "elect") return elect(one);
  if (name == "mov" && holds_vector(one)) return pack(one);
  if (name == "shfl" && !one.operands().empty()) {
    const size_t bar = one.operands()[0].find('|');
    if (bar != std::string::npos) return shuffle_with_truth(one, bar);
  }
  return ByRow(one).run();
}

}  // namespace warplens::lang
