/** Filled in by the build: a folder of files without a server. */
declare const __ALONE__: boolean;

/** As much of it as is used here. */
declare module 'qr/decode.js' {
	export default function decodeQR(
		image: { width: number; height: number; data: Uint8ClampedArray },
		options?: { timeLimit?: number },
	): string;
}
