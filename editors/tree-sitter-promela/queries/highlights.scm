; made by editors/generate.py; do not change it by hand
(comment) @comment
(string) @string
(number) @number
(directive) @preproc
(proctype name: (identifier) @function)
(inline name: (identifier) @function)
(typedef name: (identifier) @type)
(label name: (identifier) @label)
(goto label: (identifier) @label)
(type) @type.builtin
(predefined) @variable.builtin
(boolean) @constant.builtin
(temporal) @keyword.operator
["D_proctype" "active" "ctl" "hidden" "init" "inline" "local" "ltl" "never" "notrace" "of" "priority" "proctype" "provided" "show" "trace" "typedef"] @keyword
["atomic" "break" "d_step" "do" "else" "fi" "for" "goto" "if" "in" "od" "return" "select" "unless"] @keyword.control
["assert" "printf" "printm" "set_priority" "skip" "xr" "xs"] @keyword
["empty" "enabled" "eval" "full" "get_priority" "len" "nempty" "nfull" "pc_value" "run"] @keyword.operator
["c_code" "c_decl" "c_expr" "c_state" "c_track"] @keyword
