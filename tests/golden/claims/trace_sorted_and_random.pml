/* The message that is sent or received counts, wherever it lies in the channel. SPIN looks at the last message of the
   channel for a send and at the first for a receive, which is another one here.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: none SPIN looks at another message */
chan c = [3] of { byte };
byte y;
trace { c!5; c!1; c!3; c?3; c?1; c?5 }
active proctype A() { c!!5; c!!1; c!!3; c??3; c?y; c?y }
