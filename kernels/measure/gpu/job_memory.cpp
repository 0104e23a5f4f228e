#include "kernels/measure/gpu/job_memory.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace warplens::measure {
namespace {

uint64_t end_of(const std::vector<JobArray>& arrays) {
  uint64_t end = 0;
  for (const JobArray& array : arrays) end = std::max(end, array.offset + array.bytes);
  return end;
}

base::Failure<Problem> bad_input(const std::string& message) {
  return base::fail(Problem{ProblemKind::kInput, message});
}

}  // namespace

std::string variable_expression(const JobArray& array) {
  return "&" + array.name;
}

Measured<std::vector<char>> read_contents(const Job& job) {
  const uint64_t wanted = end_of(job.arrays);
  if (wanted == 0) return std::vector<char>{};
  std::ifstream file(job.data_file, std::ios::binary);
  if (!file) {
    return bad_input("the arrays' contents cannot be read from " + job.data_file +
                     "; check that the temporary folder still exists");
  }
  std::vector<char> contents(std::istreambuf_iterator<char>(file), {});
  if (contents.size() < wanted) {
    return bad_input("the file of the arrays' contents is too short: " +
                     std::to_string(contents.size()) + " of " + std::to_string(wanted) +
                     " bytes; check that the temporary folder's disk is not full");
  }
  return contents;
}

Measured<JobMemory> JobMemory::allocate(const cuda::DriverPointer& driver, const Job& job) {
  uint64_t total = 0;
  for (const JobArray& array : job.arrays) {
    if (!array.is_variable) total += array.bytes;
  }
  const Measured<bool> enough = cuda::check_free_memory(*driver, total);
  if (!enough) return base::fail(enough.error());
  Measured<std::vector<char>> contents = read_contents(job);
  if (!contents) return base::fail(contents.error());

  JobMemory memory;
  memory.driver_ = driver;
  memory.arrays_ = job.arrays;
  memory.contents_ = std::move(*contents);
  memory.addresses_.resize(job.arrays.size());
  for (size_t i = 0; i < job.arrays.size(); ++i) {
    if (job.arrays[i].is_variable) continue;
    Measured<cuda::Memory> allocated = cuda::Memory::allocate(driver, job.arrays[i].bytes);
    if (!allocated) return base::fail(allocated.error());
    memory.addresses_[i] = allocated->address();
    memory.memory_.push_back(std::move(*allocated));
  }
  return memory;
}

Measured<bool> JobMemory::use_variables(const cuda::Module& module,
                                        const std::map<std::string, std::string>& lowered) {
  for (size_t i = 0; i < arrays_.size(); ++i) {
    if (!arrays_[i].is_variable) continue;
    const auto name = lowered.find(variable_expression(arrays_[i]));
    const Measured<cuda::Module::Variable> variable =
        module.variable(name == lowered.end() ? arrays_[i].name : name->second);
    if (!variable) return base::fail(variable.error());
    if (variable->bytes < arrays_[i].bytes) {
      return bad_input("the variable " + arrays_[i].name + " has " +
                       std::to_string(variable->bytes) + " bytes on the GPU and " +
                       std::to_string(arrays_[i].bytes) + " in the simulation");
    }
    addresses_[i] = variable->address;
  }
  return true;
}

Measured<bool> JobMemory::restore() {
  for (size_t i = 0; i < arrays_.size(); ++i) {
    if (arrays_[i].bytes == 0) continue;
    const CUresult result = driver_->cu.cuMemcpyHtoD(
        addresses_[i], contents_.data() + arrays_[i].offset, arrays_[i].bytes);
    if (result != CUDA_SUCCESS) {
      return base::fail(driver_->problem(result, "filling the array " + arrays_[i].name));
    }
  }
  return true;
}

Measured<bool> JobMemory::save(const std::string& path) const {
  std::vector<char> contents(end_of(arrays_));
  for (size_t i = 0; i < arrays_.size(); ++i) {
    if (arrays_[i].bytes == 0) continue;
    const CUresult result = driver_->cu.cuMemcpyDtoH(contents.data() + arrays_[i].offset,
                                                     addresses_[i], arrays_[i].bytes);
    if (result != CUDA_SUCCESS) {
      return base::fail(driver_->problem(result, "reading the array " + arrays_[i].name));
    }
  }
  std::ofstream file(path, std::ios::binary);
  file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
  file.close();
  if (file) return true;
  return bad_input("the arrays cannot be written to " + path +
                   "; check that the temporary folder's disk is not full");
}

}  // namespace warplens::measure
