// A launch as plain data: `--grid 2,2 --block 8,8 --arg m=float[16][16]`, independent of any
// kernel.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/launch/checks.hpp"
#include "sim/launch/schedule.hpp"

namespace warplens::launch {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

enum class FillKind : uint8_t { kMod, kZero, kIota, kConst, kValues, kRandom, kFile, kNone };

// An array's initial contents. kMod: element i is (i + first) mod n, in its own type; kIota: i;
// kRandom: uniform in [0, 1) for floating types, all bits for integers, a stated generator
// (fill.hpp).
struct Fill {
  FillKind kind = FillKind::kMod;
  uint64_t n = 1021;                // kMod: the modulus; kRandom: the seed
  uint64_t first = 0;               // kMod: element 0, less than n
  std::vector<std::string> values;  // kConst: one number; kValues: the first elements, then zeros
  std::string path;                 // kFile: raw bytes, read when the launch is run
  friend bool operator==(const Fill&, const Fill&) = default;
};

struct ArrayArgument {
  base::Scalar element = base::Scalar::kFloat;
  // A type of the file, "Particle", whose scalar members the fill counts through; then `element` is
  // unused. The engine checks whether the type exists and knows its size.
  std::string struct_name;
  std::vector<uint64_t> extents;  // outermost first, at least one
  bool is_host = false;           // "host:float[16]", of a called function: in the host's memory
  Fill fill;
  uint64_t count() const;  // elements
  uint64_t bytes() const;  // of a scalar's array
  friend bool operator==(const ArrayArgument&, const ArrayArgument&) = default;
};

// Text until the parameter's type is known: a scalar "1.5", "-3", "0x10", "true"; a record's leaves
// in order "{1, 2.5}"; "@name", the array of that name, which another argument or an earlier launch
// made.
using ArgumentValue = std::variant<std::string, ArrayArgument>;

struct Argument {
  std::string name;
  ArgumentValue value;
  friend bool operator==(const Argument&, const Argument&) = default;
};

struct Definition {  // -D NAME=VALUE
  std::string name;
  std::string value;
  friend bool operator==(const Definition&, const Definition&) = default;
};

// Where included files are searched, besides the folder of the text.
struct Includes {
  std::vector<std::string> folders;  // -I, in order
  std::vector<std::string> first;    // -include: files that are read before the text, in order
  friend bool operator==(const Includes&, const Includes&) = default;
};

inline constexpr uint32_t kMostThreads = 256;  // that execute a launch

struct Launch {
  std::string kernel;  // empty: the only one; of a template "matmul<32, 1>"
  Dim3 grid, block;
  uint64_t shared_bytes = 0;  // dynamic
  std::vector<Definition> defines;
  Includes includes;
  std::vector<Argument> arguments;
  std::string device;       // id of a device description (sim/model/device.hpp); empty: the default
  uint64_t step_limit = 0;  // executed warp instructions over the grid; 0: the default
  uint32_t threads = 0;     // that execute it; 0: as many as the machine has cores
  CheckSet checks;
  Schedule schedule;
  // Launches that follow on the same global memory. Definitions, includes, device, threads, checks,
  // schedule and step limit are the first one's.
  std::vector<Launch> then;
  friend bool operator==(const Launch&, const Launch&) = default;
};

// Gives `launch` every field in which `to` differs from `from`; the others stay its own.
void take_changes(Launch& launch, const Launch& from, const Launch& to);

}  // namespace warplens::launch
