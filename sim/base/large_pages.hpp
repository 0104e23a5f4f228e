// Memory in pages of the processor's that are 2 MiB each, where the system has them: to be given
// 512 small ones takes longer than to fill them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warplens::base {

// A wish for memory that was mapped but not yet written to, which the system may leave unfulfilled.
void use_large_pages(void* begin, uint64_t bytes);

// Of this size several share a large page.
inline constexpr uint64_t kPieceBytes = uint64_t{256} << 10;

// Bytes with unknown values, aligned as for any type; throws std::bad_alloc. On any thread.
std::byte* take_bytes(uint64_t bytes);
// What take_bytes(bytes) gave.
void give_back_bytes(std::byte* begin, uint64_t bytes);

}  // namespace warplens::base
