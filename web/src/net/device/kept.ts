/** The cache in which the pieces of Python are kept: whole and unpacked, or the slices of them that have come. */
export const PIECES = 'tailback-pieces';

/** Under which name the piece is kept that a slice (`wasm-0f3a-12.piece`) belongs to. */
export const wholeOf = (slice: string): string => slice.replace(/-\d+\.piece$/, '.piece');
