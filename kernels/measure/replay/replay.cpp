// Accesses are sorted by kind and form; each kind has a module, each form one launch or a few, with
// the known patterns before the accesses.
#include "kernels/measure/replay/replay.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "kernels/measure/replay/calibration.hpp"
#include "kernels/measure/replay/kernel_texts.hpp"
#include "kernels/measure/replay/upload.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::replay {
namespace {

using cuda::DriverPointer;
using cuda::Memory;

constexpr uint32_t kRepeats = 9;
constexpr uint32_t kLoops = 4;   // of kUnrolled accesses each
constexpr size_t kAtOnce = 512;  // accesses in a launch, which then takes far less than a second

// The common parts of the launches of one kind.
struct Bench {
  DriverPointer driver;
  AccessKind kind;
  cuda::Module module;
  CUfunction function = nullptr;
  uint32_t shared_bytes = 0;
  Memory memory;  // of global accesses
};

Measured<Bench> make_bench(const DriverPointer& driver, const AccessKind& kind, uint64_t bytes) {
  Bench bench;
  bench.driver = driver;
  bench.kind = kind;
  const std::string text = timing_ptx(kind);
  std::vector<char> image(text.begin(), text.end());
  image.push_back('\0');
  Measured<cuda::Module> module = cuda::Module::load(driver, image);
  if (!module) return base::fail(module.error());
  bench.module = std::move(*module);
  const Measured<CUfunction> function = bench.module.function(kTimingEntry);
  if (!function) return base::fail(function.error());
  bench.function = *function;
  const bool is_shared = kind.space == Space::kShared;
  bench.shared_bytes = is_shared ? static_cast<uint32_t>((bytes + 15) / 16 * 16) : 0;
  Measured<Memory> memory = Memory::allocate(driver, is_shared ? 16 : bytes);
  if (!memory) return base::fail(memory.error());
  bench.memory = std::move(*memory);
  return bench;
}

// Cycles of one access in each repeat, from the first warp's begin to the last one's end.
std::vector<double> cycles_of(const uint32_t* clocks, uint32_t warps) {
  std::vector<double> repeats;
  for (uint32_t repeat = 0; repeat < kRepeats; ++repeat, clocks += 2 * warps) {
    // The clock has 32 bits and may wrap: everything is counted from the first warp's begin.
    int32_t begin = 0, end = 0;
    for (uint32_t warp = 0; warp < warps; ++warp) {
      begin = std::min(begin, static_cast<int32_t>(clocks[2 * warp] - clocks[0]));
      end = std::max(end, static_cast<int32_t>(clocks[2 * warp + 1] - clocks[0]));
    }
    repeats.push_back(static_cast<double>(end - begin) / (double{kLoops} * kUnrolled * warps));
  }
  return repeats;
}

Measured<std::vector<Timing>> time_once(Bench& bench, const std::vector<WarpAccess>& accesses) {
  const DriverPointer& driver = bench.driver;
  const uint32_t warps = warps_of(bench.kind);
  std::vector<uint32_t> clocks(accesses.size() * kRepeats * warps * 2);
  Measured<UploadedAccesses> uploaded = upload_accesses(driver, accesses);
  if (!uploaded) return base::fail(uploaded.error());
  Measured<Memory> on_clocks = upload(driver, clocks);
  if (!on_clocks) return base::fail(on_clocks.error());
  Measured<bool> done = bench.memory.fill(0);
  if (!done) return base::fail(done.error());

  CUdeviceptr p_addresses = uploaded->addresses.address(), p_masks = uploaded->masks.address(),
              p_clocks = on_clocks->address(), p_memory = bench.memory.address();
  uint32_t count = static_cast<uint32_t>(accesses.size()), repeats = kRepeats, loops = kLoops,
           shared_bytes = bench.shared_bytes, nothing = 0;
  void* arguments[] = {&p_addresses, &p_masks, &p_clocks,     &p_memory, &count,
                       &repeats,     &loops,   &shared_bytes, &nothing};
  cuda::LaunchShape shape;
  shape.block[0] = kWarpSize * warps;
  shape.shared_bytes = bench.shared_bytes;
  done = cuda::launch(*driver, bench.function, shape, arguments);
  if (done) done = cuda::synchronize(*driver);
  if (done) done = on_clocks->read(clocks.data(), clocks.size() * sizeof(uint32_t));
  if (!done) return base::fail(done.error());
  std::vector<Timing> timings;
  for (size_t i = 0; i < accesses.size(); ++i) {
    timings.push_back(timing_of(cycles_of(&clocks[i * kRepeats * warps * 2], warps)));
  }
  return timings;
}

AccessResult result_of(const Curve& curve, const Timing& timing) {
  AccessResult result;
  const Estimate estimate = curve.estimate(timing);
  result.wavefronts = estimate.passes;
  result.uncertainty = estimate.uncertainty;
  result.cycles = timing.median;
  return result;
}

// The accesses of one kind and form, by their indices.
struct Lot {
  AccessKind kind;
  Form form = Form::kPlain;
  std::vector<size_t> indices;
  uint64_t bytes = 0;  // of memory that an access of it, or a known pattern, reaches
};

std::vector<Lot> lots_of(const std::vector<WarpAccess>& accesses, uint64_t most_shared,
                         std::vector<AccessResult>& results) {
  std::map<std::pair<AccessKind, Form>, Lot> lots;
  for (size_t i = 0; i < accesses.size(); ++i) {
    const WarpAccess& access = accesses[i];
    results[i].note = refusal(access, most_shared);
    if (!results[i].note.empty()) continue;
    const AccessKind kind = kind_of(access);
    const Form form = form_of(access);
    Lot& lot = lots[{kind, form}];
    lot.kind = kind;
    lot.form = form;
    lot.indices.push_back(i);
    lot.bytes = std::max(lot.bytes, placement(access).bytes);
  }
  std::vector<Lot> out;
  for (auto& [key, lot] : lots) {
    for (const KnownPattern& known : known_patterns(lot.kind, lot.form)) {
      lot.bytes = std::max(lot.bytes, placement(known.access).bytes);
    }
    out.push_back(std::move(lot));
  }
  return out;
}

// Returns the calibration's sentence.
Measured<std::string> replay_lot(const DriverPointer& driver, const Lot& lot,
                                 const std::vector<WarpAccess>& accesses,
                                 std::vector<AccessResult>& results) {
  Measured<Bench> bench = make_bench(driver, lot.kind, lot.bytes);
  if (!bench) return base::fail(bench.error());
  const std::vector<KnownPattern> known = known_patterns(lot.kind, lot.form);
  std::string text;
  for (size_t begin = 0; begin < lot.indices.size(); begin += kAtOnce) {
    const size_t end = std::min(begin + kAtOnce, lot.indices.size());
    std::vector<WarpAccess> batch;
    for (const KnownPattern& pattern : known) batch.push_back(pattern.access);
    for (size_t i = begin; i < end; ++i) batch.push_back(accesses[lot.indices[i]]);
    const Measured<std::vector<Timing>> timings = time_once(*bench, batch);
    if (!timings) return base::fail(timings.error());
    const auto behind = timings->begin() + static_cast<std::ptrdiff_t>(known.size());
    const Curve curve(known, {timings->begin(), behind});
    for (size_t i = begin; i < end; ++i) {
      results[lot.indices[i]] = result_of(curve, behind[static_cast<std::ptrdiff_t>(i - begin)]);
    }
    if (!text.empty()) continue;
    const std::string curve_text = curve.sentence(lot.kind.space);
    text = lot.form == Form::kPaired
               ? say("{kind}: {curve} where lanes agree in pairs", "kind"_a = print(lot.kind),
                     "curve"_a = curve_text)
               : say("{kind}: {curve}", "kind"_a = print(lot.kind), "curve"_a = curve_text);
  }
  return text;
}

}  // namespace

Measured<AccessAnswer> replay_accesses(const DriverPointer& driver,
                                       const std::vector<WarpAccess>& accesses,
                                       const Progress& progress) {
  const Measured<std::vector<GpuDevice>> devices = driver->devices();
  if (!devices) return base::fail(devices.error());
  AccessAnswer answer;
  answer.results.resize(accesses.size());
  const std::vector<Lot> lots =
      lots_of(accesses, devices->front().shared_per_block_optin, answer.results);
  for (size_t i = 0; i < lots.size(); ++i) {
    if (progress) {
      progress(static_cast<double>(i) / static_cast<double>(lots.size()),
               say("replaying: {kind}", "kind"_a = print(lots[i].kind)));
    }
    const Measured<std::string> sentence = replay_lot(driver, lots[i], accesses, answer.results);
    if (!sentence) return base::fail(sentence.error());
    answer.calibration += (answer.calibration.empty() ? "" : "; ") + *sentence;
  }
  return answer;
}

}  // namespace warplens::measure::replay
