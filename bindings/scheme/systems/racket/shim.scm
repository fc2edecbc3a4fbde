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

(define (%apply operation grammar option text other)
  (let* ((octets (string->utf8 text))
         (length (bytevector-length octets))
         (other-octets (and other (string->utf8 other)))
         (other-length (if other (bytevector-length other-octets) 0))
         (number (make-bytevector 8))
         (fault (make-bytevector 32)))
    (let retry ((size (+ length other-length 512)))
      (let* ((result (make-bytevector size))
             (status (oneiri-apply operation grammar option octets length other-octets other-length
                                   result size number fault))
             (needed (bytevector-u64-native-ref number 0)))
        (cond ((> status status-invalid)
               (fail 'oneiri_apply "a defect of oneiri: please report this status" status operation text other))
              ((> needed size) (retry needed))
              ((= status status-ok) (octets->text result needed))
              (else (vector (octets->text result needed)
                            (bytevector-s32-native-ref fault 28)
                            (bytevector-u64-native-ref fault 0)
                            (bytevector-u64-native-ref fault 8))))))))

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
