;;; The 173 rows of SRFI 275: its tables of tests, and its examples.

(define srfi-rows-before rows)

;; Rows that are parsed, as IRIs and as URIs.
(define (run-parse-row case id)
  (for-each
   (lambda (grammar)
     (check id (expected-fields (value case 'srfi)) (lambda () (all-fields grammar (parse grammar (value case 'input)))))
     (check id (value case 'relative) (lambda () (relative? grammar (parse grammar (value case 'input)))))
     (check id (not (value case 'relative)) (lambda () (absolute? grammar (parse grammar (value case 'input)))))
     (check id (value case 'input) (lambda () (print grammar (parse grammar (value case 'input))))))
   '("iri" "uri")))

(run-cases "srfi275/parse.toml" 45 run-parse-row)
(run-cases "srfi275/iri-getters.toml" 2 run-parse-row)

;; Rows whose input a procedure turns into the expected text. The in-place procedure has the same result.
(define (row-runner read print convert convert!)
  (lambda (case id)
    (let ((input (value case 'input)) (expected (value case 'expected)))
      (check id expected
             (lambda ()
               (let loop ((ident (read input)) (times (or (value case 'times) 1)))
                 (if (= times 0) (print ident) (loop (convert ident) (- times 1))))))
      (if convert!
          (check id expected
                 (lambda ()
                   (let ((ident (read input)))
                     (convert! ident)
                     (print ident))))))))

(define (iri-rows convert convert!) (row-runner string->iri iri->string convert convert!))
(define (uri-rows convert convert!) (row-runner string->uri uri->string convert convert!))

(run-cases "srfi275/iri-to-string.toml" 2 (iri-rows values #f))
(run-cases "srfi275/normalize-iri-case.toml" 1 (iri-rows normalise-iri-case normalise-iri-case!))
(run-cases "srfi275/normalize-uri-case.toml" 13 (uri-rows normalise-uri-case normalise-uri-case!))
(run-cases "srfi275/normalize-iri-escape.toml" 9 (iri-rows normalise-iri-escape normalise-iri-escape!))
(run-cases "srfi275/normalize-iri-path-segments.toml" 30
           (iri-rows normalise-iri-path-segments normalise-iri-path-segments!))
(run-cases "srfi275/normalize-uri-path-segments.toml" 29
           (uri-rows normalise-uri-path-segments normalise-uri-path-segments!))
(run-cases "srfi275/uri-to-iri.toml" 2 (row-runner string->uri iri->string uri->iri #f))
(run-cases "srfi275/iri-to-uri.toml" 2 (row-runner string->iri uri->string iri->uri #f))

;; Five rows are no URIs. They come from an IRI, or from the lenient reader (D-58).
(define strict-escape-row (uri-rows normalise-uri-escape normalise-uri-escape!))
(define lenient-escape-row (row-runner string->uri/lenient uri->string normalise-uri-escape normalise-uri-escape!))
(define converted-escape-row
  (row-runner (lambda (text) (iri->uri (string->iri text))) uri->string normalise-uri-escape normalise-uri-escape!))

(define lenient-rows 0)
(run-cases "srfi275/normalize-uri-escape.toml" 20
           (lambda (case id)
             (if (value case 'lenient)
                 (begin
                   (set! lenient-rows (+ lenient-rows 1))
                   (check-fault id (lambda () (string->uri (value case 'input))))
                   (lenient-escape-row case id)
                   (converted-escape-row case id))
                 (strict-escape-row case id))))
(check "the rows of D-04" 5 (lambda () lenient-rows))

(define (run-resolution case id)
  (for-each
   (lambda (grammar)
     (check id (value case 'expected)
            (lambda () (print grammar (resolve grammar (parse grammar (value case 'base))
                                               (parse grammar (value case 'reference)))))))
   (if (and (ascii? (value case 'base)) (ascii? (value case 'reference))) '("iri" "uri") '("iri"))))

(run-cases "srfi275/resolve-iri-reference.toml" 18 run-resolution)

(check "the rows of SRFI 275" 173 (lambda () (- rows srfi-rows-before)))
