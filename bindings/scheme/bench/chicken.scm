;;; CHICKEN: nanoseconds of processor time for each text of 50 bytes.

(import (chicken base) (chicken time) (srfi 275 iri) (srfi 275 uri))

(define text "http://www.example.com/some/where/place?query=1#fr")

;; The milliseconds of processor time.
(define (process-time)
  (let-values (((user system) (cpu-time))) (+ user system)))

(define (measure name calls procedure)
  (let ((start (process-time)))
    (do ((left calls (- left 1)))
        ((= left 0))
      (procedure text))
    (print name " " (/ (* 1e6 (- (process-time) start)) calls))))

(measure "string->iri" 200000 string->iri)
(measure "string->uri" 200000 string->uri)
