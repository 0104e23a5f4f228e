// First the sizes (the given ones, host code's, or candidates from the text), then a number for
// each scalar and an array for each pointer. Trial runs choose the candidate with the fewest
// accesses that are out of bounds of every array, however large, and make guessed arrays as large
// as is touched.
#include "sim/prepare/guess.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <new>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/base/warp.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/guess_fills.hpp"
#include "sim/prepare/guess_launch.hpp"
#include "sim/prepare/guess_roles.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::prepare {
namespace {

using launch::ArrayArgument;
using launch::Dim3;
using launch::Launch;

constexpr int kMostRounds = 6;  // of enlarging: an index may itself be loaded from an array

bool is_cancelled(const Request& request) {
  return request.cancelled != nullptr && request.cancelled->load(std::memory_order_relaxed);
}

std::string words_of(const Dim3& dim) {
  std::string words = std::to_string(dim.x) + "," + std::to_string(dim.y);
  if (dim.z != 1) words += "," + std::to_string(dim.z);
  return dim.y == 1 && dim.z == 1 ? std::to_string(dim.x) : words;
}

}  // namespace

class Guesser {
 public:
  Guesser(const Compiled& compiled, const Request& request, const launch::LaunchOptions& given,
          const lang::Kernel& kernel, const std::vector<FoundLaunch>& found)
      : compiled_(compiled),
        unit_(*compiled.unit),
        request_(request),
        given_(given),
        kernel_(kernel),
        found_(found),
        flat_(is_flat(unit_, kernel)),
        roles_(roles_of(kernel)),
        closed_(closed_arrays_of(kernel)),
        name_(unit_.kernels.size() > 1 ? kernel.name : ""),
        host_(launch_of_host(unit_, found, name_, given.then_all)) {}

  base::Progress advance(base::Slice& slice) {
    for (;;) {
      if (!attempt_ && !begin_attempt()) return base::Progress::kDone;
      if (advance_attempt(slice) == base::Progress::kMore) return base::Progress::kMore;
      if (!best_ || attempt_->mistakes < best_->mistakes) best_ = std::move(attempt_);
      attempt_.reset();
    }
  }

  Guess take() {
    Guess guess;
    guess.launch = std::move(best_->launch);
    if (host_) guess.place = host_->place;
    guess.guessed = words_of_guess(guess.launch);
    guess.note = joined(note_on_sizes(guess.launch), note_on_constants());
    return guess;
  }

 private:
  struct Attempt {
    Launch launch;
    uint64_t mistakes = 0;
    bool has_few_mistakes = false;      // Trial's
    std::vector<std::string> unfilled;  // likewise
  };

  // False: no other one is of use.
  bool begin_attempt() {
    if (shapes_.empty()) {
      if (!host_) known_ = arguments_of_host(unit_, found_, kernel_);
      shapes_ = blocks();
      others_ = others(shapes_.front());
    }
    const bool is_right = best_ && (best_->mistakes == 0 || is_cancelled(request_));
    if (is_right) next_shape_ = shapes_.size();
    if (next_shape_ < shapes_.size()) {
      begin(shapes_[next_shape_++], false);
      return true;
    }
    if (next_other_ == others_.size() || best_->has_few_mistakes || is_cancelled(request_))
      return false;
    const auto& [block, small_values] = others_[next_other_++];
    begin(block, small_values);
    return true;
  }

  void begin(const Dim3& block, bool small_values) {
    attempt_ = Attempt{with_arguments(first_launch(name_, block), small_values), 0, false, {}};
    rounds_ = 0;
    is_cut_ = false;
  }

