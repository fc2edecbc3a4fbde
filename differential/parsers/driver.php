<?php
// Reads texts as parse_url does, Uri\Rfc3986\Uri, or Uri\WhatWg\Url: php driver.php [rfc3986 | whatwg]. The lines of this
// folder's drivers: see ../src/bin/parsers/main.rs.
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

function of_whatwg(string $text, ?string $base): ?array
{
    $url = new Uri\WhatWg\Url($text, $base === null ? null : new Uri\WhatWg\Url($base));
    [$user, $password] = [$url->getUsername(), $url->getPassword()];
    // As `whatwg`, which says nothing about empty credentials.
    $userinfo = (string) $password === '' ? $user : "$user:$password";
    return [
        $url->getScheme(), $userinfo === '' ? null : $userinfo, $url->getAsciiHost(), $url->getPort(),
        $url->getPath(), $url->getQuery(), $url->getFragment(),
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
