/* A channel of bytes that carries names, a number that is received into whatever holds it, 0 for no name: all common.

   gyre: check --safety
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: merged */
mtype = { req, ack };
chan c = [2] of { byte, byte }, d = [2] of { mtype };
byte x;
mtype m;
chan e;
active proctype P() {
  c!req,1;
  c?ack,x unless c?req,x;
  d!0; d?x;
  d!m; d?m;
  e = c; e!req,2; e?eval(req),x;
  assert(x == 2)
}
