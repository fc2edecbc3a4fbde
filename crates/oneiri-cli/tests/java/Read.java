import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What java.net.URI makes of each line of standard input, which holds a text as the hexadecimal digits of
 * its UTF-8: its components one behind the other, likewise, with "-" for null and blanks between; or "!".
 */
class Read {
    public static void main(String[] arguments) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        for (String line; (line = in.readLine()) != null; ) {
            var text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
            try {
                var uri = new URI(text);
                var port = uri.getPort() == -1 ? null : Integer.toString(uri.getPort());
                String[] parts = {
                    uri.getScheme(), uri.getRawUserInfo(), uri.getHost(), port, uri.getRawPath(),
                    uri.getRawQuery(), uri.getRawFragment(), uri.getRawAuthority(),
                };
                var row = new StringBuilder();
                for (var part : parts) {
                    row.append(row.isEmpty() ? "" : " ").append(part == null ? "-" : "x" + hex(part));
                }
                out.println(row);
            } catch (URISyntaxException refused) {
                out.println("! " + refused.getIndex() + " " + hex(refused.getReason()));
            }
        }
        out.flush();
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
