/* Included by include.pml. */
#define THREE 3
chan c = [1] of { byte };
inline put(v) { c!v }
