/** What stands on a button, by the text key of its action. */
export const icons: Readonly<Record<string, string>> = {
	use: 'star',
	no: 'hand',
	draw: 'draw',
	play: 'speed',
	keep: 'hand',
	discard: 'hand',
	stay: 'check',
};
