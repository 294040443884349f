// Draws a chart of a study as an .svg file of its own, for texts: node plots.mjs study.json seats out.svg [width] [set-up]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createServer } from 'vite';

const root = import.meta.dirname;
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const [file, name, out, width = '720', arm = '0'] = process.argv.slice(2);

// What the drawings take of the tokens; the ground is the page of whoever shows the picture.
const TOKENS = ['ink', 'ink-2', 'line', 'data'];
const GROUNDS = ['#ffffff', '#0d1117'];

function style() {
	const [light, dark] = [/:root \{([^}]*)\}/, /:root\[data-theme="dark"\] \{([^}]*)\}/].map((block, i) => {
		const said = block.exec(read('src/app.css'))[1];
		const found = TOKENS.map((token) => `--${token}:${new RegExp(`--${token}: ([^;]+);`).exec(said)[1]}`);
		return `svg{${[...found, `--ground:${GROUNDS[i]}`].join(';')}}`;
	});
	const still = read('src/lab/lab.css').replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|\/\*.*?\*\//gs, '');
	const font = 'svg{font:700 14px Quicksand,ui-rounded,"SF Pro Rounded",Nunito,system-ui,sans-serif}';
	return `${font}${light}@media (prefers-color-scheme:dark){${dark}}${still.replace(/\s+/g, ' ').trim()}`;
}

const vite = await createServer({
	root,
	configFile: false,
	logLevel: 'error',
	appType: 'custom',
	plugins: [svelte()],
	optimizeDeps: { noDiscovery: true },
	server: { middlewareMode: true, hmr: false, ws: false },
});
try {
	const { chartsOf, plot } = await vite.ssrLoadModule('/src/lab/plot.ts');
	const { Texts } = await vite.ssrLoadModule('/src/i18n/format.ts');
	const study = JSON.parse(readFileSync(file, 'utf8'));
	const words = new Texts(study.lang, [JSON.parse(read('../src/tailback/texts', study.lang, 'lab.json'))]);
	const charts = chartsOf(study, words, Number(arm));
	const chart = charts.find((one) => one.name === name);
	if (chart) writeFileSync(out, plot(chart, words, Number(width), style()));
	else {
		console.error(`There is no chart ${name} here, but: ${charts.map((one) => one.name).join(', ')}`);
		process.exitCode = 1;
	}
} finally {
	await vite.close();
}
