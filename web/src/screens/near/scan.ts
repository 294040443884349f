// Pictures read by the camera, where the browser knows how (Chromium on phones and on Macs).

export interface Detector {
	detect(of: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface Detectors {
	new (wanted: { formats: string[] }): Detector;
	getSupportedFormats(): Promise<string[]>;
}

const found = () => (globalThis as { BarcodeDetector?: Detectors }).BarcodeDetector;

export async function canScan(): Promise<boolean> {
	const known = found();
	if (!known || !navigator.mediaDevices) return false;
	const formats = await known.getSupportedFormats().catch((): string[] => []);
	return formats.includes('qr_code');
}

export function detector(): Detector | null {
	const known = found();
	return known ? new known({ formats: ['qr_code'] }) : null;
}
