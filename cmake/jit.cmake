# The native engine: gyre_jit, which opens a module at run time, and the module itself (libgyre_jit.so), the only thing
# that is linked with LLVM. Without LLVM there is no module, and `--engine native` says so.
include(GNUInstallDirs)
set(fingerprint ${PROJECT_BINARY_DIR}/generated/gyre_fingerprint.h)
file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/base/*.h ${PROJECT_SOURCE_DIR}/src/ir/*.h
  ${PROJECT_SOURCE_DIR}/src/model/*.h)
add_custom_command(OUTPUT ${fingerprint}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${fingerprint} -DSOURCE=${PROJECT_SOURCE_DIR}/src
    -P ${PROJECT_SOURCE_DIR}/cmake/fingerprint.cmake
  DEPENDS ${shared} ${PROJECT_SOURCE_DIR}/src/jit/module.h ${PROJECT_SOURCE_DIR}/src/jit/c_module.h
    ${PROJECT_SOURCE_DIR}/src/jit/sizes.h ${PROJECT_SOURCE_DIR}/cmake/fingerprint.cmake)
add_custom_target(gyre_fingerprint DEPENDS ${fingerprint})

add_library(gyre_jit STATIC ${PROJECT_SOURCE_DIR}/src/jit/load.cc ${PROJECT_SOURCE_DIR}/src/jit/c_load.cc
  ${PROJECT_SOURCE_DIR}/src/jit/find_module.cc ${PROJECT_SOURCE_DIR}/src/jit/code_cache.cc)
add_dependencies(gyre_jit gyre_fingerprint)
target_include_directories(gyre_jit PRIVATE ${PROJECT_BINARY_DIR}/generated)
target_include_directories(gyre_jit PUBLIC ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(gyre_jit PRIVATE GYRE_JIT_FOLDER="../${CMAKE_INSTALL_LIBDIR}/gyre"
  GYRE_JIT_INSTALLED="${CMAKE_INSTALL_FULL_LIBDIR}/gyre")
target_link_libraries(gyre_jit PUBLIC gyre_model ${CMAKE_DL_LIBS})

if(GYRE_JIT)
  find_program(GYRE_LLVM_CONFIG NAMES llvm-config-19 PATHS /usr/lib/llvm-19/bin)
  if(GYRE_LLVM_CONFIG)
    execute_process(COMMAND ${GYRE_LLVM_CONFIG} --includedir OUTPUT_VARIABLE llvm_include OUTPUT_STRIP_TRAILING_WHITESPACE)
    execute_process(COMMAND ${GYRE_LLVM_CONFIG} --libdir OUTPUT_VARIABLE llvm_lib OUTPUT_STRIP_TRAILING_WHITESPACE)
    find_library(GYRE_LLVM NAMES LLVM-19 HINTS ${llvm_lib})
  endif()
  if(GYRE_LLVM AND EXISTS ${llvm_include}/llvm-c/LLJIT.h)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/jit/*.cc)
    list(FILTER sources EXCLUDE REGEX "/(load|find_module|c_[a-z]*)\\.cc$")
    add_library(gyre_jit_module MODULE ${sources})
    add_dependencies(gyre_jit_module gyre_fingerprint)
    target_include_directories(gyre_jit_module PRIVATE ${PROJECT_BINARY_DIR}/generated)
    set_target_properties(gyre_jit_module PROPERTIES OUTPUT_NAME gyre_jit PREFIX lib)
    target_include_directories(gyre_jit_module PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_include_directories(gyre_jit_module SYSTEM PRIVATE ${llvm_include})
    target_link_libraries(gyre_jit_module PRIVATE ${GYRE_LLVM})
  else()
    message(STATUS "no LLVM 19 (llvm-19-dev): gyre is built without its native engine")
  endif()

  # The C compiler for embedded C: clang as a library, in a module of its own (libgyre_c.so). Without clang there is no
  # such module, and models with embedded C say so.
  find_library(GYRE_CLANG NAMES clang-cpp HINTS ${llvm_lib} NO_DEFAULT_PATH)
  if(TARGET gyre_jit_module AND GYRE_CLANG AND EXISTS ${llvm_include}/clang/CodeGen/CodeGenAction.h
      AND EXISTS ${llvm_lib}/clang/19/include/stddef.h)
    add_library(gyre_c_module MODULE ${PROJECT_SOURCE_DIR}/src/jit/c_module.cc)
    add_dependencies(gyre_c_module gyre_fingerprint)
    target_compile_definitions(gyre_c_module PRIVATE GYRE_CLANG_RESOURCES="${llvm_lib}/clang/19")
    target_include_directories(gyre_c_module PRIVATE ${PROJECT_BINARY_DIR}/generated)
    set_target_properties(gyre_c_module PROPERTIES OUTPUT_NAME gyre_c PREFIX lib)
    target_include_directories(gyre_c_module PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_include_directories(gyre_c_module SYSTEM PRIVATE ${llvm_include})
    target_link_libraries(gyre_c_module PRIVATE ${GYRE_CLANG} ${GYRE_LLVM})
  else()
    message(STATUS "no clang 19 (libclang-19-dev): gyre is built without embedded C")
  endif()
endif()
