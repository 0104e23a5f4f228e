// A script of the window, carried out offscreen in an empty folder: it ends with a status and, if
// it fails, a message. Where nothing can be drawn (no EGL), nothing is done.
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/files/exit_status.hpp"
#include "app/window/platform/egl/offscreen.hpp"
#include "app/window/platform/run_gui.hpp"
#include "target.hpp"

using namespace warplens;

namespace {

gui::GuiOptions offscreen() {
  gui::GuiOptions options;
  options.headless = true;
  options.width = 320;
  options.height = 200;
  options.patience = 60;  // leaving without a job would end the fuzzer
  return options;
}

// The driver stays loaded, so that what it keeps has the name of its library, which
// tests/support/lsan.supp knows.
void keep_libraries() {
  const auto keep = [](dl_phdr_info* library, size_t, void*) {
    if (library->dlpi_name[0] != '\0') dlopen(library->dlpi_name, RTLD_NOW | RTLD_NODELETE);
    return 0;
  };
  dl_iterate_phdr(keep, nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const auto egl = platform::Egl::open()) {
    for (const EGLDisplay display : egl->displays()) {
      if (egl->eglInitialize(display, nullptr, nullptr)) keep_libraries();
    }
  }
  if (gui::run_gui(offscreen()) == files::kExitNotMeasured) {
    std::fprintf(stderr, "nothing can be drawn here\n");
    std::exit(0);
  }
  std::string folder = (std::filesystem::temp_directory_path() / "warplens-fuzz-XXXXXX").string();
  fuzz::expect(mkdtemp(folder.data()) != nullptr && chdir(folder.c_str()) == 0,
               "there is a folder");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  std::replace(text.begin(), text.end(), '/', '|');  // what it writes stays in the folder
  std::ofstream("window.script", std::ios::binary) << text;
  gui::GuiOptions options = offscreen();
  options.script = "window.script";
  const int status = gui::run_gui(options);
  fuzz::expect(status >= 0 && status <= 2, "the status is a stated one");
  for (const auto& entry : std::filesystem::directory_iterator("."))
    std::filesystem::remove_all(entry.path());
  return 0;
}
