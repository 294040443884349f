// Reads the pictures of links out of what the camera sees, for browsers that cannot do it themselves.
import decodeQR from 'qr/decode.js';

/** What a picture says that stands before the camera; empty as long as there is none. */
export type Eye = (of: HTMLVideoElement) => Promise<string>;

/** More only costs time: a picture of ours is readable at this size. */
const WIDEST = 800;
/** So many milliseconds it may try harder; the next look is a moment later. */
const LONGEST = 100;

/** What stands in a picture; empty when there is nothing to read. */
export function readPicture(
	image: { width: number; height: number; data: Uint8ClampedArray },
	timeLimit = LONGEST,
): string {
	try {
		return decodeQR(image, { timeLimit });
	} catch {
		// Nothing yet, or half of it.
		return '';
	}
}

export function pictures(): Eye {
	const canvas = document.createElement('canvas');
	const pen = canvas.getContext('2d', { willReadFrequently: true });
	return async (of) => {
		const shrunk = Math.min(1, WIDEST / Math.max(of.videoWidth, of.videoHeight, 1));
		canvas.width = Math.round(of.videoWidth * shrunk);
		canvas.height = Math.round(of.videoHeight * shrunk);
		if (!pen || !canvas.width || !canvas.height) return '';
		pen.drawImage(of, 0, 0, canvas.width, canvas.height);
		return readPicture(pen.getImageData(0, 0, canvas.width, canvas.height));
	};
}
