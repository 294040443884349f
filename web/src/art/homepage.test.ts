// The home page shows the same drawings as the table: `make films` writes them, and here they are compared.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ART } from '../../film/art';

const folder = resolve(import.meta.dirname, '../../../homepage/art');

test('every drawing of the home page is as the art draws it now', () => {
	expect(readdirSync(folder).sort()).toEqual(
		Object.keys(ART)
			.map((name) => `${name}.svg`)
			.sort(),
	);
	for (const [name, draw] of Object.entries(ART)) expect(readFileSync(`${folder}/${name}.svg`, 'utf8')).toBe(draw());
});
