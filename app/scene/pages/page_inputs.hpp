// What a page's scene can be made of. A page that has one of its own (pages.def) describes it in
// its header:
//
//   struct DivergencePage {
//     using Scene = DivergenceScene;  // what the page draws
//     using Key = ...;                // all that decides about it; == compares
//     using Try = ...;                // what can be tried on the page; empty: nothing
//     // Of what the scene is; nothing: it cannot be made now, and what is shown stays.
//     static std::optional<Key> wanted(const PageInputs& now);
//     // A sliced page's. `shown`: the scene in view of the same run, which stays until the new one
//     // is there; may be null. The run is not null, and no other one is being made.
//     static base::SlicedWork<Scene> make(const Key& key, std::shared_ptr<const Scene> shown);
//     // A kept page's.
//     static Scene make(const Key& key);
//   };
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/compiled_kernel.hpp"
#include "app/study/occupancy.hpp"
#include "sim/launch/launch.hpp"
#include "sim/model/device.hpp"
#include "sim/run/run.hpp"

#define WL_PAGE_HEADERS
#include "app/scene/pages/pages.def"

namespace warplens::scene {

// Of the kernel shown, by a GPU's compiler; nothing of it is set where nothing was asked.
struct Compilation {
  bool is_running = false;
  std::shared_ptr<const compare::CompiledKernel> kernel;  // null until it is there
  std::string problem;                                    // why there is none
  uint32_t registers() const {
    return kernel != nullptr ? kernel->code.registers : 0;
  }  // 0: not known
  friend bool operator==(const Compilation&, const Compilation&) = default;
};

// What a launch asks of its device, with what is tried in its place.
struct LaunchOnDevice {
  std::shared_ptr<const run::Run> run;    // null: none has come to its end
  const model::Device* device = nullptr;  // never null
  launch::Dim3 grid, block;
  uint64_t static_shared = 0, shared = 0;  // [bytes] of a block; with dynamic memory
  study::OccupancyTry tried;
  Compilation compiled;                    // of `run`
  std::vector<study::BudgetArray> arrays;  // that the kernel declares; of a failed launch none
  friend bool operator==(const LaunchOnDevice&, const LaunchOnDevice&) = default;
};

// What is tried on each page in the place of what the run has; all of it belongs to its kernel.
struct PageTries {
#define WL_SLICED_PAGE(page, member, origin, needs) page##Page::Try member{};
#define WL_KEPT_PAGE(page, member, origin, needs) page##Page::Try member{};
#include "app/scene/pages/pages.def"
};

struct PageInputs {
  std::shared_ptr<const run::Run> run;  // that is shown; null before the first
  // Also where it failed; nothing where no text has compiled.
  std::optional<LaunchOnDevice> launch;
  const PageTries& tries;
};

}  // namespace warplens::scene
