// <sstream> and <fstream>, for whole programs: text in the language that Warplens supports. Each
// stream has an istream, an ostream or both, and what it does is theirs.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kOutput = R"cuda(
  template <class T>
  ostream& operator<<(const T& x) { return warplens_out() << x; }
  ostream& put(char c) { return warplens_out().put(c); }
  ostream& write(const char* text, long size) { return warplens_out().write(text, size); }
  ostream& flush() { return warplens_out().flush(); }
  int precision(int n) { return warplens_out().precision(n); }
  int width(int n) { return warplens_out().width(n); }
  char fill(char c) { return warplens_out().fill(c); }
  int setf(int more) { return warplens_out().setf(more); }
  int setf(int more, int of) { return warplens_out().setf(more, of); }
  void unsetf(int less) { out_.unsetf(less); }
  long tellp() const { return out_.tellp(); }
)cuda";

constexpr std::string_view kInput = R"cuda(
  template <class T>
  istream& operator>>(T& x) { return warplens_in() >> x; }
  istream& operator>>(warplens_manipulator m) { return warplens_in() >> m; }
  int get() { return warplens_in().get(); }
  istream& get(char& c) { return warplens_in().get(c); }
  int peek() { return warplens_in().peek(); }
  istream& getline(char* to, long size, char end = '\n') { return warplens_in().getline(to, size, end); }
  istream& read(char* to, long size) { return warplens_in().read(to, size); }
  istream& ignore(long most = 1, int end = -1) { return warplens_in().ignore(most, end); }
  istream& seekg(long place, int from = 0) { return warplens_in().seekg(place, from); }
  long tellg() const { return in_.tellg(); }
  long gcount() const { return in_.gcount(); }
  istream& warplens_input() { return warplens_in(); }
)cuda";

// STATE is the part that has it.
constexpr std::string_view kState = R"cuda(
  bool good() const { return STATE.good(); }
  bool fail() const { return STATE.fail(); }
  bool bad() const { return STATE.bad(); }
  bool eof() const { return STATE.eof(); }
  void clear() { STATE.clear(); }
  operator bool() const { return !STATE.fail(); }
  bool operator!() const { return STATE.fail(); }
)cuda";

// A stream NAME to or from a text, whose parts PARTS initialises; RESTART makes it read from the
// beginning.
constexpr std::string_view kOfText = R"cuda(
  NAME() : PARTS {}
  explicit NAME(const string& text) : PARTS { str(text); }
  string str() const { return string(text_.first, text_.size); }
  void str(const string& text) {
    text_.size = 0;
    text_.append(text.data(), text.size());
    RESTART
  }
)cuda";

// A stream NAME to or from a file, opened in MODE, whose parts PARTS initialises and USE gives the
// file.
constexpr std::string_view kOfFile = R"cuda(
  static constexpr int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
  NAME() : file_(nullptr), PARTS {}
  explicit NAME(const char* file, int mode = MODE) : NAME() { open(file, mode); }
  explicit NAME(const string& file, int mode = MODE) : NAME() { open(file.c_str(), mode); }
  ~NAME() { close(); }
  void open(const string& file, int mode = MODE) { open(file.c_str(), mode); }
  void open(const char* file, int mode = MODE) {
    close();
    file_ = warplens_open(file, mode | MODE);
    if (file_ != nullptr && (mode & 2) != 0) fseek(file_, 0, 2);
    USE
  }
  bool is_open() const { return file_ != nullptr; }
  void close() {
    if (file_ != nullptr) fclose(file_);
    file_ = nullptr;
  }
)cuda";

constexpr std::string_view kOpen = R"cuda(
inline FILE* warplens_open(const char* name, int mode) {
  if ((mode & 24) == 24) return fopen(name, (mode & 32) != 0 ? "w+b" : "r+b");
  if ((mode & 1) != 0) return fopen(name, "ab");
  return fopen(name, (mode & 16) != 0 ? "wb" : "rb");
}
)cuda";

