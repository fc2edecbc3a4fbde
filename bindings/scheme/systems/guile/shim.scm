;;; Guile: the C interface by (system foreign).
;;;
;;; `bytevector->pointer` costs more than a parse, so each thread keeps a workspace: buffers with their pointers. A
;;; procedure takes the workspace out of its thread while it works. Whatever interrupts it there (a signal handler,
;;; another fiber) finds none and makes its own.

;; The error of R6RS and R7RS programs, with the procedure's name. Guile's own `error` would hide the message from
;; `condition-message` and `error-object-message`. The `&error` of R6RS is Guile's `&external-error`.
(define (fail who message . irritants)
  (raise-exception
   (make-exception (make-external-error)
                   (make-exception-with-origin who)
                   (make-exception-with-message message)
                   (make-exception-with-irritants irritants))))

(define library
  (let* ((named (getenv "ONEIRI_LIBRARY"))
         (beside (lambda (name) (search-path %load-path (string-append "oneiri/" name))))
         (file (or named (beside "liboneiri.so") (beside "liboneiri.dylib") (beside "oneiri.dll") "liboneiri")))
    (catch #t
      (lambda () (dynamic-link file))
      (lambda _ (fail 'oneiri "the library cannot be loaded; set the variable ONEIRI_LIBRARY to its file" file)))))

(define (foreign name . types)
  (pointer->procedure int32 (dynamic-func name library) types))

(define oneiri-parse (foreign "oneiri_parse" int32 '* size_t '* '*))
(define oneiri-split (foreign "oneiri_split" '* size_t '*))
(define oneiri-apply
  (foreign "oneiri_apply" int32 int32 int32 '* size_t '* size_t '* size_t '* '*))
(define oneiri-compare (foreign "oneiri_compare" int32 '* size_t '* size_t '* '*))

;;; Workspaces

;; A buffer is a pair of a bytevector and its pointer.
(define (make-buffer size)
  (let ((octets (make-bytevector size)))
    (cons octets (bytevector->pointer octets))))

(define (buffer-size buffer) (bytevector-length (car buffer)))

;; The places that C writes to are buffers.
(define make-place make-buffer)
(define place-size buffer-size)
(define (place-text place length) (utf8->string (buffer-part place length)))
(define (place-u64 place offset) (bytevector-u64-native-ref (car place) offset))
(define (place-s32 place offset) (bytevector-s32-native-ref (car place) offset))

(define parts-size (* 14 8))
(define error-size 32)

(define-record-type workspace
  (%make-workspace text other result parts error number)
  workspace?
  (text workspace-text set-workspace-text!)
  (other workspace-other set-workspace-other!)
  (result workspace-result set-workspace-result!)
  (parts workspace-parts)
  (error workspace-error)
  (number workspace-number))

(define (make-workspace)
  (%make-workspace (make-buffer 1024) (make-buffer 1024) (make-buffer 4096)
                   (make-buffer parts-size) (make-buffer error-size) (make-buffer 8)))

(define the-workspace (make-thread-local-fluid #f))

(define (take-workspace)
  (let ((workspace (fluid-ref the-workspace)))
    (fluid-set! the-workspace #f)
    (or workspace (make-workspace))))

;; A workspace that a long text made big is not kept.
(define (return-workspace workspace)
  (if (< (+ (buffer-size (workspace-text workspace))
            (buffer-size (workspace-other workspace))
            (buffer-size (workspace-result workspace)))
         1048576)
      (fluid-set! the-workspace workspace)))

;; The UTF-8 of a text, written to a buffer; returns its length. The buffer is replaced if it is too short.
(define-syntax-rule (write-text! workspace get set text)
  (let* ((octets (string->utf8 text))
         (length (bytevector-length octets)))
    (if (> length (buffer-size (get workspace)))
        (set workspace (make-buffer length)))
    (bytevector-copy! octets 0 (car (get workspace)) 0 length)
    length))

(define (buffer-part buffer length)
  (let ((part (make-bytevector length)))
    (bytevector-copy! (car buffer) 0 part 0 length)
    part))

;;; The three procedures, and the ranges

(define (%parse grammar given)
  (let* ((text (string-copy given))
         (workspace (take-workspace))
         (length (write-text! workspace workspace-text set-workspace-text! text))
         (pointer (cdr (workspace-text workspace)))
         (parts (workspace-parts workspace))
         (status (if grammar
                     (oneiri-parse grammar pointer length (cdr parts) %null-pointer)
                     (oneiri-split pointer length (cdr parts))))
         (state (and (eqv? status status-ok) (cons text (buffer-part parts parts-size)))))
    (return-workspace workspace)
    state))

(define (%apply operation grammar option text other)
  (let* ((workspace (take-workspace))
         (length (write-text! workspace workspace-text set-workspace-text! text))
         (other-length (if other (write-text! workspace workspace-other set-workspace-other! other) 0))
         (answer (written-to 'oneiri_apply
                   (workspace-result workspace) (workspace-number workspace) (workspace-error workspace)
                   (lambda (result number error)
                     ;; A result that needs a larger place leaves it to the next calls.
                     (set-workspace-result! workspace result)
                     (oneiri-apply operation grammar option
                                   (cdr (workspace-text workspace)) length
                                   (if other (cdr (workspace-other workspace)) %null-pointer) other-length
                                   (cdr result) (place-size result) (cdr number) (cdr error))))))
    (return-workspace workspace)
    answer))

;;; Handles: a pointer that the collector frees by the function of C. These calls have buffers of their own.

(define (text->buffer text)
  (let ((octets (string->utf8 text)))
    (cons octets (bytevector->pointer octets))))

(define (%compiler kind)
  (define compile
    (once (lambda () (foreign (string-append "oneiri_" kind "_compile") '* size_t '* '* size_t '* '*))))
  (define free (once (lambda () (dynamic-func (string-append "oneiri_" kind "_free") library))))
  (lambda (text)
    (let* ((given (text->buffer text))
           (place (make-place 8))
           (answer (written 'oneiri_compile 512
                     (lambda (result number error)
                       ((compile) (cdr given) (buffer-size given) (cdr place)
                                  (cdr result) (place-size result) (cdr number) (cdr error))))))
      (if (vector? answer)
          answer
          (make-pointer (place-u64 place 0) (free))))))

;; Looks at the handle after a call, so that it is not freed before.
(define (keep handle answer)
  (if (null-pointer? handle) (fail 'oneiri "a null pointer" handle) answer))

(define (%user name)
  (define use (once (lambda () (foreign name '* '* size_t '* size_t '* '*))))
  (lambda (handle text)
    (let ((given (text->buffer text)))
      (keep handle
        (written 'oneiri_template (+ (buffer-size given) 512)
          (lambda (result number error)
            ((use) handle (cdr given) (buffer-size given)
                   (cdr result) (place-size result) (cdr number) (cdr error))))))))

(define oneiri-policy-check
  (once (lambda () (foreign "oneiri_policy_check" '* '* size_t '* size_t '* size_t '*))))

(define (%check handle text base)
  (let ((given (text->buffer text))
        (base (and base (text->buffer base))))
    (keep handle
      (written 'oneiri_policy_check (+ (buffer-size given) 512)
        (lambda (result number error)
          ((oneiri-policy-check) handle (cdr given) (buffer-size given)
                                 (if base (cdr base) %null-pointer) (if base (buffer-size base) 0)
                                 (cdr result) (place-size result) (cdr number)))))))

(define (%compare grammar text other)
  (let* ((workspace (take-workspace))
         (length (write-text! workspace workspace-text set-workspace-text! text))
         (other-length (write-text! workspace workspace-other set-workspace-other! other))
         (status (oneiri-compare grammar (cdr (workspace-text workspace)) length
                                 (cdr (workspace-other workspace)) other-length
                                 (cdr (workspace-number workspace)) %null-pointer))
         (rung (bytevector-s32-native-ref (car (workspace-number workspace)) 0)))
    (return-workspace workspace)
    (if (eqv? status status-ok)
        rung
        (fail 'oneiri_compare "a defect of oneiri: please report this status" status text other))))

(define absent (- (expt 2 64) 1))

(define (part-offset parts position)
  (let ((offset (bytevector-u64-native-ref parts position)))
    (and (not (= offset absent)) offset)))

(define (state-text state) (car state))
(define (part-start parts part) (part-offset parts (* part 16)))
(define (part-end parts part) (part-offset parts (+ (* part 16) 8)))

;;; The system's own words

(define (character-octets character)
  (let ((code (char->integer character)))
    (cond ((< code #x80) 1) ((< code #x800) 2) ((< code #x10000) 3) (else 4))))

(define-syntax-rule (define-identifier name make name? state set-state!)
  (begin
    (define-record-type name (make state) name? (state state set-state!))
    (set-record-type-printer! name
      (lambda (ident port)
        (format port "#<~a ~a>" 'name (state-text (state ident)))))))
