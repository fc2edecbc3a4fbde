;;; Calls of functions of C that write a text.
;;;
;;; A place is memory that C writes to. Each shim defines:
;;;
;;;   (make-place size)         a place of so many octets
;;;   (place-size place)
;;;   (place-text place length) the text of its first octets, which are UTF-8
;;;   (place-u64 place offset)  the number of 8 octets at an offset
;;;   (place-s32 place offset)  the number of 4 octets with a sign

(define status-ok 0)
(define status-invalid 2)
(define status-denied 5)

;; The text, the fault or the list of reasons that a function of C writes. `call` takes the places of the result, of its
;; length and of the error, and returns the status. It is called again if the result needs a larger place.
(define (written-to name result number fault call)
  (let* ((status (call result number fault))
         (length (place-u64 number 0)))
    (cond ((and (> status status-invalid) (not (= status status-denied)))
           (fail name "a defect of oneiri: please report this status" status))
          ((> length (place-size result)) (written-to name (make-place length) number fault call))
          ((= status status-ok) (place-text result length))
          ((= status status-denied) (list (place-text result length)))
          (else (vector (place-text result length) (place-s32 fault 28) (place-u64 fault 0) (place-u64 fault 8))))))

;; The same with new places, of which that of the result has a size.
(define (written name size call)
  (written-to name (make-place size) (make-place 8) (make-place 32) call))

;; A procedure that returns what `make` makes when it is first called.
(define (once make)
  (let ((made #f))
    (lambda ()
      (if (not made) (set! made (make)))
      made)))
