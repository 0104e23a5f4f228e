// The members' names of each structure in this folder, written once: a visitor is called with each
// name and member, for writing (of a const structure) and for reading (json.cpp). Only json.cpp
// includes this.
#pragma once

#include <concepts>
#include <type_traits>

#include "kernels/measure/format/compile.hpp"
#include "kernels/measure/format/job.hpp"
#include "kernels/measure/format/problem.hpp"

namespace warplens::measure {

template <class T, class Structure>
concept Is = std::same_as<std::remove_const_t<T>, Structure>;

template <class Visit>
void fields(Visit& visit, Is<Counts> auto& value) {
  visit("requests", value.requests);
  visit("wavefronts", value.wavefronts);
  visit("sectors", value.sectors);
  visit("lines", value.lines);
  visit("lanes", value.lanes);
}

template <class Visit>
void fields(Visit& visit, Is<LineCounts> auto& value) {
  visit("file", value.file);
  visit("line", value.line);
  visit("space", value.space);
  visit("operation", value.operation);
  fields(visit, value.counts);
}

template <class Visit>
void fields(Visit& visit, Is<Times> auto& value) {
  visit("median_us", value.median_us);
  visit("spread", value.spread);
  visit("runs", value.runs);
  visit("settled", value.settled);
}

template <class Visit>
void fields(Visit& visit, Is<Cause> auto& value) {
  visit("file", value.file);
  visit("line", value.line);
  visit("space", value.space);
  visit("operation", value.operation);
  visit("kind", value.kind);
  visit("words", value.words);
}

template <class Visit>
void fields(Visit& visit, Is<LaunchResult> auto& value) {
  visit("kernel", value.kernel);
  visit("times", value.times);
  visit("lines", value.lines);
  visit("causes", value.causes);
}

template <class Visit>
void fields(Visit& visit, Is<BuildResult> auto& value) {
  visit("build", value.build);
  visit("options", value.options);
  visit("method", value.method);
  visit("refusal", value.refusal);
  visit("launches", value.launches);
}

template <class Visit>
void fields(Visit& visit, Is<GpuDevice> auto& value) {
  visit("name", value.name);
  visit("compute_major", value.compute_major);
  visit("compute_minor", value.compute_minor);
  visit("multiprocessors", value.multiprocessors);
  visit("shared_per_block", value.shared_per_block);
  visit("shared_per_block_optin", value.shared_per_block_optin);
  visit("shared_per_multiprocessor", value.shared_per_multiprocessor);
  visit("threads_per_block", value.threads_per_block);
  visit("threads_per_multiprocessor", value.threads_per_multiprocessor);
  visit("blocks_per_multiprocessor", value.blocks_per_multiprocessor);
  visit("registers_per_block", value.registers_per_block);
  visit("registers_per_multiprocessor", value.registers_per_multiprocessor);
  visit("l2_bytes", value.l2_bytes);
  visit("memory_bytes", value.memory_bytes);
  visit("clock_khz", value.clock_khz);
  visit("memory_clock_khz", value.memory_clock_khz);
  visit("memory_bus_bits", value.memory_bus_bits);
}

template <class Visit>
void fields(Visit& visit, Is<Ceilings> auto& value) {
  visit("copy_gb_per_s", value.copy_gb_per_s);
  visit("fma_gflop_per_s", value.fma_gflop_per_s);
}

template <class Visit>
void fields(Visit& visit, Is<Latencies> auto& value) {
  visit("shared", value.shared);
  visit("constant", value.constant);
  visit("constant_next", value.constant_next);
  visit("l1", value.l1);
  visit("l2", value.l2);
  visit("dram", value.dram);
  visit("date", value.date);
}

template <class Visit>
void fields(Visit& visit, Is<Provenance> auto& value) {
  visit("device", value.device);
  visit("compute", value.compute);
  visit("driver", value.driver);
  visit("toolkit", value.toolkit);
  visit("date", value.date);
  visit("program", value.program);
}

template <class Visit>
void fields(Visit& visit, Is<ArrayAgreement> auto& value) {
  visit("name", value.name);
  visit("elements", value.elements);
  visit("differing", value.differing);
  visit("worst_ulp", value.worst_ulp);
  visit("rule", value.rule);
  visit("agrees", value.agrees);
}

template <class Visit>
void fields(Visit& visit, Is<Measurement> auto& value) {
  visit("lesson", value.lesson);
  visit("file", value.file);
  visit("text_hash", value.text_hash);
  visit("launch", value.launch);
  visit("settings", value.settings);
  visit("provenance", value.provenance);
  visit("builds", value.builds);
  visit("arrays", value.arrays);
}

template <class Visit>
void fields(Visit& visit, Is<MeasurementFile> auto& value) {
  visit("device", value.device);
  visit("provenance", value.provenance);
  visit("ceilings", value.ceilings);
  visit("latencies", value.latencies);
  visit("measurements", value.measurements);
}

template <class Visit>
void fields(Visit& visit, Is<Problem> auto& value) {
  visit("kind", value.kind);
  visit("message", value.message);
}

template <class Visit>
void fields(Visit& visit, Is<launch::Definition> auto& value) {
  visit("name", value.name);
  visit("value", value.value);
}

template <class Visit>
void fields(Visit& visit, Is<launch::Dim3> auto& value) {
  visit("x", value.x);
  visit("y", value.y);
  visit("z", value.z);
}

template <class Visit>
void fields(Visit& visit, Is<JobArray> auto& value) {
  visit("name", value.name);
  visit("bytes", value.bytes);
  visit("offset", value.offset);
  visit("is_variable", value.is_variable);
}

template <class Visit>
void fields(Visit& visit, Is<JobPointer> auto& value) {
  visit("parameter", value.parameter);
  visit("offset", value.offset);
  visit("array", value.array);
  visit("array_offset", value.array_offset);
}

template <class Visit>
void fields(Visit& visit, Is<JobLaunch> auto& value) {
  visit("kernel", value.kernel);
  visit("grid", value.grid);
  visit("block", value.block);
  visit("shared_bytes", value.shared_bytes);
  visit("parameters", value.parameters);
  visit("pointers", value.pointers);
}

template <class Visit>
void fields(Visit& visit, Is<JobHeader> auto& value) {
  visit("name", value.name);
  visit("text", value.text);
}

template <class Visit>
void fields(Visit& visit, Is<Job> auto& value) {
  visit("file_name", value.file_name);
  visit("text", value.text);
  visit("headers", value.headers);
  visit("defines", value.defines);
  visit("arrays", value.arrays);
  visit("data_file", value.data_file);
  visit("result_folder", value.result_folder);
  visit("launches", value.launches);
  visit("builds", value.builds);
  visit("count", value.count);
  visit("time", value.time);
  visit("time_limit_s", value.time_limit_s);
  visit("method", value.method);
  visit("explain", value.explain);
  visit("counted_launch", value.counted_launch);
}

template <class Visit>
void fields(Visit& visit, Is<CompileRequest> auto& value) {
  visit("file_name", value.file_name);
  visit("text", value.text);
  visit("headers", value.headers);
  visit("defines", value.defines);
  visit("names", value.names);
  visit("build", value.build);
  visit("compute_major", value.compute_major);
  visit("compute_minor", value.compute_minor);
}

template <class Visit>
void fields(Visit& visit, Is<CodeLine> auto& value) {
  visit("block", value.block);
  visit("file", value.file);
  visit("line", value.line);
  visit("instructions", value.instructions);
  visit("guarded", value.guarded);
  visit("exits", value.exits);
}

template <class Visit>
void fields(Visit& visit, Is<CodeJump> auto& value) {
  visit("block", value.block);
  visit("target", value.target);
  visit("file", value.file);
  visit("line", value.line);
}

template <class Visit>
void fields(Visit& visit, Is<CodeLines> auto& value) {
  visit("files", value.files);
  visit("lines", value.lines);
  visit("jumps", value.jumps);
}

template <class Visit>
void fields(Visit& visit, Is<KernelCode> auto& value) {
  visit("kernel", value.kernel);
  visit("registers", value.registers);
  visit("static_shared", value.static_shared);
  visit("stack", value.stack);
  visit("code", value.code);
}

template <class Visit>
void fields(Visit& visit, Is<Compiled> auto& value) {
  visit("cubin", value.cubin);
  visit("is_ptx", value.is_ptx);
  visit("has_unknown_stack", value.has_unknown_stack);
  visit("lowered", value.lowered);
  visit("options", value.options);
  visit("compiler", value.compiler);
  visit("target", value.target);
  visit("kernels", value.kernels);
}

template <class Visit>
void fields(Visit& visit, Is<JobAnswer> auto& value) {
  visit("provenance", value.provenance);
  visit("builds", value.builds);
}

template <class Visit>
void fields(Visit& visit, Is<WarpAccess> auto& value) {
  visit("space", value.space);
  visit("operation", value.operation);
  visit("bytes_per_lane", value.bytes_per_lane);
  visit("mask", value.mask);
  visit("addresses", value.addresses);
  visit("atomic", value.atomic);
}

template <class Visit>
void fields(Visit& visit, Is<AccessJob> auto& value) {
  visit("accesses", value.accesses);
  visit("method", value.method);
}

template <class Visit>
void fields(Visit& visit, Is<AccessResult> auto& value) {
  visit("counts", value.counts);
  visit("wavefronts", value.wavefronts);
  visit("uncertainty", value.uncertainty);
  visit("cycles", value.cycles);
  visit("note", value.note);
}

template <class Visit>
void fields(Visit& visit, Is<AccessAnswer> auto& value) {
  visit("provenance", value.provenance);
  visit("results", value.results);
  visit("calibration", value.calibration);
}

template <class Visit>
void fields(Visit& visit, Is<MachineAnswer> auto& value) {
  visit("devices", value.devices);
  visit("provenance", value.provenance);
  visit("missing", value.missing);
}

}  // namespace warplens::measure
