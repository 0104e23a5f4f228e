#include "sim/prepare/launch_needs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "sim/code/lower.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"
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

// Without arguments: "reverse<<<1, 128, 1024>>>".
std::string words_of(const lang::Unit& unit, const launch::Launch& launch) {
  const base::Checked<const lang::Kernel*> kernel = pick_kernel(unit, launch.kernel);
  return (kernel.ok() ? (*kernel)->name : launch.kernel) + sizes_words(launch);
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

struct PlacedLaunch {
  uint32_t begin = 0;  // in the text
  TextLaunch launch;
};

// One of each kind.
std::vector<PlacedLaunch> launches_of_program(const ReachedProgram& program) {
  std::vector<PlacedLaunch> kinds;
  for (uint32_t i = 0; i < program.launches.size(); ++i) {
    const ReachedLaunch& reached = program.launches[i];
    const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const PlacedLaunch& kind) {
      return is_same_kind(program.launches[*kind.launch.reached], reached);
    });
    if (known != kinds.end()) {
      ++known->launch.times;
      continue;
    }
    TextLaunch& kind = kinds.emplace_back(PlacedLaunch{reached.span.begin, {}}).launch;
    const machine::GridContext& context = *reached.context;
    kind.of = {launch_of(reached), place_of(*program.unit, reached.span), {}, true};
    kind.needs.grid = {context.grid.x, context.grid.y, context.grid.z};
    kind.needs.block = {context.block.x, context.block.y, context.block.z};
    kind.needs.static_shared = context.program->static_shared_bytes;
    kind.needs.shared = context.shared_bytes;
    kind.reached = i;
  }
  return kinds;
}

// Of host code: those that a program `reached`, which may be null, and at other places those found.
TextLaunches launches_of_host_code(const lang::Unit& unit, std::vector<FoundLaunch> found,
                                   const ReachedProgram* reached, StaticShared& shared) {
  TextLaunches result;
  std::vector<PlacedLaunch> launches;
  if (reached != nullptr) launches = launches_of_program(*reached);
  const auto is_at = [](const std::vector<PlacedLaunch>& places, uint32_t begin) {
    return std::any_of(places.begin(), places.end(),
                       [&](const PlacedLaunch& one) { return one.begin == begin; });
  };
  std::erase_if(found, [&](const FoundLaunch& one) {
    return !one.is_known || is_at(launches, one.span.begin);
  });
  result.left_out = launches.size() + found.size();
  result.unknown = static_cast<size_t>(std::count_if(
      unit.launches.begin(), unit.launches.end(), [&](const lang::HostLaunch& launch) {
        return !is_at(launches, launch.span.begin) &&
               std::none_of(found.begin(), found.end(), [&](const FoundLaunch& one) {
                 return one.span.begin == launch.span.begin;
               });
      }));
  std::vector<HostDefault> of_text = launches_of_host(unit, found);
  for (size_t i = 0; i < of_text.size(); ++i)
    launches.push_back({found[i].span.begin, with_needs(std::move(of_text[i]), shared)});
  if (reached != nullptr)
    std::stable_sort(
        launches.begin(), launches.end(),
        [](const PlacedLaunch& a, const PlacedLaunch& b) { return a.begin < b.begin; });
  launches.resize(std::min(launches.size(), kMostHostLaunches));
  for (PlacedLaunch& one : launches) result.launches.push_back(std::move(one.launch));
  result.is_of_host = !result.launches.empty();
  result.left_out -= result.launches.size();
  return result;
}

// `given`: one by one, where host code has none whose sizes are known.
TextLaunches launches_of_unit(const std::shared_ptr<const lang::Unit>& unit,
                              std::vector<FoundLaunch> found, const ReachedProgram* reached,
                              const std::vector<launch::Launch>& given,
                              const std::atomic<bool>* cancelled) {
  StaticShared shared(unit, cancelled);
  TextLaunches result = launches_of_host_code(*unit, std::move(found), reached, shared);
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

std::string sizes_words(const launch::Launch& launch) {
  const std::string shared =
      launch.shared_bytes == 0 ? "" : fmt::format(", {}", launch.shared_bytes);
  return fmt::format("<<<{}, {}{}>>>", dim_words(launch.grid), dim_words(launch.block), shared);
}

TextLaunchSearch::TextLaunchSearch(Request request, bool has_launch)
    : request_(std::move(request)), has_launch_(has_launch) {
  work_.add([this](base::Slice& slice) {
    if (slice.is_over()) return base::Progress::kMore;
    look_at_text();
    slice.spend(base::Slice::kUsual);
    return base::Progress::kDone;
  });
}

void TextLaunchSearch::look_at_text() {
  const base::Checked<model::Device> device = pick_device(request_.launch.device);
  if (!device.ok()) {
    launches_ = base::Checked<TextLaunches>(base::fail(device.error()));
    return;
  }
  const lang::Survey survey = lang::survey(request_.file, compile_options(request_, *device));
  if (survey.unit->kernels.empty()) {
    launches_ = base::Checked<TextLaunches>(base::fail(survey.errors));
    return;
  }
  unit_ = survey.unit;
  work_.add_part(std::make_shared<HostLaunchSearch>(request_, *unit_),
                 [this](HostLaunchSearch& search) { take_found(search.take()); });
}

void TextLaunchSearch::take_found(std::vector<FoundLaunch> found) {
  std::vector<launch::Launch> given;
  if (has_launch_)
    for (Request& one : requests_of(request_, nullptr)) given.push_back(std::move(one.launch));
  std::shared_ptr<const ReachedProgram> reached;
  if (request_.program && request_.reached != nullptr) {
    const auto program = request_.reached->of(request_);  // it has run before
    if (program.ok()) reached = *program;
  }
  launches_ = launches_of_unit(unit_, std::move(found), reached.get(), given, request_.cancelled);
}

base::Checked<TextLaunches> launches_of_text(const Request& request, bool has_launch) {
  TextLaunchSearch search(request, has_launch);
  return base::whole(search, request.cancelled);
}

}  // namespace warplens::prepare
