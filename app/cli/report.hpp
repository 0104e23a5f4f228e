// A finished run, a trace, the lessons and the devices as text for people and as JSON for programs.
// The JSON's names are stable: other programs read them.
#pragma once

#include <iosfwd>
#include <optional>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "sim/engine/run.hpp"
#include "sim/model/device.hpp"

namespace warplens::cli {

void print_run(std::ostream& out, const engine::Run& run);
void print_run_json(std::ostream& out, const engine::Run& run);

// Every recorded access in order, or only those of `warp`. The run must hold a recording.
void print_trace(std::ostream& out, const engine::Run& run, std::optional<uint32_t> warp);
void print_trace_json(std::ostream& out, const engine::Run& run, std::optional<uint32_t> warp);

void print_lessons(std::ostream& out, const std::vector<lessons::Lesson>& lessons);
void print_lessons_json(std::ostream& out, const std::vector<lessons::Lesson>& lessons);
void print_devices(std::ostream& out, const std::vector<model::Device>& devices);
void print_devices_json(std::ostream& out, const std::vector<model::Device>& devices);

}  // namespace warplens::cli
