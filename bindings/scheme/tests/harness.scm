;;; The harness of the tests. Each system's file in this folder defines what no two systems spell alike:
;;;
;;;   (error-of thunk)           #f if the call returns, else the list of the error's message and irritants
;;;   (code-points->text list)   a string
;;;   (text-octets text)         the length of a text in octets of UTF-8
;;;   (offset-unit text octets)  an offset in octets as an offset of the system's strings
;;;   (in-threads thunks)        the results of thunks that run in threads of their own, or #f without such threads
;;;   (heap-size)                the memory in use after a collection, in octets
;;;   (call-with-string-port f)  the text that a procedure writes to a port
;;;   (leave code)               ends the program

(define checks 0)
(define failures 0)
(define rows 0)
(define skipped 0)

(define (show . things)
  (for-each display things)
  (newline))

(define (fault name expected actual)
  (set! failures (+ failures 1))
  (display "FAILED: ") (display name) (newline)
  (display "  expected: ") (write expected) (newline)
  (display "  actual:   ") (write actual) (newline))

;; Checks that a thunk returns a value that is `equal?` to the expected one.
(define (check name expected thunk)
  (set! checks (+ checks 1))
  (let* ((actual 'none)
         (problem (error-of (lambda () (set! actual (thunk))))))
    (cond (problem (fault name expected (cons 'error problem)))
          ((not (equal? expected actual)) (fault name expected actual)))))

;; Checks that a thunk raises the system's own error, with a sentence. Returns its irritants, or #f.
(define (check-error name thunk)
  (set! checks (+ checks 1))
  (let* ((actual 'none)
         (problem (error-of (lambda () (set! actual (thunk))))))
    (cond ((not problem) (fault name 'error actual) #f)
          ((not (and (string? (car problem)) (> (string-length (car problem)) 5)))
           (fault name "a sentence as message" problem)
           #f)
          (else (cdr problem)))))

;; Checks that a thunk raises an error about a text: the irritants are the text and a range in it.
(define (check-fault name thunk)
  (let ((irritants (check-error name thunk)))
    (if irritants
        (check name #t
               (lambda ()
                 (and (= (length irritants) 3)
                      (string? (car irritants))
                      (<= 0 (cadr irritants) (caddr irritants) (string-length (car irritants)))))))
    irritants))

(define-syntax test-group
  (syntax-rules ()
    ((_ name body ...)
     (let ((before failures))
       body ...
       (if (> failures before) (show "  in the group " name))))))

;;; Cases

;; A value of a case, with texts for vectors, or #f where the key is absent.
(define (value case key)
  (let ((pair (assq key case)))
    (and pair (text-of (cdr pair)))))

(define (text-of value)
  (if (vector? value) (code-points->text (vector->list value)) value))

;; Runs every case of a file of testdata. The number of its cases is stated, so that none is skipped in silence.
(define (run-cases file count procedure)
  (let ((cases (cdr (assoc file case-files))))
    (check (string-append "the number of cases in " file) count (lambda () (length cases)))
    (test-group file
      (for-each (lambda (case)
                  (set! rows (+ rows 1))
                  (procedure case (value case 'id)))
                cases))))

;; A case that the interface has no words for.
(define (skip)
  (set! skipped (+ skipped 1)))

;; Calls a procedure for the grammars that a case is about, with "iri" and "uri".
(define (for-grammars case procedure)
  (let ((grammar (or (value case 'grammar) "both")))
    (if (not (string=? grammar "uri")) (procedure "iri"))
    (if (not (string=? grammar "iri")) (procedure "uri"))))

;;; One name for the two procedures of a pair

(define (pair-of iri-procedure uri-procedure)
  (lambda (grammar . arguments)
    (apply (if (string=? grammar "iri") iri-procedure uri-procedure) arguments)))

(define parse (pair-of string->iri string->uri))
(define lenient (pair-of string->iri/lenient string->uri/lenient))
(define print (pair-of iri->string uri->string))
(define relative? (pair-of relative-iri? relative-uri?))
(define absolute? (pair-of non-relative-iri? non-relative-uri?))
(define get-scheme (pair-of iri-scheme uri-scheme))
(define get-user (pair-of iri-user uri-user))
(define get-host (pair-of iri-host uri-host))
(define get-port (pair-of iri-port uri-port))
(define get-path (pair-of iri-path uri-path))
(define get-query (pair-of iri-query uri-query))
(define get-fragment (pair-of iri-fragment uri-fragment))
(define get-authority (pair-of iri-authority uri-authority))
(define fields-equal? (pair-of iri-equal? uri-equal?))
(define eqv-identifiers? (pair-of iri-eqv? uri-eqv?))
(define equivalent-at? (pair-of iri-equivalent? uri-equivalent?))
(define normalise (pair-of normalise-iri normalise-uri))
(define normalise-at (pair-of normalise-iri-at normalise-uri-at))
(define resolve (pair-of resolve-iri-reference resolve-uri-reference))
(define relativise (pair-of relativise-iri relativise-uri))
(define lint (pair-of lint-iri lint-uri))

;; The seven fields as the getters return them. A relative reference has #f as its scheme.
(define (all-fields grammar ident)
  (list (if (relative? grammar ident) #f (get-scheme grammar ident))
        (get-user grammar ident)
        (get-host grammar ident)
        (get-port grammar ident)
        (get-path grammar ident)
        (get-query grammar ident)
        (get-fragment grammar ident)))

;; The seven fields that a case expects. A port beyond 64 bits is in digits.
(define (expected-fields table)
  (map (lambda (key)
         (let ((value (value table key)))
           (if (and (eq? key 'port) (string? value)) (string->number value) value)))
       '(scheme user host port path query fragment)))

(define (ascii? text)
  (let loop ((index 0))
    (or (= index (string-length text))
        (and (< (char->integer (string-ref text index)) 128)
             (loop (+ index 1))))))

;; Prints the sums and ends the program.
(define (finish system)
  (show system ": " (- checks failures) " checks passed, " failures " failed; " rows " cases of testdata, of which "
        skipped " are not in the interface")
  (leave (if (= failures 0) 0 1)))
