/* Each of these is read: by a condition, a claim, a formula, another process, an index, a message, a macro that may be
   for a formula; what only takes a message out of a channel is left alone, and so is what is hidden.

   gyre: check --safety
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: merged */
#define p (of_macro == 1)
byte a[2], at, sent, of_formula, of_never, of_macro, printed;
hidden byte scratch;
typedef T { byte used; byte unused };
T t;
chan c = [1] of { byte };
active proctype P() {
  byte l = 1;
  byte dummy;
  of_formula = 1; of_never = 1; of_macro = 1; scratch = 1;
  sent = 3; at = 1; a[at] = 0; t.used = 1; t.unused = 1; printed = 4;
  c!sent; c?dummy;
  printf("%d\n", printed);
  assert(a[0] == 0 && t.used == 1);
  l = 2
}
ltl f { [] (of_formula < 2 && P:l < 3) }
never { do :: of_never < 2 od }
