// Where the table is handed out from: the whole way from the door to the result is tried at each of these.
import { test as base, expectComplaint } from '../fixtures';
import { Folder } from '../folder';

const PLACES = ['a server', 'a folder of files'] as const;
type Place = (typeof PLACES)[number];

interface Home {
	place: Place;
	/** The address of the door. */
	home: string;
	folder: Folder;
}

export const test = base.extend<Home>({
	place: ['a server', { option: true }],
	home: ({ place, server, folder }, use) => use(place === 'a server' ? server.url : folder.url),
	folder: async ({ complaints }, use) => {
		const folder = new Folder();
		await folder.start();
		await use(folder);
		await folder.stop();
		// It is another port than the server's.
		expectComplaint(complaints, /asked 127\.0\.0\.1/);
	},
});

/** The same at each of them. */
export function atEveryHome(tests: (place: Place) => void): void {
	for (const place of PLACES) {
		test.describe(`at ${place}`, () => {
			test.use({ place, serviceWorkers: place === 'a server' ? 'block' : 'allow' });
			tests(place);
		});
	}
}

/** Python has to start first in a page without a server. */
export const PATIENCE = { timeout: 90_000 };
