// The application without a window system: a session, the frame that draws it, fonts and scale. A
// platform (window.hpp, offscreen.hpp) feeds ImGui's input, then calls prepare(), ImGui's NewFrame,
// draw() and ImGui's Render.
#pragma once

#include "app/session/session.hpp"
#include "app/window/frame/frame.hpp"
#include "app/window/kit/fonts.hpp"
#include "app/window/kit/ui.hpp"

namespace warplens::gui {

class App {
 public:
  // Needs a current ImGui context.
  explicit App(SessionOptions options);

  // Between frames: makes the fonts again if the scale or the text asks for it, and the colours.
  // `density` is the display's own scale. True if ImGui's font texture must be uploaded again.
  bool prepare(float density);
  // `now` [seconds]. Draws the whole window, then applies what the user did.
  void draw(double now);
  // The next frame would differ from this one even without input.
  bool is_moving() const;
  // ... but not soon.
  bool is_moving_slowly() const;
  // The stage shows another minute than the last frame, a lecture's also another second of a vote.
  bool is_clock_due() const;

  Session& session() { return session_; }
  ui::Ui& ui() { return ui_; }
  views::FrameState& frame() { return frame_; }

 private:
  Session session_;
  ui::Ui ui_;
  ui::FontFiles files_;
  ui::GlyphNeeds needs_;
  ui::FontData fonts_;
  ui::FontExtent extent_ = ui::FontExtent::kAll;
  views::FrameState frame_;
  uint64_t seen_version_ = 0;  // of the text, whose letters the fonts have
  float made_for_ = 0, least_letters_ = 0;
  ui::Ground ground_ = ui::Ground::kDark;
  int frames_to_settle_ = 3;
  std::string drawn_ticks_;
};

// Lets the OpenGL backend take the fonts that prepare() made.
void upload_fonts();

}  // namespace warplens::gui
