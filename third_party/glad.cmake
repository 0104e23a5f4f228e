# glad: an OpenGL 3.3 core loader, generated at build time from the specification that the package carries.
# --reproducible keeps it from trying to download a newer one.
find_program(WARPLENS_GLAD glad REQUIRED)
set(glad_dir ${CMAKE_CURRENT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${WARPLENS_GLAD} --quiet --reproducible --api gl:core=3.3 --extensions "" --out-path ${glad_dir} c
  COMMENT "Generating the OpenGL loader" VERBATIM)
add_library(warplens_glad STATIC ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h)
target_include_directories(warplens_glad SYSTEM PUBLIC ${glad_dir}/include)
target_link_libraries(warplens_glad PUBLIC ${CMAKE_DL_LIBS})
