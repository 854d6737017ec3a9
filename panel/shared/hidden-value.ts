/** Shown in place of a value that may be secret, whatever its length. */
export const HIDDEN_VALUE = '••••••';
