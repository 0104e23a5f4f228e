// Reading is app/files' work; here a text is only made fit for the editor.
#include "app/session/text/file_text.hpp"

#include <sys/stat.h>

namespace warplens::gui {

std::string editable(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      result += '\n';
    }
  }
  return result;
}

FileFormat format_of(const std::string& raw) {
  const size_t newline = raw.find('\n');
  return {raw.rfind("\xEF\xBB\xBF", 0) == 0,
          newline != std::string::npos && newline > 0 && raw[newline - 1] == '\r'};
}

std::string encoded(const std::string& text, FileFormat format) {
  std::string result = format.has_mark ? "\xEF\xBB\xBF" : "";
  result.reserve(text.size() + 16);
  for (const char letter : text) {
    if (letter == '\n' && format.has_crlf) {
      result += '\r';
    }
    result += letter;
  }
  return result;
}

FileStamp stamp_of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return {};
  return {found.st_mtim.tv_sec, found.st_mtim.tv_nsec, static_cast<uint64_t>(found.st_size),
          found.st_ino, true};
}

}  // namespace warplens::gui
