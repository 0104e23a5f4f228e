// The new file's name takes the old one's place by rename(2), which readers see as one step. Where
// that cannot be done (a folder that takes no new file, a file that is a mount point, one that has
// other names, an owner or an attribute that would get lost), the room is reserved first and the
// file is written over; where the folder takes a new file, the new text is in one beside it
// meanwhile.
#include "app/files/save.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/xattr.h>
#endif

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "app/files/files.hpp"
#include "sim/base/say.hpp"

namespace warplens::files {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // followed, as the system does
constexpr int kMostNames = 1000;
constexpr int kLockAttempts = 20;
constexpr auto kLockPause = std::chrono::milliseconds(5);

using StillKnown = std::function<bool()>;

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  bool write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = ::write(number_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      text.remove_prefix(static_cast<size_t>(count));
    }
    return true;
  }
  // From its begin on, and nothing else.
  bool becomes(std::string_view text) {
    return ::lseek(number_, 0, SEEK_SET) == 0 && write(text) &&
           ::ftruncate(number_, static_cast<off_t>(text.size())) == 0 && flush();
  }
  // Nothing where it cannot be read.
  std::optional<std::string> content(size_t size) const {
    std::string text(size, '\0');
    for (size_t at = 0; at < size;) {
      const ssize_t count = ::pread(number_, text.data() + at, size - at, static_cast<off_t>(at));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return std::nullopt;
      at += static_cast<size_t>(count);
    }
    return text;
  }
  // False where the system has it not on the disk. Pipes and terminals cannot be flushed.
  bool flush() { return ::fsync(number_) == 0 || errno == EINVAL || errno == EROFS; }
  // A full disk over a network may be noticed only here.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

std::string not_written(const std::string& path, int error) {
  return say("{path}: cannot be written: {reason}", "path"_a = path,
             "reason"_a = std::generic_category().message(error));
}

std::string not_opened(const std::string& path, int error) {
  return say("{path}: cannot be opened for writing: {reason}", "path"_a = path,
             "reason"_a = std::generic_category().message(error));
}

std::string unwritten(const std::string& path, int error, bool existed) {
  const std::string problem = not_written(path, error);
  return existed ? say("{problem}; the file is as it was", "problem"_a = problem)
                 : say("{problem}; there is no file of that name", "problem"_a = problem);
}

// Where the links lead; a name that leads nowhere is a file to be created.
fs::path followed(fs::path path) {
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(path, error))) break;
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

std::string write_through(const std::string& path, std::string_view text) {
  // A pipe that nobody reads is an error, and not waited for.
  File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666));
  if (file.is_open() && ::fcntl(file.number(), F_SETFL, 0) != 0) return not_written(path, errno);
  if (!file.is_open()) return not_opened(path, errno);
  if (!file.write(text) || !file.close()) return not_written(path, errno);
  return "";
}

// What else the system keeps of a file: its owner's attributes and access lists. False where one
// cannot be kept. What others keep (labels of a security module, say) they give to the new file.
#if defined(__linux__)
bool copy_attributes(int from, int to) {
  const ssize_t size = ::flistxattr(from, nullptr, 0);
  if (size < 0) return errno == ENOTSUP || errno == ENOSYS;
  std::string names(static_cast<size_t>(size), '\0');
  const ssize_t listed = ::flistxattr(from, names.data(), names.size());
  if (listed < 0) return false;
  names.resize(static_cast<size_t>(listed));
  for (size_t at = 0; at < names.size();) {
    const std::string name = names.c_str() + at;
    at += name.size() + 1;
    if (!name.starts_with("user.") && !name.starts_with("system.posix_acl")) continue;
    const ssize_t length = ::fgetxattr(from, name.c_str(), nullptr, 0);
    if (length < 0) return false;
    std::string value(static_cast<size_t>(length), '\0');
    const ssize_t got = ::fgetxattr(from, name.c_str(), value.data(), value.size());
    if (got < 0 || ::fsetxattr(to, name.c_str(), value.data(), static_cast<size_t>(got), 0) != 0)
      return false;
  }
  return true;
}
#else
bool copy_attributes(int, int) {
  return true;
}
#endif

