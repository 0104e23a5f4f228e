// Matrices in the registers of a warp: calls of the functions of intrinsics.def.
#include <algorithm>
#include <array>
#include <optional>

#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_translations.hpp"
#include "sim/tensor/mma_shape.hpp"

namespace warplens::lang {
namespace {

// Of x1, x2, x4; 0 after a mistake.
size_t matrices_of(PtxInstruction& one) {
  for (const size_t count : {size_t{1}, size_t{2}, size_t{4}})
    if (one.has("x" + std::to_string(count))) return count;
  one.needs("x4");
  return 0;
}

bool is_whole(PtxInstruction& one) {
  return one.knows(1, {"sync", "aligned", "m8n8", "x1", "x2", "x4", "trans", "shared",
                       "shared::cta", "b16"}) &&
         one.needs("sync") && one.needs("aligned") && one.needs("m8n8") && one.needs("b16");
}

// ldmatrix.sync.aligned.m8n8.x2.shared.b16 {a, b}, [row]
std::string load_matrices(PtxInstruction& one) {
  const size_t count = is_whole(one) ? matrices_of(one) : 0;
  if (count == 0 || !one.takes(2, "{d0, d1...}, [row]")) return "";
  std::string call =
      "warplens_ldmatrix_x" + std::to_string(count) + (one.has("trans") ? "_trans(" : "(");
  const std::vector<std::string> registers = one.vector_of(one.operands()[0], count);
  std::string before, after;  // registers of other types
  for (const std::string& operand : registers) {
    const std::string own = "part" + std::to_string(&operand - registers.data());
    before += "unsigned " + own + "; ";
    after += " " + one.write(operand, "b32", own);
    call += "&" + own + ", ";
  }
  return before + call + one.shared_offset(one.operands()[1]) + ");" + after;
}

// stmatrix.sync.aligned.m8n8.x2.shared.b16 [row], {a, b}
std::string store_matrices(PtxInstruction& one) {
  const size_t count = is_whole(one) ? matrices_of(one) : 0;
  if (count == 0 || !one.takes(2, "[row], {r0, r1...}")) return "";
  std::string call =
      "warplens_stmatrix_x" + std::to_string(count) + (one.has("trans") ? "_trans(" : "(");
  call += one.shared_offset(one.operands()[0]);
  for (const std::string& operand : one.vector_of(one.operands()[1], count))
    call += ", " + one.read(operand, "b32");
  return call + ");";
}

std::string turn_matrix(PtxInstruction& one) {
  if (!one.knows(1, {"sync", "aligned", "m8n8", "trans", "b16"}) || !one.needs("trans") ||
      !one.takes(2, "d, a"))
    return "";
  const std::string call = "warplens_movmatrix_trans(" + one.read(one.operands()[1], "b32") + ")";
  return one.write(one.operands()[0], "b32", call);
}

// --------------------------------------------------------------------------------------------- mma

constexpr auto kElements = std::to_array<std::string_view>(
    {"f16", "bf16", "tf32", "f32", "f64", "s8", "u8", "s4", "u4", "b1", "s32"});

// "m16n8k16"
bool is_shape(std::string_view word) {
  return word.starts_with('m') && word.find('n') != std::string_view::npos &&
         word.find('k') != std::string_view::npos &&
         word.find_first_not_of("mnk0123456789") == std::string_view::npos;
}

struct MmaWords {
  std::string shape;
  std::vector<std::string> elements;  // of D, A, B, C
  std::vector<std::string> layouts;   // of A, B
};

MmaWords words_of(const PtxInstruction& one) {
  MmaWords words;
  for (const std::string& word : one.words()) {
    if (std::find(kElements.begin(), kElements.end(), word) != kElements.end())
      words.elements.push_back(word);
    if (word == "row" || word == "col") words.layouts.push_back(word);
    if (is_shape(word)) words.shape = word;
  }
  return words;
}

// The shapes whose elements these are, or the elements that this shape has.
void refuse_shape(PtxInstruction& one, const MmaWords& words) {
  std::vector<std::string> shapes, types;
  const auto add = [](std::vector<std::string>& to, const std::string& name) {
    if (std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
  };
  for (const tensor::MmaShape& row : tensor::mma_shapes()) {
    std::string spelt;
    for (const tensor::Element element : {row.d, row.a, row.b, row.c})
      spelt += "." + std::string(tensor::name_of(element));
    std::string given;
    for (const std::string& element : words.elements) given += "." + element;
    if (spelt == given) add(shapes, std::string(row.name));
    if (row.name == words.shape) add(types, spelt);
  }
  const std::string hint =
      !shapes.empty()
          ? say("with these types there is {shapes}", "shapes"_a = base::list_words(shapes))
      : !types.empty() ? say("{shape} multiplies {types}", "shape"_a = words.shape,
                             "types"_a = base::list_words(types))
                       : say("write m16n8k16 with .f32.f16.f16.f32");
  one.unsupported(
      say("inline PTX: tensor cores have no product '{name}' here", "name"_a = one.spelling()),
      hint);
}

// The registers' names, or what is written in their place; as many as there may be.
std::string registers_of(PtxInstruction& one, const std::string& operand, size_t count,
                         size_t most) {
  std::string text;
  const std::vector<std::string> registers = one.vector_of(operand, count);
  for (size_t i = 0; i < most; ++i)
    text += ", " + (i < registers.size() ? one.read(registers[i], "b32") : std::string("0u"));
  return text;
}

std::string multiply_doubles(PtxInstruction& one) {
  const auto value = [&](size_t operand, size_t count, size_t i) {
    const std::vector<std::string> parts = one.vector_of(one.operands()[operand], count);
    return parts.empty() ? std::string() : one.read(parts[i], "f64");
  };
  std::string text = "double part0, part1; warplens_mma_f64(&part0, &part1, " + value(1, 1, 0) +
                     ", " + value(2, 1, 0) + ", " + value(3, 2, 0) + ", " + value(3, 2, 1) + ");";
  const std::vector<std::string> results = one.vector_of(one.operands()[0], 2);
  for (size_t i = 0; i < results.size(); ++i)
    text += " " + one.write(results[i], "f64", "part" + std::to_string(i));
  return text;
}

// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d...}, {a...}, {b...}, {c...}
std::string multiply_matrices(PtxInstruction& one) {
  const MmaWords words = words_of(one);
  for (size_t i = 1; i < one.words().size(); ++i) {
    const std::string& word = one.words()[i];
    const bool is_known = word == "sync" || word == "aligned" || word == "row" || word == "col" ||
                          word == "satfinite" || is_shape(word) ||
                          std::find(kElements.begin(), kElements.end(), word) != kElements.end();
    if (!is_known && !one.knows(i, {})) return "";
  }
  if (!one.needs("sync") || !one.needs("aligned")) return "";
  const std::optional<uint32_t> row =
      words.elements.size() != 4
          ? std::nullopt
          : tensor::find_mma_shape(words.shape, words.elements[0], words.elements[1],
                                   words.elements[2], words.elements[3], one.has("satfinite"));
  if (!row) {
    refuse_shape(one, words);
    return "";
  }
  if (words.layouts != std::vector<std::string>{"row", "col"}) {
    one.fail({say("inline PTX: '{name}' has to be .row.col", "name"_a = one.spelling()),
              say("A is held by rows and B by columns: transpose with ldmatrix.trans"), false});
    return "";
  }
  if (!one.takes(4, "{d...}, {a...}, {b...}, {c...}")) return "";
  const tensor::MmaShape& shape = tensor::mma_shapes()[*row];
  if (shape.d == tensor::Element::kF64) return multiply_doubles(one);
  constexpr size_t kMostOfA = 4, kMostOfB = 2, kMostOfC = 4;
  const auto count = [&](tensor::Matrix matrix) { return size_t{shape.registers(matrix)}; };
  std::string call = "warplens_mma(" + std::to_string(*row), before, after;
  const std::vector<std::string> results =
      one.vector_of(one.operands()[0], count(tensor::Matrix::kD));
  for (size_t i = 0; i < kMostOfC; ++i) {
    const std::string own = "part" + std::to_string(i);
    before += "unsigned " + own + "; ";
    call += ", &" + own;
    if (i < results.size()) after += " " + one.write(results[i], "b32", own);
  }
  call += registers_of(one, one.operands()[1], count(tensor::Matrix::kA), kMostOfA);
  call += registers_of(one, one.operands()[2], count(tensor::Matrix::kB), kMostOfB);
  call += registers_of(one, one.operands()[3], count(tensor::Matrix::kC), kMostOfC);
  return before + call + ");" + after;
}

}  // namespace

std::string translate_ptx_matrix(PtxInstruction& one) {
  if (one.name() == "ldmatrix") return load_matrices(one);
  if (one.name() == "stmatrix") return store_matrices(one);
  if (one.name() == "movmatrix") return turn_matrix(one);
  return multiply_matrices(one);
}

}  // namespace warplens::lang
