;;; CHICKEN: the C interface by inline C.
;;;
;;; A string of CHICKEN 5 is a string of octets, so texts are UTF-8 already, and every offset counts octets. A pointer
;;; to a string holds until Scheme allocates again, so it holds for the whole call. Every call has buffers of its own.

(define (fail who message . irritants)
  (apply error who message irritants))

(foreign-declare "
#include <dlfcn.h>
#include <stdint.h>

static void *library;
static int32_t (*oneiri_parse)(int32_t, const char *, size_t, size_t *, void *);
static int32_t (*oneiri_split)(const char *, size_t, size_t *);
static int32_t (*oneiri_apply)(int32_t, int32_t, int32_t, const char *, size_t, const char *, size_t, char *, size_t,
                               size_t *, void *);
static int32_t (*oneiri_compare)(int32_t, const char *, size_t, const char *, size_t, int32_t *, void *);
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

;;; Places: strings

(define make-place make-string)
(define place-size string-length)
(define (place-text place length) (substring place 0 length))
(define place-u64
  (foreign-lambda* size_t ((scheme-pointer place) (int offset)) "C_return(*(size_t *)((char *)place + offset));"))
(define place-s32
  (foreign-lambda* int ((scheme-pointer place) (int offset)) "C_return(*(int32_t *)((char *)place + offset));"))

(define apply-into!
  (foreign-lambda* int ((int operation) (int grammar) (int option)
                        (scheme-pointer text) (size_t length) (scheme-pointer other) (size_t other_length)
                        (scheme-pointer result) (size_t capacity) (scheme-pointer number) (scheme-pointer fault)) "
    C_return(oneiri_apply(operation, grammar, option, text, length, other, other_length, result, capacity,
                          (size_t *)number, fault));"))

(define (%apply operation grammar option text other)
  (let ((length (string-length text))
        (other-length (if other (string-length other) 0)))
    (written 'oneiri_apply (+ length other-length 512)
      (lambda (result number fault)
        (apply-into! operation grammar option text length other other-length
                     result (place-size result) number fault)))))

;;; Handles: a list of an address. No collection is made during a call, so what is used is not freed.

(define symbol-address
  (foreign-lambda* size_t ((nonnull-c-string name)) "C_return((size_t)dlsym(library, name));"))

;; Calls a function that compiles a text, and writes the address of what it has made to a place.
(define compile-into!
  (foreign-lambda* int ((size_t function) (scheme-pointer text) (size_t length) (scheme-pointer place)
                        (scheme-pointer result) (size_t capacity) (scheme-pointer number) (scheme-pointer fault)) "
    C_return(!function ? 3 :
        ((int32_t (*)(const char *, size_t, void *, char *, size_t, void *, void *))function)(
            text, length, place, result, capacity, number, fault));"))

;; Calls a function with a handle and a text.
(define use-into!
  (foreign-lambda* int ((size_t function) (size_t handle) (scheme-pointer text) (size_t length)
                        (scheme-pointer result) (size_t capacity) (scheme-pointer number) (scheme-pointer fault)) "
    C_return(!function ? 3 :
        ((int32_t (*)(void *, const char *, size_t, char *, size_t, void *, void *))function)(
            (void *)handle, text, length, result, capacity, number, fault));"))

(define check-into!
  (foreign-lambda* int ((size_t function) (size_t handle) (scheme-pointer text) (size_t length)
                        (scheme-pointer base) (size_t base_length)
                        (scheme-pointer result) (size_t capacity) (scheme-pointer number)) "
    C_return(!function ? 3 :
        ((int32_t (*)(void *, const char *, size_t, const char *, size_t, char *, size_t, void *))function)(
            (void *)handle, text, length, base, base_length, result, capacity, number));"))

(define free-address
  (foreign-lambda* void ((size_t function) (size_t handle)) "((void (*)(void *))function)((void *)handle);"))

(define (%compiler kind)
  (define compile (once (lambda () (symbol-address (string-append "oneiri_" kind "_compile")))))
  (define free (once (lambda () (symbol-address (string-append "oneiri_" kind "_free")))))
  (lambda (text)
    (let* ((place (make-place 8))
           (answer (written 'oneiri_compile 512
                     (lambda (result number fault)
                       (compile-into! (compile) text (string-length text) place
                                      result (place-size result) number fault)))))
      (if (vector? answer)
          answer
          (set-finalizer! (list (place-u64 place 0)) (lambda (handle) (free-address (free) (car handle))))))))

(define (%user name)
  (define use (once (lambda () (symbol-address name))))
  (lambda (handle text)
    (written 'oneiri_template (+ (string-length text) 512)
      (lambda (result number fault)
        (use-into! (use) (car handle) text (string-length text) result (place-size result) number fault)))))

(define oneiri-policy-check (once (lambda () (symbol-address "oneiri_policy_check"))))

(define (%check handle text base)
  (let ((base-length (if base (string-length base) 0)))
    (written 'oneiri_policy_check (+ (string-length text) base-length 512)
      (lambda (result number fault)
        (check-into! (oneiri-policy-check) (car handle) text (string-length text) base base-length
                     result (place-size result) number)))))

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
