;;; CHICKEN: the C interface by inline C.
;;;
;;; A string of CHICKEN 5 is a string of octets, so texts are UTF-8 already, and every offset counts octets. A pointer
;;; to a string holds until Scheme allocates again, so it holds for the whole call. Every call has buffers of its own.

(define (fail who message . irritants)
  (apply error who message irritants))

(foreign-declare "
#include <dlfcn.h>
#include <stdint.h>

typedef struct { size_t start, end; int32_t kind, component; uint32_t found; int32_t argument; } fault_t;

static void *library;
static int32_t (*oneiri_parse)(int32_t, const char *, size_t, size_t *, fault_t *);
static int32_t (*oneiri_split)(const char *, size_t, size_t *);
static int32_t (*oneiri_apply)(int32_t, int32_t, int32_t, const char *, size_t, const char *, size_t, char *, size_t,
                               size_t *, fault_t *);
static int32_t (*oneiri_compare)(int32_t, const char *, size_t, const char *, size_t, int32_t *, fault_t *);
")

(define load-library
  (foreign-lambda* bool ((c-string file)) "
    library = dlopen(file, RTLD_NOW);
    if (library == NULL) C_return(0);
    *(void **)&oneiri_parse = dlsym(library, \"oneiri_parse\");
    *(void **)&oneiri_split = dlsym(library, \"oneiri_split\");
    *(void **)&oneiri_apply = dlsym(library, \"oneiri_apply\");
    *(void **)&oneiri_compare = dlsym(library, \"oneiri_compare\");
    C_return(oneiri_parse && oneiri_split && oneiri_apply && oneiri_compare);"))

(define (beside name)
  (let loop ((folders (repository-path)))
    (and (pair? folders)
         (let ((file (string-append (car folders) "/oneiri/" name)))
           (if (file-exists? file) file (loop (cdr folders)))))))

(define library
  (let ((file (or (get-environment-variable "ONEIRI_LIBRARY")
                  (beside "liboneiri.so")
                  (beside "liboneiri.dylib")
                  "liboneiri.so")))
    (if (load-library file)
        file
        (fail 'oneiri "the library cannot be loaded; set the variable ONEIRI_LIBRARY to its file" file))))

(define status-ok 0)
(define status-invalid 2)
(define status-denied 5)

;;; The three procedures, and the ranges

;; Writes the 14 offsets into a vector, #f for an absent component. A grammar of -1 splits.
(define parse-into!
  (foreign-lambda* int ((int grammar) (scheme-pointer text) (size_t length) (scheme-object parts)) "
    size_t ranges[14];
    int i, status = grammar < 0 ? oneiri_split(text, length, ranges)
                                : oneiri_parse(grammar, text, length, ranges, NULL);
    if (status == 0)
      for (i = 0; i < 14; i++)
        C_set_block_item(parts, i, ranges[i] == SIZE_MAX ? C_SCHEME_FALSE : C_fix(ranges[i]));
    C_return(status);"))

(define (%parse grammar text)
  (let ((parts (make-vector 14 #f)))
    (and (= status-ok (parse-into! (or grammar -1) text (string-length text) parts))
         (cons (string-copy text) parts))))

;; Writes a result into a string, and into a vector its length and, for an error, the argument, the start and the end.
(define apply-into!
  (foreign-lambda* int ((int operation) (int grammar) (int option)
                        (scheme-pointer text) (size_t length) (scheme-pointer other) (size_t other_length)
                        (scheme-pointer result) (size_t capacity) (scheme-object numbers)) "
    fault_t fault = { 0, 0, 0, 0, 0, 0 };
    size_t needed = 0;
    int status = oneiri_apply(operation, grammar, option, text, length, other, other_length, result, capacity,
                              &needed, &fault);
    C_set_block_item(numbers, 0, C_fix(needed));
    C_set_block_item(numbers, 1, C_fix(fault.argument));
    C_set_block_item(numbers, 2, C_fix(fault.start));
    C_set_block_item(numbers, 3, C_fix(fault.end));
    C_return(status);"))

;; The text, the fault or the list of reasons that a function of C writes. `call` takes a result, its size, and a
;; vector for the length and the error, and returns the status.
(define (written name size call)
  (let ((numbers (make-vector 5 0)))
    (let retry ((size size))
      (let* ((result (make-string size))
             (status (call result size numbers))
             (needed (vector-ref numbers 0)))
        (cond ((and (> status status-invalid) (not (= status status-denied)))
               (fail name "a defect of oneiri: please report this status" status))
              ((> needed size) (retry needed))
              ((= status status-ok) (substring result 0 needed))
              ((= status status-denied) (list (substring result 0 needed)))
              (else (vector (substring result 0 needed)
                            (vector-ref numbers 1) (vector-ref numbers 2) (vector-ref numbers 3))))))))

(define (%apply operation grammar option text other)
  (let ((length (string-length text))
        (other-length (if other (string-length other) 0)))
    (written 'oneiri_apply (+ length other-length 512)
      (lambda (result size numbers)
        (apply-into! operation grammar option text length other other-length result size numbers)))))

;;; Handles: a list of an address. No collection is made during a call, so what is used is not freed.

(define symbol-address
  (foreign-lambda* size_t ((c-string name)) "C_return((size_t)dlsym(library, name));"))

;; Calls a function with a text, and perhaps with a handle before it. A function without one compiles, and writes the
;; address of what it has made. A function with a base has no error.
(define call-into!
  (foreign-lambda* int ((size_t function) (size_t handle)
                        (scheme-pointer text) (size_t length) (bool has_base) (scheme-pointer base) (size_t base_length)
                        (scheme-pointer result) (size_t capacity) (scheme-object numbers)) "
    fault_t fault = { 0, 0, 0, 0, 0, 0 };
    size_t needed = 0;
    void *made = NULL;
    int32_t status = 3;
    if (function && !handle)
      status = ((int32_t (*)(const char *, size_t, void **, char *, size_t, size_t *, fault_t *))function)(
          text, length, &made, result, capacity, &needed, &fault);
    else if (function && has_base)
      status = ((int32_t (*)(void *, const char *, size_t, const char *, size_t, char *, size_t, size_t *))function)(
          (void *)handle, text, length, base, base_length, result, capacity, &needed);
    else if (function)
      status = ((int32_t (*)(void *, const char *, size_t, char *, size_t, size_t *, fault_t *))function)(
          (void *)handle, text, length, result, capacity, &needed, &fault);
    C_set_block_item(numbers, 0, C_fix(needed));
    C_set_block_item(numbers, 1, C_fix(fault.argument));
    C_set_block_item(numbers, 2, C_fix(fault.start));
    C_set_block_item(numbers, 3, C_fix(fault.end));
    C_set_block_item(numbers, 4, C_fix((size_t)made));
    C_return(status);"))

(define free-address
  (foreign-lambda* void ((size_t function) (size_t handle)) "((void (*)(void *))function)((void *)handle);"))

(define (%compile kind text)
  (let* ((made 0)
         (compile (symbol-address (string-append "oneiri_" kind "_compile")))
         (free (symbol-address (string-append "oneiri_" kind "_free")))
         (answer (written 'oneiri_compile 512
                   (lambda (result size numbers)
                     (let ((status (call-into! compile 0 text (string-length text) #f #f 0 result size numbers)))
                       (set! made (vector-ref numbers 4))
                       status)))))
    (if (vector? answer)
        answer
        (set-finalizer! (list made) (lambda (handle) (free-address free (car handle)))))))

(define (%use name handle text)
  (let ((use (symbol-address name)))
    (written 'oneiri_template (+ (string-length text) 512)
      (lambda (result size numbers)
        (call-into! use (car handle) text (string-length text) #f #f 0 result size numbers)))))

(define (%check handle text base)
  (let ((check (symbol-address "oneiri_policy_check"))
        (base-length (if base (string-length base) 0)))
    (written 'oneiri_policy_check (+ (string-length text) base-length 512)
      (lambda (result size numbers)
        (call-into! check (car handle) text (string-length text) #t base base-length result size numbers)))))

;; The rung, or -2 for an error.
(define compare-texts
  (foreign-lambda* int ((int grammar) (scheme-pointer text) (size_t length)
                        (scheme-pointer other) (size_t other_length)) "
    int32_t rung = 0;
    int status = oneiri_compare(grammar, text, length, other, other_length, &rung, NULL);
    C_return(status == 0 ? rung : -2);"))

(define (%compare grammar text other)
  (let ((rung (compare-texts grammar text (string-length text) other (string-length other))))
    (if (= rung -2)
        (fail 'oneiri_compare "a defect of oneiri: please report these texts" text other)
        rung)))

(define (state-text state) (car state))
(define (part-start parts part) (vector-ref parts (* part 2)))
(define (part-end parts part) (vector-ref parts (+ (* part 2) 1)))

;;; The system's own words

(define (character-octets character) 1)

(define-syntax define-identifier
  (syntax-rules ()
    ((_ name make name? state set-state!)
     (begin
       (define-record-type name (make state) name? (state state set-state!))
       (set-record-printer! name
         (lambda (ident port)
           (display "#<" port)
           (display 'name port)
           (display " " port)
           (display (state-text (state ident)) port)
           (display ">" port)))))))
