// `warplens lecture`, as it is declared with CLI11.
#include <CLI/CLI.hpp>

#include "app/cli/declared_options.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {

void declare_lecture(CLI::App& app, Parsed& parsed) {
  LectureLine& lecture = parsed.line.lecture;
  CLI::App* command = app.add_subcommand(
      "lecture", say("Play a lecture in the window, or list those that come with Warplens: stops "
                     "and texts one after another, with notes, minutes and votes"));
  command
      ->add_option("lecture", lecture.playlist,
                   say("A playlist: a text file, or a lecture of the list"))
      ->type_name("FILE | NAME");
  command->add_flag("--check", lecture.check,
                    say("Walk through it without a display: every stop has to open and every "
                        "number to hold; what is missing is named with its line, and the exit "
                        "status is 1, or 2 for mistakes in the playlist itself"));
  command
      ->add_option("--pictures", lecture.pictures,
                   say("Write each stop as a PNG, and its film as a GIF, into a folder"))
      ->type_name("DIR");
  command
      ->add_option("--handout", lecture.handout,
                   say("Write a page that prints: pictures, questions, a place to write, and the "
                       "answers at the end"))
      ->type_name("FILE.html");
  command
      ->add_option("--notes", lecture.notes, say("Write a page of the notes, for paper or a phone"))
      ->type_name("FILE.html");
  command->add_flag("--json", parsed.line.json,
                    say("Print JSON instead of text: of the list, or with --check"));
  command
      ->add_option("--course", lecture.course_folder,
                   say("A folder with folders of lessons of your own, in place of the course's"))
      ->type_name("DIR");
  command
      ->add_option(
          "--theme", parsed.theme,
          say("Of the window or its pictures: letters light on a dark ground, or dark on a "
              "light one; default dark"))
      ->type_name("light | dark");
  command->add_option("--size", parsed.size, say("Size of the window or its pictures, in pixels"))
      ->type_name("WxH");
}

}  // namespace warplens::cli
