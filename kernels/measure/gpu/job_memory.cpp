#include "kernels/measure/gpu/job_memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

constexpr uint64_t kBuffer = uint64_t{16} << 20;  // between file and device [bytes]

uint64_t end_of(const std::vector<JobArray>& arrays) {
  uint64_t end = 0;
  for (const JobArray& array : arrays) end = std::max(end, array.offset + array.bytes);
  return end;
}

base::Failure<Problem> bad_input(const std::string& message) {
  return base::fail(Problem{ProblemKind::kInput, message});
}

base::Failure<Problem> cannot_read(const std::string& path) {
  return bad_input(
      say("the arrays' contents cannot be read from {file}; check that the temporary folder still "
          "exists",
          "file"_a = path));
}

// Whether the job's data file can be read and includes its last array.
Measured<bool> check_data_file(const Job& job) {
  const uint64_t wanted = end_of(job.arrays);
  if (wanted == 0) return true;
  std::ifstream file(job.data_file, std::ios::binary);
  std::error_code error;
  const uint64_t bytes = std::filesystem::file_size(job.data_file, error);
  if (!file || error) return cannot_read(job.data_file);
  if (bytes >= wanted) return true;
  return bad_input(
      say("the file of the arrays' contents is too short: {bytes} of {wanted} bytes; "
          "check that the temporary folder's disk is not full",
          "bytes"_a = bytes, "wanted"_a = wanted));
}

// Calls `part(at, bytes)` for parts of [0, total) that fit in a buffer, one after another, until
// one fails.
template <class Part>
Measured<bool> in_parts(uint64_t total, const Part& part) {
  for (uint64_t at = 0; at < total; at += kBuffer) {
    const Measured<bool> done = part(at, std::min<uint64_t>(kBuffer, total - at));
    if (!done) return done;
  }
  return true;
}

}  // namespace

std::string variable_expression(const JobArray& array) {
  return "&" + array.name;
}

Measured<JobMemory> JobMemory::allocate(const cuda::DriverPointer& driver, const Job& job) {
  uint64_t total = 0;
  for (const JobArray& array : job.arrays) {
    if (!array.is_variable) total += array.bytes;
  }
  const Measured<bool> enough = cuda::check_free_memory(*driver, total);
  if (!enough) return base::fail(enough.error());
  if (const Measured<bool> sound = check_data_file(job); !sound) return base::fail(sound.error());

  JobMemory memory;
  memory.driver_ = driver;
  memory.arrays_ = job.arrays;
  memory.data_file_ = job.data_file;
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
      return bad_input(say(
          "the variable {name} has {measured} bytes on the GPU and {simulated} in the simulation",
          "name"_a = arrays_[i].name, "measured"_a = variable->bytes,
          "simulated"_a = arrays_[i].bytes));
    }
    addresses_[i] = variable->address;
  }
  return true;
}

Measured<bool> JobMemory::restore() {
  std::ifstream file(data_file_, std::ios::binary);
  std::vector<char> buffer(kBuffer);
  for (size_t i = 0; i < arrays_.size(); ++i) {
    const JobArray& array = arrays_[i];
    if (array.bytes == 0) continue;
    file.seekg(static_cast<std::streamoff>(array.offset));
    const auto copy = [&](uint64_t at, uint64_t bytes) -> Measured<bool> {
      if (!file.read(buffer.data(), static_cast<std::streamsize>(bytes)))
        return cannot_read(data_file_);
      const CUresult result =
          driver_->cu.cuMemcpyHtoD(addresses_[i] + at, buffer.data(), static_cast<size_t>(bytes));
      if (result == CUDA_SUCCESS) return true;
      return base::fail(
          driver_->problem(result, say("filling the array {name}", "name"_a = array.name)));
    };
    if (const Measured<bool> done = in_parts(array.bytes, copy); !done) return done;
  }
  return true;
}

Measured<bool> JobMemory::save(const std::string& path) const {
  std::ofstream file(path, std::ios::binary);
  std::vector<char> buffer(kBuffer);
  for (size_t i = 0; i < arrays_.size(); ++i) {
    const JobArray& array = arrays_[i];
    if (array.bytes == 0) continue;
    file.seekp(static_cast<std::streamoff>(array.offset));
    const auto copy = [&](uint64_t at, uint64_t bytes) -> Measured<bool> {
      const CUresult result =
          driver_->cu.cuMemcpyDtoH(buffer.data(), addresses_[i] + at, static_cast<size_t>(bytes));
      if (result != CUDA_SUCCESS)
        return base::fail(
            driver_->problem(result, say("reading the array {name}", "name"_a = array.name)));
      file.write(buffer.data(), static_cast<std::streamsize>(bytes));
      return true;
    };
    if (const Measured<bool> done = in_parts(array.bytes, copy); !done) return done;
  }
  file.close();
  std::error_code error;
  std::filesystem::resize_file(path, end_of(arrays_), error);  // an empty array may be the last
  if (file && !error) return true;
  return base::fail(Problem{
      ProblemKind::kInternal,
      say("the arrays cannot be written to {file}; check that the temporary folder's disk is "
          "not full",
          "file"_a = path)});
}

}  // namespace warplens::measure
