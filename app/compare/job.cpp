// The launches are prepared as for a simulation (prepare::prepare), and what the engine bound is
// turned around: an address of the simulator's memory becomes an array and an offset in it, a
// parameter's bit patterns become the bytes that C++ would pass.
#include "app/compare/job.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "app/files/save.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/device/device_text.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::compare {
namespace {

using base::Diagnostics;
using base::placeless;

constexpr uint64_t kAlignment = 256;                     // [bytes] of an array in the data file
constexpr uint64_t kMostArrayBytes = uint64_t{4} << 30;  // of all arrays: a file holds them

class JobMaker {
 public:
  JobMaker(const prepare::Prepared& prepared, const prepare::Request& request)
      : prepared_(prepared), request_(request) {}

  base::Checked<measure::Job> make(const std::string& folder) {
    job_.file_name = std::filesystem::path(request_.file.name()).filename().string();
    job_.defines = request_.launch.defines;
    add_memory();
    for (size_t i = 0; i < prepared_.launches.size(); ++i) add_launch(i);
    if (!errors_.empty()) return base::fail(std::move(errors_));
    if (Diagnostics errors = add_text(); !errors.empty()) return base::fail(std::move(errors));
    if (folder.empty()) return std::move(job_);
    job_.data_file = folder + "/data.bin";
    job_.result_folder = folder;
    const std::string problem = files::write_scratch(job_.data_file, data_);
    if (!problem.empty()) return base::fail(Diagnostics{placeless(problem, "")});
    return std::move(job_);
  }

 private:
  // ------------------------------------------------------------------------------------- arrays

  void add_array(std::string name, const std::byte* bytes, uint64_t size, bool is_variable) {
    data_.resize((data_.size() + kAlignment - 1) / kAlignment * kAlignment);
    job_.arrays.push_back({std::move(name), size, data_.size(), is_variable});
    data_.insert(data_.end(), bytes, bytes + size);
  }

  // The simulator's global memory: array i of it is Job::arrays[i].
  void add_memory() {
    const machine::GlobalMemory& memory = prepared_.memory;
    std::map<uint32_t, const lang::Variable*> variables;
    for (const auto& [variable, index] : prepared_.globals) variables[index] = variable;
    for (uint32_t i = 0; i < memory.array_count(); ++i) {
      const machine::GlobalArray& array = memory.array(i);
      const auto variable = variables.find(i);
      const bool is_variable = variable != variables.end();
      if (array.bytes.size() > kMostArrayBytes - std::min(kMostArrayBytes, data_.size())) {
        errors_.push_back(
            placeless(say("the arrays take more than {count} GiB, which is too much to "
                          "measure with",
                          "count"_a = kMostArrayBytes >> 30),
                      say("make the arrays smaller")));
        return;
      }
      const uint64_t with_this =
          data_.size() + 2 * array.bytes.size();  // and a copy while it is read
      if (memory.budget() != nullptr && !memory.budget()->has_room_for(with_this)) {
        errors_.push_back(
            placeless(say("the arrays' contents take more memory than is allowed: a GPU "
                          "gets all of them"),
                      say("make the arrays smaller, or raise --memory")));
        return;
      }
      const std::vector<std::byte> bytes = array.bytes.to_vector();
      add_array(is_variable ? variable->second->full_name : array.name, bytes.data(), bytes.size(),
                is_variable);
      if (is_variable) refuse_addresses(*variable->second, bytes.data());
    }
  }

  // The simulator's addresses mean nothing on a GPU, and only parameters get the arrays' addresses
  // there.
  void refuse_addresses(const lang::Variable& variable, const std::byte* bytes) {
    const lang::Type* element = lang::array_base(variable.type);
    const std::vector<lang::Leaf> leaves = lang::leaves_of(element);
    for (uint64_t at = 0; at < lang::size_of(variable.type); at += lang::size_of(element)) {
      for (const lang::Leaf& leaf : leaves) {
        uint64_t address = 0;
        if (!leaf.type->is_pointer()) continue;
        std::memcpy(&address, bytes + at + leaf.offset, sizeof address);
        if (address == 0) continue;
        errors_.push_back(base::at(
            variable.span,
            say("'{name}' holds the address of an array, which cannot be set on a GPU from "
                "here",
                "name"_a = variable.name),
            say("pass the array to the kernel as a parameter")));
        return;
      }
    }
  }

  void add_constants(size_t launch) {
    const prepare::BoundLaunch& bound = prepared_.launches[launch];
    for (const code::GlobalVariable& global : bound.program->globals) {
      if (!global.is_constant) continue;
      const lang::Variable& variable = *global.variable;
      const std::byte* bytes = bound.context->constants.data() + global.offset;
      const uint64_t size = lang::size_of(variable.type);
      if (is_as_written(variable, bytes)) continue;
      const auto [known, is_new] = constants_.emplace(&variable, job_.arrays.size());
      if (is_new) {
        add_array(variable.full_name, bytes, size, true);
        refuse_addresses(variable, bytes);
        continue;
      }
      const std::byte* first = data_.data() + job_.arrays[known->second].offset;
      if (std::equal(first, first + size, bytes)) continue;
      errors_.push_back(base::at(
          variable.span,
          say("launch {number} finds other contents in '{name}' than the previous launch, and they "
              "can be set only once for a GPU",
              "number"_a = launch + 1, "name"_a = variable.name),
          say("give both launches the same --arg {name}", "name"_a = variable.name)));
    }
  }

