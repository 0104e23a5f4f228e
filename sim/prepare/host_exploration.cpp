// Each function that launches kernels is executed once. Where a branch on an unknown value turned
// away from a launch that nothing else led to, it is executed again, and that branch goes there.
#include "sim/prepare/host_exploration.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "sim/host/exploration.hpp"
#include "sim/host/process.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::prepare {
namespace {

constexpr size_t kMostRuns = 12;       // of one function
constexpr size_t kMostLaunches = 256;  // of one run
constexpr uint64_t kMostStepsARun = kMostExplored / 4;
constexpr uint64_t kMostHostBytes = uint64_t{1} << 30;
// What main() is given: as many arguments as programs read, and none of them known.
constexpr const char* kUnknownArgument = "1000";
constexpr size_t kUnknownArguments = 4;
constexpr size_t kUnknownLines = 256;  // of input

std::string unknown_input() {
  std::string text;
  for (size_t i = 0; i < kUnknownLines; ++i) text += std::string(kUnknownArgument) + "\n";
  return text;
}

// A grid or a block of nothing is no launch.
bool is_known(const host::SeenLaunch& seen) {
  const bool is_empty = seen.launched.grid.count() == 0 || seen.launched.block.count() == 0;
  return seen.knows_grid && seen.knows_block && seen.knows_shared && !is_empty;
}

class Explorer {
 public:
  Explorer(const Request& request, const lang::Unit& unit, const model::Device& device)
      : request_(request), unit_(unit), device_(device) {}

  std::vector<FoundLaunch> explore() {
    for (const std::string& function : unit_.launchers) execute(function);
    for (const lang::HostLaunch& launch : unit_.launches) {
      if (!launch.function.empty() && !is_found(launch)) execute(launch.function);
    }
    std::vector<FoundLaunch> found;
    for (auto& [place, launch] : found_) found.push_back(std::move(launch));
    return found;
  }

 private:
  bool is_found(const lang::HostLaunch& launch) const {
    const auto behind = found_.lower_bound({launch.span.begin, ""});
    return behind != found_.end() && behind->first.first == launch.span.begin;
  }
  bool is_over() const {
    return steps_ == 0 || (request_.cancelled != nullptr && request_.cancelled->load());
  }
  void execute(const std::string& function) {
    if (!executed_.insert(function).second) return;
    lang::CompileOptions options = compile_options(request_, device_);
    options.kernels.clear();
    options.called = function == "main" ? "" : function;
    options.explores = true;
    const auto program = lang::compile_program(request_.file, std::move(options));
    if (!program.ok()) return;
    std::deque<host::Exploration::Turns> ways{{}};
    std::set<host::Exploration::Turns> tried;
    while (!ways.empty() && tried.size() < kMostRuns && !is_over()) {
      const host::Exploration::Turns way = std::move(ways.front());
      ways.pop_front();
      if (!tried.insert(way).second) continue;
      host::Exploration exploration(way);
      run(*program, exploration);
      for (host::Exploration::Turns& other : exploration.other_ways())
        ways.push_back(std::move(other));
    }
  }

  void run(const std::shared_ptr<const lang::Unit>& program, host::Exploration& exploration) {
    host::Process::Options options;
    options.arguments = {request_.file.name()};
    options.arguments.insert(options.arguments.end(), kUnknownArguments, kUnknownArgument);
    options.most_bytes = kMostHostBytes;
    options.step_limit = std::min(steps_, kMostStepsARun);
    options.exploration = &exploration;
    options.device.device = device_;
    options.files.in = [is_read = false](size_t) mutable {
      return std::exchange(is_read, true) ? std::string() : unknown_input();
    };
    auto process = host::Process::start(program, std::move(options));
    if (!process.ok()) return;
    if (program->program->is_call) (*process)->give_unknown();
    while (exploration.launches().size() < kMostLaunches) {
      base::Slice slice(base::Slice::kUsual * 16, request_.cancelled);
      if ((*process)->advance(slice) == base::Progress::kDone || slice.is_cancelled()) break;
    }
    steps_ -= std::min(steps_, (*process)->steps());
    for (const host::SeenLaunch& seen : exploration.launches()) {
      const std::pair place(seen.launched.span.begin, seen.launched.kernel);
      const auto known = found_.find(place);
      if (known == found_.end() || (is_known(seen) && !known->second.is_known))
        found_[place] = found(**process, exploration, seen);
    }
    ++runs_;
  }

  FoundLaunch found(host::Process& process, const host::Exploration& exploration,
                    const host::SeenLaunch& seen) const {
    const host::Launched& launched = seen.launched;
    FoundLaunch found;
    found.span = launched.span;
    found.kernel = launched.kernel;
    found.grid = launched.grid;
    found.block = launched.block;
    found.shared_bytes = launched.shared;
    found.knows_block = seen.knows_block && launched.block.count() != 0;
    found.is_known = is_known(seen);
    if (const auto program = process.device.program_of(launched.kernel); program.ok()) {
      for (size_t i = 0; i < (*program)->parameters.size(); ++i) {
        const code::Parameter& parameter = (*program)->parameters[i];
        const bool is_part = parameter.name.find_first_of(".[") != std::string::npos;
        if (is_part || !seen.knows_parameters[i]) continue;
        found.arguments.push_back(
            argument(process, exploration, parameter, launched.parameter_bits[i]));
      }
    }
    return found;
  }

  FoundLaunch::Argument argument(host::Process& process, const host::Exploration& exploration,
                                 const code::Parameter& parameter, uint64_t bits) const {
    FoundLaunch::Argument known{parameter.name, "", {}, 0};
    if (!parameter.type->is_pointer()) {
      known.value = scalar_words(parameter.type->scalar, bits);
      return known;
    }
    constexpr int kIndexBits = 32;
    const machine::GlobalMemory& memory = process.device.memory();
    const std::optional<uint32_t> index = memory.array_at(bits);
    if (!index || machine::GlobalMemory::address_of(*index) != bits) return known;
    known.array = runs_ << kIndexBits | *index;
    if (exploration.knows_size(*index)) known.bytes = memory.array(*index).bytes.size();
    return known;
  }

  const Request& request_;
  const lang::Unit& unit_;
  const model::Device device_;
  std::set<std::string> executed_;
  // By the begin of their text, and by the kernel: the instances of a template have one text.
  std::map<std::pair<uint32_t, std::string>, FoundLaunch> found_;
  uint64_t steps_ = kMostExplored;  // that are left
  uint64_t runs_ = 0;
};

}  // namespace

std::vector<FoundLaunch> explore_host(const Request& request, const lang::Unit& unit) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (unit.launches.empty() || !device.ok()) return {};
  return Explorer(request, unit, *device).explore();
}

HostDefaults explored_defaults(const Request& request, const lang::Unit& unit) {
  const std::vector<FoundLaunch> found = explore_host(request, unit);
  return {launches_of_host(unit, found), launch_of_host(unit, found, "", true)};
}

}  // namespace warplens::prepare
