// What the file's host code launches, if it holds that; else guesses: the block is as wide as the
// first shared tile, or 16 x 16 where the text uses threadIdx.y, or 256; the grid is 2 wide in each
// direction used; arrays have an element a thread; integers are the extent their name suggests.
#include "app/gui/session/guess.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/files/files.hpp"
#include "sim/engine/arguments.hpp"
#include "sim/engine/host_launch.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::gui {

namespace {

using lang::Kernel;
using lang::Type;

constexpr uint64_t kMaxThreads = 1024;

bool mentions(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// The extents of the kernel's first shared array with a known size.
std::vector<uint64_t> tile_of(const Kernel& kernel) {
  for (const lang::Variable* variable : kernel.shared) {
    std::vector<uint64_t> extents = lang::extents_of(variable->type);
    if (!extents.empty() && extents[0] > 0) {
      return extents;
    }
  }
  return {};
}

launch::Dim3 guess_block(const Kernel& kernel, std::string_view text) {
  const bool flat = !mentions(text, "threadIdx.y");
  const std::vector<uint64_t> tile = tile_of(kernel);
  launch::Dim3 block;
  block.x = flat ? 256 : 16;
  block.y = flat ? 1 : 16;
  if (!tile.empty()) {
    // A padded tile is wider than the block that fills it, so the first extent is the better guess
    // of both.
    // A flat one may have a halo at both ends, which whole warps leave out.
    const uint64_t side = tile[0];
    if (flat && side <= kMaxThreads) {
      block.x = static_cast<uint32_t>(side < 32 ? side : side / 32 * 32);
    } else if (!flat && side <= kMaxThreads / side) {
      block.x = block.y = static_cast<uint32_t>(side);
    }
  }
  return block;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return result;
}

std::string guess_scalar(const lang::Variable& parameter, uint64_t width, uint64_t height,
                         bool flat) {
  if (parameter.type->is_scalar() && base::is_floating(parameter.type->scalar)) {
    return "1";
  }
  const std::string name = lower(parameter.name);
  const bool is_height =
      mentions(name, "row") || mentions(name, "height") || name == "m" || name == "h";
  return std::to_string(is_height && !flat ? height : width);
}

bool is_flat(std::string_view text) {
  return !mentions(text, "threadIdx.y") && !mentions(text, "blockIdx.y");
}

// What the text's own host code says, or a guess of the sizes.
launch::Launch guess_sizes(const lang::Unit& unit, const Kernel& kernel) {
  const std::string name = unit.kernels.size() > 1 ? kernel.name : "";
  if (auto host = engine::launch_of_host(unit, name, false)) return std::move(host->launch);
  const std::string_view text = unit.file.slice(kernel.full_span);
  launch::Launch launch;
  launch.kernel = name;
  launch.block = guess_block(kernel, text);
  launch.grid = is_flat(text) ? launch::Dim3{2, 1, 1} : launch::Dim3{2, 2, 1};
  if (kernel.dynamic_shared != nullptr) launch.shared_bytes = launch.block.count() * 8;
  return launch;
}

}  // namespace

Guess guess_launch(const base::SourceFile& file, const std::string& kernel,
                   const std::atomic<bool>* cancelled) {
  Guess guess;
  guess.launch.grid = {2, 1, 1};
  guess.launch.block = {256, 1, 1};
  lang::CompileOptions options;
  if (!kernel.empty()) options.kernels.push_back(kernel);
  options.read_include = files::include_reader(file.name(), {});
  options.cancelled = cancelled;
  const auto unit = lang::compile(file, options);
  if (!unit) guess.errors = unit.error();
  if (!unit || (*unit)->kernels.empty()) {
    return guess;
  }
  const std::string wanted = lang::kernel_name(**unit, kernel);
  const Kernel* chosen = &(*unit)->kernels.front();
  for (const Kernel& candidate : (*unit)->kernels) {
    guess.kernels.push_back(candidate.name);
    chosen = candidate.name == wanted ? &candidate : chosen;
  }
  const std::vector<std::string>& templates = (*unit)->kernel_templates;
  guess.kernels.insert(guess.kernels.end(), templates.begin(), templates.end());
  guess.launch = guess_sizes(**unit, *chosen);
  const bool flat = is_flat((*unit)->file.slice(chosen->full_span));
  const uint64_t width = uint64_t{guess.launch.grid.x} * guess.launch.block.x;
  const uint64_t height = uint64_t{guess.launch.grid.y} * guess.launch.block.y;
  for (const lang::Variable* parameter : chosen->parameters) {
    if (engine::find_argument(guess.launch, parameter->name) != nullptr) continue;
    launch::Argument argument;
    argument.name = parameter->name;
    const Type* pointee = parameter->type->is_pointer() ? parameter->type->element : nullptr;
    if (pointee != nullptr && pointee->is_scalar()) {
      launch::ArrayArgument array;
      array.element = pointee->scalar;
      array.extents = flat ? std::vector<uint64_t>{width} : std::vector<uint64_t>{height, width};
      argument.value = array;
    } else if (parameter->type->is_scalar()) {
      argument.value = guess_scalar(*parameter, width, height, flat);
    } else {
      continue;
    }
    guess.launch.arguments.push_back(std::move(argument));
  }
  // Records, vectors and pointers to them.
  guess.launch = engine::complete_arguments(**unit, *chosen, std::move(guess.launch));
  return guess;
}

}  // namespace warplens::gui
