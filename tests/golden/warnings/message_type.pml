/* Fields of another kind than those of the channel.

   gyre: check --safety --ignore deadlock
   expect: verdict=holds
   output: %f:20:5: warning: field 1 of 'c': it is an mtype, but 5 is a number \[message-type\]
   output: %f:21:9: warning: field 2 of 'c': it is a byte, but 'ack' is an mtype
   output: %f:22:9: warning: field 2 of 'c': it is a byte, and never 300
   output: %f:23:5: warning: field 1 of 'd': it is an mtype:colour, but 'ack' is an mtype
   output: %f:24:5: warning: field 1 of 'c': it is an mtype, but 'd' is a chan
   spin: none SPIN says nothing

   gyre: check --safety --ignore deadlock --warn no-message-type
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: none it is the same model */
mtype = { req, ack };
mtype:colour = { red, blue };
chan c = [5] of { mtype, byte }, d = [5] of { mtype:colour };
init {
  c!5(3);
  c?req(ack);
  c?req,300;
  d!ack;
  c!d,1
}
