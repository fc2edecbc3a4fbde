/** A browser has no file that can be read at once. */
export const read = null;
