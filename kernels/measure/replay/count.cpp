// All accesses go into a few kernels, each access on a line of its own, and are counted in one go:
// the counters' lines tell them apart, so that a thousand accesses need no more passes than one.
#include <algorithm>
#include <map>

#include "kernels/measure/counters/counters.hpp"
#include "kernels/measure/cuda/compiler.hpp"
#include "kernels/measure/replay/counting_text.hpp"
#include "kernels/measure/replay/replay.hpp"
#include "kernels/measure/replay/upload.hpp"

namespace warplens::measure::replay {
namespace {

using cuda::DriverPointer;
using cuda::Memory;

constexpr size_t kInKernel = 128;

// One kernel's accesses.
struct Part {
  std::string kernel;
  std::vector<size_t> indices;  // into the job's accesses
  std::vector<uint32_t> lines;  // of their accesses, parallel
  CUfunction function = nullptr;
  UploadedAccesses uploaded;
};

struct Plan {
  std::string text;
  std::vector<Part> parts;
  uint64_t shared_bytes = 0, global_bytes = 16;
};

Plan make_plan(const std::vector<WarpAccess>& accesses, uint64_t most_shared,
               std::vector<AccessResult>& results) {
  Plan plan;
  plan.text = counting_head();
  std::vector<size_t> countable;
  for (size_t i = 0; i < accesses.size(); ++i) {
    const bool is_shared = accesses[i].space == Space::kShared;
    results[i].note = refusal(accesses[i], most_shared);
    if (!results[i].note.empty()) continue;
    uint64_t& needed = is_shared ? plan.shared_bytes : plan.global_bytes;
    needed = std::max(needed, placement(accesses[i]).bytes);
    countable.push_back(i);
  }
  for (size_t begin = 0; begin < countable.size(); begin += kInKernel) {
    const size_t end = std::min(begin + kInKernel, countable.size());
    Part part;
    std::vector<Kind> kinds;
    for (size_t i = begin; i < end; ++i) {
      part.indices.push_back(countable[i]);
      kinds.push_back(kind_of(accesses[countable[i]]));
    }
    const auto number = static_cast<uint32_t>(plan.parts.size());
    const auto line = static_cast<uint32_t>(std::count(plan.text.begin(), plan.text.end(), '\n'));
    CountingText text = counting_text(kinds, number, line + 1);
    part.kernel = "count_" + std::to_string(number);
    part.lines = std::move(text.lines);
    plan.text += text.text;
    plan.parts.push_back(std::move(part));
  }
  return plan;
}

Measured<bool> place(const DriverPointer& driver, const std::vector<WarpAccess>& accesses,
                     Part& part) {
  std::vector<WarpAccess> own;
  for (const size_t index : part.indices) own.push_back(accesses[index]);
  Measured<UploadedAccesses> uploaded = upload_accesses(driver, own);
  if (!uploaded) return base::fail(uploaded.error());
  part.uploaded = std::move(*uploaded);
  return true;
}

Measured<bool> run_part(const cuda::Driver& driver, const Part& part, uint64_t shared_bytes,
                        const Memory& memory) {
  CUdeviceptr addresses = part.uploaded.addresses.address(), masks = part.uploaded.masks.address(),
              bytes = memory.address();
  void* arguments[] = {&addresses, &masks, &bytes};
  cuda::LaunchShape shape;
  shape.block[0] = kWarpSize;
  shape.shared_bytes = static_cast<uint32_t>((shared_bytes + 15) / 16 * 16);
  return cuda::launch(driver, part.function, shape, arguments);
}

// Per execution; a remainder means that the repeats were not alike.
void divide(std::optional<uint64_t>& sum, std::string& note) {
  if (!sum) return;
  if (*sum % kCountedRepeats != 0) note = "its repeats did not all count the same";
  *sum /= kCountedRepeats;
}

void divide(Counts& sum, std::string& note) {
  divide(sum.requests, note);
  divide(sum.wavefronts, note);
  divide(sum.sectors, note);
  divide(sum.lines, note);
  divide(sum.lanes, note);
}

void gather(const Part& part, const std::vector<WarpAccess>& accesses,
            const std::vector<counters::InstructionCount>& counted,
            std::vector<AccessResult>& results) {
  std::map<uint32_t, size_t> place_of;  // line -> index into part.indices
  for (size_t i = 0; i < part.lines.size(); ++i) place_of[part.lines[i]] = i;
  std::vector<Counts> loads(part.indices.size());  // that an atomic makes
  for (const counters::InstructionCount& count : counted) {
    const auto found = place_of.find(count.line);
    if (found == place_of.end()) continue;
    const size_t index = part.indices[found->second];
    if (count.space != accesses[index].space) continue;
    const bool is_own = count.operation == accesses[index].operation;
    add(is_own ? results[index].counts : loads[found->second], count.counts);
  }
  for (size_t i = 0; i < part.indices.size(); ++i) {
    AccessResult& result = results[part.indices[i]];
    if (!result.counts.requests) result.note = "the counters have nothing on it";
    divide(result.counts, result.note);
    divide(loads[i], result.note);
    result.wavefronts =
        static_cast<double>(result.counts.wavefronts.value_or(0) + loads[i].wavefronts.value_or(0));
  }
}

}  // namespace

Measured<AccessAnswer> count_accesses(const DriverPointer& driver,
                                      const std::vector<WarpAccess>& accesses,
                                      const Progress& progress) {
  const Measured<std::vector<GpuDevice>> devices = driver->devices();
  if (!devices) return base::fail(devices.error());
  AccessAnswer answer;
  answer.results.resize(accesses.size());
  Plan plan = make_plan(accesses, devices->front().shared_per_block_optin, answer.results);
  if (plan.parts.empty()) return answer;

  if (progress) progress(0, "compiling " + std::to_string(accesses.size()) + " accesses");
  cuda::CompileRequest request;
  request.file_name = "accesses.cu";
  request.text = plan.text;
  request.build = Build::kAsWritten;
  request.compute_major = driver->compute_major;
  request.compute_minor = driver->compute_minor;
  const Measured<cuda::Compiled> compiled = cuda::compile(request);
  if (!compiled) return base::fail(compiled.error());
  const Measured<cuda::Module> module = cuda::Module::load(driver, compiled->cubin);
  if (!module) return base::fail(module.error());
  Measured<Memory> memory = Memory::allocate(driver, plan.global_bytes);
  if (!memory) return base::fail(memory.error());
  for (Part& part : plan.parts) {
    const Measured<CUfunction> function = module->function(part.kernel);
    if (!function) return base::fail(function.error());
    part.function = *function;
    const Measured<bool> placed = place(driver, accesses, part);
    if (!placed) return base::fail(placed.error());
  }

  if (progress) progress(0.3, "counting");
  const Measured<counters::Cupti> cupti = counters::Cupti::open();
  if (!cupti) return base::fail(cupti.error());
  const auto counted =
      counters::count_instructions(*cupti, driver, &compiled->cubin, [&]() -> Measured<bool> {
        for (const Part& part : plan.parts) {
          Measured<bool> done = memory->fill(0);
          if (done) done = run_part(*driver, part, plan.shared_bytes, *memory);
          if (!done) return done;
        }
        return cuda::synchronize(*driver);
      });
  if (!counted) return base::fail(counted.error());
  for (const Part& part : plan.parts) gather(part, accesses, *counted, answer.results);
  return answer;
}

}  // namespace warplens::measure::replay
