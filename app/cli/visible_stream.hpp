// The edge where text leaves for a terminal: what a terminal would obey is written out instead
// (sim/base/visible.hpp).
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace warplens::cli {

class VisibleStream : public std::ostream {
 public:
  // `to` gets the text at every line's end, at flush() and at the end of this.
  explicit VisibleStream(std::ostream& to, bool is_terminal = false);
  ~VisibleStream() override;
  VisibleStream(const VisibleStream&) = delete;
  VisibleStream& operator=(const VisibleStream&) = delete;

  // What a program reads, byte for byte; for a terminal it is made visible, too.
  void write_bytes(std::string_view bytes);

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(std::ostream& to) : to_(to) {}
    void finish();

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    std::ostream& to_;
    std::string waiting_;  // of a line that has not ended
  };
  Buffer buffer_;
  std::ostream& to_;
  const bool is_terminal_;
};

// A patch, say: `out` as it is, or a VisibleStream's write_bytes().
void print_bytes(std::ostream& out, std::string_view bytes);

}  // namespace warplens::cli
