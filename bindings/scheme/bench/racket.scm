#!r6rs
;;; Racket: nanoseconds of processor time for each text of 50 bytes.

(import (rnrs) (only (racket base) current-process-milliseconds) (srfi :275 iri) (srfi :275 uri))

(define text "http://www.example.com/some/where/place?query=1#fr")

(define (measure name calls procedure)
  (let ((start (current-process-milliseconds)))
    (do ((left calls (- left 1)))
        ((= left 0))
      (procedure text))
    (display name)
    (display " ")
    (display (/ (* 1000000.0 (- (current-process-milliseconds) start)) calls))
    (newline)))

(measure "string->iri" 200000 string->iri)
(measure "string->uri" 200000 string->uri)
