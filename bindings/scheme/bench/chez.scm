;;; Chez: nanoseconds of processor time for each text of 50 bytes.

(import (chezscheme) (srfi :275 iri) (srfi :275 uri))

(define text "http://www.example.com/some/where/place?query=1#fr")

(define (measure name calls procedure)
  (let ((start (current-time 'time-process)))
    (do ((left calls (- left 1)))
        ((= left 0))
      (procedure text))
    (let ((time (time-difference (current-time 'time-process) start)))
      (printf "~a ~,1f\n" name (/ (+ (* 1e9 (time-second time)) (time-nanosecond time)) calls)))))

(measure "string->iri" 1000000 string->iri)
(measure "string->uri" 1000000 string->uri)
