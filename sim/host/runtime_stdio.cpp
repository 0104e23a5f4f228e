// <stdio.h>
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "sim/base/format_text.hpp"
#include "sim/host/runtime.hpp"

namespace warplens::host::runtime {

namespace {

uint64_t wrote(Call& call, uint64_t file, std::string_view text) {
  return call.process.files.write(file, text) ? text.size() : static_cast<uint32_t>(-1);
}

bool is_space(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Where scanf() reads from.
class Scanner {
 public:
  virtual ~Scanner() = default;
  virtual int get() = 0;
  virtual void put_back(int c) = 0;
  void skip_spaces() {
    int c = get();
    while (is_space(c)) c = get();
    put_back(c);
  }
};
class FileScanner : public Scanner {
 public:
  FileScanner(Files& files, uint64_t file) : files_(files), file_(file) {}
  int get() override { return files_.get(file_); }
  void put_back(int c) override { files_.put_back(file_, c); }

 private:
  Files& files_;
  uint64_t file_;
};
class TextScanner : public Scanner {
 public:
  explicit TextScanner(std::string text) : text_(std::move(text)) {}
  int get() override { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_++]) : -1; }
  void put_back(int c) override {
    if (c >= 0) --at_;
  }

 private:
  std::string text_;
  size_t at_ = 0;
};

// The characters that can be a number's, at most `width` of them.
std::string number_text(Scanner& from, size_t width, bool is_real, bool is_hexadecimal) {
  std::string text;
  for (int c = from.get(); text.size() < width; c = from.get()) {
    const bool is_sign = (c == '+' || c == '-') &&
                         (text.empty() || (is_real && (text.back() == 'e' || text.back() == 'E')));
    const bool is_digit = c >= '0' && c <= '9';
    const bool is_hex = is_hexadecimal && c >= 0 && std::strchr("abcdefABCDEFxX", c) != nullptr;
    const bool is_of_real = is_real && c > 0 && std::strchr(".eEinfatyINFATY", c) != nullptr;
    if (!is_sign && !is_digit && !is_hex && !is_of_real) {
      from.put_back(c);
      return text;
    }
    text += static_cast<char>(c);
  }
  return text;
}

struct Wish {
  bool is_dropped = false;
  size_t width = 1 << 20;
  std::string length;
  char letter = 0;
};

Wish read_wish(std::string_view format, size_t& at) {
  Wish wish;
  if (at < format.size() && format[at] == '*') {
    wish.is_dropped = true;
    ++at;
  }
  size_t width = 0;
  while (at < format.size() && format[at] >= '0' && format[at] <= '9')
    width = std::min<size_t>(width * 10 + static_cast<size_t>(format[at++] - '0'), 1 << 20);
  if (width != 0) wish.width = width;
  while (at < format.size() && std::strchr("hlLzjt", format[at]) != nullptr)
    wish.length += format[at++];
  wish.letter = at < format.size() ? format[at++] : '\0';
  return wish;
}

uint64_t bytes_of(const Wish& wish) {
  if (wish.length == "hh") return 1;
  if (wish.length == "h") return 2;
  return wish.length.empty() ? 4 : 8;
}

// Reads one conversion into the argument; false where the input does not fit.
bool scan_one(Call& call, Scanner& from, const Wish& wish, size_t argument) {
  if (wish.letter != 'c' && wish.letter != '[') from.skip_spaces();
  std::string text;
  switch (wish.letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x': {
      const bool is_hexadecimal = wish.letter == 'x';
      text = number_text(from, wish.width, false, is_hexadecimal);
      char* end = nullptr;
      const int base = is_hexadecimal ? 16 : wish.letter == 'i' ? 0 : 10;
      const int64_t value = std::strtoll(text.c_str(), &end, base);
      if (end == text.c_str()) return false;
      if (!wish.is_dropped) call.store(argument, static_cast<uint64_t>(value), bytes_of(wish));
      return true;
    }
    case 'f':
    case 'g':
    case 'e': {
      text = number_text(from, wish.width, true, false);
      char* end = nullptr;
      const double value = std::strtod(text.c_str(), &end);
      if (end == text.c_str()) return false;
      if (wish.is_dropped) return true;
      if (wish.length.empty())
        call.store(argument, std::bit_cast<uint32_t>(static_cast<float>(value)), 4);
      else
        call.store(argument, std::bit_cast<uint64_t>(value), 8);
      return true;
    }
    case 's': {
      for (int c = from.get(); text.size() < wish.width; c = from.get()) {
        if (c < 0 || is_space(c)) {
          from.put_back(c);
          break;
        }
        text += static_cast<char>(c);
      }
      if (text.empty()) return false;
      if (!wish.is_dropped)
        std::memcpy(call.bytes(argument, text.size() + 1), text.c_str(), text.size() + 1);
      return true;
    }
    case 'c': {
      const int c = from.get();
      if (c < 0) return false;
      if (!wish.is_dropped) call.store(argument, static_cast<uint64_t>(c), 1);
      return true;
    }
    default:
      return false;
  }
}

