// Reads texts as net/url does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var texts []string
		for _, field := range strings.Fields(in.Text()) {
			bytes, _ := hex.DecodeString(field[1:])
			texts = append(texts, string(bytes))
		}
		url, err := read(texts)
		if err != nil {
			fmt.Fprintln(out, "!")
			continue
		}
		fields := []string{
			field(url.Scheme, url.Scheme != ""),
			field(url.User.String(), url.User != nil),
			field(url.Hostname(), url.Host != ""),
			field(url.Port(), url.Port() != ""),
			field(url.EscapedPath(), url.Opaque == ""),
			field(url.RawQuery, url.RawQuery != "" || url.ForceQuery),
			field(url.EscapedFragment(), url.Fragment != ""),
		}
		fmt.Fprintln(out, strings.Join(fields, " "))
	}
}

func read(texts []string) (*url.URL, error) {
	if len(texts) == 1 {
		return url.Parse(texts[0])
	}
	base, err := url.Parse(texts[1])
	if err != nil {
		return nil, err
	}
	return base.Parse(texts[0])
}

func field(text string, present bool) string {
	if !present {
		return "-"
	}
	return "x" + hex.EncodeToString([]byte(text))
}