// A name of its own in the folder, so that two programs never write the same one.
std::string name_beside(const fs::path& real, int number) {
  const std::string name =
      ".warplens-" + std::to_string(::getpid()) + "-" + std::to_string(number) + ".part";
  return (real.parent_path() / name).string();
}

// The new file while it has no name that anybody looks for; removed unless it gets one.
class NewFile {
 public:
  explicit NewFile(const fs::path& real) : file_(open_beside(real)) {}
  ~NewFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool is_open() const { return file_.is_open(); }
  // Owner, permissions and attributes of the file `old`.
  bool takes_after(const fs::path& real, const struct stat& old) {
    struct stat own {};
    const File from(::open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!from.is_open() || ::fstat(file_.number(), &own) != 0) return false;
    const bool is_same_owner = own.st_uid == old.st_uid && own.st_gid == old.st_gid;
    return (is_same_owner || ::fchown(file_.number(), old.st_uid, old.st_gid) == 0) &&
           ::fchmod(file_.number(), old.st_mode & 07777) == 0 &&
           copy_attributes(from.number(), file_.number());
  }
  bool fill(std::string_view text) { return file_.write(text) && file_.flush() && file_.close(); }
  // Stays, under this name.
  std::string keep() { return std::exchange(name_, ""); }
  bool becomes(const fs::path& real) {
    if (::rename(name_.c_str(), real.c_str()) != 0) return false;
    name_.clear();
    return true;
  }
  // As becomes(), but fails with EEXIST where there is a file of that name.
  bool becomes_new(const fs::path& real) {
    if (::link(name_.c_str(), real.c_str()) == 0) return true;  // the other name is removed
    const bool has_links = errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS;
    return !has_links && becomes(real);
  }

 private:
  int open_beside(const fs::path& real) {
    for (int i = 0; i < kMostNames; ++i) {
      name_ = name_beside(real, i);
      const int number = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (number >= 0) return number;
      if (errno != EEXIST) break;
    }
    name_.clear();
    return -1;
  }

  std::string name_;
  File file_;
};

// Over the file, whose room is reserved while the old text is still there. What fails after that is
// undone; `rescue`, which may be null, holds the new text, and keeps it where that fails, too.
std::string write_over(const std::string& path, const fs::path& real, std::string_view text,
                       NewFile* rescue = nullptr) {
  File file(::open(real.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.is_open()) file = File(::open(real.c_str(), O_WRONLY | O_CLOEXEC));
  struct stat was {};
  if (!file.is_open() || ::fstat(file.number(), &was) != 0) return unwritten(path, errno, true);
  const std::optional<std::string> old = file.content(static_cast<size_t>(was.st_size));
  const auto size = static_cast<off_t>(text.size());
  const int problem = size > was.st_size ? ::posix_fallocate(file.number(), 0, size) : 0;
  if (problem != 0) {
    const int ignored = ::ftruncate(file.number(), was.st_size);
    static_cast<void>(ignored);
    return unwritten(path, problem, true);
  }
  const bool is_written = file.becomes(text);
  // Writing takes these bits from a file.
  if (is_written && (was.st_mode & (S_ISUID | S_ISGID)) != 0)
    static_cast<void>(::fchmod(file.number(), was.st_mode & 07777));
  if (is_written && file.close()) return "";
  const int error = errno;
  if (old && file.is_open() && file.becomes(*old)) return unwritten(path, error, true);
  const std::string why = not_written(path, error);
  if (rescue == nullptr) return why;
  return say("{problem}; the new text is in {file}", "problem"_a = why, "file"_a = rescue->keep());
}

// The new name, too, is on the disk. Some file systems cannot say so of a folder.
void flush_folder(const fs::path& real) {
  const fs::path folder = real.has_parent_path() ? real.parent_path() : fs::path(".");
  File file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.is_open()) file.flush();
}