  // Trial runs, until no array grows.
  base::Progress advance_attempt(base::Slice& slice) {
    for (;;) {
      if (!trial_) {
        if (rounds_ == kMostRounds || is_cancelled(request_)) break;
        ++rounds_;
        begin_trial();
      }
      if (trial_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      const base::Checked<Trial> trial = trial_->take();
      trial_.reset();
      if (!trial.ok()) {
        attempt_->mistakes = ~uint64_t{0};
        return base::Progress::kDone;
      }
      attempt_->mistakes = trial->mistakes;
      attempt_->has_few_mistakes = trial->has_few_mistakes;
      attempt_->unfilled = trial->unfilled;
      is_cut_ = trial->is_cut;
      if (!enlarge(attempt_->launch, *trial)) break;
    }
    if (is_cut_) make_square(attempt_->launch);
    return base::Progress::kDone;
  }

  void begin_trial() {
    tried_ = request_;
    tried_.record = false;
    tried_.launch = attempt_->launch;
    tried_.launch.then.clear();
    trial_.emplace(compiled_, tried_);
  }

  // What may explain many mistakes: values that are indices into something small; several elements
  // of a tile for each thread.
  std::vector<std::pair<Dim3, bool>> others(const Dim3& block) const {
    std::vector<std::pair<Dim3, bool>> attempts{{block, true}};
    if (given_.block || host_ || block.y != 1) return attempts;
    for (uint32_t x = block.x / 2; x >= base::kWarpSize; x /= 2)
      attempts.push_back({{x, 1, 1}, false});
    return attempts;
  }

  std::vector<Dim3> blocks() const {
    if (given_.block) return {*given_.block};
    if (host_) return {host_->launch.block};
    if (const auto block = block_of_host(found_, kernel_.name)) return {*block};
    return block_candidates(unit_, kernel_);
  }

  Launch first_launch(const std::string& name, const Dim3& block) const {
    Launch launch;
    if (host_) {
      launch = host_->launch;
      std::erase_if(launch.arguments, [&](const auto& argument) {
        return std::find(host_->guessed.begin(), host_->guessed.end(), argument.name) !=
               host_->guessed.end();
      });
    } else {
      launch.kernel = name;
      launch.grid.x = reads(kernel_, lang::Builtin::kBlockIdxX) ? 2 : 1;
      launch.grid.y = reads(kernel_, lang::Builtin::kBlockIdxY) ? 2 : 1;
      launch.block = block;
      launch.arguments = known_;
    }
    launch = launch::apply(std::move(launch), given_);
    if (!name.empty()) launch.kernel = name;
    return launch;
  }

  bool is_given(const std::string& name) const {
    if (find_argument(given_.arguments, name) != nullptr || find_argument(known_, name) != nullptr)
      return true;
    return host_ && find_argument(host_->launch, name) != nullptr &&
           std::find(host_->guessed.begin(), host_->guessed.end(), name) == host_->guessed.end();
  }

  bool has_guard() const {
    return std::any_of(roles_.begin(), roles_.end(),
                       [](const auto& role) { return role.second == NumberRole::kGuard; });
  }

  // Arrays that were guessed are as long as the threads are many, unless a guard turns some away.
  std::string note_on_sizes(const Launch& launch) const {
    const bool is_guessed =
        std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const auto& argument) {
          return std::holds_alternative<ArrayArgument>(argument.value) && !is_given(argument.name);
        });
    if (has_guard() || !is_guessed || !reads(kernel_, lang::Builtin::kBlockIdxX)) return "";
    return say(
        "the kernel compares no index with a size, so the guessed arrays have whole blocks; other "
        "sizes need a guard");
  }

  std::string note_on_constants() const {
    const std::vector<std::string>& names = best_->unfilled;
    if (names.empty()) return "";
    return say("constant memory that nothing fills is all zeros: {names}",
               "names"_a = base::list_words(names));
  }

  static std::string joined(std::string one, std::string other) {
    if (one.empty() || other.empty()) return one + other;
    return say("{one}; {other}", "one"_a = one, "other"_a = other);
  }

  struct Extents {
    uint64_t width = 1, height = 1;
  };

  // Of the data that the launch's threads work on. A loop over the grid's stride turns twice; a
  // guard has threads to turn away; rows are not as many as columns.
  Extents extents_of(const Launch& launch, bool has_guard) const {
    constexpr uint64_t kWidest = uint64_t{1} << 20, kHighest = uint64_t{1} << 10;
    const uint64_t turns = flat_ && reads(kernel_, lang::Builtin::kGridDimX) ? 2 : 1;
    const uint64_t width = std::min(uint64_t{launch.grid.x} * launch.block.x * turns, kWidest);
    const uint64_t height = std::min(uint64_t{launch.grid.y} * launch.block.y, kHighest);
    if (!has_guard) return {width, height};
    constexpr uint64_t kStepX = 20, kStepY = 4;
    return {below(width, launch.block.x, kStepX), below(height, launch.block.y, kStepY)};
  }

  // Scalars, and arrays with one element a thread; records by complete_arguments().
  // small_values: what integer arrays hold may be an index into something small.
  Launch with_arguments(Launch launch, bool small_values) const {
    constexpr uint64_t kSmallModulus = 8;
    const Extents extents = extents_of(launch, has_guard());
    const std::vector<launch::Argument> given = launch.arguments;
    for (const lang::Variable* parameter : kernel_.parameters) {
      if (find_argument(launch, parameter->name) != nullptr) continue;
      const lang::Type* type = parameter->type;
      if (type->is_pointer() && type->element->is_scalar()) {
        ArrayArgument array;
        array.element = type->element->scalar;
        if (small_values && base::is_integer(array.element)) array.fill.n = kSmallModulus;
        array.extents = flat_ ? std::vector<uint64_t>{extents.width}
                              : std::vector<uint64_t>{extents.height, extents.width};
        launch.arguments.push_back({parameter->name, array});
      } else if (type->is_scalar()) {
        launch.arguments.push_back({parameter->name, number_of(*parameter, launch)});
      }
    }
    launch = complete_arguments(unit_, kernel_, std::move(launch));
    tell_inputs_apart(kernel_, given, launch.arguments);
    end_closed(launch.arguments);
    return launch;
  }

  bool is_closed(const std::string& name) const {
    return !is_given(name) && std::any_of(closed_.begin(), closed_.end(), [&](const auto& pair) {
      return pair.first->name == name;
    });
  }

  // The element past the guard's number is a mistake of the kernel, which a longer array would
  // hide.
  void end_closed(std::vector<launch::Argument>& arguments) const {
    for (const auto& [parameter, number] : closed_) {
      const std::string& name = parameter->name;
      const launch::Argument* count = find_argument(arguments, number->name);
      const auto own = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const auto& argument) { return argument.name == name; });
      if (count == nullptr || own == arguments.end() || is_given(name)) continue;
      constexpr uint64_t kMost = uint64_t{1} << 20;
      if (auto* array = std::get_if<ArrayArgument>(&own->value))
        array->extents = {std::min(count_of(*count), kMost)};
    }
  }

  std::string number_of(const lang::Variable& parameter, const Launch& launch) const {
    constexpr const char* kTurns = "3";  // of a loop: more than one, and no power of two
    const auto known = roles_.find(&parameter);
    const NumberRole role = known == roles_.end() ? NumberRole::kSize : known->second;
    if (role == NumberRole::kTurns) return kTurns;
    const Extents extents = extents_of(launch, role == NumberRole::kGuard);
    return guess_number(parameter, extents.width, flat_ ? extents.width : extents.height);
  }

  // The largest multiple of `step` below the number of threads that is no multiple of a block. With
  // a step of 4, rows of so many elements can be read as float4.
  static uint64_t below(uint64_t threads, uint64_t block, uint64_t step) {
    if (threads <= step) return std::max<uint64_t>(1, threads - (threads > 1 ? 1 : 0));
    uint64_t number = (threads - 1) / step * step;
    while (block > step && number > step && number % block == 0) number -= step;
    return number;
  }

  // What the trial did not come to has rows and columns of any of the sizes.
  void make_square(Launch& launch) const {
    uint64_t longest = 1;
    for (const lang::Variable* parameter : kernel_.parameters) {
      const launch::Argument* argument = find_argument(launch, parameter->name);
      const bool is_size = argument != nullptr && parameter->type->is_scalar() &&
                           base::is_integer(parameter->type->scalar);
      if (is_size) longest = std::max(longest, count_of(*argument));
    }
    for (launch::Argument& argument : launch.arguments) {
      auto* array = std::get_if<ArrayArgument>(&argument.value);
      if (array == nullptr || is_given(argument.name) || is_closed(argument.name)) continue;
      const uint64_t elements = std::accumulate(array->extents.begin(), array->extents.end(),
                                                uint64_t{1}, std::multiplies<>());
      const uint64_t most = kMostGuessedBytes / std::max(1u, base::size_of(array->element));
      if (longest > most / longest || longest * longest <= elements) continue;
      array->extents.assign(array->extents.size(), longest);
      if (array->extents.size() == 1) array->extents.front() = longest * longest;
    }
  }

  // Whether an array, or the dynamic shared memory, grew.
  bool enlarge(Launch& launch, const Trial& trial) const {
    bool has_grown = false;
    if (!host_ && !given_.shared_bytes && trial.shared_needed > trial.static_shared) {
      const uint64_t wanted = trial.shared_needed - trial.static_shared;
      has_grown = wanted > launch.shared_bytes;
      launch.shared_bytes = std::max(launch.shared_bytes, wanted);
    }
    for (launch::Argument& argument : launch.arguments) {
      auto* array = std::get_if<ArrayArgument>(&argument.value);
      const auto needed = trial.needed.find(argument.name);
      if (array == nullptr || needed == trial.needed.end() || is_given(argument.name) ||
          is_closed(argument.name))
        continue;
      const uint64_t rows = array->extents.front();
      const uint64_t bytes = trial.bytes.at(argument.name);
      const uint64_t row = std::max<uint64_t>(1, bytes / std::max<uint64_t>(1, rows));
      const uint64_t wanted = (needed->second + row - 1) / row;
      if (wanted <= rows) continue;
      array->extents.front() = wanted;
      has_grown = true;
    }
    return has_grown;
  }

  std::vector<std::string> words_of_guess(const Launch& launch) const {
    std::vector<std::string> words;
    if (!host_ && !given_.kernel && !launch.kernel.empty())
      words.push_back("--kernel " + launch::quoted(launch.kernel));
    if (!host_ && !given_.grid) words.push_back("--grid " + words_of(launch.grid));
    if (!host_ && !given_.block && !block_of_host(found_, kernel_.name))
      words.push_back("--block " + words_of(launch.block));
    if (!host_ && !given_.shared_bytes && launch.shared_bytes != 0)
      words.push_back("--shared " + std::to_string(launch.shared_bytes));
    for (const launch::Argument& argument : launch.arguments) {
      if (!is_given(argument.name))
        words.push_back("--arg " + launch::quoted(launch::print(argument)));
    }
    return words;
  }

  const Compiled& compiled_;
  const lang::Unit& unit_;
  const Request& request_;
  const launch::LaunchOptions& given_;
  const lang::Kernel& kernel_;
  const std::vector<FoundLaunch>& found_;
  const bool flat_;
  const std::map<const lang::Variable*, NumberRole> roles_;
  const std::map<const lang::Variable*, const lang::Variable*> closed_;  // closed_arrays_of()
  const std::string name_;  // of the kernel, where there are others
  const std::optional<HostDefault> host_;
  std::vector<launch::Argument> known_;  // of a launch of the host code whose grid is not known
  std::vector<Dim3> shapes_;             // of blocks; empty: nothing has begun
  std::vector<std::pair<Dim3, bool>> others_;
  size_t next_shape_ = 0, next_other_ = 0;
  std::optional<Attempt> best_, attempt_;
  // Of the attempt.
  int rounds_ = 0;
  bool is_cut_ = false;
  Request tried_;
  std::optional<LaunchTrial> trial_;
};

