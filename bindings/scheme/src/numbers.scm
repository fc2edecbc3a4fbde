;;; The numbers of the C interface. Generated: cargo run -p oneiri-operations --example tables

;; The operations of `%apply`.
(define operation:check 0)
(define operation:normalize 1)
(define operation:normalize-steps 2)
(define operation:resolve 3)
(define operation:relativize 4)
(define operation:to-uri 5)
(define operation:to-iri 6)
(define operation:set 7)
(define operation:lenient 8)
(define operation:encode 9)
(define operation:decode 10)
(define operation:decode-text 11)
(define operation:explain 12)
(define operation:lint 13)
(define operation:whatwg-href 14)
(define operation:redact 21)
(define operation:redact-text 22)
(define operation:htu 23)
(define operation:drive 24)

;; The rungs of the ladder of comparison, in order. The number of a rung is its position.
(define rungs '(string case escape path scheme))
(define string-rung 0)
(define case-rung 1)
(define escape-rung 2)
(define path-rung 3)
(define scheme-rung 4)

;; The steps that `operation:normalize-steps` takes.
(define case-step 1)
(define escape-step 2)
(define path-step 4)
