/* Included twice by include_twice.pml. */
#ifndef GUARDED_H
#define GUARDED_H
byte shared;
#endif
