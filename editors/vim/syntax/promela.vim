" Vim syntax file: Promela
" made by editors/generate.py; do not change it by hand
if exists("b:current_syntax")
  finish
endif
syn case match
syn keyword promelaType bit bool byte chan int mtype pid short unsigned
syn keyword promelaDeclaration D_proctype active ctl hidden init inline local ltl never notrace of priority proctype provided show trace typedef
syn keyword promelaControl atomic break d_step do else fi for goto if in od return select unless
syn keyword promelaStatement assert printf printm set_priority skip xr xs
syn keyword promelaOperator empty enabled eval full get_priority len nempty nfull pc_value run
syn keyword promelaPredefined _last _nr_pr _pid _priority np_ timeout
syn keyword promelaConstant false true
syn keyword promelaTemporal always equivalent eventually implies next release stronguntil until weakuntil
syn keyword promelaEmbedded c_code c_decl c_expr c_state c_track
syn match promelaNumber "\<\d\+\>"
syn region promelaString start=+"+ skip=+\\"+ end=+"+ oneline
syn match promelaDirective "^\s*#\s*\(define\|elif\|endif\|error\|ifdef\|ifndef\|include\|line\|pragma\|undef\|warning\|if\|else\)\>.*$"
syn match promelaLabel "^\s*\w\+\s*::\@!"
syn region promelaComment start="/\*" end="\*/"
syn match promelaComment "//.*$"
hi def link promelaType Type
hi def link promelaDeclaration Structure
hi def link promelaControl Conditional
hi def link promelaStatement Statement
hi def link promelaOperator Operator
hi def link promelaPredefined Identifier
hi def link promelaConstant Boolean
hi def link promelaTemporal Special
hi def link promelaEmbedded PreProc
hi def link promelaDirective PreProc
hi def link promelaNumber Number
hi def link promelaString String
hi def link promelaComment Comment
hi def link promelaLabel Label
let b:current_syntax = "promela"
