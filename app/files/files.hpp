// The only place that opens files for the simulator, the lessons and the command line: size limits,
// and errors that are one sentence with the path in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/lang/compile.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::files {

inline constexpr uint64_t kTextLimit = uint64_t{4}
                                       << 20;  // [bytes] a kernel, a description, a script
inline constexpr size_t kMostNames = 500;      // of a folder
inline constexpr uint64_t kDataLimit = uint64_t{1} << 30;  // [bytes] a file= fill, a table

// True for anything that exists under that path.
bool exists(const std::string& path);
// Whether it is a file, of any size, that may be read.
bool is_readable(const std::string& path);
// Whether both names lead to one file that is there.
bool is_same_file(const std::string& a, const std::string& b);

// The path as it is seen from the current folder, without "./", if it is below that; else as given.
std::string name_from_here(const std::string& path);

// A text file. Errors: no such file, a directory, empty, over the limit (found before it is read),
// binary (has a zero byte), unreadable.
base::Result<std::string, std::string> read_text(const std::string& path,
                                                 uint64_t limit = kTextLimit);
// A kernel's text, which may be empty: compiling it says what it should hold. Other errors as
// above.
base::Result<std::string, std::string> read_kernel(const std::string& path);
base::Result<std::vector<std::byte>, std::string> read_bytes(const std::string& path,
                                                             uint64_t limit = kDataLimit);
// The same bytes as characters; a view of them.
std::string_view text_of(const std::vector<std::byte>& bytes);
// What prepare::Request::read_file takes: of a longer file only the requested bytes.
launch::FileReader file_reader();
// What prepare::Request::read_include takes: text files of up to 4 MiB, found from the folder of
// the kernel's file (a path; a name without a folder means the current one). A text may come from
// anywhere, so that only files in that folder, in those that `includes` names and in the neighbour
// folders (sim/lang/library/headers.hpp) are read, wherever a link leads, and source files (by
// their endings) of the two folders above that no link leads to.
lang::IncludeReader include_reader(const std::string& kernel_path,
                                   const launch::Includes& includes);
// What prepare::Request::read_data takes: the program at `path` may read what is below its folder,
// the current one and those of `allowed`, wherever a link leads. A relative name is the current
// folder's.
launch::DataReader data_reader(const std::string& path, const std::vector<std::string>& allowed);
// The same names as paths that hold from everywhere; an error if there is no such folder.
base::Result<launch::Includes, std::string> whole_paths(const launch::Includes& includes);

// A file that the text at `kernel_path` itself names, as a path to open: it has to be in that
// text's folder, wherever a link leads. Else an error.
base::Result<std::string, std::string> own_file(const std::string& kernel_path,
                                                const std::string& name);

// Source files of the folder of the file at `path`, and of the folder above it, that include it,
// perhaps through each other; the nearest first. At most kMostNames files are looked at.
std::vector<std::string> includers_of(const std::string& path);

// Names in a folder, sorted, for choosing a text to open.
struct Folder {
  std::vector<std::string> folders;  // those that begin with a dot left out
  std::vector<std::string> texts;    // .cu and .cuh files
  bool is_cut = false;               // there are more than kMostNames
};
base::Result<Folder, std::string> texts_in(const std::string& folder);

// The paths of a folder's files that end in `suffix` (".json"), sorted.
base::Result<std::vector<std::string>, std::string> list_folder(const std::string& folder,
                                                                std::string_view suffix);

// The files below a folder that end in `suffix`, as names from there, sorted. Folders are not
// entered through links. Errors: as above, and more than kMostBelow.
inline constexpr size_t kMostBelow = 100'000;
base::Result<std::vector<std::string>, std::string> list_below(const std::string& folder,
                                                               std::string_view suffix);

}  // namespace warplens::files
