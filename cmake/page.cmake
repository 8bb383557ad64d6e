# The page of `gyre explore`: web/dist becomes part of the program. Where there is none (nobody has run npm) the program
# is built without, and says so. GYRE_WEB builds it first.
#
# GYRE_PAGE: another folder with a built page, for tests.
include(GNUInstallDirs)
option(GYRE_WEB "build the page of gyre explore, by npm" OFF)
set(GYRE_PAGE "${PROJECT_SOURCE_DIR}/web/dist" CACHE PATH "the built page of gyre explore")

set(page_depends "")
if(GYRE_WEB)
  find_program(NPM npm)
  if(NOT NPM)
    message(FATAL_ERROR "GYRE_WEB needs npm (Debian: npm)")
  endif()
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/* ${PROJECT_SOURCE_DIR}/web/*.json
    ${PROJECT_SOURCE_DIR}/web/*.html ${PROJECT_SOURCE_DIR}/web/*.ts)
  list(FILTER page_sources EXCLUDE REGEX "/web/(node_modules|dist)/")
  set(page_depends ${PROJECT_BINARY_DIR}/generated/page.stamp)
  add_custom_command(OUTPUT ${page_depends} DEPENDS ${page_sources}
    COMMAND ${NPM} ci --no-audit --no-fund COMMAND ${NPM} run build
    COMMAND ${CMAKE_COMMAND} -E touch ${page_depends}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/web COMMENT "Building the page")
else()
  file(GLOB_RECURSE page_depends CONFIGURE_DEPENDS ${GYRE_PAGE}/*)
endif()

set(page_source ${PROJECT_BINARY_DIR}/generated/page_files.cc)
add_custom_command(OUTPUT ${page_source} DEPENDS ${page_depends} ${CMAKE_CURRENT_LIST_DIR}/embed.cmake
  COMMAND ${CMAKE_COMMAND} -D FOLDER=${GYRE_PAGE} -D OUTPUT=${page_source} -P ${CMAKE_CURRENT_LIST_DIR}/embed.cmake
  COMMENT "Embedding the page")

gyre_library(serve api nlohmann_json::nlohmann_json)
target_sources(gyre_serve PRIVATE ${page_source})
get_target_property(serve_sources gyre_serve SOURCES)
list(FILTER serve_sources EXCLUDE REGEX "/http\\.cc$")
set_target_properties(gyre_serve PROPERTIES SOURCES "${serve_sources}")
target_compile_definitions(gyre_serve PRIVATE GYRE_HTTP_FOLDER="../${CMAKE_INSTALL_LIBDIR}/gyre")
target_link_libraries(gyre_serve PUBLIC ${CMAKE_DL_LIBS})

# The module with cpp-httplib. Debian splits that into a header and a library, which was compiled with all of these.
find_path(HTTPLIB_INCLUDE httplib.h)
find_library(HTTPLIB_LIBRARY cpp-httplib)
if(HTTPLIB_INCLUDE)
  find_package(Threads REQUIRED)
  add_library(gyre_http_module MODULE ${PROJECT_SOURCE_DIR}/src/serve/http.cc)
  set_target_properties(gyre_http_module PROPERTIES OUTPUT_NAME gyre_http PREFIX lib)
  target_include_directories(gyre_http_module PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(gyre_http_module SYSTEM PRIVATE ${HTTPLIB_INCLUDE})
  target_link_libraries(gyre_http_module PRIVATE Threads::Threads)
  if(HTTPLIB_LIBRARY)
    target_compile_definitions(gyre_http_module PRIVATE CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT
      CPPHTTPLIB_BROTLI_SUPPORT)
    target_link_libraries(gyre_http_module PRIVATE ${HTTPLIB_LIBRARY})
  endif()
else()
  message(STATUS "no httplib.h (Debian: libcpp-httplib-dev): `gyre explore' will not work")
endif()
