// A plain page with all pictures, grouped by screen.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER } from './studio';

const STYLE = `body{font:16px/1.4 sans-serif;margin:24px;background:#f4f4f6;color:#222}
h2{margin:32px 0 8px}h3{margin:18px 0 6px;font-weight:600}
.row{display:flex;flex-wrap:wrap;gap:10px;align-items:flex-start}
figure{margin:0}figcaption{font-size:13px;color:#555}img{height:240px;display:block;border:1px solid #ccc}
nav a{margin-right:14px}`;

function picture(folder: string, file: string): string {
	const at = `${folder}/${file}`;
	const look = file.split('.')[1];
	return `<figure><a href="${at}"><img src="${at}" alt="${at}" loading="lazy"></a><figcaption>${look}</figcaption></figure>`;
}

function part(folder: string): string {
	const files = readdirSync(join(FOLDER, folder)).filter((file) => file.endsWith('.png'));
	const screens = [...new Set(files.map((file) => file.split('.')[0]!))].sort();
	const rows = screens.map((screen) => {
		const own = files.filter((file) => file.startsWith(`${screen}.`)).sort();
		return `<h3>${screen}</h3><div class="row">${own.map((file) => picture(folder, file)).join('')}</div>`;
	});
	return `<h2 id="${folder}">${folder}</h2>${rows.join('\n')}`;
}

export default function writeIndex(): void {
	if (!existsSync(FOLDER)) return;
	const folders = readdirSync(FOLDER, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name)
		.sort();
	const links = folders.map((folder) => `<a href="#${folder}">${folder}</a>`).join('');
	const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${STYLE}</style>
<h1>Every screen</h1><nav>${links}</nav>${folders.map(part).join('\n')}</html>\n`;
	writeFileSync(join(FOLDER, 'index.html'), page);
}