enum class Parts : uint8_t { kIn, kOut, kBoth };

// `each` for the istream, for the ostream, or for both with `between`; IO is the part's name.
std::string of_parts(Parts parts, std::string_view each, std::string_view between) {
  std::string text;
  if (parts != Parts::kOut) text += with(each, "IO", "in_");
  if (parts == Parts::kBoth) text += between;
  if (parts != Parts::kIn) text += with(each, "IO", "out_");
  return text;
}

std::string class_of(std::string_view name, std::string_view head, Parts parts,
                     std::string_view field, std::string_view use) {
  std::string text = "class " + std::string(name) + " {\n public:" + with(head, "NAME", name);
  if (parts != Parts::kOut) text += kInput;
  if (parts != Parts::kIn) text += kOutput;
  text += with(kState, "STATE", parts == Parts::kOut ? "out_" : "in_");
  text += " private:\n  " + std::string(field);
  const auto part = [&](std::string_view type, std::string_view accessor) {
    const std::string field_of = std::string(accessor) + "_";
    return "\n  " + std::string(type) + " " + field_of + ";\n  " + std::string(type) + "& " +
           "warplens_" + std::string(accessor) + "() {\n    " + with(use, "IO", field_of) +
           "\n    return " + field_of + ";\n  }";
  };
  if (parts != Parts::kOut) text += part("istream", "in");
  if (parts != Parts::kIn) text += part("ostream", "out");
  return text + "\n};\n";
}

std::string text_stream(std::string_view name, Parts parts) {
  std::string head = with(kOfText, "PARTS", of_parts(parts, "IO(&text_)", ", "));
  head = with(head, "RESTART", parts == Parts::kOut ? "" : "warplens_in().warplens_rewind();");
  // The object may have been moved since, and the text with it.
  return class_of(name, head, parts, "warplens_text text_;", "IO.warplens_use(&text_);");
}

std::string file_stream(std::string_view name, Parts parts, std::string_view mode) {
  std::string head = with(kOfFile, "PARTS", of_parts(parts, "IO(file_)", ", "));
  head = with(head, "USE", of_parts(parts, "IO.warplens_use(file_);", "\n    "));
  return class_of(name, with(head, "MODE", mode), parts, "FILE* file_;", "");
}

constexpr std::string_view kBefore =
    "#pragma once\n#include <iostream>\n#include <string>\nnamespace std {\n";

}  // namespace

std::string_view sstream_header() {
  static const std::string text = std::string(kBefore) + text_stream("ostringstream", Parts::kOut) +
                                  text_stream("istringstream", Parts::kIn) +
                                  text_stream("stringstream", Parts::kBoth) + "}\n";
  return text;
}

std::string_view fstream_header() {
  static const std::string text =
      std::string(kBefore) + std::string(kOpen) + file_stream("ofstream", Parts::kOut, "16") +
      file_stream("ifstream", Parts::kIn, "8") + file_stream("fstream", Parts::kBoth, "24") + "}\n";
  return text;
}

// A program's files are read and kept by the process; their folders are not.
std::string_view filesystem_header() {
  static const std::string text = [] {
    std::string all =
        "#pragma once\n#include <string>\nnamespace std {\nnamespace filesystem {\n"
        "class path {\n public:\n  path() {}\n  path(const string& text) : text_(text) {}\n"
        "  path(const char* text) : text_(text) {}\n  string string() const { return text_; }\n"
        "  const char* c_str() const { return text_.c_str(); }\n\n private:\n"
        "  std::string text_;\n};\n";
    for (const std::string name :
         {"exists", "is_directory", "is_regular_file", "create_directory", "create_directories",
          "remove", "remove_all", "file_size", "copy_file", "rename", "current_path"}) {
      all += "template <class... A>\ninline long " + name +
             "(const A&...) {\n  warplens_not_supported(\"std::filesystem::" + name +
             "\");\n  return 0;\n}\n";
    }
    return all + "}\n}\n";
  }();
  return text;
}

}  // namespace warplens::lang
