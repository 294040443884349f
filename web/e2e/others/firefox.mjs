#!/usr/bin/env node
// Stands between Playwright and a Firefox as it is installed. Both speak WebDriver BiDi, but Playwright asks for something at the
// start that this Firefox does not know yet, and gives up. Here it is answered; everything else goes through as it is.
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

/** Colours are set in Firefox's preferences (`others.config.ts`). */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const READY = /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)/;

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
	stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('error', (error) => {
	process.stderr.write(`${error}\n`);
	process.exit(1);
});
firefox.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

let said = '';
firefox.stderr.on('data', (chunk) => {
	process.stderr.write(String(chunk).replace(READY, ''));
	said = (said + chunk).slice(-1000);
	const found = READY.exec(said);
	if (!found) return;
	said = '';
	const door = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
		process.stderr.write(`\nWebDriver BiDi listening on ws://127.0.0.1:${door.address().port}\n`),
	);
	door.on('connection', (near, request) => join(near, `ws://127.0.0.1:${found[1]}${request.url}`));
});

function join(near, address) {
	const far = new WebSocket(address, { perMessageDeflate: false });
	/** What was said before the line stood. */
	const early = [];
	near.on('message', (data) => {
		const text = String(data);
		if (text.includes(`"${UNKNOWN}"`))
			near.send(JSON.stringify({ type: 'success', id: JSON.parse(text).id, result: {} }));
		else if (far.readyState === WebSocket.OPEN) far.send(text);
		else early.push(text);
	});
	far.on('open', () => {
		for (const text of early.splice(0)) far.send(text);
	});
	far.on('message', (data) => near.send(String(data)));
	for (const [one, other] of [
		[near, far],
		[far, near],
	])
		one.on('close', () => other.close()).on('error', () => other.close());
}
