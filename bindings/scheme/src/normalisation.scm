;;; Resolution, normalisation, equivalence and conversion.

;;; Resolution

(define (resolver kind who)
  (lambda (base reference)
    (let ((base (absolute-state kind who base))
          (reference (text kind who reference)))
      (identifier kind
                  (text->state kind who
                               (apply-operation who operation:resolve (kind-grammar kind) 0
                                                (state-text base) reference))))))

(define resolve-iri-reference (resolver iri-kind 'resolve-iri-reference))
(define resolve-uri-reference (resolver uri-kind 'resolve-uri-reference))

;;; Normalisation

(define (rung-number who rung)
  (let loop ((rest rungs) (number 0))
    (cond ((null? rest) (fail who "not one of the rungs string, case, escape, path, scheme" rung))
          ((eq? rung (car rest)) number)
          (else (loop (cdr rest) (+ number 1))))))

;; The state of a normal form: the very same state where the text is normal already.
(define (normal-state kind who operation option ident)
  (let* ((before (state kind who ident))
         (after (apply-operation who operation (kind-reference-grammar kind) option (state-text before) #f)))
    (if (string=? after (state-text before))
        before
        (text->state kind who after))))

(define (normaliser kind who operation option)
  (lambda (ident) (identifier kind (normal-state kind who operation option ident))))

(define (normaliser! kind who operation option)
  (lambda (ident) (set-state! kind ident (normal-state kind who operation option ident))))

(define normalise-iri (normaliser iri-kind 'normalise-iri operation:normalize path-rung))
(define normalise-iri-case (normaliser iri-kind 'normalise-iri-case operation:normalize-steps case-step))
(define normalise-iri-escape (normaliser iri-kind 'normalise-iri-escape operation:normalize-steps escape-step))
(define normalise-iri-path-segments
  (normaliser iri-kind 'normalise-iri-path-segments operation:normalize-steps path-step))

(define normalise-uri (normaliser uri-kind 'normalise-uri operation:normalize path-rung))
(define normalise-uri-case (normaliser uri-kind 'normalise-uri-case operation:normalize-steps case-step))
(define normalise-uri-escape (normaliser uri-kind 'normalise-uri-escape operation:normalize-steps escape-step))
(define normalise-uri-path-segments
  (normaliser uri-kind 'normalise-uri-path-segments operation:normalize-steps path-step))

(define normalise-iri! (normaliser! iri-kind 'normalise-iri! operation:normalize path-rung))
(define normalise-iri-case! (normaliser! iri-kind 'normalise-iri-case! operation:normalize-steps case-step))
(define normalise-iri-escape! (normaliser! iri-kind 'normalise-iri-escape! operation:normalize-steps escape-step))
(define normalise-iri-path-segments!
  (normaliser! iri-kind 'normalise-iri-path-segments! operation:normalize-steps path-step))

(define normalise-uri! (normaliser! uri-kind 'normalise-uri! operation:normalize path-rung))
(define normalise-uri-case! (normaliser! uri-kind 'normalise-uri-case! operation:normalize-steps case-step))
(define normalise-uri-escape! (normaliser! uri-kind 'normalise-uri-escape! operation:normalize-steps escape-step))
(define normalise-uri-path-segments!
  (normaliser! uri-kind 'normalise-uri-path-segments! operation:normalize-steps path-step))

;;; Equivalence

;; The number of the lowest rung at which two identifiers are equal, or -1.
(define (compare kind who a b)
  (%compare (kind-reference-grammar kind) (text kind who a) (text kind who b)))

;; Two identifiers are equivalent if their fields or their normal forms are equal.
(define (equivalence kind who)
  (lambda (a b) (<= 0 (compare kind who a b) path-rung)))

(define iri-eqv? (equivalence iri-kind 'iri-eqv?))
(define uri-eqv? (equivalence uri-kind 'uri-eqv?))

;;; Conversion

(define (converter from to who operation)
  (lambda (ident)
    (identifier to (text->state to who (apply-operation who operation (kind-reference-grammar from) 0
                                                        (text from who ident) #f)))))

(define iri->uri (converter iri-kind uri-kind 'iri->uri operation:to-uri))
(define uri->iri (converter uri-kind iri-kind 'uri->iri operation:to-iri))
