/* Too few and too many values for a format.

   gyre: check --safety
   expect: verdict=holds
   output: %f:15:3: warning: the format asks for 2 values, 1 is given: 0 is printed for what is missing \[printf-arguments\]
   output: %f:16:3: warning: the format asks for 1 value, 2 are given
   output: (?s)\A(?!.*%f:1[78])
   spin: none SPIN refuses some of them

   gyre: check --safety --warn no-printf-arguments
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: none it is the same model */
active proctype P() {
  printf("%d of %d\n", _pid);
  printf("100 %% of %d\n", _pid, 1);
  printf("%-5d%%, %e %c\n", 1, 2, 3);
  printf("done\n")
}
