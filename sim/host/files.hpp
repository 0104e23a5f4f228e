// The files of a program: its three streams, files of the computer that it may read, and files that
// it writes, which stay in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/launch/fill.hpp"

namespace warplens::host {

class Files {
 public:
  static constexpr uint64_t kIn = 1, kOut = 2, kErr = 3;  // FILE*

  struct Options {
    std::function<void(std::string_view)> out, err;
    // The same text when the program writes it, and whether it is for `err`: `out` gets it later,
    // in parts. May be empty.
    std::function<void(std::string_view, bool is_error)> written;
    // The next bytes of the input, at most so many; none at its end.
    std::function<std::string(size_t most)> in;
    launch::DataReader read;  // may be empty: then there are no files
    // Gets the notice of a file that is not read. May be empty.
    std::function<void(const std::string&)> notice;
  };
  explicit Files(Options options) : options_(std::move(options)) {}

  // A FILE*; 0 where it can't be opened.
  uint64_t open(const std::string& name, const std::string& mode);
  bool close(uint64_t file);
  bool remove(const std::string& name);
  // False where the file is not open for it.
  bool write(uint64_t file, std::string_view text);
  void flush();
  uint64_t bytes_shown() const { return bytes_shown_; }  // to its output and errors, so far
  // The next character; -1 at the end.
  int get(uint64_t file);
  void put_back(uint64_t file, int c);
  bool is_at_end(uint64_t file) const;  // a read has met it
  bool seek(uint64_t file, int64_t offset, int from);
  int64_t tell(uint64_t file) const;
  // What the program wrote and has not removed, by name.
  const std::map<std::string, std::shared_ptr<std::string>>& written() const { return written_; }

 private:
  struct Open {
    std::shared_ptr<std::string> content;  // null: the input
    size_t at = 0;
    bool writes = false, appends = false, has_met_end = false;
  };
  std::optional<std::string> given(const std::string& name) const;  // by the computer
  bool fill_input();

  Options options_;
  std::map<std::string, std::shared_ptr<std::string>> written_;  // by name
  std::map<uint64_t, Open> open_{{kIn, {std::make_shared<std::string>()}}};
  uint64_t next_ = 16;
  std::string pending_out_;
  uint64_t bytes_shown_ = 0;
  bool input_has_ended_ = false;
};

}  // namespace warplens::host
