// Whole lines are passed on, so that no character is cut in two.
#include "app/cli/visible_stream.hpp"

#include "sim/base/visible.hpp"

namespace warplens::cli {

void VisibleStream::Buffer::finish() {
  if (!waiting_.empty()) to_ << base::visible(waiting_);
  waiting_.clear();
}

VisibleStream::Buffer::int_type VisibleStream::Buffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize VisibleStream::Buffer::xsputn(const char* text, std::streamsize size) {
  const std::string_view more(text, static_cast<size_t>(size));
  const size_t last = more.rfind('\n');
  if (last == std::string_view::npos) {
    waiting_ += more;
  } else {
    waiting_ += more.substr(0, last + 1);
    finish();
    waiting_ = more.substr(last + 1);
  }
  return to_ ? size : 0;
}

int VisibleStream::Buffer::sync() {
  finish();
  return to_.flush() ? 0 : -1;
}

VisibleStream::VisibleStream(std::ostream& to, bool is_terminal)
    : std::ostream(nullptr), buffer_(to), to_(to), is_terminal_(is_terminal) {
  rdbuf(&buffer_);
}

void VisibleStream::write_bytes(std::string_view bytes) {
  if (is_terminal_) {
    write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return;
  }
  buffer_.finish();
  to_ << bytes;
  if (!to_) setstate(std::ios::badbit);
}

VisibleStream::~VisibleStream() {
  buffer_.finish();
}

void print_bytes(std::ostream& out, std::string_view bytes) {
  if (auto* const visible = dynamic_cast<VisibleStream*>(&out))
    visible->write_bytes(bytes);
  else
    out << bytes;
}

}  // namespace warplens::cli
