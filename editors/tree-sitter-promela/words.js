// made by editors/generate.py; do not change it by hand
module.exports = {
  "type": [
    "bit",
    "bool",
    "byte",
    "chan",
    "int",
    "mtype",
    "pid",
    "short",
    "unsigned"
  ],
  "operator": [
    "empty",
    "enabled",
    "eval",
    "full",
    "get_priority",
    "len",
    "nempty",
    "nfull",
    "pc_value",
    "run"
  ],
  "predefined": [
    "_last",
    "_nr_pr",
    "_pid",
    "_priority",
    "np_",
    "timeout"
  ],
  "constant": [
    "false",
    "true"
  ],
  "temporal": [
    "always",
    "equivalent",
    "eventually",
    "implies",
    "next",
    "release",
    "stronguntil",
    "until",
    "weakuntil"
  ]
};
