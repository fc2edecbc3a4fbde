/**
 * A set of hashes of 64 bits, in one array. Among two million texts the odds that any two have the same hash are one to
 * nine million.
 */
export class Hashes {
  #table = new Uint32Array(2 << 16);
  size = 0;

  /** Adds a stretch of bytes; false if it was there. */
  add(bytes, start, end) {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = start; at < end; at += 1) {
      high = Math.imul(high ^ bytes[at], 2654435761);
      low = Math.imul(low ^ bytes[at], 1597334677);
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    // Two zeros stand for an empty place.
    const added = this.#put(this.#table, high >>> 0, (low >>> 0) || 1);
    if (added) {
      this.size += 1;
      if (this.size * 4 > this.#table.length) this.#grow();
    }
    return added;
  }

  #put(table, high, low) {
    const mask = table.length - 1;
    for (let at = (high << 1) & mask; ; at = (at + 2) & mask) {
      if (table[at] === high && table[at + 1] === low) return false;
      if (table[at + 1] === 0) {
        table[at] = high;
        table[at + 1] = low;
        return true;
      }
    }
  }

  #grow() {
    const table = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.#table.length; at += 2) {
      if (this.#table[at + 1] !== 0) this.#put(table, this.#table[at], this.#table[at + 1]);
    }
    this.#table = table;
  }
}