namespace {

// The named kernel, else the one that host code launches, else the first.
const lang::Kernel* kernel_to_guess(const lang::Unit& unit, const std::string& name) {
  const std::string wanted = lang::kernel_name(unit, name);
  const std::string launched = unit.launches.empty() ? "" : unit.launches.front().kernel;
  const lang::Kernel* chosen = unit.kernels.empty() ? nullptr : &unit.kernels.front();
  for (const std::string& meant : {launched, wanted}) {
    for (const lang::Kernel& kernel : unit.kernels) {
      if (!meant.empty() && kernel.name == meant) chosen = &kernel;
    }
  }
  return chosen;
}

// The text's kernels that are guessed for.
std::vector<const lang::Kernel*> the_one(const lang::Unit& unit, const std::string& named) {
  const lang::Kernel* kernel = kernel_to_guess(unit, named);
  return kernel == nullptr ? std::vector<const lang::Kernel*>() : std::vector{kernel};
}

std::vector<const lang::Kernel*> each_of(const lang::Unit& unit, const std::string& named) {
  if (!named.empty()) return the_one(unit, named);
  std::vector<const lang::Kernel*> kernels;
  for (const lang::Kernel& kernel : unit.kernels) {
    if (kernels.size() < kMostGuessedKernels) kernels.push_back(&kernel);
  }
  return kernels;
}

}  // namespace

