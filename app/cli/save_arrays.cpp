#include "app/cli/commands.hpp"

#include <algorithm>

#include "app/files/files.hpp"
#include "app/files/save.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/array_file.hpp"
#include "sim/prepare/array_elements.hpp"
#include "sim/prepare/run_store.hpp"

namespace warplens::cli {
namespace {

const machine::GlobalArray* find(const std::vector<machine::GlobalArray>& arrays,
                                 const std::string& name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const auto& array) { return array.name == name; });
  return found == arrays.end() ? nullptr : &*found;
}

}  // namespace

std::vector<machine::GlobalArray> arrays_left(const prepare::ReachedProgram* program,
                                              const run::Run* last) {
  if (program != nullptr) return program->left;
  const std::shared_ptr<const machine::GlobalMemory> memory = last->memory_after->get();
  WL_ASSERT(memory != nullptr, "what the last launch leaves is pinned");
  std::vector<machine::GlobalArray> arrays;
  for (uint32_t i = 0; i < memory->array_count(); ++i) arrays.push_back(memory->array(i));
  return arrays;
}

std::string check_saves(const std::vector<Dump>& saves,
                        const std::vector<machine::GlobalArray>& arrays, const std::string& text) {
  std::vector<std::string> names;
  for (const machine::GlobalArray& array : arrays) names.push_back(array.name);
  for (const Dump& save : saves) {
    const std::string written = save.array + "=" + save.path;
    if (files::is_same_file(save.path, text))
      return say("'--save {written}': this is the text that is run; write to another file",
                 "written"_a = written);
    if (find(arrays, save.array) != nullptr) continue;
    const std::string problem = say("'--save {written}': the run has no array '{name}'",
                                    "written"_a = written, "name"_a = save.array);
    const std::string nearest = base::nearest_name(save.array, names);
    if (!nearest.empty() || names.empty()) return base::with_suggestion(problem, nearest);
    return say("{problem}; its arrays are {names}", "problem"_a = problem,
               "names"_a = base::list_words(names));
  }
  return "";
}

std::string write_saves(const std::vector<Dump>& saves,
                        const std::vector<machine::GlobalArray>& arrays, const lang::Unit& unit) {
  for (const Dump& save : saves) {
    const machine::GlobalArray& array = *find(arrays, save.array);
    std::string problem =
        files::write_bytes(save.path, launch::write_array(launch::format_of(save.path),
                                                          prepare::layout_of(unit, array),
                                                          array.extents, array.bytes.to_vector()));
    if (!problem.empty()) return problem;
  }
  return "";
}

}  // namespace warplens::cli
