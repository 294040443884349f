/** What stands on a button, by the text key of its action. */
export const icons: Readonly<Record<string, string>> = {
	stop: 'stop',
};
