// Reads texts as url.parse does. The lines of this folder's drivers: see ../src/bin/parsers/main.rs.
"use strict";
process.noDeprecation = true;
const { readFileSync, writeSync } = require("node:fs");
const url = require("node:url");

const field = (text) => (text === null ? "-" : `x${Buffer.from(text).toString("hex")}`);
const behind = (text) => (text === null ? null : text.slice(1));
const write = (text) => {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
};
let out = [];
for (const line of readFileSync(0, "latin1").split("\n")) {
    if (line === "") continue;
    const text = Buffer.from(line.slice(1), "hex").toString();
    try {
        const { protocol, auth, hostname, port, pathname, search, hash } = url.parse(text);
        const fields = [protocol && protocol.slice(0, -1), auth, hostname, port, pathname, behind(search), behind(hash)];
        out.push(fields.map(field).join(" "));
    } catch {
        out.push("!");
    }
}
write(`${out.join("\n")}\n`);
