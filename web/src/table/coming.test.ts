import { afterEach, expect, it } from 'vitest';
import { go, route } from '../route.svelte';
import { awaited, cameFor, forget, stands } from './coming.svelte';

afterEach(forget);

it('a table that came is led to from the lesson of its own game only, and nobody is taken away from a lesson', () => {
	go('/lesson/toy');
	awaited({ id: 'toy', lesson: true });
	expect(cameFor('toy')).toBe('');
	stands('t1');
	expect(route.at.screen).toBe('lesson');
	expect([cameFor('toy'), cameFor('other')]).toEqual(['t1', '']);
});

it('whoever only waits is there at once', () => {
	go('/new/toy');
	awaited({ id: 'toy', lesson: true });
	stands('t1');
	expect([route.at.screen, route.at.id, cameFor('toy')]).toEqual(['table', 't1', '']);
});
