#include "sim/prepare/launch_needs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "sim/code/lower.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/shared_opt_in.hpp"

namespace warplens::prepare {
namespace {

// The static shared memory of a unit's kernels.
class StaticShared {
 public:
  StaticShared(std::shared_ptr<const lang::Unit> unit, const std::atomic<bool>* cancelled)
      : unit_(std::move(unit)), cancelled_(cancelled) {}

  // [bytes]; nothing for a kernel that is not ready. "": the only one.
  std::optional<uint64_t> of(const std::string& name) {
    const base::Checked<const lang::Kernel*> kernel = pick_kernel(*unit_, name);
    if (!kernel.ok()) return std::nullopt;
    const auto known = bytes_.find(*kernel);
    if (known != bytes_.end()) return known->second;
    const base::Checked<std::shared_ptr<const code::Program>> program =
        code::lower(unit_, **kernel, cancelled_);
    std::optional<uint64_t>& bytes = bytes_[*kernel];
    if (program.ok()) bytes = (*program)->static_shared_bytes;
    return bytes;
  }
  const lang::Unit& unit() const { return *unit_; }

 private:
  const std::shared_ptr<const lang::Unit> unit_;
  const std::atomic<bool>* const cancelled_;
  std::map<const lang::Kernel*, std::optional<uint64_t>> bytes_;
};

std::string dim_words(const launch::Dim3& dim) {
  if (dim.z != 1) return fmt::format("dim3({}, {}, {})", dim.x, dim.y, dim.z);
  return dim.y != 1 ? fmt::format("dim3({}, {})", dim.x, dim.y) : fmt::format("{}", dim.x);
}

// As host code would have it, without arguments: "reverse<<<1, 128, 1024>>>".
std::string words_of(const lang::Unit& unit, const launch::Launch& launch) {
  const base::Checked<const lang::Kernel*> kernel = pick_kernel(unit, launch.kernel);
  const std::string name = kernel.ok() ? (*kernel)->name : launch.kernel;
  const std::string shared =
      launch.shared_bytes == 0 ? "" : fmt::format(", {}", launch.shared_bytes);
  return fmt::format("{}<<<{}, {}{}>>>", name, dim_words(launch.grid), dim_words(launch.block),
                     shared);
}

TextLaunch with_needs(HostDefault of, StaticShared& shared) {
  TextLaunch result;
  const launch::Launch& launch = of.launch;
  const std::optional<uint64_t> bytes = shared.of(launch.kernel);
  result.needs.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  result.needs.block = {launch.block.x, launch.block.y, launch.block.z};
  result.needs.static_shared = bytes.value_or(0);
  result.needs.shared = result.needs.static_shared + launch.shared_bytes;
  const base::Checked<const lang::Kernel*> kernel = pick_kernel(shared.unit(), launch.kernel);
  if (kernel.ok() && shared_opt_in(shared.unit(), (*kernel)->name, result.needs.static_shared,
                                   launch.shared_bytes) == OptIn::kLacking)
    result.lacking_call = opt_in_call((*kernel)->name, launch.shared_bytes);
  of.is_ready = of.is_ready && bytes.has_value();
  result.of = std::move(of);
  return result;
}

// `given`: one by one, where host code has none whose sizes are known.
TextLaunches launches_of_unit(const std::shared_ptr<const lang::Unit>& unit,
                              const std::vector<FoundLaunch>& found,
                              const std::vector<launch::Launch>& given,
                              const std::atomic<bool>* cancelled) {
  TextLaunches result;
  StaticShared shared(unit, cancelled);
  for (HostDefault& host : launches_of_host(*unit, found))
    result.launches.push_back(with_needs(std::move(host), shared));
  const auto known = static_cast<size_t>(std::count_if(
      found.begin(), found.end(), [](const FoundLaunch& launch) { return launch.is_known; }));
  result.is_of_host = !result.launches.empty();
  result.unknown = unit->launches.size() - std::min(unit->launches.size(), known);
  result.left_out = known - result.launches.size();
  if (result.is_of_host) return result;
  for (const launch::Launch& launch : given) {
    if (result.launches.size() == kMostHostLaunches) break;
    result.launches.push_back(
        with_needs({launch, {0, words_of(*unit, launch), ""}, {}, true}, shared));
  }
  result.left_out = given.size() - result.launches.size();
  return result;
}

}  // namespace

base::Checked<TextLaunches> launches_of_text(const Request& request, bool has_launch) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!device.ok()) return base::fail(device.error());
  const lang::Survey survey = lang::survey(request.file, compile_options(request, *device));
  if (survey.unit->kernels.empty()) return base::fail(survey.errors);
  std::vector<launch::Launch> given;
  if (has_launch)
    for (Request& one : requests_of(request, nullptr)) given.push_back(std::move(one.launch));
  return launches_of_unit(survey.unit, explore_host(request, *survey.unit), given,
                          request.cancelled);
}

}  // namespace warplens::prepare
