// Section .nv.info is a list of attributes: a byte for the format, one for which attribute, and two
// for the value itself or, of format 4, for how many bytes follow. The numbers are those of
// `cuobjdump -elf`; what they give was compared with `ptxas -v` of CUDA 13.0 on all capabilities
// that it compiles for (tests/README.md).
#include "kernels/measure/cubin/kernel_code.hpp"

#include "kernels/measure/cubin/byte_reader.hpp"

namespace warplens::measure::cubin {
namespace {

constexpr uint8_t kSized = 4;         // EIFMT_SVAL
constexpr uint8_t kRegisters = 0x2f;  // EIATTR_REGCOUNT: symbol, registers of a thread
constexpr uint8_t kFrameSize = 0x11;  // EIATTR_FRAME_SIZE: symbol, bytes
constexpr uint64_t kReserved = 1024;  // [bytes] at the start of shared memory, since 9.0
constexpr const char* kReservedName = ".nv.shared.reserved.0";

// The value of an attribute that is given for each function.
std::optional<uint32_t> attribute_of(const Elf& elf, uint8_t wanted, std::string_view kernel) {
  const Section* info = elf.find(".nv.info");
  if (info == nullptr) return std::nullopt;
  for (ByteReader reader(info->bytes); !reader.is_at_end();) {
    const uint8_t format = reader.u8(), attribute = reader.u8();
    const uint16_t size = reader.u16();
    if (format != kSized) continue;
    const uint64_t end = reader.at() + size;
    if (attribute == wanted && size >= 8) {
      const uint32_t symbol = reader.u32(), value = reader.u32();
      const bool is_it = symbol < elf.symbols.size() && elf.symbols[symbol].name == kernel;
      if (is_it && !reader.has_failed()) return value;
    }
    reader.go_to(end);
  }
  return std::nullopt;
}

uint64_t static_shared_of(const Elf& elf, std::string_view kernel) {
  const Section* shared = elf.find(".nv.shared." + std::string(kernel));
  if (shared == nullptr) return 0;
  const uint64_t reserved = elf.find(kReservedName) != nullptr ? kReserved : 0;
  return shared->size > reserved ? shared->size - reserved : 0;
}

}  // namespace

std::optional<Resources> resources_of(const Elf& elf, std::string_view kernel) {
  const std::optional<uint32_t> registers = attribute_of(elf, kRegisters, kernel);
  if (!registers) return std::nullopt;
  Resources found;
  found.registers = *registers;
  found.static_shared = static_shared_of(elf, kernel);
  found.stack = attribute_of(elf, kFrameSize, kernel).value_or(0);
  return found;
}

}  // namespace warplens::measure::cubin
