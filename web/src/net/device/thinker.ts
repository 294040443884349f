// Robots think here, so that neither the screen nor the table waits for them: the same script as the table's, in a worker of their own.
import { begun } from './alive';
import type { Answer, Thought, ToThinker, ToWorker } from './words';

type Choose = (said: string) => number;

let kept = () => {};
/** Nothing is fetched twice. */
const keptWhole = new Promise<void>((done) => {
	kept = done;
});

addEventListener('message', ({ data }: MessageEvent<ToThinker | ToWorker>) => {
	if (data.kind === 'complete') kept();
	if (data.kind !== 'start' || !('port' in data)) return;
	const { port, folder, check } = data;
	const ready = begun(
		folder,
		check,
		(python) => python.pyimport('tailback.device.thinking').choose as Choose,
		(complete) => keptWhole.then(complete),
	);
	ready.catch(console.error);
	port.onmessage = async ({ data: { id, said } }: MessageEvent<Thought>) => {
		const choose = await ready;
		let action: number | null = null;
		try {
			action = choose(said);
		} catch (error) {
			console.error(error);
		}
		port.postMessage({ id, action } satisfies Answer);
	};
});
