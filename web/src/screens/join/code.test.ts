import { describe, expect, it } from 'vitest';
import { meant, tidy } from './code';

describe('what people type to join', () => {
	it('is a code, however it is written', () => {
		expect(tidy(' ab-c d')).toBe('ABCD');
		expect(meant('rdpk')).toEqual({ kind: 'code', code: 'RDPK' });
		expect(meant('rdp')).toEqual({ kind: 'part', code: 'RDP' });
		expect(meant('rdpkx')).toEqual({ kind: 'code', code: 'RDPK' });
	});

	it('may be a whole link, with an invitation to a chair', () => {
		expect(meant('http://192.168.1.5:8377/t/46bK_-x')).toEqual({ kind: 'table', path: '/t/46bK_-x' });
		expect(meant('https://games.example.org/t/46bK#Zk1m-8')).toEqual({ kind: 'table', path: '/t/46bK#Zk1m-8' });
		expect(meant('http://192.168.1.5:8377/join?code=rdpk')).toEqual({ kind: 'code', code: 'RDPK' });
	});
});