// The number of conversions; -1 where the input ends before the first one.
uint64_t scan(Call& call, Scanner& from, size_t format_at) {
  const std::string format = call.text(format_at);
  size_t argument = format_at + 1;
  uint32_t done = 0;
  for (size_t at = 0; at < format.size();) {
    const char c = format[at++];
    if (is_space(c)) {
      from.skip_spaces();
      continue;
    }
    if (c != '%') {
      const int next = from.get();
      if (next != c) {
        from.put_back(next);
        return next < 0 && done == 0 ? static_cast<uint32_t>(-1) : done;
      }
      continue;
    }
    const Wish wish = read_wish(format, at);
    if (wish.letter != 'c') from.skip_spaces();
    const int next = from.get();
    from.put_back(next);
    if (next < 0) return done == 0 ? static_cast<uint32_t>(-1) : done;
    if (!scan_one(call, from, wish, argument)) return done;
    if (wish.is_dropped) continue;
    ++argument;
    ++done;
  }
  return done;
}

// Into the first argument, which has as much room as the second says.
uint64_t put_text(Call& call, const std::string& text) {
  const uint64_t room = call.bits(1);
  if (room != 0) {
    const size_t size = std::min<size_t>(text.size(), room - 1);
    std::byte* const to = call.bytes(0, size + 1);
    std::memcpy(to, text.data(), size);
    to[size] = std::byte{0};
  }
  return text.size();
}

}  // namespace

uint64_t printf_(Call& call) {
  return wrote(call, Files::kOut, call.formatted(0));
}
uint64_t fprintf_(Call& call) {
  return wrote(call, call.bits(0), call.formatted(1));
}
uint64_t sprintf_(Call& call) {
  const std::string text = call.formatted(1);
  std::memcpy(call.bytes(0, text.size() + 1), text.c_str(), text.size() + 1);
  return text.size();
}
uint64_t snprintf_(Call& call) {
  return put_text(call, call.formatted(2));
}
uint64_t warplens_format_(Call& call) {
  return put_text(call, call.formatted_of(2, call.bits(3)));
}
uint64_t puts_(Call& call) {
  return wrote(call, Files::kOut, call.text(0) + "\n");
}
uint64_t fputs_(Call& call) {
  return wrote(call, call.bits(1), call.text(0));
}
uint64_t fputc_(Call& call) {
  call.prints(0);
  const char c = static_cast<char>(call.number(0));
  return wrote(call, call.bits(1), {&c, 1}) == 1 ? static_cast<uint64_t>(static_cast<uint8_t>(c))
                                                 : static_cast<uint32_t>(-1);
}
uint64_t fwrite_(Call& call) {
  const uint64_t size = call.bits(1), count = call.bits(2);
  if (size == 0 || count == 0) return 0;
  const std::byte* from = call.read_bytes(0, size * count);
  if (Follower* follower = call.process.follower()) follower->printed(call.bits(0), size * count);
  const std::string_view text(reinterpret_cast<const char*>(from), size * count);
  return call.process.files.write(call.bits(3), text) ? count : 0;
}
uint64_t fread_(Call& call) {
  const uint64_t size = call.bits(1), count = call.bits(2);
  uint64_t done = 0;
  if (size == 0 || count == 0) return 0;
  std::byte* to = call.bytes(0, size * count);
  for (; done < size * count; ++done) {
    const int c = call.process.files.get(call.bits(3));
    if (c < 0) break;
    to[done] = static_cast<std::byte>(c);
  }
  return done / size;
}
uint64_t warplens_open_(Call& call) {
  if (call.bits(0) == 0) return 0;
  return call.process.files.open(call.text(0), call.text(1));
}
uint64_t fclose_(Call& call) {
  return call.process.files.close(call.bits(0)) ? 0 : static_cast<uint32_t>(-1);
}
uint64_t fflush_(Call& call) {
  call.process.files.flush();
  return 0;
}
uint64_t fgets_(Call& call) {
  std::string text;
  const int32_t size = call.number(1);
  while (static_cast<int64_t>(text.size()) + 1 < size) {
    const int c = call.process.files.get(call.bits(2));
    if (c < 0) break;
    text += static_cast<char>(c);
    if (c == '\n') break;
  }
  if (text.empty()) return 0;
  std::memcpy(call.bytes(0, text.size() + 1), text.c_str(), text.size() + 1);
  return call.bits(0);
}
uint64_t fgetc_(Call& call) {
  return static_cast<uint32_t>(call.process.files.get(call.bits(0)));
}
uint64_t ungetc_(Call& call) {
  call.process.files.put_back(call.bits(1), call.number(0));
  return call.bits(0);
}
uint64_t feof_(Call& call) {
  return call.process.files.is_at_end(call.bits(0)) ? 1 : 0;
}
uint64_t ferror_(Call& /*call*/) {
  return 0;
}
uint64_t fseek_(Call& call) {
  const bool is_fine =
      call.process.files.seek(call.bits(0), static_cast<int64_t>(call.bits(1)), call.number(2));
  return is_fine ? 0 : static_cast<uint32_t>(-1);
}
uint64_t ftell_(Call& call) {
  return static_cast<uint64_t>(call.process.files.tell(call.bits(0)));
}
uint64_t scanf_(Call& call) {
  FileScanner from(call.process.files, Files::kIn);
  return scan(call, from, 0);
}
uint64_t fscanf_(Call& call) {
  FileScanner from(call.process.files, call.bits(0));
  return scan(call, from, 1);
}
uint64_t sscanf_(Call& call) {
  TextScanner from(call.text(0));
  return scan(call, from, 1);
}
uint64_t perror_(Call& call) {
  return wrote(call, Files::kErr, call.text(0) + ": No such file or directory\n");
}
uint64_t remove_(Call& call) {
  return call.process.files.remove(call.text(0)) ? 0 : static_cast<uint32_t>(-1);
}

}  // namespace warplens::host::runtime
