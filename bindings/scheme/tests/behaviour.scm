;;; What no case of testdata says: types, errors, values in place, equality, printing, odd texts, threads, memory.

(define strangers (list 1 "http://h/" 'a #f #t '() '(1) (vector 1) #\a car 1.5))
(define an-iri (string->iri "http://u@h:80/p?q#f"))
(define a-relative-iri (string->iri "/p?q#f"))
(define a-uri (string->uri "http://u@h:80/p?q#f"))
(define a-relative-uri (string->uri "/p?q#f"))
(define (identifiers) (list an-iri a-relative-iri a-uri a-relative-uri))

(test-group "predicates take any value"
  (for-each
   (lambda (predicate)
     (for-each (lambda (stranger) (check "a stranger" #f (lambda () (predicate stranger)))) strangers))
   (list iri? non-relative-iri? relative-iri? uri? non-relative-uri? relative-uri?)))

(test-group "records are disjoint types"
  (for-each
   (lambda (predicate expected)
     (check "of IRI, relative IRI, URI, relative URI" expected (lambda () (map predicate (identifiers)))))
   (list iri? non-relative-iri? relative-iri? uri? non-relative-uri? relative-uri?)
   '((#t #t #f #f) (#t #f #f #f) (#f #t #f #f) (#f #f #t #t) (#f #f #t #f) (#f #f #f #t)))
  (for-each
   (lambda (predicate)
     (check "of IRI, relative IRI, URI, relative URI" '(#f #f #f #f) (lambda () (map predicate (identifiers)))))
   (list string? pair? vector? procedure? symbol? number?)))

;; Each with a value of the wrong type: a stranger, and an identifier of the other kind.
(define (check-wrong-types name kind procedures)
  (for-each
   (lambda (procedure)
     (for-each
      (lambda (stranger) (check-error name (lambda () (procedure stranger))))
      (append (if (eq? kind 'iri) (list a-uri a-relative-uri) (list an-iri a-relative-iri)) strangers)))
   procedures))

(define (with-second procedure second) (lambda (first) (procedure first second)))
(define (with-first procedure first) (lambda (second) (procedure first second)))

(test-group "a value of the wrong type is an error"
  (check-wrong-types "IRI" 'iri
    (list iri->string iri-scheme iri-user iri-host iri-port iri-path iri-query iri-fragment iri-authority
          normalise-iri normalise-iri-case normalise-iri-escape normalise-iri-path-segments
          normalise-iri! normalise-iri-case! normalise-iri-escape! normalise-iri-path-segments! iri->uri
          (with-second update-iri-scheme "s") (with-second update-iri-user #f) (with-second update-iri-host #f)
          (with-second update-iri-port #f) (with-second update-iri-path #f) (with-second update-iri-query #f)
          (with-second update-iri-fragment #f) (with-second set-iri-scheme! "s") (with-second set-iri-user! #f)
          (with-second set-iri-host! #f) (with-second set-iri-port! #f) (with-second set-iri-path! #f)
          (with-second set-iri-query! #f) (with-second set-iri-fragment! #f)
          (lambda (stranger) (update-iri-authority stranger #f #f #f))
          (lambda (stranger) (set-iri-authority! stranger #f #f #f))
          (with-second iri-equal? an-iri) (with-first iri-equal? an-iri)
          (with-second iri-eqv? an-iri) (with-first iri-eqv? an-iri)
          (with-second resolve-iri-reference an-iri) (with-first resolve-iri-reference an-iri)
          (with-second iri-rung an-iri) (with-first explain-iris an-iri)
          (with-second relativise-iri an-iri) (with-first relativise-iri an-iri) lint-iri
          (with-second normalise-iri-at 'path)))
  (check-wrong-types "URI" 'uri
    (list uri->string uri-scheme uri-user uri-host uri-port uri-path uri-query uri-fragment uri-authority
          normalise-uri normalise-uri-case normalise-uri-escape normalise-uri-path-segments
          normalise-uri! normalise-uri-case! normalise-uri-escape! normalise-uri-path-segments! uri->iri
          (with-second update-uri-scheme "s") (with-second update-uri-user #f) (with-second update-uri-host #f)
          (with-second update-uri-port #f) (with-second update-uri-path #f) (with-second update-uri-query #f)
          (with-second update-uri-fragment #f) (with-second set-uri-scheme! "s") (with-second set-uri-user! #f)
          (with-second set-uri-host! #f) (with-second set-uri-port! #f) (with-second set-uri-path! #f)
          (with-second set-uri-query! #f) (with-second set-uri-fragment! #f)
          (lambda (stranger) (update-uri-authority stranger #f #f #f))
          (lambda (stranger) (set-uri-authority! stranger #f #f #f))
          (with-second uri-equal? a-uri) (with-first uri-equal? a-uri)
          (with-second uri-eqv? a-uri) (with-first uri-eqv? a-uri)
          (with-second resolve-uri-reference a-uri) (with-first resolve-uri-reference a-uri)
          (with-second uri-rung a-uri) (with-first explain-uris a-uri)
          (with-second relativise-uri a-uri) (with-first relativise-uri a-uri) lint-uri
          (with-second normalise-uri-at 'path)))
  (for-each
   (lambda (reader)
     (for-each
      (lambda (stranger) (if (not (string? stranger)) (check-error "not a string" (lambda () (reader stranger)))))
      strangers))
   (list string->iri string->uri string->iri/lenient string->uri/lenient split-reference percent-encode
         percent-decode)))

(test-group "a component of the wrong type is an error"
  (for-each
   (lambda (update)
     (for-each (lambda (value) (check-error "not a string" (lambda () (update an-iri value)))) '(80 a #t #\a ())))
   (list update-iri-scheme update-iri-user update-iri-host update-iri-path update-iri-query update-iri-fragment
         set-iri-scheme! set-iri-user! set-iri-host! set-iri-path! set-iri-query! set-iri-fragment!))
  (for-each
   (lambda (value)
     (check-error "not a port" (lambda () (update-iri-port an-iri value)))
     (check-error "not a port" (lambda () (set-iri-port! an-iri value)))
     (check-error "not a port" (lambda () (update-iri-authority an-iri #f "h" value))))
   '("80" -1 1.0 1/2 a #t))
  (check "nothing has changed" "http://u@h:80/p?q#f" (lambda () (iri->string an-iri))))

(test-group "the scheme of a relative reference is an error"
  (check-error "iri-scheme" (lambda () (iri-scheme a-relative-iri)))
  (check-error "uri-scheme" (lambda () (uri-scheme a-relative-uri)))
  (check-error "update-iri-scheme" (lambda () (update-iri-scheme a-relative-iri "s")))
  (check-error "update-uri-scheme" (lambda () (update-uri-scheme a-relative-uri "s")))
  (check-error "set-iri-scheme!" (lambda () (set-iri-scheme! a-relative-iri "s")))
  (check-error "set-uri-scheme!" (lambda () (set-uri-scheme! a-relative-uri "s")))
  (check-error "a scheme is not taken away" (lambda () (update-iri-scheme an-iri #f)))
  (check-error "a scheme is not taken away" (lambda () (set-uri-scheme! a-uri #f)))
  (check "nothing has changed" "/p?q#f" (lambda () (iri->string a-relative-iri))))

(test-group "a relative base is an error"
  (check-error "IRI" (lambda () (resolve-iri-reference a-relative-iri an-iri)))
  (check-error "URI" (lambda () (resolve-uri-reference a-relative-uri a-uri)))
  (check-error "IRI" (lambda () (relativise-iri a-relative-iri an-iri)))
  (check-error "URI" (lambda () (relativise-uri a-uri a-relative-uri))))

;; A text beyond ASCII, in the strings of the system.
(define e-acute (code-points->text '(233)))
(define clef (code-points->text '(119070)))

(test-group "errors carry the text and the range in characters"
  (let* ((text (string-append "http://h/" e-acute clef " b"))
         (before (string-length (string-append "http://h/" e-acute clef))))
    (check "a parse" (list text before (+ before 1)) (lambda () (check-error "space" (lambda () (string->iri text)))))
    (check "a lenient parse" #t
           (lambda () (string=? "a[b" (car (check-error "bracket" (lambda () (string->iri/lenient "a[b")))))))
    (let ((value (string-append e-acute "a b")))
      (check "a value that is set" (list value (string-length (string-append e-acute "a"))
                                         (string-length (string-append e-acute "a ")))
             (lambda () (check-error "space" (lambda () (update-iri-query an-iri value))))))
    (check "a host that is a host and a port" '("b:80" 1 2)
           (lambda () (check-error "colon" (lambda () (update-iri-authority an-iri "u" "b:80" #f)))))
    (check "a user that holds a user" "a@b"
           (lambda () (car (check-error "at" (lambda () (set-iri-authority! an-iri "a@b" "h" #f))))))
    (check "nothing has changed" "http://u@h:80/p?q#f" (lambda () (iri->string an-iri))))
  (check "a value that does not fit the rest" #t
         (lambda () (list? (check-error "path" (lambda () (update-iri-host (string->iri "foo:a") "h"))))))
  (check "messages say what the text was meant to be" '("invalid IRI" "invalid URI")
         (lambda ()
           (map (lambda (reader) (substring (car (error-of (lambda () (reader "a b")))) 0 11))
                (list string->iri string->uri))))
  (check-error "a URI takes no other characters" (lambda () (string->uri e-acute)))
  (check-error "a URI takes no other characters" (lambda () (set-uri-host! a-uri e-acute)))
  (check-error "no such rung" (lambda () (normalise-iri-at an-iri 'syntax)))
  (check-error "no such rung" (lambda () (iri-equivalent? an-iri an-iri "path"))))

(test-group "updaters are pure and setters are not"
  (let ((ident (string->iri "http://h/")))
    (check "update" "http://h/a" (lambda () (iri->string (update-iri-path ident "/a"))))
    (check "the argument" "http://h/" (lambda () (iri->string ident)))
    (set-iri-path! ident "/b")
    (check "set" "http://h/b" (lambda () (iri->string ident)))
    (let ((copy (normalise-iri ident)))
      (set-iri-path! copy "/c")
      (check "a normal form is an identifier of its own" '("http://h/b" "http://h/c")
             (lambda () (list (iri->string ident) (iri->string copy)))))
    (set-iri-authority! ident "u" e-acute 8)
    (check "authority" (list "u" e-acute 8)
           (lambda () (call-with-values (lambda () (iri-authority ident)) list)))
    (set-iri-authority! ident #f #f #f)
    (check "no authority" '(#f) (lambda () (call-with-values (lambda () (iri-authority ident)) list)))
    (set-iri-scheme! ident "x")
    (check "scheme" "x:/b" (lambda () (iri->string ident)))))

(test-group "identifiers keep their text to themselves"
  (let* ((text (string-copy "http://h/a")) (ident (string->iri text)) (printed (iri->string ident)))
    (string-set! text 9 #\space)
    (string-set! printed 9 #\space)
    (string-set! (iri-path ident) 1 #\space)
    (check "text" "http://h/a" (lambda () (iri->string ident)))
    (check "path" "/a" (lambda () (iri-path ident)))))

(test-group "ports are numbers of any size"
  (let ((huge 123456789012345678901234567890))
    (check "get" huge (lambda () (iri-port (string->iri "//h:123456789012345678901234567890"))))
    (check "set" "http://u@h:123456789012345678901234567890/p?q#f"
           (lambda () (iri->string (update-iri-port an-iri huge))))
    (check "equal" #t (lambda () (iri-equal? (string->iri "//h:00123456789012345678901234567890")
                                             (string->iri "//h:123456789012345678901234567890"))))
    (check "zero" 0 (lambda () (iri-port (string->iri "//h:000"))))))

(test-group "equality compares the fields"
  (let ((same? (lambda (a b) (fields-equal? "iri" (string->iri a) (string->iri b)))))
    (check "padded ports" #t (lambda () (same? "http://h:080/" "http://h:80/")))
    (check "an empty port" #t (lambda () (same? "http://h:/" "http://h/")))
    (check "escapes" #f (lambda () (same? "http://h/%aa" "http://h/%AA")))
    (check "an empty query" #f (lambda () (same? "http://h/?" "http://h/")))
    (check "absolute and relative" #f (lambda () (same? "s://h" "//h")))
    (check "URIs" #t (lambda () (uri-equal? (string->uri "http://h:/") (string->uri "http://h/"))))
    (check "equal? compares the text" '(#t #f)
           (lambda ()
             (list (equal? (string->iri "http://h/a") (normalise-iri (string->iri "HTTP://h/a")))
                   (equal? (string->iri "http://h/a") (string->iri "http://h/b")))))
    (check "eqv" '(#t #f)
           (lambda ()
             (list (iri-eqv? (string->iri "HTTP://h/a/../%7e") (string->iri (string-append "http://h/~")))
                   (iri-eqv? (string->iri "http://h/") (string->iri "//h/")))))))

;; What `write` and `display` print.
(define (printed ident)
  (call-with-string-port (lambda (port) (write ident port) (display ident port))))

(test-group "records print readably"
  (check "iri" "#<iri http://h/>#<iri http://h/>" (lambda () (printed (string->iri "http://h/"))))
  (check "relative-iri" "#<relative-iri a>#<relative-iri a>" (lambda () (printed (string->iri "a"))))
  (check "uri" "#<uri s:>#<uri s:>" (lambda () (printed (string->uri "s:"))))
  (check "relative-uri" "#<relative-uri >#<relative-uri >" (lambda () (printed (string->uri ""))))
  (let ((text (string-append "http://" e-acute "/" clef)))
    (check "beyond ASCII" (string-append "#<iri " text ">#<iri " text ">")
           (lambda () (printed (string->iri text))))))

(test-group "odd texts"
  (let ((nul (code-points->text '(0))))
    (check "a NUL is a character like others" (list (string-append "a" nul "b") 1 2)
           (lambda () (check-error "NUL" (lambda () (string->iri (string-append "a" nul "b"))))))
    (check "encoded" "a%00b" (lambda () (percent-encode (string-append "a" nul "b"))))
    (check "decoded" (string-append "a" nul "b") (lambda () (percent-decode "a%00b")))
    (check "in a value" nul (lambda () (car (check-error "NUL" (lambda () (update-iri-path an-iri nul))))))
    (check "lenient" "a%00b" (lambda () (iri->string (string->iri/lenient (string-append "a" nul "b")))))
    (check "split" (string-append "a" nul)
           (lambda () (list-ref (call-with-values (lambda () (split-reference (string-append "a" nul))) list) 4))))
  (check "a byte order mark stays" (code-points->text '(65279 97)) (lambda () (percent-decode "%EF%BB%BFa")))
  (check-error "not UTF-8" (lambda () (percent-decode "%FF")))
  (let ((text (string-append "http://" e-acute clef "@" e-acute ":1/" clef "?" e-acute "#" clef)))
    (check "components beyond ASCII"
           (list "http" (string-append e-acute clef) e-acute 1 (string-append "/" clef) e-acute clef)
           (lambda () (all-fields "iri" (string->iri text)))))
  (let* ((long (make-string 100000 #\a)) (text (string-append "http://h/" long "?" e-acute long)))
    (check "a long text" (string-append e-acute long) (lambda () (iri-query (string->iri text))))
    (check "a long result" (+ 100000 100000 (string-length "http://h/?%C3%A9"))
           (lambda () (string-length (uri->string (iri->uri (string->iri text))))))
    (check "a long error" 100002
           (lambda () (caddr (check-error "space" (lambda () (string->uri (string-append long "a b")))))))))

(test-group "the library (oneiri)"
  (check "rungs" '(string case escape path scheme #f)
         (lambda ()
           (map (lambda (text) (iri-rung (string->iri "http://h/") (string->iri text)))
                '("http://h/" "HTTP://h/" "http://%68/" "http://h/a/.." "http://h:80" "http://i/"))))
  (check "rungs of URIs" 'case (lambda () (uri-rung (string->uri "a:") (string->uri "A:"))))
  (check "equivalent at a rung" '(#f #t)
         (lambda () (map (lambda (rung) (uri-equivalent? (string->uri "http://h") (string->uri "http://h/") rung))
                         '(path scheme))))
  (check "a normal form at a rung" '("HTTP://h:80" "http://h:80" "http://h/")
         (lambda () (map (lambda (rung) (uri->string (normalise-uri-at (string->uri "HTTP://h:80") rung)))
                         '(string case scheme))))
  (check "relativise" '("/c" "c")
         (lambda () (list (iri->string (relativise-iri (string->iri "http://h/a/b") (string->iri "http://h/c")))
                          (uri->string (relativise-uri (string->uri "http://h/a") (string->uri "http://h/c"))))))
  (check "lints" '((upper-case-scheme 0 4))
         (lambda () (map (lambda (finding) (list (car finding) (cadr finding) (caddr finding)))
                         (lint-uri (string->uri "HTTP://h/")))))
  (check "no lints" '() (lambda () (lint-iri (string->iri "http://h/"))))
  (check "a lint beyond ASCII" e-acute
         (lambda ()
           (let* ((text (string-append "http://" e-acute "@h/")) (finding (car (lint-iri (string->iri text)))))
             (substring text (cadr finding) (caddr finding)))))
  (check "explain" #t
         (lambda () (string=? "equal at the case rung"
                              (substring (explain-uris (string->uri "HTTP://h/") (string->uri "http://h/")) 0 22))))
  (check "explain" "different"
         (lambda () (substring (explain-iris (string->iri "a") (string->iri "b")) 0 9)))
  (check "split" '("a" "u" "h h" "x" "/p p" "q" "f")
         (lambda () (call-with-values (lambda () (split-reference "a://u@h h:x/p p?q#f")) list)))
  (check "encode" "a%2Fb" (lambda () (percent-encode "a/b")))
  (check "encode but" "a/b%3F" (lambda () (percent-encode "a/b?" "/"))))

;;; Policies and templates

(define ssrf (string->policy "extends = \"ssrf\""))
(define users (string->template "/users/{id}{?fields*}"))

(test-group "URLs of the URL Standard"
  (check "a URL" "http://example.org/a%20b" (lambda () (whatwg-href "HTTP:\\\\EXAMPLE.org/a b")))
  (check "with a base" "http://h/a/x" (lambda () (whatwg-href "../x" "http://h/a/b/c")))
  (check "the fault is the port" '("http://h:99999/" 9 14) (lambda () (check-fault "a port" (lambda () (whatwg-href "http://h:99999/")))))
  (check "the base has it" "/a" (lambda () (car (check-fault "a base" (lambda () (whatwg-href "x" "/a"))))))
  (for-each (lambda (stranger) (check-error "a text" (lambda () (whatwg-href stranger)))) (list 1 'a #f car)))

(test-group "policies"
  (check "a predicate" '(#t #f #f) (lambda () (map policy? (list ssrf users "extends"))))
  (check "the canonical text" "https://example.com/b" (lambda () (policy-check ssrf "HTTPS://Example.com:443/a/../b")))
  (check "no reasons" '() (lambda () (policy-reasons ssrf "https://example.com/")))
  (check "a base" "https://example.com/x" (lambda () (policy-check ssrf "../x" "https://example.com/a/b")))
  (for-each
   (lambda (attack)
     (check attack #f (lambda () (policy-check ssrf attack)))
     (check attack #t (lambda () (pair? (policy-reasons ssrf attack)))))
   (list "http://127.0.0.1/" "http://0x7f.1/" "http://[::ffff:127.0.0.1]/" "http://h\\@127.0.0.1/" "" "//h/" e-acute))
  (check "a reason" '((special-address 7 16 #t))
         (lambda () (map (lambda (reason) (list (car reason) (cadr reason) (caddr reason) (string? (cadddr reason))))
                         (policy-reasons ssrf "http://127.0.0.1/"))))
  (check-fault "a policy" (lambda () (string->policy "host = 3")))
  (for-each
   (lambda (stranger)
     (check-error "a policy" (lambda () (policy-check stranger "http://h/")))
     (check-error "a policy" (lambda () (policy-reasons stranger "http://h/"))))
   (cons users strangers))
  (for-each (lambda (stranger) (check-error "a text" (lambda () (policy-check ssrf stranger)))) (list 1 'a #f car)))

(test-group "templates"
  (check "a predicate" '(#f #t #f) (lambda () (map template? (list ssrf users "/users"))))
  (check "printed" "#<template /users/{id}{?fields*}>"
         (lambda () (call-with-string-port (lambda (port) (write users port)))))
  (for-each
   (lambda (values expansion)
     (check expansion expansion (lambda () (template-expand users values))))
   (list '() '((id . "a/\"\\")) '(("id" . 7) ("fields" "x" 2)) '((id . #f) (fields ("k" . "v") (w . 1)))
         (list (cons 'id e-acute)) (list (cons 'id (string (integer->char 10) (integer->char 31)))))
   '("/users/" "/users/a%2F%22%5C" "/users/7?fields=x&fields=2" "/users/?k=v&w=1" "/users/%C3%A9" "/users/%0A%1F"))
  (for-each
   (lambda (text values)
     (check text values (lambda () (template-match users text))))
   (list "/users/" "/users/a%2F%22%5C?fields=x&fields=2" "/users/?k=v&w=1" "/users/%C3%A9%0A%1F" "/pages" "")
   (list '() '(("id" . "a/\"\\") ("fields" "x" "2")) '(("fields" ("k" . "v") ("w" . "1")))
         (list (cons "id" (string-append e-acute (string (integer->char 10) (integer->char 31))))) #f #f))
  (check "the fault is the brace" '("/users/{id" 10 10)
         (lambda () (check-fault "a template" (lambda () (string->template "/users/{id")))))
  (check "the template is ambiguous" "{a}{b}"
         (lambda () (car (check-fault "ambiguous" (lambda () (template-match (string->template "{a}{b}") "x"))))))
  (check "a prefix of a list" '("{id:3}" 1 5)
         (lambda () (check-fault "a prefix" (lambda () (template-expand (string->template "{id:3}") '((id "a")))))))
  (for-each
   (lambda (values) (check-error "values" (lambda () (template-expand users values))))
   (list 1 "id" '(1) '((1 . "a")) '((id . #t)) '((id ("a" "b"))) '((id . ("a" . "b")))))
  (for-each (lambda (stranger) (check-error "a template" (lambda () (template-match stranger "/")))) (cons ssrf strangers)))

;;; Threads and memory

;; Parses, edits and prints texts of its own in a loop, and counts the wrong answers.
(define (busy-worker letter)
  (let* ((name (make-string 40 letter))
         (text (string-append "http://" name "/" e-acute))
         (encoded (string-append "http://" name "/%C3%A9")))
    (lambda ()
      (let loop ((turn 0) (wrong 0))
        (if (= turn 20000)
            wrong
            (let ((ident (string->iri text)))
              (loop (+ turn 1)
                    (if (and (string=? (iri-host ident) name)
                             (string=? (iri->string ident) text)
                             (string=? (uri->string (iri->uri ident)) encoded)
                             (iri-eqv? ident (string->iri encoded)))
                        wrong
                        (+ wrong 1)))))))))

(test-group "two threads"
  (let ((results (in-threads (list (busy-worker #\a) (busy-worker #\b)))))
    (if results
        (check "no wrong answers" '(0 0) (lambda () results))
        (begin
          (show "no threads of the operating system here; the workers run one after the other")
          (check "no wrong answers" '(0 0) (lambda () (list ((busy-worker #\a)) ((busy-worker #\b)))))))))

(define (many-calls count)
  (let loop ((left count))
    (if (> left 0)
        (let ((ident (string->iri "HTTP://www.example.com/some/where/./place?query=1#fr")))
          (iri-host ident)
          (if (= 0 (modulo left 10)) (begin (normalise-iri ident) (error-of (lambda () (string->iri "a b")))))
          (loop (- left 1))))))

(test-group "a million calls without growth of memory"
  (many-calls 100000)
  (let ((before (heap-size)))
    (many-calls 1000000)
    (let ((growth (- (heap-size) before)))
      (check "growth below 4 MiB" #t (lambda () (or (< growth 4194304) growth))))))
