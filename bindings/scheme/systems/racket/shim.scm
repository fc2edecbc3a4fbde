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

(define status-ok 0)
(define status-invalid 2)
(define status-denied 5)

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

;; The text, the fault or the list of reasons that a function of C writes. `call` takes a result, its size, and the
;; places of the length and of the error, and returns the status.
(define (written name size call)
  (let ((number (make-bytevector 8))
        (fault (make-bytevector 32)))
    (let retry ((size size))
      (let* ((result (make-bytevector size))
             (status (call result size number fault))
             (needed (bytevector-u64-native-ref number 0)))
        (cond ((and (> status status-invalid) (not (= status status-denied)))
               (fail name "a defect of oneiri: please report this status" status))
              ((> needed size) (retry needed))
              ((= status status-ok) (octets->text result needed))
              ((= status status-denied) (list (octets->text result needed)))
              (else (vector (octets->text result needed)
                            (bytevector-s32-native-ref fault 28)
                            (bytevector-u64-native-ref fault 0)
                            (bytevector-u64-native-ref fault 8))))))))

(define (%apply operation grammar option text other)
  (let* ((octets (string->utf8 text))
         (length (bytevector-length octets))
         (other-octets (and other (string->utf8 other)))
         (other-length (if other (bytevector-length other-octets) 0)))
    (written 'oneiri_apply (+ length other-length 512)
      (lambda (result size number fault)
        (oneiri-apply operation grammar option octets length other-octets other-length
                      result size number fault)))))

;;; Handles: a bytevector that holds an address

(define (address place) (bytevector-u64-native-ref place 0))

(define (%compile kind text)
  (let* ((octets (string->utf8 text))
         (place (make-bytevector 8 0))
         (compile (foreign (string-append "oneiri_" kind "_compile")
                           _bytes _size _bytes _bytes _size _bytes _bytes))
         (free (get-ffi-obj (string-append "oneiri_" kind "_free") library
                            (_cprocedure (racket:list _uintptr) _void)))
         (answer (written 'oneiri_compile 512
                   (lambda (result size number fault)
                     (compile octets (bytevector-length octets) place result size number fault)))))
    (if (vector? answer)
        answer
        (let ((handle (list place)))
          (register-finalizer handle (lambda (handle) (free (address (car handle)))))
          handle))))

(define (%use name handle text)
  (let* ((octets (string->utf8 text))
         (use (foreign name _uintptr _bytes _size _bytes _size _bytes _bytes))
         (answer (written 'oneiri_template (+ (bytevector-length octets) 512)
                   (lambda (result size number fault)
                     (use (address (car handle)) octets (bytevector-length octets) result size number fault)))))
    (void/reference-sink handle)
    answer))

(define (%check handle text base)
  (let* ((octets (string->utf8 text))
         (base-octets (and base (string->utf8 base)))
         (base-length (if base (bytevector-length base-octets) 0))
         (check (foreign "oneiri_policy_check" _uintptr _bytes _size _bytes _size _bytes _size _bytes))
         (answer (written 'oneiri_policy_check (+ (bytevector-length octets) base-length 512)
                   (lambda (result size number fault)
                     (check (address (car handle)) octets (bytevector-length octets) base-octets base-length
                            result size number)))))
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
