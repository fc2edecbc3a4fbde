;;; The tests in CHICKEN.

(import (except (chicken base) print) (chicken condition) (chicken gc) (chicken port)
        (srfi 275 iri) (srfi 275 uri) (srfi 275 normalise)
        (srfi 275 iri in-place) (srfi 275 uri in-place) (srfi 275 normalise in-place)
        (oneiri))

(define (error-of thunk)
  (handle-exceptions problem
      (if ((condition-predicate 'exn) problem)
          (cons (get-condition-property problem 'exn 'message)
                (get-condition-property problem 'exn 'arguments))
          (list 'not-an-error problem))
    (begin (thunk) #f)))

;; A string holds the octets of UTF-8.
(define (code-points->text points)
  (define (octet value) (integer->char value))
  (define (tail point unit) (octet (+ #x80 (modulo (quotient point unit) 64))))
  (define (octets point)
    (cond ((< point #x80) (list (octet point)))
          ((< point #x800) (list (octet (+ #xC0 (quotient point 64))) (tail point 1)))
          ((< point #x10000)
           (list (octet (+ #xE0 (quotient point 4096))) (tail point 64) (tail point 1)))
          (else
           (list (octet (+ #xF0 (quotient point 262144))) (tail point 4096) (tail point 64) (tail point 1)))))
  (list->string (apply append (map octets points))))

(define (text-octets text) (string-length text))
(define (offset-unit text octets) octets)

;; CHICKEN runs its threads in one thread of the system, and none of them while another is in C.
(define (in-threads thunks) #f)

(define (heap-size)
  (gc #t)
  (let ((status (memory-statistics))) (vector-ref status 1)))

(define (leave code) (exit code))
(define (call-with-string-port procedure) (call-with-output-string procedure))
