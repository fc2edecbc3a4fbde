;;; Racket: the C interface by (ffi unsafe).
;;;
;;; Every call has buffers of its own. Racket moves no bytevector while a call runs.

(define (fail who message . irritants)
  (apply error who message irritants))

;; A file beside the libraries, or #f.
(define (beside name)
  (guard (reason (#t #f))
    (let ((file (path->string (collection-file-path name "oneiri"))))
      (and (file-exists? file) file))))

(define library
  (let ((file (or (getenv "ONEIRI_LIBRARY")
                  (beside "liboneiri.so")
                  (beside "liboneiri.dylib")
                  (beside "oneiri.dll")
                  "liboneiri")))
    (guard (reason (#t (fail 'oneiri "the library cannot be loaded; set the variable ONEIRI_LIBRARY to its file"
                             file)))
      (ffi-lib file))))

(define (foreign name . types)
  (get-ffi-obj name library (_cprocedure (apply racket:list types) _int32)))

(define oneiri-parse (foreign "oneiri_parse" _int32 _bytes _size _bytes _bytes))
(define oneiri-split (foreign "oneiri_split" _bytes _size _bytes))
(define oneiri-apply
  (foreign "oneiri_apply" _int32 _int32 _int32 _bytes _size _bytes _size _bytes _size _bytes _bytes))
(define oneiri-compare (foreign "oneiri_compare" _int32 _bytes _size _bytes _size _bytes _bytes))

;;; The three procedures, and the ranges

(define (%parse grammar text)
  (let* ((octets (string->utf8 text))
         (parts (make-bytevector 112))
         (status (if grammar
                     (oneiri-parse grammar octets (bytevector-length octets) parts #f)
                     (oneiri-split octets (bytevector-length octets) parts))))
    (and (= status status-ok) (cons (string-copy text) parts))))

;; `utf8->string` would drop a U+FEFF in front.
(define (octets->text octets length)
  (bytes->string/utf-8 (subbytes octets 0 length)))

;;; Places

(define make-place make-bytevector)
(define place-size bytevector-length)
(define place-text octets->text)
(define place-u64 bytevector-u64-native-ref)
(define place-s32 bytevector-s32-native-ref)

(define (%apply operation grammar option text other)
  (let* ((octets (string->utf8 text))
         (length (bytevector-length octets))
         (other-octets (and other (string->utf8 other)))
         (other-length (if other (bytevector-length other-octets) 0)))
    (written 'oneiri_apply (+ length other-length 512)
      (lambda (result number fault)
        (oneiri-apply operation grammar option octets length other-octets other-length
                      result (place-size result) number fault)))))

;;; Handles: the list of a place that holds an address

(define (address handle) (place-u64 (car handle) 0))

(define (%compiler kind)
  (define compile
    (once (lambda ()
            (foreign (string-append "oneiri_" kind "_compile") _bytes _size _bytes _bytes _size _bytes _bytes))))
  (define free
    (once (lambda ()
            (get-ffi-obj (string-append "oneiri_" kind "_free") library
                         (_cprocedure (racket:list _uintptr) _void)))))
  (lambda (text)
    (let* ((octets (string->utf8 text))
           (place (make-place 8))
           (answer (written 'oneiri_compile 512
                     (lambda (result number fault)
                       ((compile) octets (place-size octets) place result (place-size result) number fault)))))
      (if (vector? answer)
          answer
          (let ((handle (list place)))
            (register-finalizer handle (lambda (handle) ((free) (address handle))))
            handle)))))

(define (%user name)
  (define use (once (lambda () (foreign name _uintptr _bytes _size _bytes _size _bytes _bytes))))
  (lambda (handle text)
    (let* ((octets (string->utf8 text))
           (answer (written 'oneiri_template (+ (place-size octets) 512)
                     (lambda (result number fault)
                       ((use) (address handle) octets (place-size octets) result (place-size result) number fault)))))
      (void/reference-sink handle)
      answer)))

(define oneiri-policy-check
  (once (lambda ()
          (foreign "oneiri_policy_check" _uintptr _bytes _size _bytes _size _bytes _size _bytes))))

(define (%check handle text base)
  (let* ((octets (string->utf8 text))
         (base-octets (and base (string->utf8 base)))
         (base-length (if base (place-size base-octets) 0))
         (answer (written 'oneiri_policy_check (+ (place-size octets) base-length 512)
                   (lambda (result number fault)
                     ((oneiri-policy-check) (address handle) octets (place-size octets) base-octets base-length
                                            result (place-size result) number)))))
    (void/reference-sink handle)
    answer))

(define (%compare grammar text other)
  (let* ((octets (string->utf8 text))
         (other-octets (string->utf8 other))
         (number (make-bytevector 4))
         (status (oneiri-compare grammar octets (bytevector-length octets)
                                 other-octets (bytevector-length other-octets) number #f)))
    (if (= status status-ok)
        (bytevector-s32-native-ref number 0)
        (fail 'oneiri_compare "a defect of oneiri: please report this status" status text other))))

;; An offset that is absent has all bits set, so it is -1 as a signed number.
(define (part-offset parts position)
  (let ((offset (bytevector-s64-native-ref parts position)))
    (and (>= offset 0) offset)))

(define (state-text state) (car state))
(define (part-start parts part) (part-offset parts (* part 16)))
(define (part-end parts part) (part-offset parts (+ (* part 16) 8)))

;;; The system's own words

(define (character-octets character)
  (let ((code (char->integer character)))
    (cond ((< code #x80) 1) ((< code #x800) 2) ((< code #x10000) 3) (else 4))))

;; Records of R6RS print without their fields in Racket, so these are structures. Two identifiers of one type are
;; `equal?` if their texts are.
(define-syntax define-identifier
  (syntax-rules ()
    ((_ name make name? state set-state!)
     (begin
       (define-values (name make name? field set-field!)
         (make-struct-type
          'name #f 1 0 #f
          (racket:list
           (racket:cons prop:custom-write
                        (lambda (ident port mode)
                          (write-string (string-append "#<" (symbol->string 'name) " " (state-text (state ident)) ">")
                                        port)))
           (racket:cons prop:equal+hash
                        (racket:list (lambda (a b equal?) (string=? (state-text (state a)) (state-text (state b))))
                                     (lambda (ident hash) (hash (state-text (state ident))))
                                     (lambda (ident hash) (hash (state-text (state ident)))))))))
       (define (state ident) (field ident 0))
       (define (set-state! ident state) (set-field! ident 0 state))))))
