/** Sizes in bytes. */

export const MIB = 1024 * 1024;
