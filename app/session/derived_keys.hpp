// What the session's derived values are of (derived.hpp): each key holds all that decides about its
// value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/derived.hpp"
#include "app/session/state.hpp"

namespace warplens::gui {

using RunPointer = std::shared_ptr<const run::Run>;
template <class Results>
using OfRun = Derived<RunPointer, Results>;

// A launch's requests of global memory.
struct MemoryOf {
  std::shared_ptr<const MemoryLaunches> launches;
  uint32_t launch = 0;
  friend bool operator==(const MemoryOf&, const MemoryOf&) = default;
};
struct RooflineOf {
  MemoryOf memory;
  study::RoofTry tried;
  scene::Times times;
  friend bool operator==(const RooflineOf&, const RooflineOf&) = default;
};
struct DramOf {
  MemoryOf memory;
  study::DramTry tried;
  // Whatever step is shown.
  friend bool operator==(const DramOf& a, const DramOf& b) {
    return a.memory == b.memory && a.tried.is_like(b.tried);
  }
};
// The document's runs as the roofline has them, the newest last.
struct RunsBefore {
  std::vector<study::Intensities> runs;
  uint32_t document = 0;
  std::optional<MemoryOf> newest;
};

struct BranchesOf {
  std::shared_ptr<const scene::DivergenceScene> scene;
  scene::Compilation compiled;
  friend bool operator==(const BranchesOf&, const BranchesOf&) = default;
};

// The arrays of a program that a step is shown with.
struct ArraysOf {
  std::shared_ptr<const prepare::ReachedProgram> program;
  uint32_t step = 0;
  std::optional<uint32_t> wanted;
  friend bool operator==(const ArraysOf&, const ArraysOf&) = default;
};
// One of their elements.
struct ElementOf {
  ArraysOf arrays;
  RunPointer run;
  std::optional<uint64_t> element;
  friend bool operator==(const ElementOf&, const ElementOf&) = default;
};

}  // namespace warplens::gui
