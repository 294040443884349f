// Pictures read by the camera: by the browser itself where it knows how (Chromium on phones and on Macs), else by a small decoder that is
// fetched only then.

import type { Eye } from './pictures';

interface Detectors {
	new (wanted: { formats: string[] }): { detect(of: HTMLVideoElement): Promise<{ rawValue: string }[]> };
	getSupportedFormats(): Promise<string[]>;
}

/** A camera can be asked for: only at a secure address. */
export const canScan = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

export async function openEye(): Promise<Eye> {
	const known = (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector;
	const formats = (await known?.getSupportedFormats().catch(() => [])) ?? [];
	if (known && formats.includes('qr_code')) {
		const detector = new known({ formats: ['qr_code'] });
		return async (of) => (await detector.detect(of))[0]?.rawValue ?? '';
	}
	const { pictures } = await import('./pictures');
	return pictures();
}
