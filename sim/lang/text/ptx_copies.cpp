// Asynchronous copies: of each lane (cp.async), and in bulk, of a line or of a tensor's tile. Hints
// for the L2 cache are left out; a policy that one of them needs is the last operand.
#include <algorithm>
#include <array>
#include <charconv>

#include "sim/base/say.hpp"
#include "sim/lang/text/ptx_translations.hpp"

namespace warplens::lang {
namespace {

size_t operands_before_policy(const PtxInstruction& one) {
  const size_t count = one.operands().size();
  return one.has("L2::cache_hint") && count > 0 ? count - 1 : count;
}

bool takes_with_policy(PtxInstruction& one, size_t least, size_t most, std::string_view form) {
  const size_t policy = one.has("L2::cache_hint") ? 1 : 0;
  return one.takes(least + policy, most + policy, std::string(form) + (policy ? ", policy" : ""));
}

// A wait for all but the newest groups.
std::string wait_for_groups(PtxInstruction& one, std::string_view function,
                            const std::string& more) {
  if (!one.takes(1, "NUMBER")) return "";
  const auto groups = one.constant(one.operands()[0]);
  if (!groups) return "";
  return std::string(function) + "((int)(" + groups->text + ")" + more + ");";
}

// ----------------------------------------------------------------------------- copies of each lane

// Of a number that is written as the fourth operand.
bool reads_at_most(PtxInstruction& one, const std::string& source, std::optional<long long> size) {
  const char* const end = source.data() + source.size();
  long long bytes = 0;
  const auto [behind, error] = std::from_chars(source.data(), end, bytes);
  if (error != std::errc() || behind != end || !size || (bytes >= 0 && bytes <= *size)) return true;
  return one.fail({say("inline PTX: '{name}' copies {bytes} bytes and cannot read {read} for them",
                       "name"_a = one.spelling(), "bytes"_a = *size, "read"_a = bytes),
                   say("the last number is how many bytes are read: the others become zeros"),
                   false});
}

// cp.async.cg.shared.global [to], [from], 16, bytes: `bytes` may be a predicate, too, by which
// nothing is read.
std::string copy_of_lane(PtxInstruction& one) {
  constexpr std::string_view kForm = "[shared], [global], 16";
  const bool is_past = one.has("cg");
  if (!one.knows(2, {"ca", "cg", "shared", "shared::cta", "global", "L2::64B", "L2::128B",
                     "L2::256B", "L2::cache_hint"}) ||
      (!is_past && !one.needs("ca")) || !takes_with_policy(one, 3, 4, kForm))
    return "";
  const std::vector<std::string>& operands = one.operands();
  const auto bytes = one.constant(operands[2]);
  if (!bytes) return "";
  const std::optional<long long> size = bytes->value;
  if (size && (is_past ? *size != 16 : *size != 4 && *size != 8 && *size != 16)) {
    one.fail({is_past ? say("inline PTX: '{name}' copies 16 bytes, not {bytes}",
                            "name"_a = one.spelling(), "bytes"_a = *size)
                      : say("inline PTX: '{name}' copies 4, 8 or 16 bytes, not {bytes}",
                            "name"_a = one.spelling(), "bytes"_a = *size),
              is_past ? say("write 16, or .ca for 4 and 8 bytes")
                      : say("write several copies, each of 4, 8 or 16 bytes"),
              false});
    return "";
  }
  std::string read = bytes->text;
  if (operands_before_policy(one) == 4) {
    if (!reads_at_most(one, operands[3], size)) return "";
    read = one.is_predicate(operands[3])
               ? one.read(operands[3], "pred") + " ? 0u : (unsigned)(" + bytes->text + ")"
               : one.read(operands[3], "u32");
  }
  return "warplens_cp_async(" + one.shared_offset(operands[0]) + ", " +
         one.global_address(operands[1]) + ", (int)(" + bytes->text + "), (unsigned)(" + read +
         "), " + (is_past ? "1" : "0") + ");";
}

std::string arrive_when_copied(PtxInstruction& one) {
  if (!one.knows(2, {"mbarrier", "arrive", "noinc", "shared", "shared::cta"}) ||
      !one.takes(1, "[mbarrier]"))
    return "";
  return "warplens_cp_async_arrive(" + one.shared_offset(one.operands()[0]) + ", " +
         (one.has("noinc") ? "1" : "0") + ");";
}

// ----------------------------------------------------------------------------------- bulk copies

// [map, {x, y}]: "map, dims, x, y, 0".
std::string tile_of(PtxInstruction& one, const std::string& operand) {
  constexpr size_t kMostDimensions = 3;
  const size_t dimensions = one.has("1d") ? 1 : one.has("2d") ? 2 : kMostDimensions;
  const std::vector<std::string> parts = split_ptx(one.inside_brackets(operand), ',');
  if (parts.size() != 2) {
    one.fail({say("inline PTX: '{operand}' of '{name}' is no place in a tensor",
                  "operand"_a = operand, "name"_a = one.spelling()),
              say("write [map, {{x, y}}]"), false});
    return "";
  }
  std::string text =
      "(const void*)(" + one.read(parts[0], "u64") + "), " + std::to_string(dimensions);
  const std::vector<std::string> coordinates = one.vector_of(parts[1], dimensions);
  for (size_t i = 0; i < kMostDimensions; ++i)
    text += ", " + (i < coordinates.size() ? one.read(coordinates[i], "s32") : std::string("0"));
  return text;
}

// cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
//     [to], [map, {x, y}], [mbarrier]
// cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [map, {x, y}], [from]
std::string copy_of_tile(PtxInstruction& one) {
  if (!one.knows(3, {"tensor", "1d", "2d", "3d", "tile", "global", "shared::cta", "shared::cluster",
                     "mbarrier::complete_tx::bytes", "bulk_group", "L2::cache_hint"}))
    return "";
  const std::vector<std::string>& operands = one.operands();
  if (one.has("bulk_group")) {
    if (!takes_with_policy(one, 2, 2, "[map, {x, y}], [shared]")) return "";
    return "warplens_tma_store(" + tile_of(one, operands[0]) + ", " +
           one.shared_offset(operands[1]) + ");";
  }
  if (!one.needs("mbarrier::complete_tx::bytes") ||
      !takes_with_policy(one, 3, 3, "[shared], [map, {x, y}], [mbarrier]"))
    return "";
  return "warplens_tma_load(" + one.shared_offset(operands[0]) + ", " + tile_of(one, operands[1]) +
         ", " + one.shared_offset(operands[2]) + ");";
}

// cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], bytes, [mbarrier]
// cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes
std::string copy_in_bulk(PtxInstruction& one) {
  if (!one.knows(3, {"global", "shared::cta", "shared::cluster", "mbarrier::complete_tx::bytes",
                     "bulk_group", "L2::cache_hint"}))
    return "";
  const std::vector<std::string>& operands = one.operands();
  if (one.has("bulk_group")) {
    if (!takes_with_policy(one, 3, 3, "[global], [shared], bytes")) return "";
    return "warplens_bulk_store(" + one.global_address(operands[0]) + ", " +
           one.shared_offset(operands[1]) + ", " + one.read(operands[2], "u32") + ");";
  }
  if (!one.needs("mbarrier::complete_tx::bytes") ||
      !takes_with_policy(one, 4, 4, "[shared], [global], bytes, [mbarrier]"))
    return "";
  return "warplens_bulk_load(" + one.shared_offset(operands[0]) + ", " +
         one.global_address(operands[1]) + ", " + one.read(operands[2], "u32") + ", " +
         one.shared_offset(operands[3]) + ");";
}

// cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [to], [from], bytes
std::string add_in_bulk(PtxInstruction& one) {
  // By code::BulkSum.
  constexpr auto kSums =
      std::to_array<std::string_view>({"u32", "s32", "u64", "f16", "bf16", "f32", "f64"});
  if (!one.knows(4, {"global", "shared::cta", "bulk_group", "add", "noftz", "L2::cache_hint"}) ||
      !one.needs("bulk_group") || !one.needs("add") ||
      !takes_with_policy(one, 3, 3, "[global], [shared], bytes"))
    return "";
  const auto sum = std::find_if(kSums.begin(), kSums.end(),
                                [&](std::string_view type) { return one.has(type); });
  if (sum == kSums.end()) {
    one.unknown_word(one.words().back(), {kSums.begin(), kSums.end()});
    return "";
  }
  const std::vector<std::string>& operands = one.operands();
  return "warplens_bulk_add(" + one.global_address(operands[0]) + ", " +
         one.shared_offset(operands[1]) + ", " + one.read(operands[2], "u32") + ", " +
         std::to_string(sum - kSums.begin()) + ");";
}

}  // namespace

std::string translate_ptx_copy(PtxInstruction& one) {
  const bool is_bulk = one.has("bulk");
  if (one.has("prefetch")) return ";";
  if (one.has("commit_group")) {
    if (!one.takes(0, "")) return "";
    return is_bulk ? "warplens_bulk_commit();" : "warplens_cp_async_commit();";
  }
  if (one.has("wait_group")) {
    return is_bulk ? wait_for_groups(one, "warplens_bulk_wait", one.has("read") ? ", 1" : ", 0")
                   : wait_for_groups(one, "warplens_cp_async_wait", "");
  }
  if (one.has("wait_all")) return one.takes(0, "") ? "warplens_cp_async_wait_all();" : "";
  if (one.has("mbarrier")) return arrive_when_copied(one);
  const bool adds = one.words().size() > 1 && one.words()[1] == "reduce";
  if (adds) return add_in_bulk(one);
  if (one.has("tensor")) return copy_of_tile(one);
  return is_bulk ? copy_in_bulk(one) : copy_of_lane(one);
}

}  // namespace warplens::lang
