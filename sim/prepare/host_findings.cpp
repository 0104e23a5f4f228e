#include "sim/prepare/program_parts.hpp"

#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/prepare/validate.hpp"

namespace warplens::prepare {

namespace {

using host::Fault;
using observe::FindingKind;

FindingKind kind_of(Fault fault) {
  switch (fault) {
    case Fault::kHostPointer:
      return FindingKind::kHostPointer;
    case Fault::kDevicePointer:
      return FindingKind::kHostDevicePointer;
    case Fault::kDirection:
      return FindingKind::kHostDirection;
    case Fault::kCopySize:
      return FindingKind::kHostCopySize;
    case Fault::kPastEnd:
      return FindingKind::kHostPastEnd;
    case Fault::kAllocation:
      return FindingKind::kHostAllocation;
    case Fault::kNoCopyBack:
      return FindingKind::kHostNoCopyBack;
    case Fault::kUnwritten:
      return FindingKind::kHostUnwritten;
    case Fault::kFailedLaunch:
      return FindingKind::kHostFailedLaunch;
    case Fault::kSmallGrid:
      return FindingKind::kHostSmallGrid;
    case Fault::kSizes:
      return FindingKind::kHostSizes;
    case Fault::kOutOfBounds:
      return FindingKind::kHostOutOfBounds;
    case Fault::kLeak:
      return FindingKind::kHostLeak;
    case Fault::kNeverLaunched:
      return FindingKind::kHostNeverLaunched;
    case Fault::kUseAfterFree:
      return FindingKind::kHostUseAfterFree;
    case Fault::kDoubleFree:
      return FindingKind::kHostDoubleFree;
    case Fault::kNotWaited:
      return FindingKind::kHostNotWaited;
    case Fault::kStreamRace:
      return FindingKind::kHostStreamRace;
  }
  return FindingKind::kHostUnwritten;
}

template <class Placed>
void put_host_place(Placed& placed, const base::SourceFile& file, base::Span span) {
  const base::LineColumn at = file.line_column(span.begin);
  placed.span = span;
  placed.line = at.line;
  placed.column = at.column;
  if (at.part != 0) placed.file = file.name(at.part);
}

// Why the device refuses the launch.
std::string refusal(host::Process& process, const host::Mistake& mistake,
                    const model::Device& device) {
  if (mistake.kernel.empty()) return "";
  const auto program = process.device.program_of(mistake.kernel);
  if (!program.ok()) return "";
  launch::Launch launch;
  launch.kernel = mistake.kernel;
  launch.grid = mistake.grid;
  launch.block = mistake.block;
  launch.shared_bytes = mistake.shared;
  base::Diagnostics warnings;
  const base::Diagnostics errors = validate_launch(**program, launch, device, false, warnings);
  if (!errors.empty()) return errors.front().message;
  const uint64_t bytes = (*program)->static_shared_bytes + mistake.shared;
  if (bytes <= mistake.most_shared) return "";
  return say(
      "a block asks for {bytes} bytes of shared memory, and {limit} are allowed unless "
      "cudaFuncSetAttribute allows more",
      "bytes"_a = base::grouped(bytes), "limit"_a = base::grouped(mistake.most_shared));
}

// What is freed and used is reported where it is used.
host::Mistake by_use(host::Mistake mistake) {
  if (mistake.fault == Fault::kUseAfterFree && !mistake.other && mistake.used) {
    mistake.other = mistake.place;
    mistake.place = *mistake.used;
  }
  return mistake;
}

observe::Finding finding_of(host::Process& process, const host::Mistake& mistake,
                            const base::SourceFile& file, const model::Device& device) {
  observe::Finding finding;
  finding.kind = kind_of(mistake.fault);
  finding.severity = observe::traits(finding.kind).severity;
  finding.count = mistake.times;
  put_host_place(finding, file, mistake.place);
  observe::HostDetail detail;
  detail.kernel = mistake.kernel;
  detail.parameter = mistake.name;
  detail.bytes = mistake.bytes;
  detail.of_bytes = mistake.of_bytes;
  detail.elements = mistake.elements;
  detail.threads = mistake.threads;
  detail.array = mistake.array;
  detail.axes = mistake.axes;
  detail.first = mistake.first;
  detail.is_host = mistake.is_host;
  detail.is_declared = mistake.is_declared;
  detail.writes = mistake.writes;
  detail.other_writes = mistake.other_writes;
  if (mistake.fault == Fault::kFailedLaunch) detail.reason = refusal(process, mistake, device);
  if (mistake.used) detail.used = file.line_of(mistake.used->begin);
  if (const auto other = mistake.other ? mistake.other : mistake.used) {
    put_host_place(finding.other.emplace(), file, *other);
    detail.line = finding.other->line;
  }
  finding.detail = std::move(detail);
  finding.message = observe::sentence(finding);
  return finding;
}

}  // namespace

std::vector<observe::Finding> host_findings(host::Process& process, const lang::Unit& unit,
                                            const model::Device& device) {
  std::vector<observe::Finding> findings;
  for (const host::Mistake& mistake : process.mistakes())
    findings.push_back(finding_of(process, by_use(mistake), unit.file, device));
  observe::sort_by_place(findings);
  return findings;
}

}  // namespace warplens::prepare
