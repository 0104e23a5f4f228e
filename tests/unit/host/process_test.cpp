// How programs begin and end: arguments, status, faults, limits, what is refused.
#include "support.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using test::run_program;
using test::run_statements;
using warplens::test::golden;

TEST_CASE("process: arguments come in, a status goes out") {
  const std::string text =
      "#include <cstdio>\n"
      "int main(int argc, char** argv) {\n"
      "  for (int i = 1; i < argc; ++i) printf(\"%s;\", argv[i]);\n"
      "  return argc + (argv[argc] == NULL);\n"
      "}\n";
  test::Given given;
  given.arguments = {"64", "a b"};
  const test::Ended ended = run_program(text, given);
  CHECK(ended.out == "64;a b;");
  CHECK(ended.status == 4);
  CHECK(run_statements("exit(7);").status == 7);
  CHECK(run_statements("").status == 0);
}

TEST_CASE("process: what a signal would end, ends it so") {
  CHECK(run_statements("int* p = NULL; *p = 1;").status == 139);
  CHECK(run_statements("int* p = NULL; *p = 1;").message == "Segmentation fault");
  CHECK(run_statements("int* p = (int*)12345ull; printf(\"%d\", *p);").status == 139);
  CHECK(run_statements("int zero = 0; printf(\"%d\", 5 / zero);").status == 136);
  const test::Ended twice = run_statements("void* p = malloc(8); free(p); free(p);");
  CHECK(twice.status == 134);
  CHECK(twice.err == golden("host.errors.freed_twice"));
  CHECK(run_statements("abort();").status == 134);
}

TEST_CASE("process: a device pointer is none of the host's") {
  CHECK(run_statements("int* d; cudaMalloc(&d, 4); *d = 1;").status == 139);
  CHECK(run_statements("int* d; cudaMallocManaged(&d, 4); *d = 1; printf(\"%d\", *d);").out == "1");
}

TEST_CASE("process: a function is given more bytes than there are") {
  CHECK(run_statements("char c; memset(&c, 0, (size_t)-1);").status == 139);
  CHECK(run_statements("FILE* f = fopen(\"x\", \"w+\"); fputs(\"abc\", f); rewind(f);"
                       "char* p = NULL; printf(\"%zu\", fread(p, 1, (size_t)-1, f));")
            .status == 139);
  CHECK(run_statements("char* d; cudaMallocManaged(&d, 4); memset(d, 0, (size_t)-1);").status ==
        139);
}

TEST_CASE("process: deep recursion is a fault, an endless loop ends at the limit") {
  const std::string recursion =
      "int f(int n) { int a[64]; a[n & 63] = n; return n + f(n + 1) + a[n & 63]; }\n"
      "int main() { return f(0); }\n";
  CHECK(run_program(recursion).status == 139);
  test::Given given;
  given.step_limit = 100'000;
  const test::Ended ended = run_statements("for (;;) {}", given);
  CHECK(ended.status == 1);
  CHECK(ended.message.find("program.cu:5") != std::string::npos);
}

TEST_CASE("process: threads of a team that wait for each other are refused") {
  const auto refused = [](const char* threads) {
    return run_program(std::string("#include <omp.h>\nint main() {\n  omp_set_num_threads(") +
                       threads + ");\n#pragma omp parallel\n  {\n#pragma omp barrier\n  }\n}\n")
        .refused;
  };
  CHECK(refused("1").empty());
  CHECK(refused("2") == golden("host.refused.omp_barrier"));
}

TEST_CASE("process: what is not supported is refused where it is reached") {
  const std::string text =
      "#include <cstdio>\n"
      "struct Top { int v; };\n"
      "int never(int x) { struct Left : virtual Top {}; Left l; return l.v; }\n"
      "int main(int argc, char**) { printf(\"begun\\n\"); if (argc > 1) never(1); }\n";
  CHECK(run_program(text).out == "begun\n");
  CHECK(run_program(text).refused == "");
  test::Given given;
  given.arguments = {"on"};
  CHECK(run_program(text, given).out == "begun\n");
  CHECK(run_program(text, given).refused == golden("lang.unsupported.virtual_bases"));
}

