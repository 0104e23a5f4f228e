// Executes launches that prepare.cpp made ready, one after another.
#include "sim/run/run.hpp"

#include <new>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/execution.hpp"
#include "sim/run/unwritten_outputs.hpp"

namespace warplens::run {
namespace {

// The request as a run keeps it.
prepare::Request kept(const prepare::Request& request, const prepare::Compiled& compiled) {
  prepare::Request result = request;
  result.read_file = nullptr;
  result.read_include = nullptr;
  result.cancelled = nullptr;
  result.progress = nullptr;
  result.so_far = nullptr;
  result.also_count.clear();
  result.store = nullptr;
  result.follows_branches = false;
  result.file = compiled.unit->file;  // with the texts that it includes
  return result;
}

// Hints on outputs that the launch leaves in part as they were; where it is the only one, so that
// no other one was to write the rest.
void find_unwritten_outputs(const prepare::Compiled& compiled, const prepare::Request& request,
                            const machine::GlobalMemory& after, Run& run) {
  if (!request.launch.checks.hints || run.ending != Ending::kComplete) return;
  const observe::MemoryLayout layout = layout_of(*run.context, after);
  const std::vector<uint32_t> arrays = sparsely_stored(run, layout);
  if (arrays.empty()) return;
  prepare::Earlier fresh;
  base::Checked<prepare::BoundLaunch> again = prepare::bind_launch(compiled, request, fresh);
  if (!again.ok()) return;
  for (observe::Finding& finding :
       unwritten_outputs(run, layout, arrays, std::move(again->memory), request.cancelled)) {
    run.other_findings.push_back(finding);
    run.findings.push_back(std::move(finding));
  }
  observe::sort_by_place(run.findings);
  observe::sort_by_place(run.other_findings);
}

// Binds and executes request.launch alone. `earlier` is replaced by what the launch leaves, for
// another one unless this `is_last`. The request has a store.
base::Checked<std::shared_ptr<const Run>> run_launch(const prepare::Compiled& compiled,
                                                     prepare::Request request, bool is_last,
                                                     const ExecutionOptions& options,
                                                     prepare::Earlier& earlier,
                                                     Allowance& allowance) {
  const bool is_alone = is_last && earlier.is_first;
  base::Checked<prepare::BoundLaunch> bound =
      prepare::bind_launch(compiled, std::move(request), earlier);
  if (!bound.ok()) return base::fail(bound.error());
  auto result = std::make_shared<Run>();
  result->request = kept(bound->request, compiled);
  result->program = bound->program;
  result->context = bound->context;
  result->device = compiled.device;
  result->warnings = std::move(bound->warnings);
  execute(*result, *bound, options, allowance);
  if (is_alone) find_unwritten_outputs(compiled, bound->request, bound->memory, *result);
  prepare::RunStore& store = *bound->request.store;
  if (is_last || result->ending != Ending::kComplete) {
    result->memory_after = store.keep(std::move(bound->memory), true);
  } else {
    if (bound->request.keeps_contents) result->memory_after = store.keep(bound->memory, false);
    earlier.memory = std::move(bound->memory);
  }
  return std::shared_ptr<const Run>(std::move(result));
}

base::Checked<std::shared_ptr<const Run>> compile_and_run(prepare::Request request) {
  if (request.store == nullptr) request.store = std::make_shared<prepare::RunStore>();
  const base::Checked<prepare::Compiled> compiled = prepare::compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  prepare::Earlier earlier;
  Allowance allowance = allowance_of(request);
  return run_launch(compiled.value(), std::move(request), true, {}, earlier, allowance);
}

base::Checked<Runs> compile_and_run_all(prepare::Request request) {
  if (request.store == nullptr) request.store = std::make_shared<prepare::RunStore>();
  if (base::Diagnostics errors = prepare::check_launches(request); !errors.empty())
    return base::fail(std::move(errors));
  const base::Checked<prepare::Compiled> compiled = prepare::compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Allowance allowance = allowance_of(request);
  Runs runs;
  prepare::Earlier earlier;
  std::vector<prepare::Request> requests = prepare::requests_of(request);
  for (size_t i = 0; i < requests.size(); ++i) {
    ExecutionOptions options{i == request.shown_launch, {}};
    if (request.so_far) {
      options.so_far = [&](const auto& make) {
        request.so_far(static_cast<uint32_t>(i), [&] {
          Runs with_this = runs;
          with_this.push_back(make());
          return with_this;
        });
      };
    }
    base::Checked<std::shared_ptr<const Run>> run =
        run_launch(compiled.value(), std::move(requests[i]), i + 1 == requests.size(), options,
                   earlier, allowance);
    if (!run.ok()) return base::fail(prepare::numbered(run.error(), runs.size()));
    runs.push_back(*run);
    if (runs.back()->ending != Ending::kComplete) break;
  }
  return runs;
}

}  // namespace

base::Checked<std::shared_ptr<const Run>> run(prepare::Request request) {
  try {
    return compile_and_run(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(prepare::out_of_memory());
  }
}

base::Checked<Runs> run_sequence(prepare::Request request) {
  try {
    return compile_and_run_all(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(prepare::out_of_memory());
  }
}

}  // namespace warplens::run
