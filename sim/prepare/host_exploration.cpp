// Each function that launches kernels is executed once. Where a branch on an unknown value turned
// away from a launch that nothing else led to, it is executed again, and that branch goes there.
#include "sim/prepare/host_exploration.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim/base/work_queue.hpp"
#include "sim/host/exploration.hpp"
#include "sim/host/process.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::prepare {
namespace {

constexpr size_t kMostRuns = 12;   // of one function
constexpr size_t kMostSeen = 256;  // of one run
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

}  // namespace

class HostLaunchSearch::Explorer {
 public:
  Explorer(const Request& request, const lang::Unit& unit, const model::Device& device)
      : request_(request), unit_(unit), device_(device) {
    for (const std::string& function : unit_.launchers)
      work_.add([this, &function](base::Slice& slice) { return begin(function, slice); });
    for (const lang::HostLaunch& launch : unit_.launches) {
      if (launch.function.empty()) continue;
      work_.add([this, &launch](base::Slice& slice) {
        return is_found(launch) ? base::Progress::kDone : begin(launch.function, slice);
      });
    }
  }

  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }

  std::vector<FoundLaunch> take() {
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
  // A function that is executed once for each way through it.
  struct Ways {
    std::shared_ptr<const lang::Unit> program;
    std::deque<host::Exploration::Turns> left{{}};
    std::set<host::Exploration::Turns> tried;
    // Of the way that is gone.
    std::optional<host::Exploration> exploration;
    std::unique_ptr<host::Process> process;
  };

  base::Progress begin(const std::string& function, base::Slice& slice) {
    if (executed_.contains(function)) return base::Progress::kDone;
    if (slice.is_over()) return base::Progress::kMore;
    executed_.insert(function);
    lang::CompileOptions options = compile_options(request_, device_);
    options.kernels.clear();
    options.called = function == "main" ? "" : function;
    options.explores = true;
    const auto program = lang::compile_program(request_.file, std::move(options));
    slice.spend(base::Slice::kUsual);
    if (!program.ok()) return base::Progress::kDone;
    const auto ways = std::make_shared<Ways>();
    ways->program = *program;
    work_.add([this, ways](base::Slice& of) { return execute(*ways, of); });
    return base::Progress::kDone;
  }

  base::Progress execute(Ways& ways, base::Slice& slice) {
    while (ways.process != nullptr ||
           (!ways.left.empty() && ways.tried.size() < kMostRuns && !is_over())) {
      if (slice.is_over()) return base::Progress::kMore;
      if (ways.process == nullptr && !begin_way(ways)) continue;
      base::Slice own(base::Slice::kUsual * 4, request_.cancelled);
      const bool has_ended = ways.exploration->launches().size() >= kMostSeen ||
                             ways.process->advance(own) == base::Progress::kDone ||
                             own.is_cancelled();
      slice.spend(base::Slice::kUsual);
      if (!has_ended) continue;
      end_way(*ways.process, *ways.exploration);
      ways.process.reset();
      for (host::Exploration::Turns& other : ways.exploration->other_ways())
        ways.left.push_back(std::move(other));
    }
    return base::Progress::kDone;
  }

  // False: it was tried, or nothing can be executed.
  bool begin_way(Ways& ways) {
    const host::Exploration::Turns way = std::move(ways.left.front());
    ways.left.pop_front();
    if (!ways.tried.insert(way).second) return false;
    ways.exploration.emplace(way);
    host::Process::Options options;
    options.arguments = {request_.file.name()};
    options.arguments.insert(options.arguments.end(), kUnknownArguments, kUnknownArgument);
    options.most_bytes = kMostHostBytes;
    options.step_limit = std::min(steps_, kMostStepsARun);
    options.exploration = &*ways.exploration;
    options.device.device = device_;
    options.files.in = [is_read = false](size_t) mutable {
      return std::exchange(is_read, true) ? std::string() : unknown_input();
    };
    auto process = host::Process::start(ways.program, std::move(options));
    if (!process.ok()) return false;
    ways.process = std::move(*process);
    if (ways.program->program->is_call) ways.process->give_unknown();
    return true;
  }

  void end_way(host::Process& process, const host::Exploration& exploration) {
    steps_ -= std::min(steps_, process.steps());
    for (const host::SeenLaunch& seen : exploration.launches()) {
      const std::pair place(seen.launched.span.begin, seen.launched.kernel);
      const auto known = found_.find(place);
      if (known == found_.end() || (is_known(seen) && !known->second.is_known))
        found_[place] = found(process, exploration, seen);
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
  base::WorkQueue work_;
  const model::Device device_;
  std::set<std::string> executed_;
  // By the begin of their text, and by the kernel: the instances of a template have one text.
  std::map<std::pair<uint32_t, std::string>, FoundLaunch> found_;
  uint64_t steps_ = kMostExplored;  // that are left
  uint64_t runs_ = 0;
};

HostLaunchSearch::HostLaunchSearch(const Request& request, const lang::Unit& unit) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!unit.launches.empty() && device.ok())
    explorer_ = std::make_unique<Explorer>(request, unit, *device);
}

HostLaunchSearch::~HostLaunchSearch() = default;

base::Progress HostLaunchSearch::advance(base::Slice& slice) {
  return explorer_ == nullptr ? base::Progress::kDone : explorer_->advance(slice);
}

std::vector<FoundLaunch> HostLaunchSearch::take() {
  return explorer_ == nullptr ? std::vector<FoundLaunch>() : explorer_->take();
}

std::vector<FoundLaunch> explore_host(const Request& request, const lang::Unit& unit) {
  HostLaunchSearch search(request, unit);
  return base::whole(search, request.cancelled);
}

HostDefaults defaults_of(const lang::Unit& unit, const std::vector<FoundLaunch>& found) {
  return {launches_of_host(unit, found), launch_of_host(unit, found, "", true)};
}

}  // namespace warplens::prepare
