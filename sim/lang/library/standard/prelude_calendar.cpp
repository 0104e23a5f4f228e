// The calendar of <time.h> and <iomanip>'s put_time, for whole programs that name them; text in the
// language that Warplens supports. The time zone is UTC.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view calendar_text() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <string>
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
};
inline bool warplens_is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }
inline int warplens_days_of(int month, long year) {
  return month == 1 ? (warplens_is_leap(year) ? 29 : 28) : month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
}
inline struct tm* gmtime_r(const time_t* time, struct tm* to) {
  long days = *time / 86400, rest = *time % 86400;
  if (rest < 0) {
    rest += 86400;
    --days;
  }
  to->tm_hour = rest / 3600;
  to->tm_min = rest / 60 % 60;
  to->tm_sec = rest % 60;
  to->tm_wday = (days % 7 + 11) % 7;  // 1 January 1970 was a Thursday
  long year = 1970;
  while (days < 0) days += warplens_is_leap(--year) ? 366 : 365;
  for (; days >= (warplens_is_leap(year) ? 366 : 365); ++year) days -= warplens_is_leap(year) ? 366 : 365;
  to->tm_year = year - 1900;
  to->tm_yday = days;
  to->tm_mon = 0;
  for (; days >= warplens_days_of(to->tm_mon, year); ++to->tm_mon) days -= warplens_days_of(to->tm_mon, year);
  to->tm_mday = days + 1;
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "UTC";
  return to;
}
inline struct tm* localtime_r(const time_t* time, struct tm* to) { return gmtime_r(time, to); }
inline struct tm* gmtime(const time_t* time) {
  static struct tm kept;
  return gmtime_r(time, &kept);
}
inline struct tm* localtime(const time_t* time) { return gmtime(time); }
inline time_t mktime(struct tm* from) {
  long year = 1900 + from->tm_year + from->tm_mon / 12;
  long days = from->tm_mday - 1;
  for (long y = 1970; y < year; ++y) days += warplens_is_leap(y) ? 366 : 365;
  for (long y = year; y < 1970; ++y) days -= warplens_is_leap(y) ? 366 : 365;
  for (int month = 0; month < from->tm_mon % 12; ++month) days += warplens_days_of(month, year);
  const time_t time = days * 86400 + from->tm_hour * 3600l + from->tm_min * 60 + from->tm_sec;
  gmtime_r(&time, from);
  return time;
}
inline time_t timegm(struct tm* from) { return mktime(from); }
inline std::string warplens_time_text(const char* format, const struct tm* of) {
  const char* const kDays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
  const char* const kMonths[] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                 "September", "October", "November", "December"};
  std::string text;
  char part[32];
  for (; *format != 0; ++format) {
    if (*format != '%' || format[1] == 0) {
      text += *format;
      continue;
    }
    const char kind = *++format;
    const int hour = of->tm_hour % 12 == 0 ? 12 : of->tm_hour % 12;
    const auto number = [&](const char* how, int value) {
      snprintf(part, sizeof part, how, value);
      text += part;
    };
    switch (kind) {
      case 'Y': number("%d", of->tm_year + 1900); break;
      case 'y': number("%02d", of->tm_year % 100); break;
      case 'm': number("%02d", of->tm_mon + 1); break;
      case 'd': number("%02d", of->tm_mday); break;
      case 'e': number("%2d", of->tm_mday); break;
      case 'j': number("%03d", of->tm_yday + 1); break;
      case 'H': number("%02d", of->tm_hour); break;
      case 'I': number("%02d", hour); break;
      case 'M': number("%02d", of->tm_min); break;
      case 'S': number("%02d", of->tm_sec); break;
      case 'u': number("%d", of->tm_wday == 0 ? 7 : of->tm_wday); break;
      case 'w': number("%d", of->tm_wday); break;
      case 'p': text += of->tm_hour < 12 ? "AM" : "PM"; break;
      case 'A': text += kDays[of->tm_wday]; break;
      case 'B': text += kMonths[of->tm_mon]; break;
      case 'a': text += std::string(kDays[of->tm_wday]).substr(0, 3); break;
      case 'h':
      case 'b': text += std::string(kMonths[of->tm_mon]).substr(0, 3); break;
      case 'F': text += warplens_time_text("%Y-%m-%d", of); break;
      case 'D':
      case 'x': text += warplens_time_text("%m/%d/%y", of); break;
      case 'T':
      case 'X': text += warplens_time_text("%H:%M:%S", of); break;
      case 'R': text += warplens_time_text("%H:%M", of); break;
      case 'r': text += warplens_time_text("%I:%M:%S %p", of); break;
      case 'c': text += warplens_time_text("%a %b %e %H:%M:%S %Y", of); break;
      case 'Z': text += "UTC"; break;
      case 'z': text += "+0000"; break;
      case 'n': text += '\n'; break;
      case 't': text += '\t'; break;
      default: text += kind;
    }
  }
  return text;
}
inline size_t strftime(char* to, size_t room, const char* format, const struct tm* of) {
  const std::string text = warplens_time_text(format, of);
  if (text.size() >= room) return 0;
  strcpy(to, text.c_str());
  return text.size();
}
inline char* asctime(const struct tm* of) {
  static char kept[64];
  strcpy(kept, warplens_time_text("%a %b %e %H:%M:%S %Y\n", of).c_str());
  return kept;
}
inline char* ctime(const time_t* time) { return asctime(localtime(time)); }
namespace std {
using ::tm;
using ::gmtime;
using ::localtime;
using ::mktime;
using ::strftime;
using ::asctime;
using ::ctime;
inline string put_time(const struct tm* of, const char* format) { return warplens_time_text(format, of); }
}
)cuda";
  return kText;
}

bool needs_calendar_text(std::string_view text) {
  static constexpr auto kWords =
      std::to_array<std::string_view>({"struct tm", "std::tm", "localtime", "gmtime", "strftime",
                                       "put_time", "mktime", "asctime", "ctime(", "timegm"});
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
