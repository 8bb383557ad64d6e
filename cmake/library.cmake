# The library for other programs: libgyre.a, of the objects of all folders but cli/, with the headers of include/. It is
# installed with a package for CMake (find_package(gyre), target gyre::gyre) and one for pkg-config.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

find_package(Threads REQUIRED)
set(objects "")
foreach(folder base logic automata ir promela esml lint model vm jit reduce plan store search trace judge product thesis run
        report api)
  get_target_property(type gyre_${folder} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    list(APPEND objects $<TARGET_OBJECTS:gyre_${folder}>)
  endif()
endforeach()
add_library(gyre_library STATIC ${objects})
add_library(gyre::gyre ALIAS gyre_library)
set_target_properties(gyre_library PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME gyre EXPORT_NAME gyre)
target_include_directories(gyre_library PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(gyre_library PUBLIC cxx_std_20)
target_link_libraries(gyre_library PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
if(NOT GYRE_FMT_HEADER_ONLY)
  target_link_libraries(gyre_library PRIVATE fmt::fmt)
  set(GYRE_NEEDS_FMT fmt)
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/gyre)
set(generated ${PROJECT_BINARY_DIR}/generated)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/gyre-config.cmake.in ${generated}/gyre-config.cmake
  INSTALL_DESTINATION ${package})
write_basic_package_version_file(${generated}/gyre-config-version.cmake COMPATIBILITY SameMinorVersion)
# The prefix is where the file lies: an installation may be moved.
file(RELATIVE_PATH GYRE_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${PROJECT_SOURCE_DIR}/cmake/gyre.pc.in ${generated}/gyre.pc @ONLY)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/gyre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS gyre_library EXPORT gyre ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT gyre NAMESPACE gyre:: FILE gyre-targets.cmake DESTINATION ${package})
install(FILES ${generated}/gyre-config.cmake ${generated}/gyre-config-version.cmake DESTINATION ${package})
install(FILES ${generated}/gyre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
