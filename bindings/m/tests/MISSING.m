MISSING	; what each entry point says if the library cannot be reached
	new call,parts,x
	for call="do parse^STDURL(""a"",.parts)","set x=$$encode^STDURL(""a"")","set x=$$decode^STDURL(""a"")","set x=$$normalize^STDURL(""a"")","set x=$$resolve^STDURL(""a:b"",""c"")","do ^STDURL","set x=$$valid^STDURL(""a"")" do
	. new $etrap,status
	. set status="",$etrap="set status=$zstatus,$ecode="""" quit:$quit 0 quit"
	. xecute call
	. write call,": ",$piece(status,",",3,99),!
	quit
