;;; The examples that SRFI 275 prints, in its order, with the results that it prints. `bindings/scheme/test --examples`
;;; runs them on every system; the imports and the harness are in bindings/scheme/tests.

;; An expression and its result. The SRFI prints identifiers in angle brackets; `<>` makes one to compare with.
(define-syntax example
  (syntax-rules ()
    ((_ expression result)
     (begin
       (write 'expression) (display " => ") (write expression) (newline)
       (check 'expression result (lambda () expression))))))

(define-syntax example-raises-an-error
  (syntax-rules ()
    ((_ expression)
     (begin
       (write 'expression) (display " => an error") (newline)
       (check-error 'expression (lambda () expression))))))

;; An expression and what `write` prints of its value: the form of the examples in the guide.
(define-syntax example-writes
  (syntax-rules ()
    ((_ expression result)
     (let ((value expression))
       (write 'expression) (display " => ") (write value) (newline)
       (check 'expression result (lambda () (call-with-string-port (lambda (port) (write value port)))))))))

(define (<> text) (string->iri text))

;; IRI programming interface

(define example-IRI (string->iri "http://example.org:80/ex#IRI"))

(example example-IRI (<> "http://example.org:80/ex#IRI"))

(example (iri? example-IRI) #t)
(example (non-relative-iri? example-IRI) #t)

(example (iri-scheme example-IRI) "http")
(example (iri-user example-IRI) #f)
(example (iri-host example-IRI) "example.org")
(example (iri-port example-IRI) 80)
(example (iri-path example-IRI) "/ex")
(example (iri-query example-IRI) #f)
(example (iri-fragment example-IRI) "IRI")

;; Relative references

(set! example-IRI (string->iri "/ex#IRI"))

(example example-IRI (<> "/ex#IRI"))

(example (iri? example-IRI) #t)
(example (non-relative-iri? example-IRI) #f)
(example (relative-iri? example-IRI) #t)

(example-raises-an-error (iri-scheme example-IRI))
(example (iri-user example-IRI) #f)
(example (iri-host example-IRI) #f)
(example (iri-port example-IRI) #f)
(example (iri-path example-IRI) "/ex")
(example (iri-query example-IRI) #f)
(example (iri-fragment example-IRI) "IRI")

;; Relative reference resolution. The SRFI prints `resolve-reference` for `resolve-iri-reference`.

(define resolve-reference resolve-iri-reference)

(define string-cases (list "g:h" "g" "./g" "g/" "/g" "//g"))

(define base01 (string->iri "http://a/bb/ccc/d;p?q"))
(define base02 (string->iri "http://a/bb/ccc/d/"))
(define base07 (string->iri "file:///a/bb/ccc/d;p?q"))

(define (resolve-with base-iri) ;; Higher-order.  Returns a function.
  (lambda (ref)
    (resolve-reference base-iri (string->iri ref))))

(example (map (resolve-with base01) string-cases)
         (list (<> "g:h")
               (<> "http://a/bb/ccc/g") (<> "http://a/bb/ccc/g") (<> "http://a/bb/ccc/g/")
               (<> "http://a/g") (<> "http://g")))

(example (map (resolve-with base02) string-cases)
         (list (<> "g:h")
               (<> "http://a/bb/ccc/d/g") (<> "http://a/bb/ccc/d/g") (<> "http://a/bb/ccc/d/g/")
               (<> "http://a/g") (<> "http://g")))

(example (map (resolve-with base07) string-cases)
         (list (<> "g:h")
               (<> "file:///a/bb/ccc/g") (<> "file:///a/bb/ccc/g") (<> "file:///a/bb/ccc/g/")
               (<> "file:///g") (<> "file://g")))

;; Conversion from strings and to them

(define example-A (string->iri "http://example.org/some/where/place"))
(define example-B (string->iri "urn:/some/where/place"))

(example (iri->string example-A) "http://example.org/some/where/place")
(example (iri->string example-B) "urn:/some/where/place")

;; Path segment normalisation

(example (normalise-iri-path-segments (string->iri "foo:a/b/../.././../../e")) (<> "foo:e"))
