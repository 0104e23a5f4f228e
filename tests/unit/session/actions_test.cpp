// An action names what it changes: two of one frame both hold.
#include "app/session/actions.hpp"

#include "session_fixture.hpp"

using namespace warplens;

TEST_CASE("actions: two changes of one frame both hold") {
  gui::Session session = test::make_session();
  const gui::State& model = test::open(session, "");
  SUBCASE("of the launch") {
    session.apply(
        {gui::action::ChangeLaunch{[](launch::Launch& launch) { launch.device = "cc3.0"; }},
         gui::action::ChangeLaunch{
             [](launch::Launch& launch) { launch.schedule.order = launch::Order::kRoundRobin; }}});
    session.wait_idle();
    CHECK(model.run->device.id == "cc3.0");
    CHECK(model.run->request.launch.schedule.order == launch::Order::kRoundRobin);
  }
  SUBCASE("of the launch and its form, which was filled before") {
    launch::Launch typed = model.launch;
    typed.schedule.resident = 1;
    session.apply(
        {gui::action::ChangeLaunch{[](launch::Launch& launch) { launch.device = "cc3.0"; }},
         gui::action::ChangeLaunch{[from = model.launch, typed](launch::Launch& launch) {
           launch::take_changes(launch, from, typed);
         }}});
    session.wait_idle();
    CHECK(model.run->device.id == "cc3.0");
    CHECK(model.run->request.launch.schedule.resident == 1);
  }
  SUBCASE("of the block") {
    session.apply({gui::action::SelectBlock{.x = 1}, gui::action::SelectBlock{.y = 1}});
    session.wait_idle();
    CHECK(model.run->recording->block == trace::BlockId{1, 1, 0});
  }
}
