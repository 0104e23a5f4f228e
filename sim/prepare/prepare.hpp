// From a request to launches that are ready to execute: compiled, lowered, checked and bound.
// run.cpp executes them one after another; app/compare makes them a job for a GPU.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"
#include "sim/machine/context.hpp"
#include "sim/machine/memory.hpp"
#include "sim/model/device.hpp"
#include "sim/prepare/bind.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

struct Compiled {
  std::shared_ptr<const lang::Unit> unit;
  model::Device device;
  std::shared_ptr<const ReachedProgram> program;  // of Request::program; else null
};

// The options of lang::compile() for a request.
lang::CompileOptions compile_options(const Request& request, const model::Device& device);
base::Checked<Compiled> compile_request(const Request& request);
// The same, to be continued later where a program is executed for it. The request outlives it.
class Compiling {
 public:
  explicit Compiling(const Request& request) : request_(request) {}
  base::Progress advance(base::Slice& slice);
  base::Checked<Compiled> take() { return std::move(*compiled_); }  // when it is done

 private:
  const Request& request_;
  std::optional<ProgramRun> program_;
  std::optional<base::Checked<Compiled>> compiled_;
};
// What the shared arrays of its kernel take, without dynamic memory [bytes of a block]; nothing
// where the text does not compile. Also of a launch that can't be bound.
std::optional<uint64_t> static_shared_bytes(const Request& request);

// Works out what takes time of the contents of a launch's arrays before bind_launch() is called
// with the same `earlier`, to be continued later; nothing else depends on it.
class ArraysAhead {
 public:
  ArraysAhead(const Compiled& compiled, const Request& request, Earlier& earlier);
  base::Progress advance(base::Slice& slice);

 private:
  Earlier& earlier_;
  std::vector<std::pair<std::string, launch::ArrayFilling>> fillings_;  // the last one is next
};

// One launch that can be executed.
struct BoundLaunch {
  Request request;  // of this launch alone
  std::shared_ptr<const code::Program> program;
  std::shared_ptr<const machine::GridContext> context;
  machine::GlobalMemory memory;                   // as the launch finds it
  std::shared_ptr<const ReachedProgram> reached;  // whose launch it is; null: no program's
  base::Diagnostics warnings;
};

// Lowers, checks and binds request.launch alone. `earlier` comes from the launches before; it
// becomes what the next launch needs, except for its memory, which the caller sets.
base::Checked<BoundLaunch> bind_launch(const Compiled& compiled, Request request, Earlier& earlier);

// More than kMostLaunches launches are an error.
base::Diagnostics check_launches(const Request& request);

// request.launch, then those that follow it, each as a request of its own; of a program that has
// run those that its choice means.
std::vector<Request> requests_of(const Request& request, const ReachedProgram* program);

// The request whose last launch is that one of these, by its index: of a program it alone, for each
// has memory of its own; else with those before it.
Request up_to_launch(Request request, uint32_t launch);

// "launch 2: " before each message; the first launch's errors stay as they are.
base::Diagnostics numbered(base::Diagnostics errors, size_t launch);

// The error for a computer without enough memory.
base::Diagnostics out_of_memory();

// The launches of a request, none of them executed. A later launch adds its arrays to the memory of
// those before, so that the last one's memory has every array with its first contents.
struct Prepared {
  Compiled compiled;
  std::vector<BoundLaunch> launches;  // their `memory` is empty
  machine::GlobalMemory memory;
  std::map<const lang::Variable*, uint32_t> globals;  // __device__ variables: index into memory
};
base::Checked<Prepared> prepare(const Request& request);

}  // namespace warplens::prepare
