// Work of streams that nothing orders, and the host's accesses to what it has not waited for.
#include <utility>

#include "sim/host/follower.hpp"
#include "sim/host/launch_labels.hpp"

namespace warplens::host {

namespace {

// Names of kernels of the libraries' text, whose streams are not known.
constexpr std::string_view kOfLibrary = "warplens_";

}  // namespace

void Follower::gave_launch(const EndedLaunch& ended) {
  if (!watches_streams()) return;
  if (ended.launched.kernel.starts_with(kOfLibrary)) return streams.order.host_waits_for_all();
  StreamWork::Piece piece;
  piece.work = streams.order.begin(ended.launched.stream);
  piece.place = ended.launched.span;
  piece.kernel = ended.launched.kernel;
  piece.arrays =
      arrays_of(ended.launched, *ended.context->program, ended.context->global_addresses);
  uint64_t room = 0;
  for (uint32_t i = 0; i < ended.after.array_count(); ++i) {
    const base::PagedBytes& bytes = ended.after.array(i).bytes;
    const uint64_t apart = ended.before.array(i).bytes.bytes_apart_from(bytes);
    add_changed(ended.before, ended.after, i, 0, bytes.size(), piece.changed);
    if (bytes.bytes_apart_from(ended.before.array(i).bytes) != 0) piece.arrays.insert(i);
    room += apart;
  }
  piece.launch = std::make_shared<StreamWork::Launch>(
      StreamWork::Launch{ended.context, ended.before, ended.work, room});
  gave(std::move(piece));
}

// A copy from or to memory of the host's own is done, and with it what the stream was given before,
// when the call returns.
void Follower::gave_copy(uint64_t stream, base::Span place, const Transfer& transfer,
                         const machine::GlobalMemory& before) {
  StreamWork::Piece piece;
  piece.work = streams.order.begin(stream);
  piece.place = place;
  piece.accesses.emplace();
  const auto to = device_memory_.range_at(transfer.to, transfer.bytes);
  const auto from = device_memory_.range_at(transfer.from, transfer.bytes);
  if (to) {
    piece.arrays.insert(to->array);
    add_changed(before, device_memory_, to->array, to->offset, to->offset + transfer.bytes,
                piece.changed);
  } else {
    piece.changed.add(transfer.to, transfer.bytes);
  }
  if (from) {
    piece.arrays.insert(from->array);
    piece.accesses->loads.add(transfer.from, transfer.bytes);
  }
  gave(std::move(piece));
  if (is_host(transfer.to) || is_host(transfer.from)) streams.order.host_waits_for_stream(stream);
}

void Follower::gave(StreamWork::Piece piece) {
  for (const StreamWork::Meeting& meeting : streams.add(std::move(piece))) {
    const StreamWork::Piece& later = streams.newest();
    Mistake mistake;
    mistake.fault = Fault::kStreamRace;
    mistake.place = later.place;
    mistake.other = meeting.earlier->place;
    mistake.kernel = later.kernel;
    mistake.writes = meeting.later_changes;
    mistake.other_writes = meeting.earlier_changes;
    const Label label = doubts.add(std::move(mistake));
    put_on_changes(later, label);
    if (meeting.earlier_changes) continue;
    for (const StreamWork::Piece* reader : streams.from_on(*meeting.earlier))
      put_on_changes(*reader, label);
  }
}

void Follower::put_on_changes(const StreamWork::Piece& piece, Label label) {
  for (const AddressSet::Range& range : piece.changed.ranges())
    put_anywhere(range.begin, range.end - range.begin, label);
}

void Follower::not_waited(uint32_t array, const StreamWork::Piece& piece, bool writes,
                          bool other_writes) {
  Mistake mistake;
  mistake.fault = Fault::kNotWaited;
  mistake.place = here_();
  mistake.other = piece.place;
  mistake.bytes = arrays_[array].bytes;
  mistake.writes = writes;
  mistake.other_writes = other_writes;
  use(doubts.add(std::move(mistake)));
}

void Follower::read_by_host(uint32_t array, uint64_t address, uint64_t bytes) {
  if (const StreamWork::Piece* piece = streams.changer_of(address, bytes))
    not_waited(array, *piece, false, true);
}

void Follower::written_by_host(uint32_t array, uint64_t address, uint64_t bytes) {
  if (const StreamWork::Piece* piece = streams.changer_of(address, bytes))
    not_waited(array, *piece, true, true);
  else if (const StreamWork::Piece* reader = streams.reader_of(array, address, bytes))
    not_waited(array, *reader, true, false);
}

}  // namespace warplens::host
