<?php
// Reads texts as parse_url does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs.
$field = fn(?string $text): string => $text === null ? '-' : 'x' . bin2hex($text);
while (($line = fgets(STDIN)) !== false) {
    $parts = parse_url(hex2bin(substr(rtrim($line), 1)));
    if ($parts === false) {
        echo "!\n";
        continue;
    }
    $userinfo = $parts['user'] ?? null;
    if (isset($parts['pass'])) {
        $userinfo .= ':' . $parts['pass'];
    }
    $port = isset($parts['port']) ? (string) $parts['port'] : null;
    $fields = [
        $parts['scheme'] ?? null, $userinfo, $parts['host'] ?? null, $port,
        $parts['path'] ?? null, $parts['query'] ?? null, $parts['fragment'] ?? null,
    ];
    echo implode(' ', array_map($field, $fields)), "\n";
}
