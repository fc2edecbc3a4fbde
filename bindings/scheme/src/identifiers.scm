;;; The records: identifiers, made of texts, and their components.
;;;
;;; This file and the others of its folder are the same for every system. They reach the engine by procedures that
;;; each system's `shim.scm` defines; these three, which could be written in Scheme as well, and those that `calls.scm` and
;;; `compiled.scm` name:
;;;
;;;   (%parse grammar text)                        the pair of a copy of the text and of the ranges of its components,
;;;                                                or #f for an invalid text; where the grammar is #f, by RFC 3986
;;;                                                appendix B, which accepts every text
;;;   (%apply operation grammar option text other) a text, or a fault: #(sentence argument start end)
;;;   (%compare grammar text other)                the lowest rung at which two valid texts are equal, or -1
;;;
;;; Ranges and faults count octets of UTF-8. `state-text`, `part-start` and `part-end` read what `%parse` returned; the
;;; shims define them, and `character-octets`, the number of octets of a character, and `fail`, the system's own `error`.

;; The components, by their position in the ranges.
(define scheme-part 0)
(define user-part 1)
(define host-part 2)
(define port-part 3)
(define path-part 4)
(define query-part 5)
(define fragment-part 6)

;;; Records

;; A record has one field, its state: the pair that `%parse` returns. Nobody else has its text, so a state never
;; changes. A setter in place puts another state into the record, so no thread ever sees the text of one and the
;; ranges of another.
(define-identifier iri make-iri non-relative-iri? iri-state set-iri-state!)
(define-identifier relative-iri make-relative-iri relative-iri? relative-iri-state set-relative-iri-state!)
(define-identifier uri make-uri non-relative-uri? uri-state set-uri-state!)
(define-identifier relative-uri make-relative-uri relative-uri? relative-uri-state set-relative-uri-state!)

(define (iri? value)
  (or (non-relative-iri? value) (relative-iri? value)))

(define (uri? value)
  (or (non-relative-uri? value) (relative-uri? value)))

(define (state-parts state) (cdr state))

;;; Kinds: what differs between IRIs and URIs

(define (make-kind noun grammar make make-relative absolute? relative? state relative-state set! set-relative!)
  (vector noun grammar make make-relative absolute? relative? state relative-state set! set-relative!))

(define iri-kind
  (make-kind "an IRI" 2 make-iri make-relative-iri non-relative-iri? relative-iri?
             iri-state relative-iri-state set-iri-state! set-relative-iri-state!))

(define uri-kind
  (make-kind "a URI" 0 make-uri make-relative-uri non-relative-uri? relative-uri?
             uri-state relative-uri-state set-uri-state! set-relative-uri-state!))

(define (kind-noun kind) (vector-ref kind 0))
;; The grammar of identifiers with a scheme, and the one that also allows relative references.
(define (kind-grammar kind) (vector-ref kind 1))
(define (kind-reference-grammar kind) (+ 1 (vector-ref kind 1)))

(define (absolute? kind ident) ((vector-ref kind 4) ident))
(define (relative? kind ident) ((vector-ref kind 5) ident))

;; The state of an identifier; an error if `ident` is anything else.
(define (state kind who ident)
  (cond ((absolute? kind ident) ((vector-ref kind 6) ident))
        ((relative? kind ident) ((vector-ref kind 7) ident))
        (else (fail who (string-append "not " (kind-noun kind)) ident))))

;; The state of an identifier with a scheme.
(define (absolute-state kind who ident)
  (let ((state (state kind who ident)))
    (if (relative? kind ident)
        (fail who (string-append "a relative reference, where " (kind-noun kind) " with a scheme is required")
              (state-text state))
        state)))

(define (text kind who ident)
  (state-text (state kind who ident)))

;; A new identifier, with a scheme if its state has one.
(define (identifier kind state)
  ((vector-ref kind (if (part-start (state-parts state) scheme-part) 2 3)) state))

(define (set-state! kind ident state)
  ((vector-ref kind (if (absolute? kind ident) 8 9)) ident state))

;;; Texts

(define (require-string who value)
  (if (not (string? value)) (fail who "not a string" value)))

;; How many characters of a text its first octets are.
(define (octets->characters text octets)
  (let ((length (string-length text)))
    (let loop ((index 0) (before 0))
      (if (or (>= before octets) (= index length))
          index
          (loop (+ index 1) (+ before (character-octets (string-ref text index))))))))

