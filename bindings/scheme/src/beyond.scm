;;; The library (oneiri): what goes beyond the SRFI.

;;; Lenient parsing

(define (lenient-reader kind who)
  (lambda (text)
    (require-string who text)
    (identifier kind (text->state kind who (apply-operation who operation:lenient (kind-reference-grammar kind) 0
                                                            text #f)))))

(define string->iri/lenient (lenient-reader iri-kind 'string->iri/lenient))
(define string->uri/lenient (lenient-reader uri-kind 'string->uri/lenient))

;;; The ladder of comparison

;; The lowest rung at which two identifiers are equal, as a symbol, or #f.
(define (rung kind who)
  (lambda (a b)
    (let ((number (compare kind who a b)))
      (and (>= number 0) (list-ref rungs number)))))

(define iri-rung (rung iri-kind 'iri-rung))
(define uri-rung (rung uri-kind 'uri-rung))

(define (equivalence-at kind who)
  (lambda (a b rung)
    (let ((limit (rung-number who rung)))
      (<= 0 (compare kind who a b) limit))))

(define iri-equivalent? (equivalence-at iri-kind 'iri-equivalent?))
(define uri-equivalent? (equivalence-at uri-kind 'uri-equivalent?))

(define (normaliser-at kind who)
  (lambda (ident rung)
    (identifier kind (normal-state kind who operation:normalize (rung-number who rung) ident))))

(define normalise-iri-at (normaliser-at iri-kind 'normalise-iri-at))
(define normalise-uri-at (normaliser-at uri-kind 'normalise-uri-at))

;; Lines that tell why two identifiers are equal, or why they are not.
(define (explainer kind who)
  (lambda (a b)
    (apply-operation who operation:explain (kind-reference-grammar kind) 0
                     (text kind who a) (text kind who b))))

(define explain-iris (explainer iri-kind 'explain-iris))
(define explain-uris (explainer uri-kind 'explain-uris))

;;; Relativisation

;; The shortest reference that leads from a base to a target.
(define (relativiser kind who)
  (lambda (base target)
    (let ((base (absolute-state kind who base))
          (target (absolute-state kind who target)))
      (identifier kind
                  (text->state kind who
                               (apply-operation who operation:relativize (kind-grammar kind) 0
                                                (state-text base) (state-text target)))))))

(define relativise-iri (relativiser iri-kind 'relativise-iri))
(define relativise-uri (relativiser uri-kind 'relativise-uri))

;;; Lints

;; A text as a list of pieces. A delimiter at its end is followed by no piece.
(define (split-text text delimiter)
  (let loop ((end (string-length text)) (index (string-length text)) (pieces '()))
    (cond ((= index 0)
           (if (= end 0) pieces (cons (substring text 0 end) pieces)))
          ((char=? (string-ref text (- index 1)) delimiter)
           (loop (- index 1) (- index 1)
                 (if (= index (string-length text)) pieces (cons (substring text index end) pieces))))
          (else (loop end (- index 1) pieces)))))

;; Lines of `code TAB start TAB end TAB sentence` about a text as lists (code start end sentence), with a symbol as code
;; and the range in characters.
(define (findings text lines)
  (define (offset digits) (octets->characters text (string->number digits 10)))
  (define (finding line)
    (let ((fields (split-text line #\tab)))
      (list (string->symbol (list-ref fields 0))
            (offset (list-ref fields 1))
            (offset (list-ref fields 2))
            (list-ref fields 3))))
  (map finding (split-text lines #\newline)))

;; What is unwise about a valid identifier.
(define (linter kind who)
  (lambda (ident)
    (let ((text (text kind who ident)))
      (findings text (apply-operation who operation:lint (kind-reference-grammar kind) 0 text #f)))))

(define lint-iri (linter iri-kind 'lint-iri))
(define lint-uri (linter uri-kind 'lint-uri))

;;; Any text

;; The components of any text by RFC 3986 appendix B, unchecked: seven values, each a string or #f.
(define (split-reference text)
  (require-string 'split-reference text)
  (let ((state (%parse #f text)))
    (define (piece part) (state-component state part))
    (values (piece scheme-part) (piece user-part) (piece host-part) (piece port-part)
            (piece path-part) (piece query-part) (piece fragment-part))))

;; Encodes the UTF-8 of a text, all but the unreserved characters and those in `safe`.
(define (percent-encode text . safe)
  (let ((safe (if (null? safe) "" (car safe))))
    (require-string 'percent-encode text)
    (require-string 'percent-encode safe)
    (apply-operation 'percent-encode operation:encode 0 0 text safe)))

;; Decodes every escape and keeps a `%` that begins none. It is an error if the result is not UTF-8.
(define (percent-decode text)
  (require-string 'percent-decode text)
  (apply-operation 'percent-decode operation:decode-text 0 0 text #f))

;; The URL that a text is by the URL Standard, with or without a base.
(define (whatwg-href text . base)
  (let ((base (if (null? base) #f (car base))))
    (require-string 'whatwg-href text)
    (if base (require-string 'whatwg-href base))
    (apply-operation 'whatwg-href operation:whatwg-href 0 0 text base)))
