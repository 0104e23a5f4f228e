// Which work of streams comes before which: what streams, events and the default stream guarantee
// (CUDA Programming Guide 13.0, "Asynchronous Execution"), as a clock of each stream and of the
// host that says how much of every other stream's work has ended for it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace warplens::host {

class StreamOrder {
 public:
  using Stream = uint64_t;  // its handle
  // The legacy default stream, which waits for all streams that are not made otherwise, as they do
  // for it.
  static constexpr Stream kDefault = 0;
  struct Work {
    Stream stream = kDefault;
    uint64_t number = 0;  // in its stream, from 1 on
  };

  void create(Stream stream, bool is_non_blocking);
  // Whether work of two streams may run at one time.
  bool has_several() const { return blocking_ > 1 || !non_blocking_.empty(); }

  Work begin(Stream stream);
  void record(uint64_t event, Stream stream);
  void wait(Stream stream, uint64_t event);  // an event that is not recorded is not waited for
  void host_waits_for_stream(Stream stream);
  void host_waits_for_event(uint64_t event);
  void host_waits_for_all();
  // What is given from now on is given to this stream, a graph's; nothing: to its own again.
  void give_all_to(std::optional<Stream> stream) { all_to_ = stream; }

  // Whether it has ended when the newest work of the stream begins; when the host goes on.
  bool is_before(const Work& work, Stream stream) const;
  bool is_before_host(const Work& work) const { return has_seen(host_, work); }

 private:
  using Clock = std::map<Stream, uint64_t>;  // how many of its works have ended
  static bool has_seen(const Clock& clock, const Work& work);
  static void join(Clock& clock, const Clock& other);
  Stream named(Stream stream) const;
  Clock& reach(Stream stream);

  std::map<Stream, Clock> clocks_;
  std::map<uint64_t, Clock> events_;
  Clock host_;
  std::set<Stream> non_blocking_;
  uint64_t blocking_ = 0;
  std::optional<Stream> all_to_;
};

}  // namespace warplens::host
