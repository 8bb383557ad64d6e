# cmake -DOUTPUT=FILE -DSOURCE=FOLDER -P fingerprint.cmake: a header with the hash of all headers that the program and the
# module of its native engine share. They exchange plain structures, so they must have been made of the same ones.
file(GLOB headers ${SOURCE}/base/*.h ${SOURCE}/ir/*.h ${SOURCE}/model/*.h ${SOURCE}/jit/module.h ${SOURCE}/jit/sizes.h)
list(SORT headers)
set(all "")
foreach(header ${headers})
  file(SHA256 ${header} hash)
  string(APPEND all ${hash})
endforeach()
string(SHA256 all "${all}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define GYRE_FINGERPRINT \"${all}\"\n")