// Held while a window looks at the file and replaces it: another window that waits for it then
// finds the other text. A file that somebody else keeps locked is not waited for.
class Lock {
 public:
  explicit Lock(const fs::path& real) : file_(::open(real.c_str(), O_RDONLY | O_CLOEXEC)) {
    for (int i = 0; file_.is_open() && i < kLockAttempts; ++i) {
      if (::flock(file_.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
      std::this_thread::sleep_for(kLockPause);
    }
  }

 private:
  File file_;
};

base::Result<bool, std::string> save(const std::string& path, std::string_view text,
                                     const StillKnown& is_known) {
  const auto written = [](std::string problem) -> base::Result<bool, std::string> {
    if (!problem.empty()) return base::fail(std::move(problem));
    return true;
  };
  const fs::path real = followed(path);
  struct stat old {};
  const bool exists = ::stat(real.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode))
    return base::fail(say("{path}: is a directory, not a file", "path"_a = path));
  if (exists && !S_ISREG(old.st_mode)) return written(write_through(path, text));
  // A new file could take a protected one's place; who protected it did not mean that.
  if (exists && ::access(real.c_str(), W_OK) != 0) return base::fail(unwritten(path, errno, true));
  const Lock lock(real);
  const auto over = [&]() -> base::Result<bool, std::string> {
    if (is_known && !is_known()) return false;
    return written(write_over(path, real, text));
  };
  NewFile made(real);
  if (!made.is_open() && exists && (errno == EACCES || errno == EPERM)) return over();
  if (!made.is_open()) return base::fail(not_opened(path, errno));
  const bool stays = exists && (old.st_nlink > 1 || !made.takes_after(real, old));
  if (!made.fill(text)) return base::fail(unwritten(path, errno, exists));
  if (exists && is_known && !is_known()) return false;
  if (stays) return written(write_over(path, real, text, &made));
  // Never in the place of one that appeared meanwhile.
  const bool is_new = is_known && (!exists || !files::exists(real.string()));
  const bool has_name = is_new ? made.becomes_new(real) : made.becomes(real);
  if (!has_name) {
    if (is_known && errno == EEXIST) return false;
    if (exists && errno == EBUSY) return written(write_over(path, real, text, &made));
    return base::fail(unwritten(path, errno, exists));
  }
  flush_folder(real);
  return true;
}

std::string problem_of(const base::Result<bool, std::string>& saved) {
  return saved ? "" : saved.error();
}

}  // namespace

std::string write_text(const std::string& path, std::string_view text) {
  return problem_of(save(path, text, {}));
}

std::string write_bytes(const std::string& path, const std::vector<std::byte>& bytes) {
  return write_text(path, text_of(bytes));
}

base::Result<bool, std::string> replace_text(const std::string& path, std::string_view text,
                                             const IsKnown& is_known) {
  return save(path, text, [&] {
    if (!exists(path)) return true;
    const base::Result<std::vector<std::byte>, std::string> now = read_bytes(path, kTextLimit);
    return is_known(now ? std::optional(std::string(text_of(*now))) : std::nullopt);
  });
}

std::string write_scratch(const std::string& path, const std::vector<std::byte>& bytes) {
  return write_through(path, text_of(bytes));
}

void make_folder_of(const std::string& path) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
}

std::string keep_files(const std::string& folder,
                       const std::map<std::string, std::shared_ptr<std::string>>& files) {
  namespace fs = std::filesystem;
  for (const auto& [name, content] : files) {
    fs::path path = folder;
    const fs::path written = fs::path(name).lexically_normal();
    for (const fs::path& part : written.relative_path())
      if (part != "..") path /= part;
    make_folder_of(path.string());
    if (std::string problem = write_text(path.string(), *content); !problem.empty()) return problem;
  }
  return "";
}

std::string user_data_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && data[0] == '/') return std::string(data) + "/warplens";
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') return "";
  return std::string(home) + "/.local/share/warplens";
}

}  // namespace warplens::files
