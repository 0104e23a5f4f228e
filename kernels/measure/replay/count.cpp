// All accesses are in one kernel, each on a line of its own, and are counted together: the
// counters' lines identify them.
#include <algorithm>
#include <map>

#include "kernels/measure/counters/counters.hpp"
#include "kernels/measure/replay/kernel_texts.hpp"
#include "kernels/measure/replay/replay.hpp"
#include "kernels/measure/replay/upload.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::replay {
namespace {

using cuda::DriverPointer;
using cuda::Memory;

// What the kernel executes.
struct Plan {
  std::vector<size_t> indices;  // into the job's accesses, without those that cannot be executed
  std::vector<WarpAccess> accesses;  // these
  CountingText text;                 // its lines are parallel to them
  uint64_t shared_bytes = 0, global_bytes = 16;
};

Plan make_plan(const std::vector<WarpAccess>& accesses, uint64_t most_shared,
               std::vector<AccessResult>& results) {
  Plan plan;
  std::vector<AccessKind> kinds;
  for (size_t i = 0; i < accesses.size(); ++i) {
    results[i].note = refusal(accesses[i], most_shared);
    if (!results[i].note.empty()) continue;
    const bool is_shared = accesses[i].space == Space::kShared;
    uint64_t& needed = is_shared ? plan.shared_bytes : plan.global_bytes;
    needed = std::max(needed, placement(accesses[i]).bytes);
    plan.indices.push_back(i);
    plan.accesses.push_back(accesses[i]);
    kinds.push_back(kind_of(accesses[i]));
  }
  plan.text = counting_text(kinds);
  return plan;
}

Measured<bool> run_plan(const cuda::Driver& driver, CUfunction function, const Plan& plan,
                        const UploadedAccesses& uploaded, const Memory& memory) {
  CUdeviceptr addresses = uploaded.addresses.address(), masks = uploaded.masks.address(),
              bytes = memory.address();
  void* arguments[] = {&addresses, &masks, &bytes};
  cuda::LaunchShape shape;
  shape.block[0] = kWarpSize;
  shape.shared_bytes = static_cast<uint32_t>((plan.shared_bytes + 15) / 16 * 16);
  const Measured<bool> launched = cuda::launch(driver, function, shape, arguments);
  return launched ? cuda::synchronize(driver) : launched;
}

// Per execution; a remainder means that the repeats had different counts.
void divide(std::optional<uint64_t>& sum, std::string& note) {
  if (!sum) return;
  if (*sum % kCountedRepeats != 0) note = say("its repeats did not all count the same");
  *sum /= kCountedRepeats;
}

void divide(Counts& sum, std::string& note) {
  divide(sum.requests, note);
  divide(sum.wavefronts, note);
  divide(sum.sectors, note);
  divide(sum.lines, note);
  divide(sum.lanes, note);
}

void gather(const Plan& plan, const std::vector<counters::InstructionCount>& counted,
            std::vector<AccessResult>& results) {
  std::map<uint32_t, size_t> place_of;  // line -> index into plan.accesses
  for (size_t i = 0; i < plan.accesses.size(); ++i) place_of[plan.text.lines[i]] = i;
  std::vector<Counts> loads(plan.accesses.size());  // that an atomic makes
  for (const counters::InstructionCount& count : counted) {
    const auto found = place_of.find(count.line);
    if (found == place_of.end()) continue;
    const WarpAccess& access = plan.accesses[found->second];
    if (count.space != access.space) continue;
    const bool is_own = count.operation == access.operation;
    add(is_own ? results[plan.indices[found->second]].counts : loads[found->second], count.counts);
  }
  for (size_t i = 0; i < plan.accesses.size(); ++i) {
    AccessResult& result = results[plan.indices[i]];
    if (!result.counts.requests) result.note = say("the counters have no value for it");
    divide(result.counts, result.note);
    divide(loads[i], result.note);
    result.wavefronts =
        static_cast<double>(result.counts.wavefronts.value_or(0) + loads[i].wavefronts.value_or(0));
  }
}

}  // namespace

Measured<AccessAnswer> count_accesses(const DriverPointer& driver, Compiler& compiler,
                                      const std::vector<WarpAccess>& accesses,
                                      const Progress& progress) {
  const Measured<std::vector<GpuDevice>> devices = driver->devices();
  if (!devices) return base::fail(devices.error());
  AccessAnswer answer;
  answer.results.resize(accesses.size());
  const Plan plan = make_plan(accesses, devices->front().shared_per_block_optin, answer.results);
  if (plan.accesses.empty()) return answer;

  if (progress) progress(0, say("compiling {count} accesses", "count"_a = plan.accesses.size()));
  CompileRequest request;
  request.file_name = "accesses.cu";
  request.text = plan.text.text;
  request.build = Build::kAsWritten;
  request.compute_major = static_cast<uint32_t>(driver->compute_major);
  request.compute_minor = static_cast<uint32_t>(driver->compute_minor);
  const Measured<Compiled> compiled = compiler.compile(request);
  if (!compiled) return base::fail(compiled.error());
  const Measured<cuda::Module> module = cuda::Module::load(driver, compiled->cubin);
  if (!module) return base::fail(module.error());
  const Measured<CUfunction> function = module->function(kCountingKernel);
  if (!function) return base::fail(function.error());
  const Measured<UploadedAccesses> uploaded = upload_accesses(driver, plan.accesses);
  if (!uploaded) return base::fail(uploaded.error());
  Measured<Memory> memory = Memory::allocate(driver, plan.global_bytes);
  if (!memory) return base::fail(memory.error());
  // Before counting: CUPTI patches the first kernel that runs, even the driver's own that fills
  // memory.
  Measured<bool> filled = memory->fill(0);
  if (filled) filled = cuda::synchronize(*driver);
  if (!filled) return base::fail(filled.error());

  if (progress) progress(0.3, say("counting"));
  const Measured<counters::Cupti> cupti = counters::Cupti::open();
  if (!cupti) return base::fail(cupti.error());
  const auto counted = counters::count_instructions(*cupti, driver, &compiled->cubin, [&] {
    return run_plan(*driver, *function, plan, *uploaded, *memory);
  });
  if (!counted) return base::fail(counted.error());
  gather(plan, *counted, answer.results);
  return answer;
}

}  // namespace warplens::measure::replay
