/** The cache in which the pieces of Python are kept, by whoever fetches them. */
export const PIECES = 'tailback-pieces';
