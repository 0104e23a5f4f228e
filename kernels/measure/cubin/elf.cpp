// The layout is that of the System V ABI, "ELF-64 Object File Format"; EM_CUDA is 190.
#include "kernels/measure/cubin/elf.hpp"

#include <algorithm>
#include <utility>

#include "kernels/measure/cubin/byte_reader.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::cubin {
namespace {

constexpr uint16_t kCudaMachine = 190;
constexpr uint32_t kNoBits = 8;  // a section's type: the file has no bytes of it
constexpr uint64_t kHeaderBytes = 64, kSymbolBytes = 24;

struct Header {
  uint64_t sections_at = 0;
  uint32_t flags = 0;
  uint16_t section_bytes = 0, sections = 0, names = 0;
};

std::string_view part_of(std::string_view bytes, uint64_t at, uint64_t size) {
  if (at > bytes.size() || size > bytes.size() - at) return {};
  return bytes.substr(at, size);
}

base::Result<Header, std::string> read_header(std::string_view file) {
  const std::string_view kMagic("\x7f\x45\x4c\x46\x02\x01", 6);  // 64 bits, little-endian
  if (!file.starts_with(kMagic)) return base::fail(say("it is no 64-bit ELF file"));
  ByteReader reader(file, 18);
  if (reader.u16() != kCudaMachine) return base::fail(say("it is for another machine than CUDA's"));
  Header header;
  reader.go_to(40);
  header.sections_at = reader.u64();
  header.flags = reader.u32();
  reader.go_to(58);
  header.section_bytes = reader.u16();
  header.sections = reader.u16();
  header.names = reader.u16();
  const uint64_t size = uint64_t{header.sections} * header.section_bytes;
  const bool is_whole = !reader.has_failed() && header.section_bytes >= kHeaderBytes &&
                        !part_of(file, header.sections_at, size).empty();
  if (!is_whole) return base::fail(say("its table of sections is not in it"));
  return header;
}

std::string_view text_at(std::string_view texts, uint64_t at) {
  return ByteReader(texts, at).text();
}

std::vector<Symbol> read_symbols(const Elf& elf) {
  const Section* table = elf.find(".symtab");
  const Section* names = elf.find(".strtab");
  std::vector<Symbol> symbols;
  if (table == nullptr || names == nullptr) return symbols;
  for (ByteReader reader(table->bytes); reader.left() >= kSymbolBytes;) {
    Symbol symbol;
    symbol.name = text_at(names->bytes, reader.u32());
    reader.skip(2);
    symbol.section = reader.u16();
    symbol.value = reader.u64();
    reader.skip(8);
    symbols.push_back(symbol);
  }
  return symbols;
}

}  // namespace

const Section* Elf::find(std::string_view name) const {
  const auto found = std::ranges::find(sections, name, &Section::name);
  return found == sections.end() ? nullptr : &*found;
}

std::vector<Relocation> Elf::relocations_of(std::string_view name) const {
  std::vector<Relocation> found;
  // An entry of the second kind has an addend, too. A cubin has either.
  for (const auto& [prefix, bytes] : {std::pair(".rel", 16u), std::pair(".rela", 24u)}) {
    const Section* table = find(prefix + std::string(name));
    if (table == nullptr) continue;
    for (ByteReader reader(table->bytes); reader.left() >= bytes; reader.skip(bytes - 16)) {
      Relocation one;
      one.offset = reader.u64();
      one.symbol = static_cast<uint32_t>(reader.u64() >> 32);
      found.push_back(one);
    }
  }
  std::ranges::sort(found, {}, &Relocation::offset);
  return found;
}

base::Result<Elf, std::string> read_elf(std::string_view file) {
  const base::Result<Header, std::string> header = read_header(file);
  if (!header) return base::fail(header.error());
  Elf elf;
  elf.compute = header->flags >> 8 & 0xff;
  std::vector<uint32_t> names;
  for (uint32_t i = 0; i < header->sections; ++i) {
    ByteReader reader(file, header->sections_at + uint64_t{i} * header->section_bytes);
    Section section;
    names.push_back(reader.u32());
    const uint32_t type = reader.u32();
    reader.skip(16);
    const uint64_t at = reader.u64();
    section.size = reader.u64();
    if (type != kNoBits) section.bytes = part_of(file, at, section.size);
    elf.sections.push_back(section);
  }
  if (header->names >= elf.sections.size())
    return base::fail(say("its table of sections is not in it"));
  const std::string_view texts = elf.sections[header->names].bytes;
  for (size_t i = 0; i < elf.sections.size(); ++i) elf.sections[i].name = text_at(texts, names[i]);
  elf.symbols = read_symbols(elf);
  return elf;
}

}  // namespace warplens::measure::cubin
