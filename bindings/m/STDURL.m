STDURL	; URLs: parse, build, encode, decode, valid, normalize, resolve
	; Seven entry points over the library oneiri, which this routine calls by the
	; call table oneiri.xc. Source the file env before GT.M starts.
	;
	;   do parse^STDURL(url,.parts)     split a text into seven parts
	;   $$build^STDURL(.parts)          join the parts
	;   $$encode^STDURL(s,safe)         percent-encode
	;   $$decode^STDURL(s)              percent-decode
	;   $$valid^STDURL(url)             1 for a URI reference of RFC 3986, else 0
	;   $$normalize^STDURL(url)         the normal form
	;   $$resolve^STDURL(base,ref)      what a reference means, seen from a base
	;
	; No text makes an entry point set $ECODE. If a result is longer than a string
	; of M can be, M raises its own MAXSTRLEN.
	;
	; The buffer of a result has 2048 octets, because GT.M clears it for each call.
	; Only a longer result is asked for again, with a buffer as long as a string can
	; be: the entries of the table that end with "Long". The list of parse has 512
	; octets, because there is another way for longer texts.
	;
	; "do ^STDURL" tells whether the library can be reached.
	new $etrap set $etrap="goto missing^STDURL"
	if $&oneiri.valid("http://h/") write "STDURL is ready; strings are in ",$zchset," mode.",!
	quit
	;
parse(url,parts)	; split url into scheme, userinfo, host, port, path, query, fragment
	; All seven keys are written. A part that is absent is "".
	new list
	new $etrap set $etrap="goto missing^STDURL"
	kill parts
	do &oneiri.split(url,.list)
	if list="" do places quit
	set parts("scheme")=$zpiece(list,$zchar(0),1)
	set parts("userinfo")=$zpiece(list,$zchar(0),2)
	set parts("host")=$zpiece(list,$zchar(0),3)
	set parts("port")=$zpiece(list,$zchar(0),4)
	set parts("path")=$zpiece(list,$zchar(0),5)
	set parts("query")=$zpiece(list,$zchar(0),6)
	set parts("fragment")=$zpiece(list,$zchar(0),7)
	quit
	;
places	; the rest of parse, for a text that is long or has a NUL
	new fragment,host,path,port,query,scheme,userinfo
	; The scheme ends at the first of these places, and each other part begins at its
	; own. A part ends before the delimiter of the next part. The place of an absent
	; part is such that nothing is extracted.
	do &oneiri.places(url,.scheme,.userinfo,.host,.port,.path,.query,.fragment)
	set parts("scheme")=$zextract(url,1,scheme)
	set parts("userinfo")=$zextract(url,userinfo,host-2)
	set parts("host")=$zextract(url,host,port-2)
	set parts("port")=$zextract(url,port,path-1)
	set parts("path")=$zextract(url,path,query-2)
	set parts("query")=$zextract(url,query,fragment-2)
	set parts("fragment")=$zextract(url,fragment,$zlength(url))
	quit
	;
build(parts)	; join the parts; a missing part is empty, and nothing is checked
	new authority,port,url
	set authority=$get(parts("userinfo")),port=$get(parts("port")),url=$get(parts("scheme"))
	set:authority'="" authority=authority_"@"
	set authority=authority_$get(parts("host"))
	set:port'="" authority=authority_":"_port
	set:url'="" url=url_":"
	set:authority'="" url=url_"//"_authority
	set url=url_$get(parts("path"))
	set:$get(parts("query"))'="" url=url_"?"_parts("query")
	set:$get(parts("fragment"))'="" url=url_"#"_parts("fragment")
	quit url
	;
encode(s,safe)	; escape all octets but the unreserved ones and the characters of safe
	; In UTF-8 mode, the octets of a character are those of its UTF-8.
	new length,out
	new $etrap set $etrap="goto missing^STDURL"
	set length=$&oneiri.encode(s,$get(safe),$zchset="UTF-8",.out)
	set:length>2048 length=$&oneiri.encodeLong(s,$get(safe),$zchset="UTF-8",.out)
	quit:length'>1048576 out
	quit $$tooLong(length)
	;
decode(s)	; decode every escape; a "%" that begins no escape stays
	; In UTF-8 mode, an escape stays if its octets are not UTF-8, for example "%FF".
	new length,out
	new $etrap set $etrap="goto missing^STDURL"
	set length=$&oneiri.decode(s,$zchset="UTF-8",.out)
	set:length>2048 length=$&oneiri.decodeLong(s,$zchset="UTF-8",.out)
	quit:length'>1048576 out
	quit $$tooLong(length)
	;
valid(url)	; 1 if url is a URI reference by the grammar of RFC 3986, else 0
	; There is no trap here, because it would cost as much as the call.
	quit $&oneiri.valid(url)
	;
normalize(url)	; the normal form of url (RFC 3986 section 6.2.2)
	new length,out
	new $etrap set $etrap="goto missing^STDURL"
	set length=$&oneiri.normalize(url,.out)
	set:length>2048 length=$&oneiri.normalizeLong(url,.out)
	quit:length'>1048576 out
	quit $$tooLong(length)
	;
resolve(base,ref)	; the reference ref, resolved against base (RFC 3986 section 5.2)
	new length,out
	new $etrap set $etrap="goto missing^STDURL"
	set length=$&oneiri.resolve(base,ref,.out)
	set:length>2048 length=$&oneiri.resolveLong(base,ref,.out)
	quit:length'>1048576 out
	quit $$tooLong(length)
	;
tooLong(length)	; raise MAXSTRLEN, as M does for each string that it cannot hold
	; The library answers with a length of 19 digits if it failed itself.
	if $zlength(length)>12 zmessage 150375538:"STDURL: the library oneiri failed. Please report it, with the text."
	quit $justify("",1048577)
	;
missing	; the trap: if the library cannot be reached, $ZSTATUS says what to do
	; Other errors, such as MAXSTRLEN, reach the caller as they are.
	new advice
	set advice="; STDURL: source the file bindings/m/env of oneiri before GT.M starts. It finds or builds the library."
	if $zstatus["-ZC"!($zstatus["-DLL") set:$zstatus'[advice $zstatus=$zstatus_advice
	quit
