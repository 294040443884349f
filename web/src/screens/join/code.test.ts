import { describe, expect, it } from 'vitest';
import { lengthOf, meant, tidy } from './code';

describe('what people type to join', () => {
	it('is a code, however it is written', () => {
		expect(tidy(' ab-c d')).toBe('ABCD');
		expect(meant('rdpk')).toEqual({ kind: 'code', code: 'RDPK' });
		expect(meant('rdp')).toEqual({ kind: 'part', code: 'RDP' });
		expect(meant('rdpkx')).toEqual({ kind: 'code', code: 'RDPK' });
	});

	it('is longer when its first letters say so, and never complete before its last', () => {
		expect(meant('yrdp')).toEqual({ kind: 'part', code: 'YRDP' });
		expect(meant('y-rdpk')).toEqual({ kind: 'code', code: 'YRDPK' });
		expect(meant('yyrdpk')).toEqual({ kind: 'part', code: 'YYRDPK' });
		expect(meant('yyrdpkx')).toEqual({ kind: 'code', code: 'YYRDPKX' });
		expect(meant('yyyrdpkx')).toEqual({ kind: 'part', code: 'YYYRDPKX' });
		expect(meant('yyyrdpkxa')).toEqual({ kind: 'code', code: 'YYYRDPKXA' });
		expect(['', 'R', 'Y', 'YY', 'YYR', 'YYY', 'YYYR'].map(lengthOf)).toEqual([4, 4, 5, 7, 7, 9, 9]);
	});

	it('may be a whole link, with an invitation to a chair', () => {
		expect(meant('http://192.168.1.5:8377/t/46bK_-x')).toEqual({ kind: 'table', path: '/t/46bK_-x' });
		expect(meant('https://games.example.org/t/46bK#Zk1m-8')).toEqual({ kind: 'table', path: '/t/46bK#Zk1m-8' });
		expect(meant('http://192.168.1.5:8377/join?code=rdpk')).toEqual({ kind: 'code', code: 'RDPK' });
	});
});
