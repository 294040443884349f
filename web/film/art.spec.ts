import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from '@playwright/test';
import { ART } from './art';

test('the drawings of the home page', () => {
	const folder = resolve(import.meta.dirname, '../../homepage/art');
	mkdirSync(folder, { recursive: true });
	for (const [name, draw] of Object.entries(ART)) writeFileSync(`${folder}/${name}.svg`, draw());
});