;; Raises the error that a fault describes, with the text and the range in characters as irritants. The fault names
;; the text by its position among the arguments. Where that text is absent, because a component was to be taken away,
;; the irritants are the whole first text.
(define (fail-with-fault who fault . texts)
  (let ((text (list-ref texts (vector-ref fault 1))))
    (if text
        (fail who (vector-ref fault 0) text
              (octets->characters text (vector-ref fault 2))
              (octets->characters text (vector-ref fault 3)))
        (fail who (vector-ref fault 0) (car texts) 0 (string-length (car texts))))))

;; The result of an operation on valid texts, of which `other` may be #f.
(define (apply-operation who operation grammar option text other)
  (let ((result (%apply operation grammar option text other)))
    (if (vector? result)
        (fail-with-fault who result text other)
        result)))

;; The state of a text, which is checked.
(define (text->state kind who text)
  (let ((grammar (kind-reference-grammar kind)))
    (or (%parse grammar text)
        (fail-with-fault who (%apply operation:check grammar 0 text #f) text))))

(define (reader kind who)
  (lambda (text)
    (require-string who text)
    (identifier kind (text->state kind who text))))

(define string->iri (reader iri-kind 'string->iri))
(define string->uri (reader uri-kind 'string->uri))

(define (printer kind who)
  (lambda (ident) (string-copy (text kind who ident))))

(define iri->string (printer iri-kind 'iri->string))
(define uri->string (printer uri-kind 'uri->string))

;;; Components

;; The number of octets of a text whose ranges are given.
(define (parts-octets parts)
  (or (part-end parts fragment-part) (part-end parts query-part) (part-end parts path-part)))

;; A component as a new string, or #f where it is absent.
(define (state-component state part)
  (let* ((text (state-text state))
         (parts (state-parts state))
         (start (part-start parts part)))
    (and start
         (let ((end (part-end parts part)))
           (if (= (parts-octets parts) (string-length text))
               (substring text start end)
               (substring text (octets->characters text start) (octets->characters text end)))))))

(define (scheme state) (state-component state scheme-part))
(define (user state) (state-component state user-part))
(define (query state) (state-component state query-part))
(define (fragment state) (state-component state fragment-part))

;; An empty host after a user is #f.
(define (host state)
  (let ((host (state-component state host-part)))
    (and host
         (not (and (string=? host "") (part-start (state-parts state) user-part)))
         host)))

;; A port is a number of any size; a colon without digits is #f.
(define (port state)
  (let ((digits (state-component state port-part)))
    (and digits (string->number digits 10))))

;; An empty path is #f.
(define (path state)
  (let ((path (state-component state path-part)))
    (and (not (string=? path "")) path)))

(define (getter kind who field)
  (lambda (ident) (field (state kind who ident))))

(define (scheme-getter kind who)
  (lambda (ident) (scheme (absolute-state kind who ident))))

(define iri-scheme (scheme-getter iri-kind 'iri-scheme))
(define iri-user (getter iri-kind 'iri-user user))
(define iri-host (getter iri-kind 'iri-host host))
(define iri-port (getter iri-kind 'iri-port port))
(define iri-path (getter iri-kind 'iri-path path))
(define iri-query (getter iri-kind 'iri-query query))
(define iri-fragment (getter iri-kind 'iri-fragment fragment))

(define uri-scheme (scheme-getter uri-kind 'uri-scheme))
(define uri-user (getter uri-kind 'uri-user user))
(define uri-host (getter uri-kind 'uri-host host))
(define uri-port (getter uri-kind 'uri-port port))
(define uri-path (getter uri-kind 'uri-path path))
(define uri-query (getter uri-kind 'uri-query query))
(define uri-fragment (getter uri-kind 'uri-fragment fragment))

;; One #f without an authority, else three values.
(define (authority state)
  (apply values
         (if (part-start (state-parts state) host-part)
             (list (user state) (host state) (port state))
             '(#f))))

(define iri-authority (getter iri-kind 'iri-authority authority))
(define uri-authority (getter uri-kind 'uri-authority authority))

;;; Equality of fields

;; Whether the fields are equal, as the getters return them: a port is a number, everything else is text.
(define (equal-fields? kind who)
  (lambda (a b)
    (let ((a (state kind who a)) (b (state kind who b)))
      (or (string=? (state-text a) (state-text b))
          (and (equal? (scheme a) (scheme b))
               (equal? (user a) (user b))
               (equal? (host a) (host b))
               (eqv? (port a) (port b))
               (equal? (path a) (path b))
               (equal? (query a) (query b))
               (equal? (fragment a) (fragment b)))))))

(define iri-equal? (equal-fields? iri-kind 'iri-equal?))
(define uri-equal? (equal-fields? uri-kind 'uri-equal?))
