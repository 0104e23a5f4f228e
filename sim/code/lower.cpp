// The program as a whole: where variables live, how shared memory is laid out, and what is too
// large.
#include "sim/code/lower.hpp"

#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

namespace {

constexpr uint32_t kMostSlots = 8192;           // 1 MiB a warp
constexpr uint64_t kMostLocalBytes = 16 << 10;  // a thread: 16 MiB for a block of 1024
constexpr size_t kMostInstructions = 100'000;
constexpr uint64_t kMostSharedBytes =
    1 << 20;  // beyond any device's limit, which the launch is checked against

uint64_t aligned(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

Lowering::Lowering(std::shared_ptr<const lang::Unit> unit, const lang::Kernel& kernel)
    : unit_(std::move(unit)), kernel_(kernel), program_(std::make_shared<Program>()) {}

base::Checked<std::shared_ptr<const Program>> Lowering::run() {
  program_->unit = unit_;
  program_->kernel = &kernel_;
  lay_out_shared();
  program_->local_arrays.emplace_back();
  give_homes();
  program_->local_arrays[0].end = program_->local_bytes;
  check_limits();
  if (!errors_.empty()) return base::fail(std::move(errors_));
  boundary_ = builder_.label();
  statement(*kernel_.body);
  builder_.place(boundary_);
  builder_.set_span(
      {kernel_.full_span.end > 0 ? kernel_.full_span.end - 1 : 0, kernel_.full_span.end});
  builder_.emit(Op::kEnd);
  check_limits();
  if (!errors_.empty()) return base::fail(std::move(errors_));
  builder_.finish(*program_, kernel_.span);
  return std::shared_ptr<const Program>(program_);
}

// Static arrays in order of declaration at natural alignment, then the dynamic one.
void Lowering::lay_out_shared() {
  uint64_t offset = 0;
  const auto add = [&](const lang::Variable& variable, bool is_dynamic) {
    const uint64_t bytes = is_dynamic ? 0 : lang::size_of(variable.type);
    offset = aligned(offset, lang::alignment_of(variable.type));
    if (bytes > kMostSharedBytes || offset + bytes > kMostSharedBytes) {
      fail(variable.span, "the shared arrays up to '" + variable.name + "' take more than 1 MiB",
           "a block has at most 227 KiB of shared memory");
      return;
    }
    program_->shared.push_back({variable.name, variable.type, static_cast<uint32_t>(offset),
                                static_cast<uint32_t>(bytes), is_dynamic});
    VariableHome home;
    home.variable = &variable;
    home.place = VariableHome::Place::kSharedMemory;
    home.offset = static_cast<uint32_t>(offset);
    homes_.emplace(&variable, home);
    program_->homes.push_back(home);
    offset += bytes;
  };
  for (const lang::Variable* variable : kernel_.shared) add(*variable, false);
  if (kernel_.dynamic_shared != nullptr) add(*kernel_.dynamic_shared, true);
  program_->static_shared_bytes = static_cast<uint32_t>(offset);
}

void Lowering::give_homes() {
  for (const lang::Variable* parameter : kernel_.parameters) {
    const Slot slot = builder_.lasting(is_wide(parameter->type));
    program_->parameters.push_back({parameter->name, parameter->type, slot});
    VariableHome home;
    home.variable = parameter;
    home.slot = slot;
    homes_.emplace(parameter, home);
  }
  for (const auto& variable : kernel_.variables) give_home(*variable);
}

void Lowering::give_home(const lang::Variable& variable) {
  if (variable.storage != lang::Storage::kLocal && variable.storage != lang::Storage::kParameter) {
    return;
  }
  VariableHome& home = homes_[&variable];
  home.variable = &variable;
  const bool is_parameter = variable.storage == lang::Storage::kParameter;
  if (variable.address_taken || variable.type->is_array()) {
    const uint64_t offset = aligned(program_->local_bytes, lang::alignment_of(variable.type));
    const uint64_t bytes = lang::size_of(variable.type);
    if (bytes > kMostLocalBytes || offset + bytes > kMostLocalBytes) {
      fail(variable.span,
           "local arrays up to '" + variable.name + "' take more than 16384 bytes a thread",
           "make the array smaller, or put it into shared or global memory");
      return;
    }
    home.place = VariableHome::Place::kLocalMemory;
    home.offset = static_cast<uint32_t>(offset);
    program_->local_bytes = static_cast<uint32_t>(offset + bytes);
    local_arrays_.emplace(&variable, static_cast<uint16_t>(program_->local_arrays.size()));
    program_->local_arrays.push_back({&variable, home.offset, program_->local_bytes});
    if (is_parameter) {  // its value moves from the register to where its address can be taken
      Place place;
      place.kind = Place::Kind::kLocal;
      place.offset = home.offset;
      place.type = variable.type;
      place.lvalue = nullptr;
      store(place, convert(static_cast<Slot>(home.slot), variable.type, variable.type));
    }
  } else if (!is_parameter) {
    home.slot = builder_.lasting(is_wide(variable.type));
  }
  program_->homes.push_back(home);
}

void Lowering::check_limits() {
  if (!errors_.empty()) return;
  if (builder_.slots() > kMostSlots) {
    fail(kernel_.span, "the kernel needs more than 8192 registers a thread",
         "split its longest expressions or use arrays");
  }
  if (builder_.size() > kMostInstructions) {
    fail(kernel_.span, "the kernel takes more than 100000 instructions",
         "write repeated statements as a loop");
  }
}

void Lowering::fail(Span span, std::string message, std::string hint) {
  errors_.push_back(base::at(span, std::move(message), std::move(hint)));
}

const VariableHome* Lowering::home_of(const lang::Variable* variable) const {
  const auto found = homes_.find(variable);
  return found == homes_.end() ? nullptr : &found->second;
}

base::Checked<std::shared_ptr<const Program>> lower(std::shared_ptr<const lang::Unit> unit,
                                                    const lang::Kernel& kernel) {
  return Lowering(std::move(unit), kernel).run();
}

}  // namespace warplens::code
