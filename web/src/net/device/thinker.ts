// Robots think here, so that neither the screen nor the table waits for them.
import { startPython } from './python';
import type { Answer, Thought, ToThinker } from './words';

addEventListener('message', async ({ data }: MessageEvent<ToThinker>) => {
	const { port, folder } = data;
	const ready = startPython(
		new URL(folder),
		() => {},
		() => {},
	).then((python) => python.pyimport('tailback.device.thinking').choose as (said: string) => number);
	port.onmessage = async ({ data: { id, said } }: MessageEvent<Thought>) => {
		let action: number | null = null;
		try {
			action = (await ready)(said);
		} catch (error) {
			console.error(error);
		}
		port.postMessage({ id, action } satisfies Answer);
	};
});
