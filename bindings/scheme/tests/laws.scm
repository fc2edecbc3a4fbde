;;; Laws, over every text of testdata that is valid.

;; All texts of the cases, by the keys that hold identifiers.
(define (all-texts)
  (let loop ((cases (apply append (map cdr case-files))) (texts '()))
    (if (null? cases)
        texts
        (loop (cdr cases)
              (append (let ((values (map (lambda (key) (value (car cases) key)) '(input base reference a b))))
                        (let keep ((rest values))
                          (cond ((null? rest) '())
                                ((string? (car rest)) (cons (car rest) (keep (cdr rest))))
                                (else (keep (cdr rest))))))
                      texts)))))

(define lawful 0)

;; What normalisation and conversion must not change: which components there are, and whether the path is absolute.
(define (structure grammar ident)
  (map (lambda (field) (and field #t))
       (let ((fields (all-fields grammar ident)))
         (list (car fields) (cadr fields) (caddr fields) (list-ref fields 5) (list-ref fields 6)
               (let ((path (list-ref fields 4))) (and path (char=? (string-ref path 0) #\/)))))))

(define (check-laws grammar text)
  (let ((ident (parse grammar text)))
    (set! lawful (+ lawful 1))
    (check text text (lambda () (print grammar ident)))
    (check text #t (lambda () (fields-equal? grammar ident (parse grammar text))))
    (for-each
     (lambda (entry)
       (if (string=? (cadr entry) grammar)
           (let* ((normalise (caddr entry))
                  (normalise! (list-ref entry 3))
                  (normal (normalise ident))
                  (printed (print grammar normal)))
             (check text printed (lambda () (print grammar (normalise normal))))
             (check text (all-fields grammar normal) (lambda () (all-fields grammar (parse grammar printed))))
             (check text (structure grammar ident) (lambda () (structure grammar normal)))
             ;; Escaped dots count only when they are decoded (D-17), so this does not hold of the path segments alone.
             (if (not (member (car entry) '("iri-path-segments" "uri-path-segments")))
                 (check text #t (lambda () (eqv-identifiers? grammar ident normal))))
             (check text printed
                    (lambda ()
                      (let ((copy (parse grammar text)))
                        (normalise! copy)
                        (print grammar copy)))))))
     normalisers)
    (if (string=? grammar "iri")
        (let ((converted (iri->uri ident)))
          (check text (relative-iri? ident) (lambda () (relative-uri? converted)))
          (check text (iri->string (normalise-iri-escape ident)) (lambda () (iri->string (uri->iri converted))))
          (check text (uri->string (normalise-uri converted))
                 (lambda () (uri->string (iri->uri (normalise-iri ident))))))
        ;; Every URI is an IRI.
        (check text text (lambda () (iri->string (string->iri text)))))))

(test-group "laws of printing, normalisation and conversion"
  (for-each
   (lambda (text)
     (if (not (error-of (lambda () (string->iri text)))) (check-laws "iri" text))
     (if (not (error-of (lambda () (string->uri text)))) (check-laws "uri" text)))
   (all-texts))
  (check "more than two thousand texts" #t (lambda () (> lawful 2000))))

(test-group "each library exports its procedures"
  (check "82 of SRFI 275" 82 (lambda () (length srfi-procedures)))
  (for-each (lambda (exported) (check "a procedure" #t (lambda () (procedure? exported)))) srfi-procedures))
