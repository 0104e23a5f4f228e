// From a request to launches that are ready to execute: compiled, lowered, checked and bound.
// run.cpp executes them one after another; who wants the launches for something else than a
// simulation (app/compare makes them a job for a GPU) takes them unexecuted.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/engine/bind.hpp"
#include "sim/engine/run.hpp"
#include "sim/machine/grid.hpp"
#include "sim/machine/memory.hpp"
#include "sim/model/device.hpp"

namespace warplens::engine {

struct Compiled {
  std::shared_ptr<const lang::Unit> unit;
  model::Device device;
};

// What lang::compile() is given for a request.
lang::CompileOptions compile_options(const Request& request, const model::Device& device);
base::Checked<Compiled> compile_request(const Request& request);

// One launch that can be executed.
struct BoundLaunch {
  Request request;  // of this launch alone
  std::shared_ptr<const code::Program> program;
  std::shared_ptr<const machine::GridContext> context;
  machine::GlobalMemory memory;  // as the launch finds it
  base::Diagnostics warnings;
};

// Lowers, checks and binds request.launch alone. `earlier` is what the launches before left, and
// is what the one after needs then, but for its memory: that is the caller's to set.
base::Checked<BoundLaunch> bind_launch(const Compiled& compiled, Request request, Earlier& earlier);

// More launches than kMostLaunches are a mistake.
base::Diagnostics check_launches(const Request& request);

// request.launch, then those that follow it, each as a request of its own.
std::vector<Request> requests_of(const Request& request);

// "launch 2: " before each message; the first launch's errors stay as they are.
base::Diagnostics numbered(base::Diagnostics errors, size_t launch);

// What to say where the computer has no memory left.
base::Diagnostics out_of_memory();

// The launches of a request, none of them executed. What a later launch makes is added to the
// memory of those before; so the last one's memory holds every array with its first contents.
struct Prepared {
  Compiled compiled;
  std::vector<BoundLaunch> launches;  // their `memory` is empty
  machine::GlobalMemory memory;
  std::map<const lang::Variable*, uint32_t> globals;  // __device__ variables: index into memory
};
base::Checked<Prepared> prepare(const Request& request);

}  // namespace warplens::engine
