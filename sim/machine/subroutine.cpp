// The stack of calls. Local memory is kept lane after lane: where a thread needs more than it has,
// all lanes' is laid out anew in twice the room, so that a deep recursion copies it a few times
// only.
#include "sim/machine/warp_instructions.hpp"

#include <algorithm>
#include <cstring>

#include "sim/base/assert.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

namespace {

constexpr uint32_t kFrameAlignment = 16;  // of the widest type

void reserve_local(WarpState& warp, uint32_t bytes) {
  const uint32_t before = warp.local.bytes();
  if (bytes <= before) return;
  const uint32_t wanted = std::min(std::max(bytes, 2 * before), kMaxLocalBytes);
  warp.local.grow(wanted);
  if (!warp.origins.empty()) warp.local_origins.resize((size_t{wanted} + 3) / 4 * kWarpSize, 0);
}

// What nobody wrote reads 0, also where another call's frame has been.
void clear_frame(WarpState& warp) {
  warp.local.clear(warp.frame_begin, warp.frame_end);
  if (warp.origins.empty()) return;
  std::fill(warp.local_origins.begin() + size_t{warp.frame_begin} / 4 * kWarpSize,
            warp.local_origins.begin() + (size_t{warp.frame_end} + 3) / 4 * kWarpSize, 0);
}

// The lanes take part in nothing any more, wherever a call would have brought them back.
void end_lanes(WarpState& warp, uint32_t lanes) {
  warp.ended |= lanes;
  for (uint32_t& mask : warp.masks) mask &= ~lanes;
  for (CallFrame& frame : warp.stack) {
    frame.mask &= ~lanes;
    for (uint32_t& mask : frame.masks) mask &= ~lanes;
  }
}

template <class T>
void copy_range(std::vector<T>& to, const std::vector<T>& from, size_t first, size_t end) {
  to.assign(from.begin() + static_cast<std::ptrdiff_t>(first),
            from.begin() + static_cast<std::ptrdiff_t>(end));
}

uint64_t bytes_of(const CallFrame& frame) {
  return sizeof(CallFrame) + (frame.registers.size() + frame.masks.size()) * sizeof(uint32_t) +
         frame.origins.size() * sizeof(trace::Origin);
}

CallFrame saved(const WarpState& warp, const code::Subroutine& subroutine) {
  CallFrame frame;
  const size_t first = size_t{subroutine.first_slot} * kWarpSize;
  const size_t end = size_t{subroutine.end_slot} * kWarpSize;
  copy_range(frame.registers, warp.registers, first, end);
  copy_range(frame.masks, warp.masks, subroutine.first_mask, subroutine.end_mask);
  if (!warp.origins.empty()) copy_range(frame.origins, warp.origins, first, end);
  return frame;
}

}  // namespace

Flow enter_subroutine(WarpRun& run, uint32_t index, Flow flow) {
  WarpState& warp = run.warp;
  if (flow.mask == 0) return flow;
  const code::Subroutine& subroutine = run.context.program->subroutines[index];
  const uint32_t begin = (warp.frame_end + kFrameAlignment - 1) / kFrameAlignment * kFrameAlignment;
  const uint64_t end = uint64_t{begin} + subroutine.local_bytes;
  if (warp.stack.size() == kMaxCallDepth || end > kMaxLocalBytes) {
    end_lanes(warp, flow.mask);
    if (run.observer != nullptr)
      run.observer->lane_event(run.warp_index, trace::LaneEvent::kStackFull, index, flow.mask);
    return {flow.pc, 0};
  }
  CallFrame frame = saved(warp, subroutine);
  frame.subroutine = index;
  frame.return_pc = flow.pc;
  frame.mask = flow.mask;
  frame.frame_begin = warp.frame_begin;
  frame.frame_end = warp.frame_end;
  warp.stack_bytes += bytes_of(frame);
  warp.stack.push_back(std::move(frame));
  warp.frame_begin = begin;
  warp.frame_end = static_cast<uint32_t>(end);
  reserve_local(warp, warp.frame_end);
  clear_frame(warp);
  return {subroutine.entry, flow.mask};
}

Flow leave_subroutine(WarpRun& run) {
  WarpState& warp = run.warp;
  WL_ASSERT(!warp.stack.empty(), "a return has a call");
  const CallFrame frame = std::move(warp.stack.back());
  warp.stack.pop_back();
  warp.stack_bytes -= bytes_of(frame);
  const code::Subroutine& subroutine = run.context.program->subroutines[frame.subroutine];
  const auto first = static_cast<std::ptrdiff_t>(size_t{subroutine.first_slot} * kWarpSize);
  std::copy(frame.registers.begin(), frame.registers.end(), warp.registers.begin() + first);
  std::copy(frame.masks.begin(), frame.masks.end(), warp.masks.begin() + subroutine.first_mask);
  std::copy(frame.origins.begin(), frame.origins.end(),
            warp.origins.begin() + (warp.origins.empty() ? 0 : first));
  warp.frame_begin = frame.frame_begin;
  warp.frame_end = frame.frame_end;
  return {frame.return_pc, frame.mask};
}

}  // namespace warplens::machine
