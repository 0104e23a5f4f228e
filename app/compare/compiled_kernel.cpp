#include "app/compare/compiled_kernel.hpp"

#include <filesystem>
#include <utility>

#include "kernels/measure/child/compiler_process.hpp"
#include "sim/base/say.hpp"
#include "sim/lang/device/device_text.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::compare {
namespace {

base::Checked<measure::CompileRequest> compile_request(const prepare::Request& request,
                                                       const run::Run& run) {
  const lang::Kernel* kernel = run.program->kernel;
  base::Checked<lang::DeviceText> text = lang::device_text(
      request.file, prepare::compile_options(request, run.device), *run.program->unit, {kernel});
  if (!text) return base::fail(text.error());
  measure::CompileRequest made;
  made.file_name = std::filesystem::path(request.file.name()).filename().string();
  made.text = std::move(text->text);
  for (lang::DeviceText::Header& header : text->headers)
    made.headers.push_back({std::move(header.name), std::move(header.text)});
  made.defines = request.launch.defines;
  made.names = {kernel->expression};
  made.build = measure::Build::kAsCompiled;
  made.compute_major = run.device.multiprocessor.major;
  made.compute_minor = run.device.multiprocessor.minor;
  return made;
}

}  // namespace

base::Result<CompiledKernel, std::string> compile_kernel(const prepare::Request& request,
                                                         const run::Run& run,
                                                         const std::vector<std::string>& command,
                                                         const std::atomic<bool>* cancelled) {
  const base::Checked<measure::CompileRequest> wanted = compile_request(request, run);
  if (!wanted) return base::fail(wanted.error().front().message);
  measure::CompilerProcess process(command);
  measure::Measured<measure::Compiled> compiled = process.compile(*wanted, cancelled);
  if (!compiled) return base::fail(compiled.error().message);
  for (measure::KernelCode& code : compiled->kernels) {
    if (code.kernel != wanted->names.front()) continue;
    return CompiledKernel{std::move(code), compiled->compiler, compiled->target};
  }
  if (compiled->is_ptx)
    return base::fail(
        say("CUDA {version} makes no machine code for compute capability "
            "{major}.{minor}, only PTX",
            "version"_a = compiled->compiler, "major"_a = wanted->compute_major,
            "minor"_a = wanted->compute_minor));
  return base::fail(
      say("the compiled code of CUDA {version} cannot be read", "version"_a = compiled->compiler));
}

std::string compiled_words(const CompiledKernel& kernel) {
  return say("compiled by NVRTC {version} for {target}", "version"_a = kernel.compiler,
             "target"_a = kernel.target);
}

}  // namespace warplens::compare
