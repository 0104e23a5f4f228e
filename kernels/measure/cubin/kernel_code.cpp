#include "kernels/measure/cubin/kernel_code.hpp"

#include "kernels/measure/cubin/elf.hpp"

namespace warplens::measure::cubin {

base::Result<std::vector<KernelCode>, std::string> kernels_of(
    const std::vector<char>& cubin, const std::map<std::string, std::string>& lowered) {
  const base::Result<Elf, std::string> elf = read_elf({cubin.data(), cubin.size()});
  if (!elf) return base::fail(elf.error());
  std::vector<KernelCode> kernels;
  for (const auto& [expression, name] : lowered) {
    const std::optional<Resources> resources = resources_of(*elf, name);
    if (!resources) continue;
    KernelCode code;
    code.kernel = expression;
    code.registers = resources->registers;
    code.static_shared = resources->static_shared;
    code.stack = resources->stack;
    code.code = code_lines_of(*elf, name);
    kernels.push_back(std::move(code));
  }
  return kernels;
}

}  // namespace warplens::measure::cubin
