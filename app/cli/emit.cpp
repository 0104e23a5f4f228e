// Tokens and tree need a text alone; bytecode is that of the kernels that a launch would run.
#include "app/cli/commands.hpp"

#include <ostream>
#include <set>

#include "app/cli/simulate.hpp"
#include "app/files/exit_status.hpp"
#include "sim/code/disassemble.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/tree/print_tree.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"

namespace warplens::cli {
namespace {

base::Checked<std::string> tokens_of(const prepare::Request& request) {
  const base::Checked<model::Device> device = prepare::pick_device(request.launch.device);
  if (!device) return base::fail(device.error());
  return lang::print_tokens(request.file, prepare::compile_options(request, *device));
}

base::Checked<std::string> tree_of(const prepare::Request& request) {
  const base::Checked<prepare::Compiled> compiled = prepare::compile_request(request);
  if (!compiled) return base::fail(compiled.error());
  return lang::print_tree(*compiled->unit);
}

base::Checked<std::string> bytecode_of(const prepare::Request& request) {
  const base::Checked<prepare::Prepared> prepared = prepare::prepare(request);
  if (!prepared) return base::fail(prepared.error());
  std::string text;
  std::set<const code::Program*> printed;
  for (const prepare::BoundLaunch& launch : prepared->launches) {
    if (!printed.insert(launch.program.get()).second) continue;
    text += (text.empty() ? "" : "\n") + launch.program->kernel->name + "\n" +
            code::disassemble(*launch.program);
  }
  return text;
}

base::Checked<std::string> text_of(Emit what, const prepare::Request& request) {
  if (what == Emit::kTokens) return tokens_of(request);
  return what == Emit::kTree ? tree_of(request) : bytecode_of(request);
}

}  // namespace

int emit(const CommandLine& line, const Surroundings& surroundings) {
  const std::optional<Opened> opened = open(line, line.target, surroundings);
  if (!opened) return kExitMistake;
  const base::Checked<std::string> text = text_of(line.emit, opened->request);
  if (!text) {
    print_mistakes(text.error(), opened->request.file, surroundings);
    return kExitMistake;
  }
  surroundings.out << *text;
  return kExitDone;
}

}  // namespace warplens::cli
