#include "kernels/measure/cuda/compiler.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "kernels/measure/cuda/call_sites.hpp"
#include "kernels/measure/cuda/nvrtc.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::cuda {
namespace {

class Program {
 public:
  explicit Program(const Nvrtc& nvrtc) : nvrtc_(nvrtc) {}
  ~Program() {
    if (program) nvrtc_.nvrtcDestroyProgram(&program);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const Nvrtc& nvrtc() const { return nvrtc_; }

  std::string log() const {
    size_t size = 0;
    if (nvrtc_.nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size < 2) return "";
    std::string text(size, '\0');
    if (nvrtc_.nvrtcGetProgramLog(program, text.data()) != NVRTC_SUCCESS) return "";
    text.resize(size - 1);  // without its closing zero
    return text;
  }

  nvrtcProgram program = nullptr;

 private:
  const Nvrtc& nvrtc_;
};

Measured<Architecture> architecture_for(const Nvrtc& nvrtc, const CompileRequest& request) {
  int count = 0;
  nvrtc.nvrtcGetNumSupportedArchs(&count);
  std::vector<int> known(static_cast<size_t>(std::max(count, 0)));
  if (count > 0) nvrtc.nvrtcGetSupportedArchs(known.data());
  const std::optional<Architecture> chosen = choose_architecture(
      known, static_cast<int>(request.compute_major * 10 + request.compute_minor));
  if (chosen) return *chosen;
  return base::fail(Problem{ProblemKind::kNoCompiler,
                            say("CUDA {version} does not compile for compute capability "
                                "{major}.{minor}; install an older "
                                "CUDA Toolkit beside it and set CUDA_PATH to its folder",
                                "version"_a = nvrtc.version(), "major"_a = request.compute_major,
                                "minor"_a = request.compute_minor)});
}

std::vector<std::string> options_for(const CompileRequest& request, const Architecture& target) {
  std::vector<std::string> options{"--gpu-architecture=" + target.option, "--std=c++17"};
  if (request.build == Build::kAsWritten) {
    options.insert(options.end(), {"--device-debug", "--fmad=false"});
  } else {
    options.push_back("--generate-line-info");
  }
  return options;
}

std::vector<std::string> texts_of(const CompileRequest& request) {
  std::vector<std::string> texts{request.text};
  for (const JobHeader& header : request.headers) texts.push_back(header.text);
  return texts;
}

// A header of its own rather than options, after the toolkit's headers: those, and what NVRTC reads
// before any text, have template parameters with names such as T and N.
constexpr const char* kDefinitionsHeader = "warplens_definitions.h";
std::string definitions_text(const CompileRequest& request) {
  if (request.defines.empty()) return "";
  std::string text = toolkit_includes(texts_of(request));
  for (const launch::Definition& one : request.defines)
    text += "#define " + one.name + " " + (one.value.empty() ? "1" : one.value) + "\n";
  return text;
}

std::vector<std::string> include_options() {
  const std::string folder = toolkit_folder();
  if (folder.empty()) return {};
  // CUDA 13 moved the C++ core libraries, which its own headers include, to a folder of their own.
  return {"--include-path=" + folder + "/include", "--include-path=" + folder + "/include/cccl"};
}

// NVRTC takes a name that begins with '-' for an option.
std::string program_name(const std::string& file_name) {
  return (file_name.starts_with('-') ? "./" : "") + file_name;
}

// The assembler reports this for a recursion, for which CUDA reserves too little stack.
bool has_unknown_stack(const std::string& log) {
  return log.find("cannot be statically determined") != std::string::npos;
}

Problem refused(const Nvrtc& nvrtc, const std::string& log) {
  if (log.find("catastrophic error: out of memory") != std::string::npos) {
    return {ProblemKind::kMemory,
            say("the CUDA compiler (NVRTC {version}) runs out of memory: {error}",
                "version"_a = nvrtc.version(), "error"_a = first_error(log))};
  }
  return {ProblemKind::kCompile,
          say("the CUDA compiler (NVRTC {version}) refuses the text: {error}",
              "version"_a = nvrtc.version(), "error"_a = first_error(log))};
}

// `doing` completes "NVRTC failed while ...".
Problem unexpected(const Nvrtc& nvrtc, nvrtcResult result, const std::string& doing) {
  return {ProblemKind::kInternal,
          say("NVRTC failed while {activity}: {reason}", "activity"_a = doing,
              "reason"_a = nvrtc.nvrtcGetErrorString(result))};
}

// The steps of a compilation; nothing where they succeed.
std::optional<Problem> add_names(const Program& program, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const nvrtcResult result =
        program.nvrtc().nvrtcAddNameExpression(program.program, name.c_str());
    if (result != NVRTC_SUCCESS)
      return unexpected(program.nvrtc(), result, say("naming {name}", "name"_a = name));
  }
  return std::nullopt;
}

// With the options of `compiled`, and this machine's folders of headers.
std::optional<Problem> compile(const Program& program, Compiled& compiled) {
  std::vector<std::string> options = compiled.options;
  for (std::string& path : include_options()) options.push_back(std::move(path));
  std::vector<const char*> words;
  for (const std::string& option : options) words.push_back(option.c_str());
  const nvrtcResult result = program.nvrtc().nvrtcCompileProgram(
      program.program, static_cast<int>(words.size()), words.data());
  const std::string log = program.log();
  compiled.has_unknown_stack = has_unknown_stack(log);
  if (result == NVRTC_SUCCESS) return std::nullopt;
  return log.empty() ? unexpected(program.nvrtc(), result, say("compiling the text"))
                     : refused(program.nvrtc(), log);
}

std::optional<Problem> look_up_names(const Program& program, const std::vector<std::string>& names,
                                     Compiled& compiled) {
  for (const std::string& name : names) {
    const char* lowered = nullptr;
    const nvrtcResult result =
        program.nvrtc().nvrtcGetLoweredName(program.program, name.c_str(), &lowered);
    if (result != NVRTC_SUCCESS)
      return unexpected(program.nvrtc(), result, say("looking up {name}", "name"_a = name));
    compiled.lowered[name] = lowered;
  }
  return std::nullopt;
}

std::optional<Problem> take_code(const Program& program, Compiled& compiled) {
  const Nvrtc& nvrtc = program.nvrtc();
  size_t size = 0;
  nvrtcResult result = compiled.is_ptx ? nvrtc.nvrtcGetPTXSize(program.program, &size)
                                       : nvrtc.nvrtcGetCUBINSize(program.program, &size);
  compiled.cubin.resize(size);
  if (result == NVRTC_SUCCESS) {
    result = compiled.is_ptx ? nvrtc.nvrtcGetPTX(program.program, compiled.cubin.data())
                             : nvrtc.nvrtcGetCUBIN(program.program, compiled.cubin.data());
  }
  if (result == NVRTC_SUCCESS) return std::nullopt;
  return unexpected(nvrtc, result, say("handing out its code"));
}

// One attempt. `call_sites`: the text of the header with lines for the toolkit's functions; "":
// none.
Measured<Compiled> compile_text(const CompileRequest& request, const std::string& call_sites) {
  const Measured<Nvrtc> opened = Nvrtc::open();
  if (!opened) return base::fail(opened.error());
  const Nvrtc& nvrtc = *opened;
  const Measured<Architecture> target = architecture_for(nvrtc, request);
  if (!target) return base::fail(target.error());

  std::vector<const char*> header_texts, header_names;
  for (const JobHeader& header : request.headers) {
    header_texts.push_back(header.text.c_str());
    header_names.push_back(header.name.c_str());
  }
  // Before the text, in this order.
  std::vector<std::pair<const char*, std::string>> included{
      {kCallSitesHeader, call_sites}, {kDefinitionsHeader, definitions_text(request)}};
  std::erase_if(included, [](const auto& header) { return header.second.empty(); });
  for (const auto& [name, text] : included) {
    header_texts.push_back(text.c_str());
    header_names.push_back(name);
  }
  Program program(nvrtc);
  const std::string called = program_name(request.file_name);
  const nvrtcResult result = nvrtc.nvrtcCreateProgram(
      &program.program, request.text.c_str(), called.c_str(), static_cast<int>(header_texts.size()),
      header_texts.data(), header_names.data());
  if (result != NVRTC_SUCCESS) return base::fail(unexpected(nvrtc, result, say("taking the text")));
  if (std::optional<Problem> problem = add_names(program, request.names))
    return base::fail(std::move(*problem));

  Compiled compiled;
  compiled.options = options_for(request, *target);
  for (const auto& header : included)
    compiled.options.push_back(std::string("--pre-include=") + header.first);
  compiled.is_ptx = target->is_virtual;
  compiled.compiler = nvrtc.version();
  compiled.target = target->option;
  if (std::optional<Problem> problem = compile(program, compiled))
    return base::fail(std::move(*problem));
  if (std::optional<Problem> problem = look_up_names(program, request.names, compiled))
    return base::fail(std::move(*problem));
  if (std::optional<Problem> problem = take_code(program, compiled))
    return base::fail(std::move(*problem));
  return compiled;
}

}  // namespace