TEST_CASE("process: typeid of a type whose name is not known is refused") {
  const auto refused = [](const std::string& type) {
    return run_program(
               "#include <typeinfo>\n#include <vector>\n"
               "namespace { struct Hidden {}; }\ntemplate <class T> struct Box {};\n"
               "void ask() { struct Local {}; typeid(" +
               type + ").name(); }\nint main() { ask(); }\n")
        .refused;
  };
  CHECK(refused("Box<int>").empty());
  for (const char* type : {"Local", "Hidden", "std::vector<int>", "Box<Local>"}) {
    CAPTURE(type);
    CHECK(refused(type) ==
          "typeid of '" + std::string(type) + "', whose name is not known, is not supported");
  }
}

TEST_CASE("process: a kernel that can't run is refused where it is launched") {
  const std::string text =
      "#include <cstdio>\n"
      "__global__ void k(int* p) { asm(\"wgmma.fence.sync.aligned;\"); }\n"
      "int main(int argc, char**) { printf(\"begun\\n\"); if (argc > 1) k<<<1, 1>>>(0); }\n";
  CHECK(run_program(text).refused == "");
  test::Given given;
  given.arguments = {"on"};
  CHECK(run_program(text, given).refused == golden("lang.unsupported.inline_ptx"));
}

TEST_CASE("process: standard input") {
  test::Given given;
  given.input = "12 2.5 word\nnext line\n";
  const test::Ended ended = run_statements(
      "int n = 0; float f = 0; char w[8], line[32];"
      "printf(\"%d \", scanf(\"%d %f %7s\", &n, &f, w)); fgetc(stdin);"
      "printf(\"%d %g %s|%s\", n, f, w, fgets(line, 32, stdin));"
      "printf(\"%d %d\", scanf(\"%d\", &n), fgetc(stdin) == EOF);",
      given);
  CHECK(ended.out == "3 12 2.5 word|next line\n-1 1");
}

TEST_CASE("process: files that it writes can be read back and are nowhere else") {
  const test::Ended ended = run_statements(
      "FILE* f = fopen(\"no/such/place.txt\", \"w\"); fprintf(f, \"%d lines\\n\", 2); fclose(f);"
      "char line[32]; f = fopen(\"no/such/place.txt\", \"r\"); fgets(line, 32, f); fputs(line, "
      "stdout);"
      "printf(\"%d %d\", fgetc(f) == EOF, feof(f)); fclose(f);"
      "printf(\" %d\", fopen(\"no/such/other.txt\", \"r\") == NULL);");
  CHECK(ended.out == "2 lines\n1 0 1");
}

TEST_CASE("process: arguments are evaluated from the last to the first") {
  CHECK(run_statements("int i = 0; printf(\"%d %d %d\", ++i, ++i, ++i);").out == "3 2 1");
}

TEST_CASE("process: statics are initialised once, those of the file before main()") {
  const std::string text =
      "#include <cstdio>\n"
      "int made = 0;\n"
      "int make(int x) { ++made; return x * made; }\n"
      "int first = make(10), second = make(10);\n"
      "const char* names[] = {\"a\", \"b\"};\n"
      "static int next() { static int n = make(100); return n++; }\n"
      "int main() { printf(\"%d %d %s \", first, second, names[1]);\n"
      "  int a = next(); int b = next(); printf(\"%d %d %d\", a, b, made); }\n";
  CHECK(run_program(text).out == "10 20 b 300 301 3");
}

TEST_CASE("process: a text without main() has no program") {
  const auto unit = test::compile_program("__global__ void k() {}\n");
  REQUIRE_FALSE(unit.ok());
  CHECK(unit.error().front().message == "the text has no main()");
}
