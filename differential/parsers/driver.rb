# Reads texts as URI.parse and URI.join do. The lines of this folder's drivers: see ../src/bin/parsers/main.rs.
require "uri"

def field(part) = part.nil? ? "-" : "x#{part.to_s.unpack1("H*")}"

$stdin.each_line do |line|
  text, base = line.split.map { |it| [it[1..]].pack("H*").force_encoding("UTF-8") }
  begin
    uri = base ? URI.join(base, text) : URI.parse(text)
  rescue URI::Error, NoMethodError
    puts "!"
    next
  end
  # `port` is never absent, so a port is absent here that `to_s` leaves out.
  port = uri.port unless uri.port == uri.default_port
  puts [uri.scheme, uri.userinfo, uri.hostname, port, uri.path, uri.query, uri.fragment].map { |it| field(it) }.join(" ")
end
