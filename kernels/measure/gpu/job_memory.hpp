// A job's arrays on the device: their first contents, their addresses, their contents afterwards.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/measure/cuda/driver.hpp"

namespace warplens::measure {

class JobMemory {
 public:
  // Checks the data file and allocates the arrays that are no variables. kMemory with needed and
  // free bytes before anything is allocated; kInput where the file is missing or too short.
  static Measured<JobMemory> allocate(const cuda::DriverPointer& driver, const Job& job);

  // Finds the variables' addresses: they belong to the module of a build, so call this for each.
  Measured<bool> use_variables(const cuda::Module& module,
                               const std::map<std::string, std::string>& lowered);
  CUdeviceptr address(size_t array) const { return addresses_[array]; }

  // Writes the first contents of every array and variable.
  Measured<bool> restore();
  // Writes their present contents to `path`, at their offsets in the data file.
  Measured<bool> save(const std::string& path) const;

 private:
  cuda::DriverPointer driver_;
  std::vector<JobArray> arrays_;
  std::string data_file_;
  std::vector<cuda::Memory> memory_;
  std::vector<CUdeviceptr> addresses_;
};

// The name expression of a variable for NVRTC.
std::string variable_expression(const JobArray& array);

}  // namespace warplens::measure
