BENCH	; valid and parse beside an empty call-out and a plain M routine, on a text of 50 octets
	; Contenders take turns, five times. The figures are nanoseconds of processor time.
	new cost,name,parts,round,start,text,x
	set text="https://u:p@h.example:8443/a/b/c/d?c=d&e=f#fragmen",(cost("empty"),cost("valid"),cost("find"),cost("parse"))=0
	do same
	for round=1:1:5 for name="empty","valid","find","parse" do
	. set start=$zgetjpi(0,"CPUTIM")
	. do @name
	. set cost(name)=cost(name)+$zgetjpi(0,"CPUTIM")-start
	write $zlength(text)," octets, ",$zchset," mode",!
	; The processor time has units of 10 ms, and there were 3,000,000 calls of each.
	for name="empty","valid","find","parse" write $justify(name,6),$justify(cost(name)*10/3,6,0)," ns",!
	write "valid/empty ",$justify(cost("valid")/cost("empty"),0,2),", at most 4",!
	write "parse/find  ",$justify(cost("parse")/cost("find"),0,2),", at most 1",!
	quit
	;
empty	new i for i=1:1:600000 set x=$&bench.empty(text)
	quit
valid	new i for i=1:1:600000 set x=$$valid^STDURL(text)
	quit
find	new i for i=1:1:600000 do plain(text,.parts)
	quit
parse	new i for i=1:1:600000 do parse^STDURL(text,.parts)
	quit
	;
same	; both split alike, or the comparison is void
	new key,mine,theirs
	do parse^STDURL(text,.mine),plain(text,.theirs)
	set key="" for  set key=$order(mine(key)) quit:key=""  if mine(key)'=theirs(key) write "they differ: ",key,! halt
	quit
	;
plain(url,parts)	; the plain routine: what an M programmer writes with $FIND
	new at,end,rest
	kill parts
	set (parts("scheme"),parts("userinfo"),parts("host"),parts("port"),parts("query"),parts("fragment"))=""
	set rest=url,at=$find(rest,"#")
	if at set parts("fragment")=$extract(rest,at,$length(rest)),rest=$extract(rest,1,at-2)
	set at=$find(rest,"?")
	if at set parts("query")=$extract(rest,at,$length(rest)),rest=$extract(rest,1,at-2)
	set at=$find(rest,":")
	if at>2,$extract(rest,1,at-2)'["/" set parts("scheme")=$extract(rest,1,at-2),rest=$extract(rest,at,$length(rest))
	if $extract(rest,1,2)="//" do
	. new host
	. set end=$find(rest,"/",3) set:'end end=$length(rest)+2
	. set host=$extract(rest,3,end-2),rest=$extract(rest,end-1,$length(rest))
	. set at=$find(host,"@")
	. if at set parts("userinfo")=$extract(host,1,at-2),host=$extract(host,at,$length(host))
	. set at=$find(host,":",$find(host,"]"))
	. if at set parts("port")=$extract(host,at,$length(host)),host=$extract(host,1,at-2)
	. set parts("host")=host
	set parts("path")=rest
	quit
