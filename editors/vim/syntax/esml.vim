" Vim syntax file: ESML
" made by editors/generate.py; do not change it by hand
if exists("b:current_syntax")
  finish
endif
syn case match
syn keyword esmlType ARRAY BOOLEAN LIST OF
syn keyword esmlDeclaration ASSERT CONST IN MODEL OUT PROCESS TYPE VAR
syn keyword esmlControl BEGIN DO END IF POLL
syn keyword esmlStatement APPEND EMPTY PREPEND REMOVE SKIP TRACE
syn keyword esmlOperator DIV HEAD LEN MOD OR
syn keyword esmlConstant FALSE TRUE
syn keyword esmlTemporal A AF AG AX E EF EG EX U
syn match esmlNumber "\<\d\+\>"
syn region esmlString start=+"+ skip=+\\"+ end=+"+ oneline
syn region esmlComment start="(\*" end="\*)" contains=esmlComment
hi def link esmlType Type
hi def link esmlDeclaration Structure
hi def link esmlControl Conditional
hi def link esmlStatement Statement
hi def link esmlOperator Operator
hi def link esmlConstant Boolean
hi def link esmlTemporal Special
hi def link esmlNumber Number
hi def link esmlString String
hi def link esmlComment Comment
let b:current_syntax = "esml"
