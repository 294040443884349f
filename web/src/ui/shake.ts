// A shake of the device, where the browser tells of it: only at a secure address, and on some devices only after it was asked for.
// Nothing needs it: whatever a shake does, a tap does, too.

/** So hard, in m/s² beside gravity. */
const HARD = 14;
/** There and back again. */
const TIMES = 2;
const WITHIN = 900;

interface Asking {
	requestPermission?: () => Promise<'granted' | 'denied'>;
}

const sensor = (): (Asking & object) | undefined =>
	globalThis.isSecureContext ? (globalThis.DeviceMotionEvent as (Asking & object) | undefined) : undefined;

/** Does this device want to be asked before it tells of shakes? */
export const asksForShakes = (): boolean => typeof sensor()?.requestPermission === 'function';

/** Only after a tap; where nothing is to be asked it is granted. */
export async function askForShakes(): Promise<boolean> {
	try {
		return (await sensor()?.requestPermission?.()) !== 'denied';
	} catch {
		return false;
	}
}

/** Calls when the device was shaken. Gives a function that stops it. */
export function onShake(shaken: () => void): () => void {
	if (!sensor()) return () => {};
	let hits: number[] = [];
	let way = 0;
	const feel = ({ acceleration, timeStamp }: DeviceMotionEvent) => {
		const { x, y, z } = acceleration ?? {};
		const pushes = [x ?? 0, y ?? 0, z ?? 0];
		const most = pushes.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0);
		if (Math.abs(most) < HARD || Math.sign(most) === way) return;
		way = Math.sign(most);
		hits = [...hits.filter((at) => timeStamp - at < WITHIN), timeStamp];
		if (hits.length < TIMES) return;
		hits = [];
		shaken();
	};
	addEventListener('devicemotion', feel);
	return () => removeEventListener('devicemotion', feel);
}
