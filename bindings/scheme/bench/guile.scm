;;; Guile: nanoseconds of processor time for each text of 50 bytes, by oneiri and by Guile's own (web uri).

(use-modules (ice-9 format) (srfi srfi-275) ((web uri) #:prefix web:))

(define text "http://www.example.com/some/where/place?query=1#fr")

(define (measure name calls procedure)
  (let ((start (get-internal-run-time)))
    (do ((left calls (- left 1)))
        ((= left 0))
      (procedure text))
    (format #t "~a ~,1f~%" name
            (/ (* 1e9 (- (get-internal-run-time) start)) internal-time-units-per-second calls))))

(measure "string->iri" 200000 string->iri)
(measure "string->uri" 200000 string->uri)
(measure "(web uri)" 20000 web:string->uri)
