// Where variables live: registers, the thread's frame, shared memory, constant memory, and arrays
// of global memory that the file declares.
#include <algorithm>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/say.hpp"
#include "sim/code/lowering.hpp"
#include "sim/code/pointer.hpp"

namespace warplens::code {

using lang::Storage;

namespace {

constexpr uint64_t kMostLocalBytes = 512 << 10;  // a thread, as CUDA has it
constexpr uint64_t kMostHostFrame = 8 << 20;     // what a process has
constexpr size_t kMostLocalArrays = 0xffff;
constexpr uint64_t kMostSharedBytes =
    1 << 20;  // beyond any device's limit, which the launch is checked against
constexpr uint64_t kMostConstantBytes = 64 << 10;
constexpr uint32_t kMostRegisterSlots = 256;  // of one variable

uint64_t aligned(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

// A reference's register holds a pointer.
uint32_t slots_of_variable(const lang::Variable& variable) {
  return variable.is_reference ? 2 : slots_of(variable.type);
}

}  // namespace

bool holds_array(const lang::Type* type) {
  if (type->is_array()) return true;
  if (!type->is_record()) return false;
  if (type->record->copied_as != nullptr) return true;
  const auto& fields = type->record->fields;
  return std::any_of(fields.begin(), fields.end(),
                     [](const lang::Field& field) { return holds_array(field.type); });
}

// The kernel and every function that it can reach.
std::vector<const lang::Function*> Lowering::functions() const {
  std::vector<const lang::Function*> all{&kernel_};
  all.insert(all.end(), kernel_.reached.begin(), kernel_.reached.end());
  return all;
}

// Static arrays in order of declaration at natural alignment, the kernel's first, then the dynamic
// one, which is the same memory under each of its names.
void Lowering::lay_out_shared() {
  uint64_t offset = 0;
  const auto add = [&](const lang::Variable& variable, uint64_t bytes) {
    if (bytes > kMostSharedBytes || offset + bytes > kMostSharedBytes) {
      fail(variable.span,
           say("the shared arrays up to '{name}' take more than 1 MiB", "name"_a = variable.name),
           say("a block has at most 227 KiB of shared memory"));
      return false;
    }
    Home home;
    home.variable = &variable;
    home.place = VariableHome::Place::kSharedMemory;
    home.offset = static_cast<uint32_t>(offset);
    homes_.emplace(&variable, home);
    return true;
  };
  const auto add_to_program = [&](const lang::Variable& variable, uint64_t bytes, bool is_dynamic) {
    program_->shared.push_back({variable.name, variable.type, static_cast<uint32_t>(offset),
                                static_cast<uint32_t>(bytes), is_dynamic});
  };
  std::vector<const lang::Variable*> dynamic;
  for (const lang::Function* function : functions()) {
    for (const lang::Variable* variable : function->shared) {
      if (homes_.contains(variable)) continue;
      const uint64_t bytes = lang::size_of(variable->type);
      offset = aligned(offset, lang::alignment_of(variable->type));
      if (!add(*variable, bytes)) continue;
      add_to_program(*variable, bytes, false);
      offset += bytes;
    }
    for (const auto& variable : function->variables) {
      if (variable->storage == Storage::kDynamic) dynamic.push_back(variable.get());
    }
  }
  const lang::Variable* first = kernel_.dynamic_shared;
  if (first != nullptr) dynamic.push_back(first);
  for (const lang::Variable* variable : dynamic) {
    offset = aligned(offset, lang::alignment_of(variable->type));
  }
  for (const lang::Variable* variable : dynamic) add(*variable, 0);
  if (first != nullptr) add_to_program(*first, 0, true);
  program_->static_shared_bytes = static_cast<uint32_t>(offset);
  list_shared_homes(kernel_);
}

// All of the unit's, in the text's order, whether this kernel uses them or not.
void Lowering::lay_out_constants() {
  for (const auto& variable : unit_->globals) file_variables_.push_back(variable.get());
  for (const auto& string : unit_->strings) file_variables_.push_back(string.get());
  std::stable_sort(file_variables_.begin(), file_variables_.end(),
                   [](const lang::Variable* a, const lang::Variable* b) {
                     return a->span.begin < b->span.begin;
                   });
  uint64_t offset = 0;
  for (const lang::Variable* variable : file_variables_) {
    if (variable->storage != Storage::kConstantMemory) continue;
    offset = aligned(offset, lang::alignment_of(variable->type));
    constant_offsets_.emplace(variable, offset);
    offset += lang::size_of(variable->type);
  }
}

void Lowering::give_kernel_homes() {
  for (const lang::Variable* parameter : kernel_.parameters) {
    Home home;
    home.variable = parameter;
    home.slot = builder_.lasting_block(slots_of_variable(*parameter));
    uint32_t slot = home.slot;
    for (const lang::Leaf& leaf : lang::leaves_of(parameter->type)) {
      program_->parameters.push_back({parameter->name + leaf.path, leaf.type, slot});
      slot += slots_of(leaf.type);
    }
    homes_.emplace(parameter, home);
  }
  for (const auto& variable : kernel_.variables) {
    if (variable->storage == Storage::kLocal) {
      use_home(give_home(*variable, true));
    } else if (variable->storage == Storage::kParameter) {
      const Home in_registers = homes_.at(variable.get());
      if (!variable->address_taken && !holds_array(variable->type)) {
        use_home(in_registers);
        continue;
      }
      // Its value moves from the registers to where its address can be taken.
      const Home home = give_home(*variable, true);
      use_home(home);
      store(place_of(home), static_cast<Slot>(in_registers.slot));
    }
  }
}

Home Lowering::give_home(const lang::Variable& variable, bool is_lasting) {
  Home home;
  home.variable = &variable;
  home.frame = builder_.frame();
  const uint32_t slots = slots_of_variable(variable);
  if (!variable.is_reference &&
      (variable.address_taken || holds_array(variable.type) || slots > kMostRegisterSlots)) {
    // An array starts at a multiple of 16, so that its parts can be read as vectors from there.
    constexpr uint64_t kArrayAlignment = 16;
    const uint64_t alignment = lang::alignment_of(variable.type);
    const uint64_t gap = is_host() && variable.type->is_array() ? kHostArrayGap : 0;
    give_local_home(home, lang::size_of(variable.type) + gap,
                    holds_array(variable.type) ? std::max(alignment, kArrayAlignment) : alignment,
                    variable.span);
  } else {
    home.slot = is_lasting ? builder_.lasting_block(slots) : builder_.temporary_block(slots);
  }
  return home;
}

// Reserves bytes of the current frame for the home; home.variable may be null.
bool Lowering::give_local_home(Home& home, uint64_t bytes, uint64_t alignment, Span span) {
  const uint64_t offset = aligned(local_bytes_, alignment);
  home.place = VariableHome::Place::kLocalMemory;
  const uint64_t most = is_host() ? kMostHostFrame : kMostLocalBytes;
  if (bytes > most || offset + bytes > most || program_->local_arrays.size() >= kMostLocalArrays) {
    fail(span,
         home.variable == nullptr
             ? say("local arrays up to this one take more than {most} bytes a thread",
                   "most"_a = most)
             : say("local arrays up to '{name}' take more than {most} bytes a thread",
                   "name"_a = home.variable->name, "most"_a = most),
         say("make the array smaller, or put it into shared or global memory"));
    return false;
  }
  home.offset = static_cast<uint32_t>(offset);
  local_bytes_ = offset + bytes;
  most_local_bytes_ = std::max(most_local_bytes_, local_bytes_);
  if (frame_base_) return true;  // a subroutine's moves: its accesses are within the whole stack
  home.local_array = static_cast<uint16_t>(program_->local_arrays.size());
  program_->local_arrays.push_back(
      {home.variable, home.offset, static_cast<uint32_t>(local_bytes_)});
  return true;
}

// Assigns the home to its variable. Variables of Warplens' own functions are not listed.
void Lowering::use_home(const Home& home) {
  budget_.keep(sizeof(Home));
  homes_[home.variable] = home;
  if (builder_.is_pinned()) return;
  program_->homes.push_back(home);
  program_->homes.back().frame = builder_.frame();
}

void Lowering::list_shared_homes(const lang::Function& function) {
  if (builder_.is_pinned()) return;
  const auto list = [this](const lang::Variable* variable) {
    budget_.keep(sizeof(Home));
    const Home* home = home_of(variable);
    if (home == nullptr) return;
    program_->homes.push_back(*home);
    program_->homes.back().frame = builder_.frame();
  };
  for (const lang::Variable* variable : function.shared) list(variable);
  for (const auto& variable : function.variables) {
    if (variable->storage == Storage::kDynamic) list(variable.get());
  }
}

const Home* Lowering::home_of(const lang::Variable* variable) const {
  const auto found = homes_.find(variable);
  return found == homes_.end() ? nullptr : &found->second;
}

Place Lowering::place_of(const Home& home) const {
  Place result;
  result.type = home.variable == nullptr ? nullptr : home.variable->type;
  switch (home.place) {
    case VariableHome::Place::kRegister:
      result.slot = static_cast<Slot>(home.slot);
      break;
    case VariableHome::Place::kLocalMemory:
      result.kind = Place::Kind::kLocal;
      result.offset = home.offset;
      result.local_array = home.local_array;
      result.slot = frame_base_;
      break;
    case VariableHome::Place::kSharedMemory:
      result.kind = Place::Kind::kShared;
      result.offset = home.offset;
      break;
  }
  return result;
}

Place Lowering::place_of_global(const lang::Variable& variable) {
  const auto [known, is_new] = globals_.emplace(&variable, GlobalVariable{});
  GlobalVariable& global = known->second;
  Place result;
  result.kind = Place::Kind::kPointer;
  if (variable.storage == Storage::kGlobal) {
    if (is_new) global = {&variable, false, builder_.lasting(true), 0};
    result.slot = static_cast<Slot>(global.slot);
    return result;
  }
  if (is_new) {
    const uint64_t offset = constant_offsets_.at(&variable);
    const uint64_t end = offset + lang::size_of(variable.type);
    if (end > kMostConstantBytes) {
      fail(variable.span,
           say("the __constant__ variables up to '{name}' take {bytes} bytes, and constant memory "
               "has 65536",
               "name"_a = variable.name, "bytes"_a = end),
           say("put the larger ones into __device__ memory"));
    }
    global = {&variable, true, 0, static_cast<uint32_t>(std::min(offset, kMostConstantBytes))};
    program_->constant_bytes = std::max(program_->constant_bytes, static_cast<uint32_t>(end));
  }
  result.slot = builder_.constant(kConstantPointerBase, true);
  result.offset = global.offset;
  return result;
}

void Lowering::list_globals() {
  for (const lang::Variable* variable : file_variables_) {
    const auto found = globals_.find(variable);
    if (found != globals_.end()) program_->globals.push_back(found->second);
  }
}

}  // namespace warplens::code