std::vector<std::string> instances_to_guess(const Request& request, const std::string& kernel) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!device || kernel.find('<') != std::string::npos) return {};
  lang::CompileOptions options = compile_options(request, *device);
  options.kernels.clear();
  const lang::Survey survey = lang::survey(request.file, options);
  const auto& listed = survey.unit->listed;
  const bool has_others = std::any_of(listed.begin(), listed.end(), [](const auto& one) {
    return one.state != lang::KernelState::kTemplate;
  });
  std::vector<std::string> instances;
  for (const std::string& head : survey.unit->kernel_templates) {
    if (has_others || instances.size() == kMostGuessedInstances) break;
    if (kernel.empty() || head.starts_with(kernel + "<"))
      instances.push_back(lang::example_instance(head));
  }
  return instances;
}

// One kernel after another.
class LaunchGuess::Work {
 public:
  Work(const Request& original, launch::LaunchOptions given, Of of)
      : given_(std::move(given)), of_(of), request_(original) {
    begin_compiling();
  }

  base::Progress advance(base::Slice& slice) {
    try {
      return go_on(slice);
    } catch (const std::bad_alloc&) {
      guesser_.reset();
      fail(out_of_memory());
      return base::Progress::kDone;
    }
  }

  base::Checked<std::vector<Guess>> take() {
    if (!errors_.empty()) return base::fail(std::move(errors_));
    return std::move(guesses_);
  }

