// The one opcode list (filled in by the machine's author).
#pragma once
#include <cstdint>
namespace warplens::code {
enum class Op : uint8_t { kEnd };
}
