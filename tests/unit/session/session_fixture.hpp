// A session with the real engine and the real lessons, and what is done with one.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "app/session/session.hpp"

namespace warplens::test {

// Without threads a frame does a few slices, so that what a user sees in between can be looked at.
inline gui::Session make_session(bool threads = true) {
  gui::SessionOptions options;
  options.lessons = lessons::built_in();
  options.threads = threads;
  return gui::Session(std::move(options));
}

inline const gui::State& open(gui::Session& session, const std::string& target) {
  REQUIRE(session.open(target));
  session.wait_idle();
  return session.model();
}

inline const gui::State& act(gui::Session& session, gui::Action action) {
  session.apply({std::move(action)});
  session.wait_idle();
  return session.model();
}

// The form, filled with a launch or with the one that is there.
inline gui::Action with_launch(launch::Launch launch) {
  return gui::action::ChangeLaunch{
      [launch = std::move(launch)](launch::Launch& changed) { changed = launch; }};
}
inline gui::Action as_it_is() {
  return gui::action::ChangeLaunch{[](launch::Launch&) {}};
}

// The user's edit of the whole text.
inline gui::Action edited(std::string text) {
  return gui::action::Edit{
      [text = std::move(text)](gui::TextBuffer& buffer) { buffer.replace_all(text); }};
}

// A file that is gone afterwards.
struct ScratchFile {
  std::string path = (std::filesystem::temp_directory_path() / "warplens_session_test.cu").string();
  explicit ScratchFile(const std::string& text) { write(text); }
  ~ScratchFile() { std::filesystem::remove(path); }
  void write(const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
};

}  // namespace warplens::test