  // A constant of the text, which nothing but the text fills: it may have no address at all.
  static bool is_as_written(const lang::Variable& variable, const std::byte* bytes) {
    const std::span<const std::byte> written = std::as_bytes(std::span(variable.initial));
    const std::span found(bytes, lang::size_of(variable.type));
    return lang::array_base(variable.type)->is_const && written.size() <= found.size() &&
           std::ranges::equal(written, found.first(written.size())) &&
           std::ranges::all_of(found.subspan(written.size()),
                               [](std::byte byte) { return byte == std::byte{0}; });
  }

  // A __device__ variable that an earlier launch left and this one fills anew.
  void refuse_refills(size_t launch) {
    const prepare::BoundLaunch& bound = prepared_.launches[launch];
    for (const code::GlobalVariable& global : bound.program->globals) {
      const std::string& name = global.variable->name;
      const auto is_named = [&](const auto& one) { return one.name == name; };
      const std::vector<launch::Argument>& arguments = bound.request.launch.arguments;
      const bool is_filled = std::any_of(arguments.begin(), arguments.end(), is_named) &&
                             std::none_of(bound.program->parameters.begin(),
                                          bound.program->parameters.end(), is_named);
      if (global.is_constant || !is_filled || !seen_.contains(global.variable)) continue;
      errors_.push_back(base::at(global.variable->span,
                                 say("launch {number} fills '{name}' again, which is not done "
                                     "between launches on a GPU",
                                     "number"_a = launch + 1, "name"_a = name),
                                 say("leave out its --arg {name}", "name"_a = name)));
    }
    for (const code::GlobalVariable& global : bound.program->globals)
      seen_.emplace(global.variable, launch);
  }

  // ----------------------------------------------------------------------------------- launches

  void add_launch(size_t index) {
    const prepare::BoundLaunch& bound = prepared_.launches[index];
    add_constants(index);
    refuse_refills(index);
    measure::JobLaunch launch;
    launch.kernel = bound.program->kernel->expression;
    launch.grid = bound.context->grid;
    launch.block = bound.context->block;
    launch.shared_bytes = bound.request.launch.shared_bytes;
    size_t next = 0;  // into the bound bit patterns, which are one a leaf
    for (const lang::Variable* parameter : bound.program->kernel->parameters) {
      std::vector<std::byte> bytes(lang::size_of(parameter->type));
      for (const lang::Leaf& leaf : lang::leaves_of(parameter->type)) {
        const uint64_t bits = bound.context->parameter_bits.at(next++);
        if (leaf.type->is_pointer()) {
          add_pointer(launch, leaf.offset, bits);
        } else {
          std::memcpy(bytes.data() + leaf.offset, &bits, lang::size_of(leaf.type));
        }
      }
      launch.parameters.push_back(std::move(bytes));
    }
    job_.launches.push_back(std::move(launch));
  }

  // Of the parameter that is being made; a null pointer stays eight zeros.
  void add_pointer(measure::JobLaunch& launch, uint64_t offset, uint64_t address) const {
    const std::optional<uint32_t> array = prepared_.memory.array_at(address);
    if (!array) return;
    launch.pointers.push_back({static_cast<uint32_t>(launch.parameters.size()),
                               static_cast<uint32_t>(offset), *array,
                               address - prepared_.memory.address_of(*array)});
  }

  // --------------------------------------------------------------------------------------- text

  Diagnostics add_text() {
    std::vector<const lang::Kernel*> kernels;
    for (const prepare::BoundLaunch& bound : prepared_.launches)
      kernels.push_back(bound.program->kernel);
    const prepare::Compiled& compiled = prepared_.compiled;
    base::Checked<lang::DeviceText> made =
        lang::device_text(request_.file, prepare::compile_options(request_, compiled.device),
                          *compiled.unit, kernels);
    if (!made.ok()) return made.error();
    job_.text = std::move(made->text);
    for (lang::DeviceText::Header& header : made->headers)
      job_.headers.push_back({std::move(header.name), std::move(header.text)});
    return {};
  }

  const prepare::Prepared& prepared_;
  const prepare::Request& request_;
  measure::Job job_;
  std::vector<std::byte> data_;
  std::map<const lang::Variable*, size_t> constants_;  // __constant__ variables: index of the array
  std::map<const lang::Variable*, size_t> seen_;       // variables of earlier launches
  Diagnostics errors_;
};

}  // namespace

base::Checked<measure::Job> make_job(const prepare::Request& request, const std::string& folder) {
  prepare::Request unrecorded = request;
  unrecorded.record = false;
  const base::Checked<prepare::Prepared> prepared = prepare::prepare(unrecorded);
  if (!prepared.ok()) return base::fail(prepared.error());
  return JobMaker(*prepared, request).make(folder);
}

std::string text_hash(const measure::Job& job) {
  uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a, 64 bits
  const auto add = [&](const std::string& text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    hash = (hash ^ 0xff) * 0x100000001b3ull;  // a byte that no UTF-8 text holds: its end
  };
  add(job.text);
  for (const measure::JobHeader& header : job.headers) {
    add(header.name);
    add(header.text);
  }
  for (const launch::Definition& definition : job.defines) {
    add(definition.name);
    add(definition.value);
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace warplens::compare
