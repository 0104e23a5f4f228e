#include "kernels/measure/child/serve.hpp"

#include <exception>
#include <istream>
#include <ostream>
#include <string>

#include "kernels/measure/record/json.hpp"

namespace warplens::measure {
namespace {

class Server {
 public:
  Server(Gpu& gpu, std::ostream& out) : gpu_(gpu), out_(out) {}

  // False: the process is to end, its CUDA context is lost.
  bool answer(const std::string& request) {
    try {
      return answer(parse_json(request));
    } catch (const Json::exception& error) {
      return say(
          {ProblemKind::kInternal, std::string("a request cannot be read: ") + error.what()});
    } catch (const std::exception& error) {
      return say({ProblemKind::kInternal, error.what()});
    }
  }

 private:
  bool answer(const Json& request) {
    const std::string what = request.at("do").get<std::string>();
    const Progress progress = [this](double share, const std::string& doing) {
      write(Json{{"progress", share}, {"what", doing}});
    };
    if (what == "machine") return say(gpu_.machine());
    if (what == "run") return say(gpu_.run(request.at("job").get<Job>(), progress));
    if (what == "accesses")
      return say(gpu_.measure_accesses(request.at("job").get<AccessJob>(), progress));
    if (what == "ceilings") return say(gpu_.ceilings(progress));
    if (what == "cublas") return say(gpu_.cublas_product(request.at("n").get<uint32_t>()));
    return say({ProblemKind::kInternal, "there is no request '" + what + "'"});
  }

  template <class T>
  bool say(const Measured<T>& result) {
    if (!result.ok()) return say(result.error());
    write(Json{{"answer", *result}});
    return true;
  }
  bool say(const Problem& problem) {
    write(Json{{"problem", problem}});
    return problem.kind != ProblemKind::kFault;
  }
  void write(const Json& json) { out_ << one_line(json) << '\n' << std::flush; }

  Gpu& gpu_;
  std::ostream& out_;
};

}  // namespace

int serve(Gpu& gpu, std::istream& in, std::ostream& out) {
  Server server(gpu, out);
  for (std::string request; out && std::getline(in, request);) {
    if (!server.answer(request)) break;
  }
  return 0;
}

}  // namespace warplens::measure
