// The screens, each with its script: only the home screen comes with the first bytes.
export const screens = {
	new: () => import('./NewTable.svelte'),
	table: () => import('./TableScreen.svelte'),
	replay: () => import('./ReplayScreen.svelte'),
	rules: () => import('./RulesScreen.svelte'),
	lesson: () => import('./LessonScreen.svelte'),
	join: () => import('./Join.svelte'),
	tv: () => import('./TvScreen.svelte'),
	take: () => import('./Take.svelte'),
	near: () => import('./NearScreen.svelte'),
	lab: () => import('./LabScreen.svelte'),
};

/** What a tap at the door leads to is there before it. */
export async function nextScreen(): Promise<void> {
	await screens.new().catch(() => {});
}
