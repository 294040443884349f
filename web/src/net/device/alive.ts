// What both workers say of themselves: how far they are, and that they are still there.
import type { PyodideInterface } from 'pyodide';
import { startPython } from './python';
import type { Life, Ping, Stage } from './words';

const tell = (message: Life) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Ping | { kind: string }>) => {
	if (data.kind === 'ping') tell({ kind: 'pong' });
});

/** Python, and what is made of it. `rest` says when what is left of Python may come. */
export async function begun<Made>(
	folder: string,
	check: boolean,
	make: (python: PyodideInterface) => Made | Promise<Made>,
	rest: (complete: () => Promise<void>) => Promise<void>,
): Promise<Made> {
	const at = (stage: Stage) => tell({ kind: 'stage', stage, bytes: 0, of: 0, snag: '' });
	at('fetching');
	try {
		const { python, complete } = await startPython(
			new URL(folder),
			(news) => tell({ kind: 'stage', stage: 'fetching', ...news }),
			() => at('starting'),
			(snag) => tell({ kind: 'snag', snag }),
			check,
		);
		at('opening');
		const made = await make(python);
		tell({ kind: 'ready' });
		// Without it all goes on: what is missing is fetched when it is called.
		rest(complete).catch(console.error);
		return made;
	} catch (error) {
		tell({ kind: 'failed', why: String(error) });
		throw error;
	}
}
