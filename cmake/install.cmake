# `cmake --install`: the program, and what it says of itself. Man page and completions come from the option table
# inside the program (`gyre --generate man|bash|zsh|fish`), so they cannot disagree with it.
include(GNUInstallDirs)

install(TARGETS gyre gyre-certify RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Called by the name spin the program is `gyre spin`: scripts that call spin need no change.
option(GYRE_INSTALL_SPIN_LINK "install a link named spin to gyre" OFF)
if(GYRE_INSTALL_SPIN_LINK)
  install(CODE "
    file(CREATE_LINK gyre \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/spin\" SYMBOLIC)")
endif()
if(TARGET gyre_jit_module)
  install(TARGETS gyre_jit_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gyre)
endif()
if(TARGET gyre_c_module)
  install(TARGETS gyre_c_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gyre)
endif()
if(TARGET gyre_http_module)
  install(TARGETS gyre_http_module LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/gyre)
endif()
install(FILES README.md NEWS.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

function(gyre_install_generated what folder file)
  install(CODE "
    set(text \"${PROJECT_BINARY_DIR}/generated/${file}\")
    file(MAKE_DIRECTORY \"${PROJECT_BINARY_DIR}/generated\")
    execute_process(COMMAND \"$<TARGET_FILE:gyre>\" --generate ${what}
      OUTPUT_FILE \"\${text}\" ERROR_QUIET RESULT_VARIABLE status)
    file(SIZE \"\${text}\" size)
    if(status EQUAL 0 AND size GREATER 0)
      file(INSTALL \"\${text}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${folder}\")
    else()
      message(WARNING \"not installed: ${folder}/${file} (gyre --generate ${what} failed: \${status})\")
    endif()")
endfunction()

gyre_install_generated(man ${CMAKE_INSTALL_MANDIR}/man1 gyre.1)
gyre_install_generated(bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions gyre)
gyre_install_generated(zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions _gyre)
gyre_install_generated(fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d gyre.fish)
