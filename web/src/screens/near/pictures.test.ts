import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { readPicture } from './pictures';

/** However slow this machine is just now. */
const read = (image: Parameters<typeof readPicture>[0]) => readPicture(image, 60_000);

/** As a camera sees it: not straight, grey instead of black and white, and with something around it. */
function seen(text: string, { side = 360, turned = 0.12, noise = 30 } = {}) {
	const code = encode(text, { ecc: 'L', border: 4 });
	const data = new Uint8ClampedArray(side * side * 4);
	let chance = 7;
	const [cos, sin, scale] = [Math.cos(turned), Math.sin(turned), code.size / (side * 0.8)];
	for (let y = 0; y < side; y++)
		for (let x = 0; x < side; x++) {
			const [dx, dy] = [x - side / 2, y - side / 2];
			const [column, row] = [
				(cos * dx + sin * dy) * scale + code.size / 2,
				(cos * dy - sin * dx) * scale + code.size / 2,
			];
			const dark = code.data[Math.floor(row)]?.[Math.floor(column)];
			const inside = row >= 0 && column >= 0 && row < code.size && column < code.size;
			chance = (chance * 1103515245 + 12345) % 2147483648;
			const light = (inside ? (dark ? 50 : 210) : 120) + ((chance >> 8) % noise) - noise / 2;
			data.set([light, light, light, 255], (y * side + x) * 4);
		}
	return { width: side, height: side, data };
}

describe('a picture before the camera', () => {
	// As long as the link of a hand is.
	const link = `https://games.example.org/play/#/near/${'tb1-Zk3_9'.repeat(18)}`;

	it('is read, also when it is held askew', () => {
		expect(read(seen(link))).toBe(link);
		expect(read(seen(link, { turned: -0.4, side: 480 }))).toBe(link);
		expect(read(seen(link, { turned: Math.PI / 2 }))).toBe(link);
	});

	it('is none where there is nothing to read, or only half of it', () => {
		const whole = seen(link);
		expect(read({ ...whole, data: new Uint8ClampedArray(whole.data.length).fill(200) })).toBe('');
		const half = whole.data.slice();
		half.fill(200, half.length / 2);
		expect(read({ ...whole, data: half })).toBe('');
	});
});
