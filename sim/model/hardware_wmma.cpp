// The table of wmma's loads and stores: "wa", "wb": a load of A or B, "wc", "wd": a load or store
// of an accumulator; "wa32", "wb8" and so on: of a product of so many rows; then the order in
// memory and the elements' type: "wa32_row_f16". A last column tells accumulators' order.
#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/model/hardware_tables.hpp"
#include "sim/model/wmma_rule.hpp"

namespace warplens::model {
namespace {

enum WmmaColumn : size_t {
  kWmmaOp,
  kOffset,
  kLdm,
  kIsColumnMajor,
  kInstructions,
  kKind,
  kWmmaWavefronts,
  kWmmaHardwareWavefronts,
  kConflicts,
};

std::vector<CsvColumn> columns_of_wmma() {
  return {{"op", true},           {"offset_bytes", true},
          {"ldm_elements", true}, {"col_major_accumulator", true},
          {"instructions", true}, {"kind", true},
          {"wavefronts", true},   {"hardware_wavefronts"},
          {"bank_conflicts"}};
}

constexpr std::array<std::pair<std::string_view, FragmentType>, 7> kTypeNames{
    {{"s8", FragmentType::kInt8},
     {"f16", FragmentType::kHalf},
     {"bf16", FragmentType::kBfloat16},
     {"tf32", FragmentType::kTf32},
     {"f32", FragmentType::kFloat},
     {"s32", FragmentType::kInt32},
     {"f64", FragmentType::kDouble}}};

// Takes the text up to '_' off the front.
std::string_view next_part(std::string_view& rest) {
  const size_t end = rest.find('_');
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

void set_shape(WmmaFragment& fragment, std::string_view rows) {
  if (fragment.type == FragmentType::kTf32) fragment.k = 8;
  if (fragment.type == FragmentType::kDouble) fragment.m = fragment.n = 8, fragment.k = 4;
  if (rows == "32") fragment.m = 32, fragment.n = 8;
  if (rows == "8") fragment.m = 8, fragment.n = 32;
}

// "wa32_row_f16"; nothing for no such name.
std::optional<WmmaFragment> read_fragment(std::string_view name, bool is_column_major) {
  WmmaFragment fragment;
  const std::string_view use = next_part(name).substr(0, 4);
  if (!use.starts_with("w") || use.size() < 2) return std::nullopt;
  const bool is_operand = use[1] == 'a' || use[1] == 'b';
  if (!is_operand && use[1] != 'c' && use[1] != 'd') return std::nullopt;
  fragment.use = use[1] == 'a'   ? FragmentUse::kA
                 : use[1] == 'b' ? FragmentUse::kB
                                 : FragmentUse::kAccumulator;
  fragment.is_column_major = is_column_major;
  if (is_operand) {
    const std::string_view order = next_part(name);
    if (order != "row" && order != "col") return std::nullopt;
    fragment.is_column_major = order == "col";
  }
  const auto type = std::find_if(kTypeNames.begin(), kTypeNames.end(),
                                 [&](const auto& one) { return one.first == name; });
  if (type == kTypeNames.end()) return std::nullopt;
  fragment.type = type->second;
  set_shape(fragment, use.substr(2));
  return fragment;
}

CheckedAccess check_fragment(const Device& device, CsvReader& reader) {
  constexpr uint64_t kMost = uint64_t{1} << 32;
  CheckedAccess access;
  access.line = reader.line();
  access.id = access.kind = reader.text(kWmmaOp);
  const bool has_order = !reader.text(kIsColumnMajor).empty();
  const bool is_column_major = has_order && reader.count(kIsColumnMajor, 1) == 1;
  const uint64_t begin = reader.count(kOffset, kMost), pitch = reader.count(kLdm, kMost);
  access.pattern = say("ldm {pitch}, from byte {begin}", "pitch"_a = pitch, "begin"_a = begin);
  const std::optional<WmmaFragment> fragment = read_fragment(access.kind, is_column_major);
  const auto instructions =
      fragment ? wmma_instructions(*fragment, begin, pitch) : std::vector<WmmaInstruction>();
  if (instructions.empty()) {
    reader.complain(kWmmaOp, say("{value} is no access that such a table has",
                                 "value"_a = shown_field(access.kind)));
    return access;
  }
  const bool is_store = access.kind.starts_with("wd");
  SharedCost sum;
  for (const WmmaInstruction& one : instructions) {
    const SharedCost cost = wmma_cost(device, one, is_store);
    sum.wavefronts += cost.wavefronts;
    sum.ideal_wavefronts += cost.ideal_wavefronts;
  }
  CountDifferences differences;
  const auto compare = [&](size_t column, std::string_view name, uint64_t model) {
    differences.compare(name, reader.optional_count(column), model);
  };
  compare(kInstructions, "instructions", instructions.size());
  compare(kWmmaWavefronts, "wavefronts", sum.wavefronts);
  compare(kWmmaHardwareWavefronts, "hardware_wavefronts", sum.wavefronts);
  compare(kConflicts, "bank_conflicts", sum.conflicts());
  const std::string_view kind = instructions.front().is_matrix ? "ldsm" : is_store ? "st" : "ld";
  differences.compare("kind", reader.text(kKind), kind);
  access.differences = std::move(differences).text();
  return access;
}

}  // namespace

CheckedTable check_wmma(const Device& device, std::string_view text) {
  CsvReader reader(text, columns_of_wmma());
  std::vector<CheckedAccess> checked;
  while (reader.next()) checked.push_back(check_fragment(device, reader));
  if (reader.error()) return base::fail(*reader.error());
  return checked;
}

}  // namespace warplens::model
