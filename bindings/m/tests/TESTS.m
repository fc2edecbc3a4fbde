TESTS	; every test of STDURL, in the mode in which GT.M runs
	; The last line of the output is "all have passed" if that is so.
	new count,failed
	set (count,failed)=0
	do named("rows"),named("keys"),named("joined"),named("encoded"),named("idempotent"),named("modes")
	do named("hostile"),named("limits"),named("errors"),named("memory")
	write count," checks, ",failed," failed",!
	write:'failed "all have passed",!
	quit
	;
named(test)	; one test
	new before
	set before=count
	do @test
	write test,": ",count-before," checks",!
	quit
	;
rows	; the cases of testdata, which tests/rows.py has made into the routine ROWS
	do check("rows of STDURL",$$stdurl^ROWS,69)
	do check("rows of the decisions and of the grammar",$$other^ROWS,654)
	quit
	;
	; What a row does.
parse(id,url,scheme,userinfo,host,port,path,query,fragment)
	new parts
	set parts("old")="not killed"
	do parse^STDURL(url,.parts)
	do check(id_" keys",$$keysOf(.parts),"fragment,host,path,port,query,scheme,userinfo,")
	do check(id_" scheme",parts("scheme"),scheme)
	do check(id_" userinfo",parts("userinfo"),userinfo)
	do check(id_" host",parts("host"),host)
	do check(id_" port",parts("port"),port)
	do check(id_" path",parts("path"),path)
	do check(id_" query",parts("query"),query)
	do check(id_" fragment",parts("fragment"),fragment)
	quit
build(id,scheme,userinfo,host,port,path,query,fragment,expected)
	new parts
	set parts("scheme")=scheme,parts("userinfo")=userinfo,parts("host")=host,parts("port")=port
	set parts("path")=path,parts("query")=query,parts("fragment")=fragment
	do check(id,$$build^STDURL(.parts),expected)
	quit
encode(id,s,safe,expected)
	do check(id,$$encode^STDURL(s,safe),expected)
	do check(id_" back",$$decode^STDURL(expected),s)
	quit
decode(id,s,expected)
	do check(id,$$decode^STDURL(s),expected)
	quit
valid(id,url,expected)
	do check(id,$$valid^STDURL(url),expected)
	quit
normalize(id,url,expected)
	do check(id,$$normalize^STDURL(url),expected)
	do check(id_" again",$$normalize^STDURL(expected),expected)
	quit
resolve(id,base,ref,expected)
	do check(id,$$resolve^STDURL(base,ref),expected)
	quit
	;
keys	; parse writes all keys, and build needs none of them
	new other,parts,url
	do parse("the empty text","","","","","","","","")
	; A part of the array may be the text, and so may the array.
	set url="//h/p" do parse^STDURL(url,.url)
	do check("its own text",url("host")_url("path"),"h/p")
	do check("no keys",$$build^STDURL(.other),"")
	set other("path")="/p" do check("one key",$$build^STDURL(.other),"/p")
	kill other set other("port")=80 do check("a port alone",$$build^STDURL(.other),"//:80")
	kill other set other("host")="a b",other("path")="c[",other("scheme")=1
	do check("nothing is checked",$$build^STDURL(.other),"1://a bc[")
	; The port is digits after the last colon, or nothing; userinfo ends at the last "@".
	do parse("a port of letters","http://h:80a/","http","","h:80a","","/","","")
	do parse("an empty port","http://h:/","http","","h","","/","","")
	do parse("two ports","//h:1:2","","","h:1","2","","","")
	do parse("no end of a literal","//[::1","","","[:","1","","","")
	do parse("two at signs","//a@b@c","","a@b","c","","","","")
	do parse("two number signs","a#b#c","","","","","a","","b#c")
	do check("numbers are texts",$$encode^STDURL(1.50),"1.5")
	quit
	;
