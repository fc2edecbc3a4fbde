#!r6rs
;;; The tests in Racket.

(import (except (rnrs) fields) (rnrs mutable-strings) (only (rnrs r5rs) modulo)
        (only (racket base) collect-garbage current-memory-use thread thread-wait)
        (srfi :275 iri) (srfi :275 uri) (srfi :275 normalise)
        (srfi :275 iri in-place) (srfi :275 uri in-place) (srfi :275 normalise in-place)
        (oneiri))

(define (error-of thunk)
  (guard (problem ((error? problem) (cons (condition-message problem) (condition-irritants problem)))
                  (else (list 'not-an-error problem)))
    (thunk)
    #f))

(define (code-points->text points) (list->string (map integer->char points)))
(define (text-octets text) (bytevector-length (string->utf8 text)))

(define (offset-unit text octets)
  (let loop ((index 0))
    (if (>= (text-octets (substring text 0 index)) octets) index (loop (+ index 1)))))

;; Racket runs its threads in one thread of the system, and changes between them at any time.
(define (in-threads thunks)
  (let* ((results (make-vector (length thunks) #f))
         (threads (let loop ((rest thunks) (index 0))
                    (if (null? rest)
                        '()
                        (cons (thread (lambda () (vector-set! results index ((car rest)))))
                              (loop (cdr rest) (+ index 1)))))))
    (for-each thread-wait threads)
    (vector->list results)))

(define (heap-size)
  (collect-garbage)
  (collect-garbage)
  (current-memory-use))

(define (leave code) (exit code))

(define (call-with-string-port procedure) (call-with-string-output-port procedure))
