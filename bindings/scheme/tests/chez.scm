;;; The tests in Chez.

(import (chezscheme)
        (srfi :275 iri) (srfi :275 uri) (srfi :275 normalise)
        (srfi :275 iri in-place) (srfi :275 uri in-place) (srfi :275 normalise in-place)
        (oneiri))

(define (error-of thunk)
  (call/cc
   (lambda (return)
     (with-exception-handler
      (lambda (problem)
        (return (if (error? problem)
                    (cons (condition-message problem) (condition-irritants problem))
                    (list 'not-an-error problem))))
      (lambda () (thunk) #f)))))

(define (code-points->text points) (list->string (map integer->char points)))
(define (text-octets text) (bytevector-length (string->utf8 text)))

(define (offset-unit text octets)
  (let loop ((index 0))
    (if (>= (text-octets (substring text 0 index)) octets) index (loop (+ index 1)))))

;; A Chez without threads has none of these names, so the choice is made when the program is compiled.
(define (in-threads thunks)
  (meta-cond
   ((threaded?)
    (let ((results (make-vector (length thunks) #f))
          (left (length thunks))
          (mutex (make-mutex))
          (done (make-condition)))
      (do ((rest thunks (cdr rest)) (index 0 (+ index 1)))
          ((null? rest))
        (let ((thunk (car rest)) (index index))
          (fork-thread
           (lambda ()
             (let ((result (thunk)))
               (with-mutex mutex
                 (vector-set! results index result)
                 (set! left (- left 1))
                 (condition-signal done)))))))
      (with-mutex mutex
        (let wait ()
          (if (> left 0) (begin (condition-wait done mutex) (wait)))))
      (vector->list results)))
   (else #f)))

(define (heap-size)
  (collect)
  (collect (collect-maximum-generation))
  (bytes-allocated))

(define (leave code) (exit code))
(define (call-with-string-port procedure)
  (let-values (((port text) (open-string-output-port)))
    (procedure port)
    (text)))
