/** What stands on a button, by the text key of its action. */
export const icons: Readonly<Record<string, string>> = {
	lay: 'lay',
	lay_mau: 'speech',
	lay_wild: 'lay',
	lay_wild_mau: 'speech',
	draw: 'draw',
	take: 'cards',
	pass: 'pass',
	keep: 'hand',
	no_mau: 'noMau',
	mau: 'speech',
};
