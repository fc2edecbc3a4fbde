;;; The library (oneiri): policies and URI Templates, which are compiled.
;;;
;;; Each shim defines:
;;;
;;;   (%compiler kind)          a procedure that makes a handle of a text, or a fault; the kind is "policy" or "template".
;;;                             What belongs to a handle is freed when nothing refers to the handle any more
;;;   (%user name)              a procedure of a handle and a text that returns a text or a fault; the name is that of a
;;;                             function of C
;;;   (%check handle text base) the canonical text of a text that the policy admits, or the list of one text: the
;;;                             lines of reasons. The base may be #f

(define-identifier policy make-policy policy? policy-state set-policy-state!)
(define-identifier template make-template template? template-state set-template-state!)

;; A state is the pair of the text and of the handle.
(define (compiler who compile make)
  (lambda (text)
    (require-string who text)
    (let* ((text (string-copy text)) (handle (compile text)))
      (if (vector? handle)
          (fail-with-fault who handle text)
          (make (cons text handle))))))

(define string->policy (compiler 'string->policy (%compiler "policy") make-policy))
(define string->template (compiler 'string->template (%compiler "template") make-template))

;;; Policies

(define (checked who policy text base)
  (if (not (policy? policy)) (fail who "not a policy" policy))
  (require-string who text)
  (let ((base (if (null? base) #f (car base))))
    (if base (require-string who base))
    (%check (cdr (policy-state policy)) text base)))

;; The canonical text of a text that the policy admits, or #f.
(define (policy-check policy text . base)
  (let ((answer (checked 'policy-check policy text base)))
    (and (string? answer) answer)))

;; Why a policy does not admit a text: a list of lists (code start end sentence), which is empty if it does.
(define (policy-reasons policy text . base)
  (let ((answer (checked 'policy-reasons policy text base)))
    (if (string? answer) '() (findings text (car answer)))))

;;; Templates

(define expand-by-handle (%user "oneiri_template_expand"))
(define match-by-handle (%user "oneiri_template_match"))

;; The text of a template that is expanded with an association list. A value is a string, a number, a list of them, an
;; association list of them, or #f, which is no value. A name is a string or a symbol.
(define (template-expand template values)
  (if (not (template? template)) (fail 'template-expand "not a template" template))
  (let* ((json (write-json 'template-expand values))
         (state (template-state template))
         (answer (expand-by-handle (cdr state) json)))
    (if (vector? answer)
        (fail-with-fault 'template-expand answer json (car state))
        answer)))

;; The values that a text is the expansion of, as an association list, or #f. It is an error if the template is
;; ambiguous.
(define (template-match template text)
  (if (not (template? template)) (fail 'template-match "not a template" template))
  (require-string 'template-match text)
  (let* ((state (template-state template))
         (answer (match-by-handle (cdr state) text)))
    (cond ((string? answer) (read-json answer))
          ((= 0 (vector-ref answer 1)) #f)
          (else (fail-with-fault 'template-match answer text (car state))))))

;;; JSON, as the C interface has it: objects of texts, and of lists and objects of texts

(define (join pieces before after)
  (if (null? pieces)
      (string-append before after)
      (let loop ((rest (cdr pieces)) (joined (list (car pieces) before)))
        (if (null? rest)
            (apply string-append (reverse (cons after joined)))
            (loop (cdr rest) (cons (car rest) (cons "," joined)))))))

(define (write-json who pairs)
  (define (text->json text)
    (let loop ((rest (string->list text)) (pieces '("\"")))
      (if (null? rest)
          (apply string-append (reverse (cons "\"" pieces)))
          (let ((code (char->integer (car rest))))
            (loop (cdr rest)
                  (cons (cond ((< code 16) (string-append "\\u000" (number->string code 16)))
                              ((< code 32) (string-append "\\u00" (number->string code 16)))
                              ((memv (car rest) '(#\" #\\)) (string #\\ (car rest)))
                              (else (string (car rest))))
                        pieces))))))
  (define (datum value)
    (cond ((string? value) (text->json value))
          ((number? value) (text->json (number->string value)))
          ((not value) "null")
          (else (fail who "not a string, a number, a list of them or an association list of them" value))))
  (define (object pairs value)
    (define (member pair)
      (if (not (pair? pair)) (fail who "not an association list" pairs))
      (let ((name (car pair)))
        (string-append (text->json (cond ((symbol? name) (symbol->string name))
                                         ((string? name) name)
                                         (else (fail who "not a name" name))))
                       ":" (value (cdr pair)))))
    (if (not (list? pairs)) (fail who "not an association list" pairs))
    (join (map member pairs) "{" "}"))
  (define (value datum-or-list)
    (cond ((null? datum-or-list) "null")
          ((not (list? datum-or-list)) (datum datum-or-list))
          ((pair? (car datum-or-list)) (object datum-or-list datum))
          (else (join (map datum datum-or-list) "[" "]"))))
  (object pairs value))

;; What the C interface writes: no spaces, and only strings, arrays and objects. Each reader returns the pair of what it
;; has read and of the index after it.
(define (read-json text)
  (define (escaped letter)
    (case letter
      ((#\b) (integer->char 8))
      ((#\f) (integer->char 12))
      ((#\n) (integer->char 10))
      ((#\r) (integer->char 13))
      ((#\t) (integer->char 9))
      (else letter)))
  (define (read-text index)
    (let loop ((index (+ index 1)) (characters '()))
      (let ((character (string-ref text index)))
        (cond ((char=? character #\") (cons (list->string (reverse characters)) (+ index 1)))
              ((not (char=? character #\\)) (loop (+ index 1) (cons character characters)))
              ((char=? (string-ref text (+ index 1)) #\u)
               (let ((code (string->number (substring text (+ index 2) (+ index 6)) 16)))
                 (loop (+ index 6) (cons (integer->char code) characters))))
              (else (loop (+ index 2) (cons (escaped (string-ref text (+ index 1))) characters)))))))
  (define (read-members index end read)
    (let loop ((index (+ index 1)) (members '()))
      (let ((character (string-ref text index)))
        (cond ((char=? character end) (cons (reverse members) (+ index 1)))
              ((char=? character #\,) (loop (+ index 1) members))
              (else (let ((member (read index)))
                      (loop (cdr member) (cons (car member) members))))))))
  (define (read-pair index)
    (let* ((name (read-text index))
           (value (read-value (+ 1 (cdr name)))))
      (cons (cons (car name) (car value)) (cdr value))))
  (define (read-value index)
    (case (string-ref text index)
      ((#\") (read-text index))
      ((#\[) (read-members index #\] read-text))
      (else (read-members index #\} read-pair))))
  (car (read-value 0)))
