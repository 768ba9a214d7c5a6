;;; pgnkit.el --- `pgn lsp' for games and positions -*- lexical-binding: t -*-

;; Needs Eglot, which Emacs 29 has; for earlier versions, install the package.
;; Load this file from your init file.

(define-derived-mode pgnkit-pgn-mode text-mode "PGN"
  "Chess games in Portable Game Notation."
  (setq-local comment-start "; "))

(define-derived-mode pgnkit-epd-mode text-mode "EPD"
  "Chess positions in EPD and FEN.")

(add-to-list 'auto-mode-alist '("\\.pgn\\'" . pgnkit-pgn-mode))
(add-to-list 'auto-mode-alist '("\\.\\(epd\\|fen\\)\\'" . pgnkit-epd-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '(((pgnkit-pgn-mode :language-id "pgn") (pgnkit-epd-mode :language-id "epd"))
                 . ("pgn" "lsp"))))

(add-hook 'pgnkit-pgn-mode-hook #'eglot-ensure)
(add-hook 'pgnkit-epd-mode-hook #'eglot-ensure)

(provide 'pgnkit)
;;; pgnkit.el ends here
