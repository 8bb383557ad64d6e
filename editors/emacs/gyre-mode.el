;;; gyre-mode.el --- Promela and ESML, with gyre's language server -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages

;;; Commentary:

;; Modes for the languages of gyre, an explicit-state model checker.  Comments, words and indentation come from this
;; file, everything else from `gyre lsp', which eglot (of Emacs 29, or a package) starts with M-x eglot.

;;; Code:

;; BEGIN OF WORDS
;; made by editors/generate.py; do not change it by hand
(defconst gyre-promela-words
  '((font-lock-type-face "bit" "bool" "byte" "chan" "int" "mtype" "pid" "short" "unsigned")
    (font-lock-keyword-face "D_proctype" "active" "ctl" "hidden" "init" "inline" "local" "ltl" "never" "notrace" "of" "priority" "proctype" "provided" "show" "trace" "typedef")
    (font-lock-keyword-face "atomic" "break" "d_step" "do" "else" "fi" "for" "goto" "if" "in" "od" "return" "select" "unless")
    (font-lock-builtin-face "assert" "printf" "printm" "set_priority" "skip" "xr" "xs")
    (font-lock-builtin-face "empty" "enabled" "eval" "full" "get_priority" "len" "nempty" "nfull" "pc_value" "run")
    (font-lock-variable-name-face "_last" "_nr_pr" "_pid" "_priority" "np_" "timeout")
    (font-lock-constant-face "false" "true")
    (font-lock-builtin-face "always" "equivalent" "eventually" "implies" "next" "release" "stronguntil" "until" "weakuntil")
    (font-lock-preprocessor-face "c_code" "c_decl" "c_expr" "c_state" "c_track"))
  "The words of promela, by the face they have.")
(defconst gyre-esml-words
  '((font-lock-type-face "ARRAY" "BOOLEAN" "LIST" "OF")
    (font-lock-keyword-face "ASSERT" "CONST" "IN" "MODEL" "OUT" "PROCESS" "TYPE" "VAR")
    (font-lock-keyword-face "BEGIN" "DO" "END" "IF" "POLL")
    (font-lock-builtin-face "APPEND" "EMPTY" "PREPEND" "REMOVE" "SKIP" "TRACE")
    (font-lock-builtin-face "DIV" "HEAD" "LEN" "MOD" "OR")
    (font-lock-constant-face "FALSE" "TRUE")
    (font-lock-builtin-face "A" "AF" "AG" "AX" "E" "EF" "EG" "EX" "U"))
  "The words of esml, by the face they have.")
;; END OF WORDS

(defun gyre--keywords (words)
  "Font lock keywords for WORDS, a list of (FACE WORD...)."
  (mapcar (lambda (entry) (cons (regexp-opt (cdr entry) 'symbols) (list (list 0 (list 'quote (car entry)) 'keep))))
          words))

(defvar gyre-promela-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    table)
  "Syntax table of `gyre-promela-mode'.")

(defvar gyre-esml-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\( "()1n" table)
    (modify-syntax-entry ?\) ")(4n" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\" "\"" table)
    table)
  "Syntax table of `gyre-esml-mode'.")

(defun gyre--promela-depth ()
  "How deep the current line is nested."
  (save-excursion
    (back-to-indentation)
    (let ((depth (car (syntax-ppss)))
          (choices 0)
          (end (point)))
      (save-excursion
        (goto-char (or (nth 1 (syntax-ppss)) (point-min)))
        (while (re-search-forward "\\_<\\(do\\|if\\|od\\|fi\\)\\_>" end t)
          (unless (or (nth 8 (syntax-ppss)) (eq (char-before (match-beginning 0)) ?#))
            (setq choices (+ choices (if (member (match-string 1) '("do" "if")) 1 -1))))))
      (cond ((looking-at "}") (1- depth))
            ((looking-at "::\\|\\_<\\(od\\|fi\\)\\_>") (+ depth (max 0 (1- choices))))
            (t (+ depth (max 0 choices)))))))

(defun gyre-promela-indent-line ()
  "Indent the current line of Promela."
  (interactive)
  (let ((column (* 2 (max 0 (gyre--promela-depth)))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode gyre-promela-mode prog-mode "Promela"
  "Mode for Promela models."
  (setq-local comment-start "/* " comment-end " */" comment-start-skip "/\\*+ *\\|// *")
  (setq-local indent-line-function #'gyre-promela-indent-line)
  (setq-local font-lock-defaults
              (list (append '(("^[ \t]*#[ \t]*[a-z]+" . font-lock-preprocessor-face)
                              ("\\_<\\(?:proctype\\|inline\\|typedef\\|ltl\\)\\_>[ \t]+\\(\\sw\\(?:\\sw\\|\\s_\\)*\\)"
                               1 font-lock-function-name-face))
                            (gyre--keywords gyre-promela-words)))))

;;;###autoload
(define-derived-mode gyre-esml-mode prog-mode "ESML"
  "Mode for ESML models."
  (setq-local comment-start "(* " comment-end " *)" comment-start-skip "(\\*+ *")
  (setq-local font-lock-defaults
              (list (append '(("\\_<\\(?:PROCESS\\|MODEL\\)\\_>[ \t]+\\(\\sw+\\)" 1 font-lock-function-name-face))
                            (gyre--keywords gyre-esml-words)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:pml\\|prom\\|promela\\|spin\\)\\'" . gyre-promela-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.esml\\'" . gyre-esml-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((gyre-promela-mode gyre-esml-mode) . ("gyre" "lsp"))))

(provide 'gyre-mode)
;;; gyre-mode.el ends here
