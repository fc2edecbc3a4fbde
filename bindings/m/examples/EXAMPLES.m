EXAMPLES	; the examples of STDURL 0.2.0, as its documentation prints them
	; round-trip a full URL
	new parts
	do parse^STDURL("https://u:p@h.example:8443/a/b?c=d#e",.parts)
	write parts("scheme"),! ; "https"
	write parts("userinfo"),! ; "u:p"
	write parts("host"),! ; "h.example"
	write parts("port"),! ; "8443"
	write parts("path"),! ; "/a/b"
	write parts("query"),! ; "c=d"
	write parts("fragment"),! ; "e"
	write $$build^STDURL(.parts),! ; "https://u:p@h.example:8443/a/b?c=d#e"
	; percent-encoding
	write $$encode^STDURL("hello world",""),! ; "hello%20world"
	write $$encode^STDURL("/a/b","/"),! ; "/a/b" — slash kept
	write $$decode^STDURL("hello%20world"),! ; "hello world"
	write $$decode^STDURL("%2G"),! ; "%2G" — lenient
	; validation
	write $$valid^STDURL("/path"),! ; 1
	write $$valid^STDURL("http://x/with space"),! ; 0
	; normalisation
	write $$normalize^STDURL("HTTPS://EX.COM/a/./b"),! ; "https://ex.com/a/b"
	; relative-reference resolution (RFC 3986 §5.4.1)
	write $$resolve^STDURL("http://a/b/c/d;p?q","../g"),! ; "http://a/b/g"
	write $$resolve^STDURL("http://a/b/c/d;p?q","//g"),! ; "http://g"
	write $$resolve^STDURL("http://a/b/c/d;p?q","?y"),! ; "http://a/b/c/d;p?y"
	quit
