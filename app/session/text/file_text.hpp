// A file as the editor takes it, and its state on disk.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::gui {

// LF line ends and no byte-order mark, as the editor keeps a text; offsets then agree with the
// compiler's.
std::string editable(const std::string& text);

// What editable() takes away; encoded() puts it back.
struct FileFormat {
  bool has_mark = false;  // a byte-order mark
  bool has_crlf = false;  // CR LF ends the first line
};
FileFormat format_of(const std::string& raw);
std::string encoded(const std::string& text, FileFormat format);

// Differs once another program has saved the file.
struct FileStamp {
  int64_t seconds = 0, nanoseconds = 0;
  uint64_t size = 0, number = 0;  // on its disk: a file that took its name has another one
  bool exists = false;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
FileStamp stamp_of(const std::string& path);

}  // namespace warplens::gui
