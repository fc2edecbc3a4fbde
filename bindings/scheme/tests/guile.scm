;;; The tests in Guile.

(import (srfi 275 iri) (srfi 275 uri) (srfi 275 normalise)
        (srfi 275 iri in-place) (srfi 275 uri in-place) (srfi 275 normalise in-place)
        (oneiri)
        (prefix (only (rnrs conditions) error?) r6rs:)
        (prefix (only (scheme base) error-object?) r7rs:)
        (prefix (web uri) web:))
(use-modules (ice-9 exceptions) (ice-9 threads) (rnrs bytevectors))

(set-port-encoding! (current-output-port) "UTF-8")

(define (error-of thunk)
  (with-exception-handler
      (lambda (problem)
        (if (and (error? problem) (r6rs:error? problem) (r7rs:error-object? problem))
            (cons (exception-message problem) (exception-irritants problem))
            (list 'not-an-error problem)))
    (lambda () (thunk) #f)
    #:unwind? #t))

(define (code-points->text points) (list->string (map integer->char points)))
(define (text-octets text) (bytevector-length (string->utf8 text)))

(define (offset-unit text octets)
  (let loop ((index 0))
    (if (>= (text-octets (substring text 0 index)) octets) index (loop (+ index 1)))))

(define (in-threads thunks)
  (map join-thread (map (lambda (thunk) (call-with-new-thread thunk)) thunks)))

(define (heap-size)
  (gc)
  (gc)
  (let ((stats (gc-stats)))
    (- (cdr (assq 'heap-size stats)) (cdr (assq 'heap-free-size stats)))))

(define (leave code) (exit code))
(define (call-with-string-port procedure) (call-with-output-string procedure))