joined	; build undoes parse, for every text that has no empty part
	new fragment,host,parts,path,port,query,scheme,url,userinfo
	for scheme="","http:","a+b:" for host="","h.example","1.2.3.4","[::1]","%41" for path="","/","/a/b","/a/../b" do
	. for userinfo="","u@","u:p@" for port="",":8443",":0" for query="","?q=1","?a?b/" for fragment="","#f","#/?" do
	. . if host="",(userinfo_port'="") quit
	. . set url=scheme_$select(host="":"",1:"//"_userinfo_host_port)_path_query_fragment
	. . do parse^STDURL(url,.parts)
	. . do check("parse and build "_url,$$build^STDURL(.parts),url)
	. . do check("valid "_url,$$valid^STDURL(url),1)
	. . do check("host of "_url,parts("host"),host)
	quit
	;
encoded	; decode undoes encode
	new at,s,safe
	do check("safe may be left out",$$encode^STDURL("a b/"),$$encode^STDURL("a b/",""))
	do check("unreserved",$$encode^STDURL("AZaz09-._~"),"AZaz09-._~")
	do check("a safe quote",$$encode^STDURL("""'",""""),"""%27")
	do check("plus",$$encode^STDURL("+")_$$decode^STDURL("+"),"%2B+")
	for at=0:1:127 do
	. set s=$char(at) do check("octet "_at,$$decode^STDURL($$encode^STDURL(s)),s)
	. do check("safe octet "_at,$$encode^STDURL(s,s),s)
	for safe="","/","/?#[]@!$&'()*+,;=" for at=1:1:500 do
	. set s=$$random(at) do check("random "_at,$$decode^STDURL($$encode^STDURL(s,safe)),s)
	quit
	;
idempotent	; normalize is idempotent, of valid texts and of others
	new at,normal,url
	for at=1:1:3000 do
	. set url=$$words,normal=$$normalize^STDURL(url)
	. do check("normalize "_url,$$normalize^STDURL(normal),normal)
	. do check("valid stays valid "_url,$$valid^STDURL(normal)'<$$valid^STDURL(url),1)
	quit
	;
modes	; octets in M mode, characters in UTF-8 mode
	new every,parts
	if $zchset="M" do  quit
	. do check("two octets",$$encode^STDURL($char(195,169)),"%C3%A9")
	. do check("a safe octet",$$encode^STDURL($char(195,169),$char(169)),"%C3"_$char(169))
	. do check("every octet",$$decode^STDURL("%FF%00"),$char(255,0))
	. set every=$$every do check("all octets",$$decode^STDURL($$encode^STDURL(every)),every)
	. do check("octets stand for themselves",$$normalize^STDURL("HTTP://"_$char(201)_"X/%c3"),"http://"_$char(201)_"x/%C3")
	do check("a character",$$encode^STDURL($char(233)),"%C3%A9")
	do check("three characters",$$encode^STDURL($char(233,8364,128512)),"%C3%A9%E2%82%AC%F0%9F%98%80")
	do check("a safe character",$$encode^STDURL($char(233,232),$char(233)),$char(233)_"%C3%A8")
	do check("decoded",$$decode^STDURL("%C3%A9%E2%82%AC"),$char(233,8364))
	do check("its length",$length($$decode^STDURL("%E2%82%AC")),1)
	do check("no UTF-8 stays",$$decode^STDURL("%ff%C3%A9%C3"),"%ff"_$char(233)_"%C3")
	do check("an octet that is no UTF-8",$$encode^STDURL($zchar(255)),"%FF")
	do parse("characters","//"_$char(233)_":80/"_$char(8364),"","",$char(233),80,"/"_$char(8364),"","")
	do check("normalized",$$normalize^STDURL("HTTP://"_$char(201)_"X/%7e"_$char(8364)),"http://"_$char(201)_"x/~"_$char(8364))
	quit
	;
hostile	; no text makes an entry point set $ECODE
	new long,nul,text
	set nul=$zchar(0)
	for text="","%","%4","%4G","%%34%31",":","::","://","//","///","//@:","@","[","]","//[","//]","//[::1","//[]:","?","#","?#","a:","1:" do any(text)
	for text="http://h/[","http://h/]","http://[zz]/","http://a@b@c:d:e/","http://h:99999999999999999999/","..","../..","a:../../..",nul,nul_"://"_nul do any(text)
	for text=$$every,$zchar(255),$zchar(195),$zchar(195)_"%A9","//"_$zchar(255)_":80",$zchar(237,160,128),"a"_$zchar(240,159)_":/../"_$zchar(128) do any(text)
	for text="/..","../","./","%","%41","[","]","@",":","?","#","a",nul,$zchar(255),"/a/../" do
	. set long=$$times(text,1048000\$zlength(text)) do any(long)
	quit
	;
any(text)	; all entry points take the text, alone and with others, and lose nothing
	new $etrap,got,id,other,parts,rest
	set $etrap="do trapped^TESTS(id,$zstatus)"
	set id="hostile "_$zwrite($zextract(text,1,20))
	do parse^STDURL(text,.parts)
	; Only delimiters of empty parts go: build gives a part of the text, in order.
	set rest=$$build^STDURL(.parts)
	do check(id_" parse",$zlength(rest)'>$zlength(text),1)
	if $zlength(text)<1000 for other="userinfo","host","path","query","fragment" do
	. do check(id_" "_other,$zfind(text,parts(other))>0,1)
	set got=$$valid^STDURL(text) do check(id_" valid",(got=0)!(got=1),1)
	set got=$$normalize^STDURL(text) do check(id_" normalize",$zlength(got)'>($zlength(text)+2),1)
	do check(id_" normalize again",$$normalize^STDURL(got)=got,1)
	set got=$$decode^STDURL(text) do check(id_" decode",$zlength(got)'>$zlength(text),1)
	; Three octets for one do not fit for the long ones; see "limits".
	if $zlength(text)<300000 do
	. set got=$$encode^STDURL(text) do check(id_" encode",$zlength(got)'<$zlength(text),1)
	. do:$zchset="M" check(id_" encode and decode",$$decode^STDURL(got)=text,1)
	set got=$$encode^STDURL($zextract(text,1,300000),text)
	for other="","http://a/b/c/d;p?q","g","//h","?","#","[","%" do
	. set got=$$resolve^STDURL(text,other),got=$$resolve^STDURL(other,text)
	do check(id_" $ECODE",$ecode,"")
	quit
	;
limits	; results of all lengths, up to the longest string; what is longer is MAXSTRLEN
	new expected,length,s
	for length=682,683,2047,2048,2049,4096,100000,349525 do
	. set s=$translate($justify("",length)," ","/"),expected=$$times("%2F",length)
	. do check("encode "_length,$$encode^STDURL(s)=expected,1)
	. do check("decode "_length,$$decode^STDURL(expected)=s,1)
	. do check("normalize "_length,$$normalize^STDURL("HTTP://h"_s)=("http://h"_s),1)
	. do check("resolve "_length,$$resolve^STDURL("http://h/a",s_"/../x")=("http:"_s_"x"),1)
	set s=$translate($justify("",1048576)," ","a")
	do check("the longest stays",$$encode^STDURL(s)=s,1)
	do check("no error",$$attempt("set s=$$decode^STDURL(s)"),"")
	do check("too long",$$attempt("set s=$$encode^STDURL($$times(""/"",349526))"),"MAXSTRLEN")
	do check("too long, resolved",$$attempt("set s=$$resolve^STDURL(""http://h"",s)"),"MAXSTRLEN")
	quit
	;
errors	; only what is no text is an error, and the trap of the caller stays
	new parts,x
	do check("parse is no function",$$attempt("set x=$$parse^STDURL(""a"",.parts)"),"QUITARGREQD")
	do check("an undefined text",$$attempt("set x=$$encode^STDURL(none)"),"UNDEF")
	new $etrap set $etrap="write ""never"""
	do parse^STDURL("a:b",.parts) set x=$$encode^STDURL("a b")
	do check("$ETRAP",$etrap,"write ""never""")
	new $ztrap set $ztrap="write ""never, too"""
	do parse^STDURL("a:b",.parts) set x=$$resolve^STDURL("a:b","c")
	do check("$ZTRAP",$ztrap,"write ""never, too""")
	quit
	;
memory	; a million calls do not make the process larger
	new at,before,big,parts,url,x
	set url="https://u:p@h.example:8443/a/b/../%7ec?c=d&e=f#frag",big=$$times("/a",3000)
	for at=0:1:200000 do
	. set:at=20000 before=$$resident
	. do parse^STDURL(url,.parts) set x=$$valid^STDURL(url)
	. set x=$$encode^STDURL(url),x=$$normalize^STDURL(url),x=$$resolve^STDURL(url,"../g")
	. if at#2000=0 set x=$$encode^STDURL(big),x=$$normalize^STDURL("a:"_big)
	set x=$$resident
	write "memory: ",before," pages before, ",x," after a million calls",!
	; 256 pages are one MiB: one octet for each call.
	do check("growth is at most 256 pages",x-before'>256,1)
	quit
	;
resident()	; the resident pages of this process
	new file,line
	set file="/proc/self/statm"
	open file:readonly use file read line use $principal close file
	quit $piece(line," ",2)
	;
attempt(code)	; the name of the error that the code raises, or ""
	new $etrap,status
	set status="",$etrap="set status=$zstatus,$ecode="""" quit:$quit 0 quit"
	xecute code
	quit $piece($piece(status,"-",3),",")
	;
trapped(id,status)
	set $ecode=""
	do check(id,status,"no error")
	quit
	;
check(id,got,expected)
	set count=count+1
	if got=expected quit
	set failed=failed+1
	write "FAILED ",id,!,"     got ",$zwrite($zextract(got,1,200)),!,"expected ",$zwrite($zextract(expected,1,200)),!
	quit
	;
keysOf(parts)	; the subscripts, in order
	new key,keys
	set (key,keys)=""
	for  set key=$order(parts(key)) quit:key=""  set keys=keys_key_","
	quit keys
	;
times(text,count)	; the text, so often
	new all
	set $zpiece(all,text,count+1)=""
	quit all
	;
every()	; all octets
	new all,octet
	set all="" for octet=0:1:255 set all=all_$zchar(octet)
	quit all
	;
random(length)	; characters of the mode
	new at,s
	set s="" for at=1:1:length#50 set s=s_$char($random($select($zchset="M":256,1:40000)))
	quit s
	;
words()	; a text of words of the syntax, valid or not
	new at,url
	set url=""
	for at=1:1:$random(9) set url=url_$piece("http: HTTP: foo: // / / .. . ../ ./ a B b:c ? # @ : :080 h.example EX.org [::1] [ ] %41 %7e %2E %2f %c3%A9 % %4 %34 x=1&y u:p@ ;p \ ^"," ",$random(36)+1)
	quit url
