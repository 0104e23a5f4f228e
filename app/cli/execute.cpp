#include "app/cli/commands.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include "app/cli/simulate.hpp"
#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "sim/base/say.hpp"
#include "sim/base/shared_page.hpp"
#include "sim/base/worker_pool.hpp"
#include "sim/host/process.hpp"
#include "sim/launch/launch.hpp"
#include "sim/prepare/call_offers.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::cli {
namespace {

bool is_source(const std::string& word) {
  const auto ends = [&](const char* ending) { return word.ends_with(ending); };
  return ends(".cu") || ends(".cuh") || ends(".cpp") || ends(".cc") || ends(".c");
}

base::Checked<std::shared_ptr<const lang::Unit>> compile(const CommandLine& line,
                                                         const base::SourceFile& file,
                                                         const std::vector<std::string>& more,
                                                         const model::Device& device,
                                                         const Surroundings& surroundings) {
  lang::CompileOptions options;
  for (const launch::Definition& definition : line.launch.defines)
    options.defines.push_back({definition.name, definition.value});
  options.read_include = files::include_reader(file.name(), line.launch.includes);
  options.include_folders = line.launch.includes.folders;
  options.first_includes = line.launch.includes.first;
  options.first_includes.insert(options.first_includes.end(), more.begin(), more.end());
  options.cancelled = surroundings.interrupted;
  options.architecture =
      static_cast<int>(device.multiprocessor.major * 100 + device.multiprocessor.minor * 10);
  return lang::compile_program(file, std::move(options));
}

// What is wrong with a text that does not compile: of one without main(), what else it can do.
base::Diagnostics mistakes_of(const CommandLine& line, const base::SourceFile& file,
                              const base::Diagnostics& errors, const Surroundings& surroundings) {
  prepare::Request request;
  request.file = file;
  request.launch.defines = line.launch.defines;
  request.launch.includes = line.launch.includes;
  request.launch.device = line.launch.device.value_or("");
  request.read_include = files::include_reader(file.name(), line.launch.includes);
  request.cancelled = surroundings.interrupted;
  base::Diagnostics offers;
  for (const prepare::CallOffer& call : prepare::offered_calls(request))
    offers.push_back(prepare::offer_of(call, file.name()));
  return offers.empty() ? errors : offers;
}

host::Process::Options options_of(const CommandLine& line, const model::Device& device,
                                  std::vector<std::string> arguments,
                                  const Surroundings& surroundings) {
  host::Process::Options options;
  options.arguments = std::move(arguments);
  options.step_limit = line.launch.step_limit.value_or(0);
  options.device.device = device;
  options.device.budget =
      std::make_shared<base::PageBudget>(line.memory.arrays, surroundings.interrupted);
  options.device.threads =
      line.launch.threads.value_or(std::min(base::WorkerPool::cores(), launch::kMostThreads));
  options.device.step_limit = line.launch.step_limit.value_or(0);
  const auto out = [&surroundings](std::string_view text) {
    surroundings.out << text;
    surroundings.out.flush();
  };
  const auto err = [&surroundings](std::string_view text) {
    surroundings.err << text;
    surroundings.err.flush();
  };
  options.files.out = out;
  options.files.err = err;
  options.files.in = surroundings.read_input;
  options.files.read = files::data_reader(line.program.front(), line.launch.readable);
  options.seed = line.launch.seed;
  options.real_clock = line.launch.real_clock;
  options.notice = [&surroundings](const std::string& sentence) {
    say_beside(surroundings.err, sentence);
  };
  return options;
}

}  // namespace

void say_beside(std::ostream& err, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    err << "warplens: " << std::string_view(text).substr(at, end - at) << "\n";
    at = end + 1;
  }
  err.flush();
}

int execute(const CommandLine& line, const Surroundings& surroundings) {
  const auto sources_end =
      std::find_if_not(line.program.begin() + 1, line.program.end(), is_source);
  const std::string& name = line.program.front();
  base::Result<std::string, std::string> text = files::read_kernel(name);
  if (!text) {
    say_beside(surroundings.err, text.error());
    return kExitMistake;
  }
  const base::Checked<model::Device> device = prepare::pick_device(line.launch.device.value_or(""));
  if (!device.ok()) {
    say_beside(surroundings.err, device.error().front().message);
    return kExitMistake;
  }
  const base::SourceFile file(name, std::move(*text));
  const auto unit =
      compile(line, file, {line.program.begin() + 1, sources_end}, *device, surroundings);
  const auto refuse = [&](const base::Diagnostics& errors, const base::SourceFile& of) {
    say_beside(surroundings.err, base::render(errors, of));
    return kExitMistake;
  };
  if (!unit.ok()) return refuse(mistakes_of(line, file, unit.error(), surroundings), file);
  std::vector<std::string> arguments{name};
  arguments.insert(arguments.end(), sources_end, line.program.end());
  auto process =
      host::Process::start(*unit, options_of(line, *device, std::move(arguments), surroundings));
  if (!process.ok()) return refuse(process.error(), (*unit)->file);
  for (;;) {
    base::Slice slice(base::Slice::kUsual * 64, surroundings.interrupted);
    if ((*process)->advance(slice) == base::Progress::kDone) break;
    if (!surroundings.is_interrupted()) continue;
    say_beside(surroundings.err, say("interrupted"));
    return kExitInterrupted;
  }
  if (!line.kept_files.empty()) {
    const std::string problem = files::keep_files(line.kept_files, (*process)->files.written());
    if (!problem.empty()) say_beside(surroundings.err, problem);
  }
  const host::End& end = (*process)->end();
  if (end.refused) return refuse({*end.refused}, (*unit)->file);
  if (!end.message.empty()) say_beside(surroundings.err, end.message);
  return end.status;
}

}  // namespace warplens::cli
