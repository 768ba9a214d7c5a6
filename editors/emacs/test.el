;;; test.el --- Opens a game in Emacs and uses the server; `.ci/editors' runs it -*- lexical-binding: t -*-

(require 'eglot)
(require 'flymake)

(defun pgnkit-test-check (is-true what)
  "Fail with WHAT unless IS-TRUE."
  (unless is-true
    (message "failed: %s" what)
    (kill-emacs 1)))

(defun pgnkit-test-wait (is-so what)
  "Wait until the function IS-SO returns true; fail with WHAT after a minute."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall is-so)) (< (float-time) end))
      (accept-process-output nil 0.1)))
  (pgnkit-test-check (funcall is-so) what))

(defun pgnkit-test-codes ()
  "The codes of the findings in the buffer."
  (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\n"))

;; A folder of its own: a new name goes to all files of the folder.
(let* ((pgn (or (getenv "PGN") "pgn"))
       (folder (make-temp-file "pgnkit" t))
       (path (expand-file-name "game.pgn" folder))
       (eglot-sync-connect 60))
  (write-region "[White \"Tal\"]\n\n1.e2e4 e5 2. Ke3 *\n" nil path)
  (setf (cdr (rassoc '("pgn" "lsp") eglot-server-programs)) (list pgn "lsp"))
  (find-file path)
  (pgnkit-test-check (eq major-mode 'pgnkit-pgn-mode) "the mode")
  (call-interactively #'eglot)
  (pgnkit-test-check (eglot-managed-p) "the server")
  (flymake-start)
  (pgnkit-test-wait (lambda () (string-match-p "the king on e1 cannot reach e3" (pgnkit-test-codes)))
                    "a diagnostic")
  ;; The board of a move.
  (search-forward "e2e4")
  (backward-char 2)
  (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                (eglot--TextDocumentPositionParams))))
    (pgnkit-test-check (string-match-p "4 \\. \\. \\. \\. P" (format "%S" hover)) "the board of a move"))
  ;; The form of the file.
  (eglot-format-buffer)
  (pgnkit-test-check (string-match-p "^1\\. e4 e5 {Unplayable: 2\\. Ke3} \\*$" (buffer-string)) "the form")
  ;; A player is renamed.
  (eglot--signal-textDocument/didChange)
  (goto-char (point-min))
  (search-forward "Tal")
  (eglot-rename "Keres")
  (pgnkit-test-check (string-match-p "\\[White \"Keres\"\\]" (buffer-string)) "a new name")
  (set-buffer-modified-p nil)
  (delete-directory folder t)
  (message "emacs %s, eglot: ok" emacs-version)
  (kill-emacs 0))
;;; test.el ends here