 private:
  base::Progress go_on(base::Slice& slice) {
    while (!compiled_ && !has_failed_) {
      if (compiling_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      take_compiled();
    }
    if (search_) {
      if (search_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      take_found();
    }
    while (!has_failed_ && next_ < kernels_.size() && (guesser_ || !is_cancelled(request_))) {
      if (!guesser_) guesser_.emplace(*compiled_, request_, given_, *kernels_[next_], found_);
      if (guesser_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
      Guess guess = guesser_->take();
      guesser_.reset();
      ++next_;
      if (!instances_.empty())
        guess.guessed.insert(guess.guessed.begin(), "--kernel " + launch::quoted(*given_.kernel));
      guess.kernels = of_text_.kernels;
      guess.host = of_text_.host;
      guess.unknown = of_text_.unknown;
      guesses_.push_back(std::move(guess));
    }
    return base::Progress::kDone;
  }

  void begin_compiling() {
    request_.launch = launch::apply(launch::Launch{}, given_);
    compiling_.emplace(request_);
  }

  void take_compiled() {
    base::Checked<Compiled> compiled = compiling_->take();
    if (!compiled.ok()) return try_instance(compiled.error());
    const lang::Unit& unit = *compiled->unit;
    const std::string named = given_.kernel.value_or("");
    if (given_.kernel) {
      const base::Checked<const lang::Kernel*> picked = pick_kernel(unit, named);
      if (!picked.ok()) return fail(picked.error());
    }
    kernels_ = of_ == Of::kEachKernel ? each_of(unit, named) : the_one(unit, named);
    if (kernels_.empty()) return fail(pick_kernel(unit, named).error());
    errors_.clear();
    compiled_ = std::move(*compiled);
    search_.emplace(request_, *compiled_->unit);
  }

  // Of a text that does not compile by itself.
  void try_instance(base::Diagnostics errors) {
    if (errors_.empty()) {
      errors_ = std::move(errors);
      if (of_ == Of::kOneKernel)
        instances_ = instances_to_guess(request_, given_.kernel.value_or(""));
    }
    if (next_instance_ == instances_.size()) return fail(std::move(errors_));
    given_.kernel = instances_[next_instance_++];
    begin_compiling();
  }

  void take_found() {
    const lang::Unit& unit = *compiled_->unit;
    found_ = search_->take();
    search_.reset();
    for (const lang::Kernel& kernel : unit.kernels) of_text_.kernels.push_back(kernel.name);
    of_text_.kernels.insert(of_text_.kernels.end(), unit.kernel_templates.begin(),
                            unit.kernel_templates.end());
    of_text_.host = launches_of_host(unit, found_);
    of_text_.unknown = unknown_launch(unit, found_, "");
  }

  void fail(base::Diagnostics errors) {
    has_failed_ = true;
    errors_ = std::move(errors);
  }

  launch::LaunchOptions given_;
  const Of of_;
  Request request_;
  std::optional<Compiling> compiling_;
  std::vector<std::string> instances_;  // of a template, that are tried
  size_t next_instance_ = 0;
  std::optional<Compiled> compiled_;
  std::vector<const lang::Kernel*> kernels_;  // that are guessed for
  std::optional<HostLaunchSearch> search_;
  std::vector<FoundLaunch> found_;
  Guess of_text_;  // what is the same for all of its kernels
  size_t next_ = 0;
  std::optional<Guesser> guesser_;
  std::vector<Guess> guesses_;
  bool has_failed_ = false;
  base::Diagnostics errors_;
};

LaunchGuess::LaunchGuess(const Request& request, const launch::LaunchOptions& given, Of of)
    : work_(std::make_unique<Work>(request, given, of)) {}

LaunchGuess::~LaunchGuess() = default;

base::Progress LaunchGuess::advance(base::Slice& slice) {
  return work_->advance(slice);
}

base::Checked<std::vector<Guess>> LaunchGuess::take() {
  return work_->take();
}

base::Checked<std::vector<Guess>> guess_each(const Request& request,
                                             const launch::LaunchOptions& given) {
  LaunchGuess guess(request, given, LaunchGuess::Of::kEachKernel);
  return base::whole(guess, request.cancelled);
}

base::Checked<Guess> guess_launch(const Request& request, const launch::LaunchOptions& given) {
  LaunchGuess guess(request, given, LaunchGuess::Of::kOneKernel);
  base::Checked<std::vector<Guess>> guesses = base::whole(guess, request.cancelled);
  if (!guesses.ok()) return base::fail(guesses.error());
  return guesses->empty() ? Guess{} : std::move(guesses->front());
}

}  // namespace warplens::prepare
