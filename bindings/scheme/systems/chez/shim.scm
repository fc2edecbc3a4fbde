;;; Chez: the C interface by `foreign-procedure`.
;;;
;;; Every call has buffers of its own. A bytevector is passed by its address (`u8*`), which holds for the whole call,
;;; because the collector waits for all threads that run, and a thread in such a call counts as running.
;;;
;;; The copy of a text that identifiers keep is a bytevector if the text is ASCII, a quarter of the size of a string. The
;;; first call that needs the string puts it in its place.

(define (fail who message . irritants)
  (apply error who message irritants))

(define (first-file names)
  (let loop ((folders (map car (library-directories))) (rest names))
    (cond ((null? rest) #f)
          ((null? folders) (loop (map car (library-directories)) (cdr rest)))
          (else
           (let ((file (string-append (car folders) "/oneiri/" (car rest))))
             (if (file-exists? file) file (loop (cdr folders) rest)))))))

(define library
  (let ((file (or (getenv "ONEIRI_LIBRARY")
                  (first-file '("liboneiri.so" "liboneiri.dylib" "oneiri.dll"))
                  "liboneiri.so")))
    (guard (reason (#t (fail 'oneiri "the library cannot be loaded; set the variable ONEIRI_LIBRARY to its file"
                             file)))
      (load-shared-object file))))

(define oneiri-parse
  (foreign-procedure "oneiri_parse" (integer-32 u8* size_t u8* u8*) integer-32))
(define oneiri-split
  (foreign-procedure "oneiri_split" (u8* size_t u8*) integer-32))
(define oneiri-apply
  (foreign-procedure "oneiri_apply"
    (integer-32 integer-32 integer-32 u8* size_t u8* size_t u8* size_t u8* u8*) integer-32))
(define oneiri-compare
  (foreign-procedure "oneiri_compare" (integer-32 u8* size_t u8* size_t u8* u8*) integer-32))

;;; Texts

;; Writes a text to a bytevector of the same length and returns #t, or returns #f if the text is not all ASCII. The
;; prefix #3% stands for a primitive that does not check its arguments; here they are in range by the loop.
(define (write-ascii! text octets)
  (let* ((length (string-length text))
         (last-block (- length 4)))
    (define-syntax code
      (syntax-rules () ((_ index) (#3%char->integer (#3%string-ref text index)))))
    (let blocks ((index 0))
      (if (#3%fx<= index last-block)
          (let ((a (code index)) (b (code (#3%fx+ index 1))) (c (code (#3%fx+ index 2))) (d (code (#3%fx+ index 3))))
            (and (#3%fx< (#3%fxlogor a b c d) #x80)
                 (begin
                   (#3%bytevector-u32-set! octets index
                     (#3%fxlogor a (#3%fxsll b 8) (#3%fxsll c 16) (#3%fxsll d 24))
                     'little)
                   (blocks (#3%fx+ index 4)))))
          (let rest ((index index))
            (or (#3%fx= index length)
                (let ((code (code index)))
                  (and (#3%fx< code #x80)
                       (begin
                         (#3%bytevector-u8-set! octets index code)
                         (rest (#3%fx+ index 1)))))))))))

(define (text->octets text)
  (let ((octets (make-bytevector (string-length text))))
    (if (write-ascii! text octets) octets (string->utf8 text))))

;; The text of the first octets of a bytevector, which are valid UTF-8. `utf8->string` would drop a U+FEFF in front.
(define (octets->text octets length)
  (define (octet index) (bytevector-u8-ref octets index))
  (define (tail index) (fxand (octet index) #x3F))
  (define (character index first)
    (integer->char
     (cond ((fx< first #x80) first)
           ((fx< first #xE0) (+ (* (fxand first #x1F) #x40) (tail (+ index 1))))
           ((fx< first #xF0) (+ (* (fxand first #x0F) #x1000)
                                  (* (tail (+ index 1)) #x40)
                                  (tail (+ index 2))))
           (else (+ (* (fxand first #x07) #x40000)
                      (* (tail (+ index 1)) #x1000)
                      (* (tail (+ index 2)) #x40)
                      (tail (+ index 3)))))))
  (let ((text (make-string length)))
    (let loop ((index 0) (count 0))
      (if (fx= index length)
          (if (fx= count length) text (substring text 0 count))
          (let ((character (character index (octet index))))
            (string-set! text count character)
            (loop (fx+ index (character-octets character)) (fx+ count 1)))))))

;;; The three procedures, and the ranges

(define (%parse grammar text)
  (let* ((octets (text->octets text))
         (length (bytevector-length octets))
         (parts (make-bytevector 112))
         (status (if grammar
                     (oneiri-parse grammar octets length parts #f)
                     (oneiri-split octets length parts))))
    (and (eqv? status status-ok)
         (cons (if (fx= length (string-length text)) octets (string-copy text)) parts))))

(define (state-text state)
  (let ((text (car state)))
    (if (string? text)
        text
        (let ((text (octets->text text (bytevector-length text))))
          (set-car! state text)
          text))))

;;; Places

(define make-place make-bytevector)
(define place-size bytevector-length)
(define place-text octets->text)
(define place-u64 bytevector-u64-native-ref)
(define place-s32 bytevector-s32-native-ref)

(define (%apply operation grammar option text other)
  (let* ((octets (text->octets text))
         (length (bytevector-length octets))
         (other-octets (and other (text->octets other)))
         (other-length (if other (bytevector-length other-octets) 0)))
    (written 'oneiri_apply (+ length other-length 512)
      (lambda (result number fault)
        (oneiri-apply operation grammar option octets length other-octets other-length
                      result (place-size result) number fault)))))

(define (%compare grammar text other)
  (let* ((octets (text->octets text))
         (other-octets (text->octets other))
         (number (make-bytevector 4))
         (status (oneiri-compare grammar octets (bytevector-length octets)
                                 other-octets (bytevector-length other-octets) number #f)))
    (if (= status status-ok)
        (bytevector-s32-native-ref number 0)
        (fail 'oneiri_compare "a defect of oneiri: please report this status" status text other))))

;;; Handles: the pair of the place of an address and of the procedure that frees what is there

;; The handles that nothing refers to any more. They are freed when another one is made.
(define guardian (make-guardian))

(define (address handle) (place-u64 (car handle) 0))

(define (free-handles)
  (let ((dropped (guardian)))
    (when dropped
      ((cdr dropped) (address dropped))
      (free-handles))))

(define (%compiler kind)
  (define compile
    (once (lambda ()
            (foreign-procedure (string-append "oneiri_" kind "_compile")
              (u8* size_t u8* u8* size_t u8* u8*) integer-32))))
  (define free
    (once (lambda () (foreign-procedure (string-append "oneiri_" kind "_free") (uptr) void))))
  (lambda (text)
    (free-handles)
    (let* ((octets (text->octets text))
           (handle (cons (make-place 8) (free)))
           (answer (written 'oneiri_compile 512
                     (lambda (result number fault)
                       ((compile) octets (place-size octets) (car handle) result (place-size result) number fault)))))
      (if (vector? answer)
          answer
          (begin (guardian handle) handle)))))

;; Writes into the handle after a call, so that it is not dropped before.
(define (keep handle answer)
  (set-car! handle (car handle))
  answer)

(define (%user name)
  (define use
    (once (lambda () (foreign-procedure name (uptr u8* size_t u8* size_t u8* u8*) integer-32))))
  (lambda (handle text)
    (let ((octets (text->octets text)))
      (keep handle
        (written 'oneiri_template (+ (place-size octets) 512)
          (lambda (result number fault)
            ((use) (address handle) octets (place-size octets) result (place-size result) number fault)))))))

(define oneiri-policy-check
  (once (lambda ()
          (foreign-procedure "oneiri_policy_check" (uptr u8* size_t u8* size_t u8* size_t u8*) integer-32))))

(define (%check handle text base)
  (let* ((octets (text->octets text))
         (base-octets (and base (text->octets base)))
         (base-length (if base (place-size base-octets) 0)))
    (keep handle
      (written 'oneiri_policy_check (+ (place-size octets) base-length 512)
        (lambda (result number fault)
          ((oneiri-policy-check) (address handle) octets (place-size octets) base-octets base-length
                                 result (place-size result) number))))))

;; An offset that is absent has all bits set, so it is -1 as a signed number.
(define (part-offset parts position)
  (let ((offset (bytevector-s64-native-ref parts position)))
    (and (fx>= offset 0) offset)))

(define (part-start parts part) (part-offset parts (fx* part 16)))
(define (part-end parts part) (part-offset parts (fx+ (fx* part 16) 8)))

;;; The system's own words

(define (character-octets character)
  (let ((code (char->integer character)))
    (cond ((fx< code #x80) 1) ((fx< code #x800) 2) ((fx< code #x10000) 3) (else 4))))

;; Two identifiers of one type are `equal?` if their texts are.
(define-syntax define-identifier
  (syntax-rules ()
    ((_ name make name? state set-state!)
     (begin
       (define-record-type (name make name?)
         (fields (mutable state state set-state!)))
       (define type (record-type-descriptor name))
       (define writing
         (record-writer type
           (lambda (ident port write)
             (put-string port (string-append "#<" (symbol->string 'name) " "))
             (put-string port (state-text (state ident)))
             (put-string port ">"))))
       (define equality
         (record-type-equal-procedure type
           (lambda (a b equal?) (string=? (state-text (state a)) (state-text (state b))))))
       (define hashing
         (record-type-hash-procedure type
           (lambda (ident hash) (hash (state-text (state ident))))))))))
