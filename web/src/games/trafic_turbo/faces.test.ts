import { describe, expect, it } from 'vitest';
import { turboFace } from './faces';

describe('names on cards', () => {
	it('only the caller brings words, and they cannot break out', () => {
		expect(turboFace('mirror')).not.toContain('<text');
		expect(turboFace('mirror', 'Peili')).toContain('>Peili</text>');
		expect(turboFace('mirror', '<script>"&')).toContain('&lt;script&gt;&quot;&amp;');
	});

	it('long names take two lines and fit the card', () => {
		const lines = [...turboFace('skid back', 'Luisu taaksepäin').matchAll(/font-size="([\d.]+)"[^>]*>([^<]*)</g)];
		expect(lines.map((line) => line[2])).toEqual(['Luisu', 'taaksepäin']);
		for (const line of lines) expect(Number(line[1]) * 0.58 * line[2]!.length).toBeLessThanOrEqual(85);
	});
});