std::optional<Architecture> choose_architecture(std::vector<int> known, int wanted) {
  std::sort(known.begin(), known.end());
  int best = -1;
  for (const int each : known) {
    if (each <= wanted) best = each;
  }
  if (best < 0) return std::nullopt;
  // A cubin runs only on its major version, from its minor version on; PTX on everything newer.
  const bool same_major = best / 10 == wanted / 10;
  return Architecture{(same_major ? "sm_" : "compute_") + std::to_string(best), !same_major};
}

std::string first_error(const std::string& log) {
  std::istringstream lines(log);
  std::string line, first;
  int errors = 0;
  while (std::getline(lines, line)) {
    if (line.find("error:") == std::string::npos && line.find("fatal") == std::string::npos)
      continue;
    if (errors++ == 0) first = line;
  }
  if (errors == 0) {
    const size_t end = log.find('\n');
    return log.empty() ? say("it says no more") : log.substr(0, end);
  }
  if (errors == 1) return first;
  return say_count("{error} (and {count} more error)", "{error} (and {count} more errors)",
                   static_cast<unsigned long>(errors - 1), "error"_a = first);
}

Measured<Compiled> compile(const CompileRequest& request) {
  if (request.build != Build::kAsWritten) return compile_text(request, "");
  const std::vector<std::string> texts = texts_of(request);
  // The text may have functions of its own with the toolkit's names. Its errors are reported as
  // without the header.
  std::vector<std::string> attempts{call_sites_text(texts)};
  if (const std::set<std::string> own = own_functions(texts); !own.empty())
    attempts.push_back(call_sites_text(texts, own));
  for (const std::string& call_sites : attempts) {
    Measured<Compiled> compiled = compile_text(request, call_sites);
    if (compiled || compiled.error().kind != ProblemKind::kCompile) return compiled;
  }
  return compile_text(request, "");
}

}  // namespace warplens::measure::cuda
