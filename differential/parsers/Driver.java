import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads texts as java.net.URI does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs. */
class Driver {
    public static void main(String[] arguments) throws Exception {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        var out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        for (String line; (line = in.readLine()) != null; ) {
            var texts = Arrays.stream(line.split(" ")).map(Driver::text).toList();
            try {
                var uri = URI.create(texts.get(0));
                if (texts.size() > 1) {
                    uri = URI.create(texts.get(1)).resolve(uri);
                }
                var port = uri.getPort() == -1 ? null : Integer.toString(uri.getPort());
                var fields = Stream.of(
                    uri.getScheme(), uri.getRawUserInfo(), uri.getHost(), port, uri.getRawPath(),
                    uri.getRawQuery(), uri.getRawFragment());
                out.println(fields.map(Driver::field).collect(Collectors.joining(" ")));
            } catch (IllegalArgumentException refused) {
                out.println("!");
            }
        }
        out.flush();
    }

    private static String text(String field) {
        return new String(HexFormat.of().parseHex(field.substring(1)), StandardCharsets.UTF_8);
    }

    private static String field(String text) {
        return text == null ? "-" : "x" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
