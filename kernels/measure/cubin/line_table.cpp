// The table is a program for a machine with a row as its registers. A sequence begins with an
// address, which a relocation ties to a section of code; NVIDIA's own opcode 0x90, which says where
// an inlined function was called, is skipped as every one that is not known.
#include "kernels/measure/cubin/line_table.hpp"

#include <algorithm>

#include "kernels/measure/cubin/byte_reader.hpp"

namespace warplens::measure::cubin {
namespace {

constexpr const char* kSection = ".debug_line";

enum Standard : uint8_t {
  kCopy = 1,
  kAdvancePc,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kSetBasicBlock,
  kConstAddPc,
  kFixedAdvancePc
};
enum Extended : uint8_t { kEndSequence = 1, kSetAddress };

// A compilation unit's part of the table.
struct Unit {
  uint64_t end = 0;
  uint8_t instruction_bytes = 1, line_range = 1, opcode_base = 1;
  int8_t line_base = 0;
  std::vector<uint8_t> operands;  // of standard opcodes, by opcode - 1
  std::vector<uint32_t> files;    // index into LineTable::files, by number - 1
};

class TableReader {
 public:
  TableReader(const Elf& elf, std::string_view section, std::string_view bytes)
      : elf_(elf), section_(section), relocations_(elf.relocations_of(kSection)), reader_(bytes) {}

  LineTable read() {
    Unit unit;
    while (!reader_.is_at_end() && begin_unit(unit)) {
      while (reader_.at() < unit.end && !reader_.has_failed()) step(unit);
      if (reader_.at() < unit.end) reader_.go_to(unit.end);
    }
    if (reader_.has_failed()) return {};
    std::ranges::stable_sort(table_.rows, {}, &LineRow::offset);
    return std::move(table_);
  }

 private:
  // False where it is of another version.
  bool begin_unit(Unit& unit) {
    unit = {};
    const uint32_t length = reader_.u32();
    unit.end = reader_.at() + length;
    const uint16_t version = reader_.u16();
    if (version < 2 || version > 4) return false;
    const uint32_t header = reader_.u32();
    const uint64_t program = reader_.at() + header;
    unit.instruction_bytes = reader_.u8();
    if (version >= 4) reader_.u8();  // of machines that execute several operations at once
    reader_.u8();                    // whether rows are statements at first
    unit.line_base = reader_.i8();
    unit.line_range = std::max<uint8_t>(reader_.u8(), 1);
    unit.opcode_base = std::max<uint8_t>(reader_.u8(), 1);
    for (int opcode = 1; opcode < unit.opcode_base; ++opcode) unit.operands.push_back(reader_.u8());
    read_files(unit);
    reader_.go_to(program);
    begin_sequence();
    return !reader_.has_failed();
  }

  void read_files(Unit& unit) {
    std::vector<std::string_view> folders;
    for (std::string_view name = reader_.text(); !name.empty(); name = reader_.text())
      folders.push_back(name);
    for (std::string_view name = reader_.text(); !name.empty(); name = reader_.text()) {
      const uint64_t folder = reader_.unsigned_leb();
      reader_.unsigned_leb();  // when it was changed
      reader_.unsigned_leb();  // its length
      std::string path(name);
      const bool is_known = folder >= 1 && folder <= folders.size();
      if (is_known && !name.starts_with('/')) path = std::string(folders[folder - 1]) + "/" + path;
      unit.files.push_back(static_cast<uint32_t>(table_.files.size()));
      table_.files.push_back(std::move(path));
    }
  }

  void begin_sequence() {
    address_ = 0;
    file_ = line_ = 1;
    is_of_section_ = false;
  }

  void step(const Unit& unit) {
    const uint8_t opcode = reader_.u8();
    if (opcode == 0) return extended(unit);
    if (opcode >= unit.opcode_base) {
      advance(unit, static_cast<uint64_t>(opcode - unit.opcode_base) / unit.line_range);
      const int step = unit.line_base + (opcode - unit.opcode_base) % unit.line_range;
      line_ += static_cast<uint64_t>(int64_t{step});
      return add_row(unit, line_);
    }
    switch (opcode) {
      case kCopy:
        return add_row(unit, line_);
      case kAdvancePc:
        return advance(unit, reader_.unsigned_leb());
      case kAdvanceLine:
        line_ += static_cast<uint64_t>(reader_.signed_leb());
        return;
      case kSetFile:
        file_ = reader_.unsigned_leb();
        return;
      case kConstAddPc:
        return advance(unit, (255u - unit.opcode_base) / unit.line_range);
      case kFixedAdvancePc:
        address_ += reader_.u16();
        return;
      default:
        for (uint8_t i = 0; i < unit.operands[opcode - 1u]; ++i) reader_.unsigned_leb();
    }
  }

  void extended(const Unit& unit) {
    const uint64_t length = reader_.unsigned_leb();
    if (length > reader_.left()) return reader_.go_to(UINT64_MAX);  // beyond the end
    const uint64_t end = reader_.at() + length;
    const uint8_t opcode = length == 0 ? 0 : reader_.u8();
    if (opcode == kEndSequence) {
      add_row(unit, 0);
      begin_sequence();
    } else if (opcode == kSetAddress) {
      is_of_section_ = section_of(reader_.at()) == section_;
      address_ = reader_.u64();
    }
    reader_.go_to(end);
  }

  std::string_view section_of(uint64_t place) const {
    const auto found = std::ranges::lower_bound(relocations_, place, {}, &Relocation::offset);
    if (found == relocations_.end() || found->offset != place) return "";
    if (found->symbol >= elf_.symbols.size()) return "";
    const uint32_t section = elf_.symbols[found->symbol].section;
    return section < elf_.sections.size() ? elf_.sections[section].name : "";
  }

  void advance(const Unit& unit, uint64_t count) { address_ += count * unit.instruction_bytes; }

  void add_row(const Unit& unit, uint64_t line) {
    if (!is_of_section_) return;
    const bool is_known = file_ >= 1 && file_ <= unit.files.size();
    table_.rows.push_back({address_, is_known ? unit.files[file_ - 1] : LineTable::kNoFile,
                           line < UINT32_MAX ? static_cast<uint32_t>(line) : 0});
  }

  const Elf& elf_;
  std::string_view section_;
  std::vector<Relocation> relocations_;
  ByteReader reader_;
  LineTable table_;
  uint64_t address_ = 0, file_ = 1, line_ = 1;
  bool is_of_section_ = false;
};

}  // namespace

LineRow LineTable::at(uint64_t offset) const {
  const auto after = std::ranges::upper_bound(rows, offset, {}, &LineRow::offset);
  if (after == rows.begin()) return {offset, kNoFile, 0};
  return *std::prev(after);
}

LineTable lines_of(const Elf& elf, std::string_view section) {
  const Section* table = elf.find(kSection);
  return table == nullptr ? LineTable() : TableReader(elf, section, table->bytes).read();
}

}  // namespace warplens::measure::cubin
