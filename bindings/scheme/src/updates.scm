;;; Replacing components: `update-…` makes a new identifier, `set-…!` changes one in place. Both come from an edit, a
;;; procedure that makes a new state from an identifier and the new values. An edit that is refused raises an error
;;; before anything has changed.

(define authority-component 8)

;; The number of a component in the option of `operation:set`.
(define (part-component part) (+ part 1))

;; A value as the text of a component, where #f takes the component away.
(define (text-or-false who value)
  (if value (require-string who value))
  value)

(define (scheme-text who value)
  (require-string who value)
  value)

(define (path-text who value)
  (or (text-or-false who value) ""))

(define (port-text who value)
  (cond ((not value) #f)
        ((and (integer? value) (exact? value) (>= value 0)) (number->string value))
        (else (fail who "a port is a non-negative exact integer or #f" value))))

;; The grammar that the result of an edit has to fit: an identifier with a scheme keeps it, a relative reference gets
;; none.
(define (grammar-of kind ident)
  (if (absolute? kind ident) (kind-grammar kind) (kind-reference-grammar kind)))

(define (set-component kind who ident component value)
  (let ((before (text kind who ident)))
    (text->state kind who
                 (apply-operation who operation:set (grammar-of kind ident) component before value))))

;; An edit of one component. `value-text` checks the new value and gives its text.
(define (edit kind who part value-text)
  (lambda (ident value)
    (state kind who ident)
    (set-component kind who ident (part-component part) (value-text who value))))

;; A relative reference gets no scheme, and an identifier with a scheme keeps one.
(define (scheme-edit kind who)
  (let ((edit (edit kind who scheme-part scheme-text)))
    (lambda (ident value)
      (absolute-state kind who ident)
      (edit ident value))))

;; The edit of user, host and port at once. User and host are first checked as parts of an authority of their own, so
;; that `b:80` is not taken for a host and a port.
(define (authority-edit kind who)
  (define (check part value)
    (if value
        (apply-operation who operation:set (kind-reference-grammar kind) (part-component part) "//" value)))
  (lambda (ident user host port)
    (state kind who ident)
    (let ((user (text-or-false who user))
          (host (text-or-false who host))
          (digits (port-text who port)))
      (check user-part user)
      (check host-part host)
      (set-component kind who ident authority-component
                     (and (or user host digits)
                          (string-append (if user (string-append user "@") "")
                                         (or host "")
                                         (if digits (string-append ":" digits) "")))))))

;; A procedure that returns a new identifier, and one that changes its argument.
(define (updater kind edit)
  (lambda (ident . values)
    (identifier kind (apply edit ident values))))

(define (setter kind edit)
  (lambda (ident . values)
    (set-state! kind ident (apply edit ident values))))

(define (update-component kind who part value-text) (updater kind (edit kind who part value-text)))
(define (set-component! kind who part value-text) (setter kind (edit kind who part value-text)))

(define update-iri-scheme (updater iri-kind (scheme-edit iri-kind 'update-iri-scheme)))
(define update-iri-user (update-component iri-kind 'update-iri-user user-part text-or-false))
(define update-iri-host (update-component iri-kind 'update-iri-host host-part text-or-false))
(define update-iri-port (update-component iri-kind 'update-iri-port port-part port-text))
(define update-iri-path (update-component iri-kind 'update-iri-path path-part path-text))
(define update-iri-query (update-component iri-kind 'update-iri-query query-part text-or-false))
(define update-iri-fragment (update-component iri-kind 'update-iri-fragment fragment-part text-or-false))
(define update-iri-authority (updater iri-kind (authority-edit iri-kind 'update-iri-authority)))

(define update-uri-scheme (updater uri-kind (scheme-edit uri-kind 'update-uri-scheme)))
(define update-uri-user (update-component uri-kind 'update-uri-user user-part text-or-false))
(define update-uri-host (update-component uri-kind 'update-uri-host host-part text-or-false))
(define update-uri-port (update-component uri-kind 'update-uri-port port-part port-text))
(define update-uri-path (update-component uri-kind 'update-uri-path path-part path-text))
(define update-uri-query (update-component uri-kind 'update-uri-query query-part text-or-false))
(define update-uri-fragment (update-component uri-kind 'update-uri-fragment fragment-part text-or-false))
(define update-uri-authority (updater uri-kind (authority-edit uri-kind 'update-uri-authority)))

(define set-iri-scheme! (setter iri-kind (scheme-edit iri-kind 'set-iri-scheme!)))
(define set-iri-user! (set-component! iri-kind 'set-iri-user! user-part text-or-false))
(define set-iri-host! (set-component! iri-kind 'set-iri-host! host-part text-or-false))
(define set-iri-port! (set-component! iri-kind 'set-iri-port! port-part port-text))
(define set-iri-path! (set-component! iri-kind 'set-iri-path! path-part path-text))
(define set-iri-query! (set-component! iri-kind 'set-iri-query! query-part text-or-false))
(define set-iri-fragment! (set-component! iri-kind 'set-iri-fragment! fragment-part text-or-false))
(define set-iri-authority! (setter iri-kind (authority-edit iri-kind 'set-iri-authority!)))

(define set-uri-scheme! (setter uri-kind (scheme-edit uri-kind 'set-uri-scheme!)))
(define set-uri-user! (set-component! uri-kind 'set-uri-user! user-part text-or-false))
(define set-uri-host! (set-component! uri-kind 'set-uri-host! host-part text-or-false))
(define set-uri-port! (set-component! uri-kind 'set-uri-port! port-part port-text))
(define set-uri-path! (set-component! uri-kind 'set-uri-path! path-part path-text))
(define set-uri-query! (set-component! uri-kind 'set-uri-query! query-part text-or-false))
(define set-uri-fragment! (set-component! uri-kind 'set-uri-fragment! fragment-part text-or-false))
(define set-uri-authority! (setter uri-kind (authority-edit uri-kind 'set-uri-authority!)))
