// The languages, each by its own name: whoever looks for one cannot read the others.
import { changeLanguage } from '../../i18n/texts.svelte';
import { type Language, setPrefs } from '../../prefs.svelte';

export const OWN: Record<Language, string> = { en: 'English', de: 'Deutsch', fi: 'Suomi' };

/** The words first: a screen half in one language and half in none helps nobody. */
export async function speak(language: Language): Promise<void> {
	await changeLanguage(language).then(
		() => setPrefs({ language }),
		() => {},
	);
}
