#include "kernels/measure/child/serve.hpp"

#include <exception>
#include <functional>
#include <istream>
#include <limits>
#include <map>
#include <new>
#include <ostream>
#include <string>
#include <utility>

#include "kernels/measure/child/protocol.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

template <class T>
Measured<Json> as_json(const Measured<T>& result) {
  if (!result.ok()) return base::fail(result.error());
  return Json(*result);
}

class Server {
 public:
  explicit Server(std::ostream& out) : out_(out) {}

  using Handler = std::function<Measured<Json>(const Json& request)>;
  void add(const std::string& name, Handler handler) { handlers_[name] = std::move(handler); }

  void show(double share, const std::string& what) {
    write(Json{{"progress", share}, {"what", what}});
  }

  // False: the CUDA context is lost, and the process has to end.
  bool answer(const std::string& line) {
    try {
      return answer(parse_json(line));
    } catch (const Json::exception& error) {
      return refuse({ProblemKind::kInternal,
                     say("a request cannot be read: {reason}", "reason"_a = error.what())});
    } catch (const std::bad_alloc&) {
      return refuse({ProblemKind::kMemory,
                     say("there is not enough memory on the CPU's side to measure this; it needs "
                         "smaller arrays or a smaller text")});
    } catch (const std::exception& error) {
      return refuse({ProblemKind::kInternal, error.what()});
    }
  }

  bool refuse_length() {
    return refuse({ProblemKind::kInput,
                   say("a request is larger than {limit} MiB", "limit"_a = kLongestLine >> 20)});
  }

 private:
  bool answer(const Json& request) {
    const std::string name = request.at("do").get<std::string>();
    if (const unsigned version = request.at("protocol").get<unsigned>(); version != kProtocol) {
      return refuse({ProblemKind::kInternal, say("a request cannot be read: {reason}",
                                                 "reason"_a = other_protocol(version))});
    }
    const auto handler = handlers_.find(name);
    if (handler == handlers_.end())
      return refuse({ProblemKind::kInternal, say("there is no request '{name}'", "name"_a = name)});
    const Measured<Json> result = handler->second(request);
    if (!result.ok()) return refuse(result.error());
    write(Json{{"protocol", kProtocol}, {"answer", *result}});
    return true;
  }

  bool refuse(const Problem& problem) {
    write(Json{{"protocol", kProtocol}, {"problem", problem}});
    return problem.kind != ProblemKind::kFault;
  }
  void write(const Json& json) { out_ << one_line(json) << '\n' << std::flush; }

  std::ostream& out_;
  std::map<std::string, Handler> handlers_;
};

// Reads the next line, without its end; a line that is too long is skipped.
enum class Input { kLine, kTooLong, kEnd };
Input read_line(std::istream& in, std::string& line) {
  line.clear();
  bool is_too_long = false;
  for (int byte = in.get(); byte != std::istream::traits_type::eof(); byte = in.get()) {
    if (byte == '\n') return is_too_long ? Input::kTooLong : Input::kLine;
    if (line.size() < kLongestLine)
      line += static_cast<char>(byte);
    else
      is_too_long = true;
  }
  if (is_too_long) return Input::kTooLong;
  return line.empty() ? Input::kEnd : Input::kLine;
}

int serve(Server& server, std::istream& in, std::ostream& out) {
  bool goes_on = true;
  for (std::string line; goes_on && out;) {
    const Input input = read_line(in, line);
    if (input == Input::kEnd) break;
    goes_on = input == Input::kLine ? server.answer(line) : server.refuse_length();
  }
  return 0;
}

}  // namespace

int serve(Gpu& gpu, std::istream& in, std::ostream& out) {
  Server server(out);
  const Progress progress = [&server](double share, const std::string& what) {
    server.show(share, what);
  };
  server.add("machine", [&](const Json&) { return as_json(gpu.machine()); });
  server.add("run", [&](const Json& request) {
    return as_json(gpu.run(request.at("job").get<Job>(), progress));
  });
  server.add("accesses", [&](const Json& request) {
    return as_json(gpu.measure_accesses(request.at("job").get<AccessJob>(), progress));
  });
  server.add("ceilings", [&](const Json&) { return as_json(gpu.ceilings(progress)); });
  server.add("latencies", [&](const Json&) { return as_json(gpu.latencies(progress)); });
  server.add("cublas", [&](const Json& request) {
    return as_json(gpu.cublas_product(request.at("n").get<uint32_t>()));
  });
  return serve(server, in, out);
}

int serve(Compiler& compiler, std::istream& in, std::ostream& out) {
  Server server(out);
  server.add("compile", [&](const Json& request) {
    return as_json(compiler.compile(request.at("request").get<CompileRequest>()));
  });
  return serve(server, in, out);
}

}  // namespace warplens::measure
