// A mistake or a hint: for programs its kind, place, thread and numbers; for people its lines.
#pragma once

#include <vector>

#include "app/study/section.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// For programs.
Section describe(const observe::Finding& finding);
List list_findings(const char* key, std::initializer_list<const std::vector<observe::Finding>*> of);

// For people: its message with the lines that it is about.
void add_rendered(Section& section, const observe::Finding& finding, const base::SourceFile& file);
// For people, of a run: what went wrong, or what was looked for in vain; then hints.
std::vector<Section> findings_in_words(const run::Run& run);

}  // namespace warplens::study
