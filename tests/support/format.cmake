# Fails if a C++ file of the project is not laid out as .clang-format says. The lessons' .cu files are laid out by hand.
file(GLOB_RECURSE sources ${ROOT}/app/*.[ch]pp ${ROOT}/sim/*.[ch]pp ${ROOT}/tests/*.[ch]pp
  ${ROOT}/kernels/*.[ch]pp)
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${sources} RESULT_VARIABLE result)
if(result)
  message(FATAL_ERROR "Some files are not laid out as .clang-format says; `clang-format -i FILE` does it")
endif()
