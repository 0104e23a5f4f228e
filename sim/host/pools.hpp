// Pools of device memory (cudaMallocAsync): how much of it each holds. A pool takes memory from the
// device in whole units, and returns what is not used, above what it may keep, when the host waits.
#pragma once

#include <cstdint>
#include <map>

namespace warplens::host {

class Pools {
 public:
  struct Amounts {  // [bytes]
    uint64_t used = 0, most_used = 0;
    uint64_t reserved = 0, most_reserved = 0;
    uint64_t kept = 0;  // what it keeps when nothing uses it
  };
  // An array that begins at `address` is the pool's. Handles are the program's; 0 is the device's.
  void took(uint64_t pool, uint64_t address, uint64_t bytes);
  // Any array was freed.
  void freed(uint64_t address);
  void host_waits();
  // Returns what is not used above `kept` bytes.
  void trim(uint64_t pool, uint64_t kept);
  Amounts& of(uint64_t pool) { return pools_[pool]; }

 private:
  struct Piece {
    uint64_t pool, bytes;
  };
  std::map<uint64_t, Amounts> pools_;
  std::map<uint64_t, Piece> pieces_;  // by address
};

}  // namespace warplens::host
