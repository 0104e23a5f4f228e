// Dates from seconds, and back.
#include <cstdio>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>

int main() {
  for (time_t time : {0l, 951782399l, 951782400l, 1700000000l, 4102444800l, -1l}) {
    struct tm parts;
    gmtime_r(&time, &parts);
    char text[80];
    const size_t size = strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j %y %I %p", &parts);
    printf("%zu %s %d %s", size, text, mktime(&parts) == time, asctime(&parts));
  }
  const std::time_t when = 1234567890;
  std::ostringstream stream;
  stream << std::put_time(std::gmtime(&when), "%F %T %A, %B %e");
  std::cout << stream.str() << std::endl;
}
