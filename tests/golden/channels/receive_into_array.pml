/* Receive into elements, fields, and an index that the same receive changes.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
typedef rec { byte f };
chan c = [1] of { byte, byte };
byte a[3]; rec r; byte i;
active proctype A() { c!7,8; c?a[1],r.f; assert(a[1] == 7 && r.f == 8); c!2,5; c?i,a[2]; assert(i == 2 && a[2] == 5) }
