// Prints the columns that the reader knows.
#include <bit>
#include <cstdio>

#include "sim/model/hardware_csv.hpp"

namespace warplens::model {
namespace {

std::string field(const std::optional<uint32_t>& count) {
  return count ? std::to_string(*count) : "";
}

// A name is free text; characters that would end the field become blanks.
std::string field(const std::string& text) {
  std::string out = text;
  for (char& c : out) {
    if (c == ',' || c == '\n' || c == '\r') c = ' ';
  }
  return out;
}

const char* word(SharedOp op) {
  if (op == SharedOp::kLoad) return "ld";
  return op == SharedOp::kStore ? "st" : "atom";
}

}  // namespace

std::string print_hardware_csv(const std::vector<HardwareRow>& rows,
                               const std::vector<std::string>& remarks) {
  std::string out;
  for (const std::string& remark : remarks) out += "# " + remark + "\n";
  out +=
      "id,pattern,space,op,atomic,found,operand,bytes_per_lane,active_mask,wavefronts,requests,"
      "sectors,lines,loop_wavefronts";
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) out += ",lane" + std::to_string(lane);
  out += "\n";
  for (const HardwareRow& row : rows) {
    const size_t lane = static_cast<size_t>(std::countr_zero(row.mask));
    const std::string values = row.values ? std::to_string(row.values->found[lane]) + "," +
                                                std::to_string(row.values->operands[lane])
                                          : ",";
    char mask[16];
    std::snprintf(mask, sizeof mask, "0x%08x", row.mask);
    out += field(row.id) + "," + field(row.pattern) + "," + (row.is_shared ? "shared" : "global") +
           "," + word(row.op) + "," + row.atomic + "," + values + "," +
           std::to_string(row.bytes_per_lane) + "," + mask + "," + field(row.wavefronts) + "," +
           field(row.requests) + "," + field(row.sectors) + "," + field(row.lines) + "," +
           field(row.loop_wavefronts);
    for (const uint64_t address : row.addresses) out += "," + std::to_string(address);
    out += "\n";
  }
  return out;
}

}  // namespace warplens::model
