<?php
// Reads texts as parse_url does, or Uri\Rfc3986\Uri: php driver.php [rfc3986]. The lines of this folder's
// drivers: see ../src/bin/parsers/main.rs.
function of_parse_url(string $text): ?array
{
    $parts = parse_url($text);
    if ($parts === false) {
        return null;
    }
    $userinfo = $parts['user'] ?? null;
    if (isset($parts['pass'])) {
        $userinfo .= ':' . $parts['pass'];
    }
    return [
        $parts['scheme'] ?? null, $userinfo, $parts['host'] ?? null, $parts['port'] ?? null,
        $parts['path'] ?? null, $parts['query'] ?? null, $parts['fragment'] ?? null,
    ];
}

function of_rfc3986(string $text, ?string $base): ?array
{
    $base = $base === null ? null : Uri\Rfc3986\Uri::parse($base) ?? throw new Exception();
    $uri = new Uri\Rfc3986\Uri($text, $base);
    return [
        $uri->getRawScheme(), $uri->getRawUserInfo(), $uri->getRawHost(), $uri->getPort(),
        $uri->getRawPath(), $uri->getRawQuery(), $uri->getRawFragment(),
    ];
}

$read = 'of_' . ($argv[1] ?? 'parse_url');
$field = fn($part) => $part === null ? '-' : 'x' . bin2hex((string) $part);
while (($line = fgets(STDIN)) !== false) {
    [$text, $base] = array_map(fn($it) => hex2bin(substr($it, 1)), explode(' ', rtrim($line))) + [1 => null];
    try {
        $fields = $read($text, $base);
    } catch (Exception) {
        $fields = null;
    }
    echo $fields === null ? '!' : implode(' ', array_map($field, $fields)), "\n";
}
