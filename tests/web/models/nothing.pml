/* No process: there is nothing to run. */
byte x;
