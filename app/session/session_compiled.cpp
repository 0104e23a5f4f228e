// What a GPU's compiler makes of the kernel shown: compiled once somebody looks, and again only
// where text, kernel or device have changed.
#include "app/session/session_impl.hpp"

namespace warplens::gui {

namespace {

// What decides how a kernel is compiled.
std::string key_of(const prepare::Request& request, const run::Run& run) {
  std::string key = run.device.id + '\0' + run.program->kernel->expression + '\0';
  for (const launch::Definition& one : request.launch.defines)
    key += one.name + '=' + one.value + '\0';
  const base::SourceFile& file = run.program->unit->file;
  for (uint32_t part = 0; part < file.part_count(); ++part) key += file.text(part) + '\0';
  return key;
}

}  // namespace

void Session::Impl::update_compiled() {
  const bool is_looked_at = row_of(model.options.page).needs == PageNeeds::kCompiled;
  const bool is_possible = !options_.compiling_command.empty() && model.run != nullptr;
  if (is_possible && is_looked_at && !model.busy) {
    const std::string& key =
        derived_.compiled_key.of(model.run, [&] { return key_of(shown_.request, *model.run); });
    derived_.compiled.want(key, model.run, [&] {
      return with_compiler(shown_.request, model.run, options_.compiling_command);
    });
    derived_.compiled_of = model.run;
  }
  const Trial<compare::CompiledKernel>& trial = derived_.compiled.trial();
  const bool is_of_run = is_possible && derived_.compiled_of == model.run;
  model.compiled = is_of_run ? scene::Compilation{trial.is_running, trial.results, trial.problem}
                             : scene::Compilation{};
}

// What becomes of the branches that the page Divergence lists.
void Session::Impl::update_branches() {
  const std::shared_ptr<const scene::DivergenceScene>& scene = model.divergence.results;
  if (scene == nullptr || model.divergence.of != model.run) {
    model.branches = nullptr;
    derived_.branches.forget();
    return;
  }
  model.branches = derived_.branches.of({scene, model.compiled}, [&] {
    return std::make_shared<const scene::CompiledBranches>(scene::compiled_branches(
        *model.run, *scene, model.compiled.kernel.get(), model.compiled.problem));
  });
}

}  // namespace warplens::gui
