/** Filled in by the build: a folder of files without a server. */
declare const __ALONE__: boolean;
