/* Included by include_cycle.pml: never ends. */
#include "cycle.h"
