// What a person has set on this device. It stays here: there are no accounts.
import { setMusic, setVolume } from './sound/sound';

export type Language = 'en' | 'de' | 'fi';
export const LANGUAGES: readonly Language[] = ['en', 'de', 'fi'];
export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'slow' | 'normal' | 'fast' | 'off';

interface Kept {
	language: Language;
	theme: Theme;
	/** 0 is silent. */
	volume: number;
	speed: Speed;
	/** How large the letters are: 1 is usual. */
	size: number;
	hand: 'right' | 'left';
	/** Larger targets for small fingers. */
	child: boolean;
	/** One tap does it where usually a first one shows what it would do. */
	quick: boolean;
	/** Several people at this device lay their hands open to each other: how the next table begins. */
	openly: boolean;
	/** The die rolls by itself, and whatever else is left to a hand. */
	itself: boolean;
	/** Shaking rolls, too, where the device wants to be asked whether it may tell of it. */
	shake: boolean;
	/** Tunes; without them plain signals stand in. */
	music: boolean;
	/** Prompts are read aloud by the browser. */
	aloud: boolean;
	/** On a big screen: what happens is told to the room by the browser's voice. */
	tells: boolean;
	/** Games whose lesson was seen or skipped. */
	lessons: string[];
	/** May we offer to install the page? It is asked once. */
	installing: boolean;
	/** The robot that was asked for a tip last. */
	helper: string;
}

export const PREFS_KEY = 'tailback.prefs';
/** Letters from this size on push pictures aside. */
const LARGE = 1.4;

function browserLanguage(): Language {
	for (const wish of globalThis.navigator?.languages ?? []) {
		const found = LANGUAGES.find((one) => wish.toLowerCase().startsWith(one));
		if (found) return found;
	}
	return 'en';
}

const usual = (): Kept => ({
	language: browserLanguage(),
	theme: 'auto',
	volume: 0.5,
	speed: 'normal',
	size: 1,
	hand: 'right',
	child: false,
	quick: false,
	openly: false,
	itself: false,
	shake: false,
	music: true,
	aloud: false,
	tells: false,
	lessons: [],
	installing: true,
	helper: '',
});

/** What is kept on this device now. */
export function keptPrefs(): Kept {
	const start = usual();
	try {
		const found = JSON.parse(localStorage.getItem(PREFS_KEY) ?? '{}') as Partial<Kept>;
		for (const key of Object.keys(start) as (keyof Kept)[]) {
			if (typeof found[key] === typeof start[key]) Object.assign(start, { [key]: found[key] });
		}
		if (!LANGUAGES.includes(start.language)) start.language = 'en';
		if (!Array.isArray(start.lessons)) start.lessons = [];
	} catch {
		// Forbidden or damaged storage: the usual settings.
	}
	return start;
}

export const prefs: Kept = $state(keptPrefs());

/** Whoever comes from a page in some language goes on in it: the address says `?lang=`, until it was read. */
export function adoptLanguage(at: Location = location): void {
	const address = new URL(at.href);
	const wish = LANGUAGES.find((one) => one === address.searchParams.get('lang'));
	if (!address.searchParams.has('lang')) return;
	address.searchParams.delete('lang');
	history.replaceState(null, '', address);
	if (wish) setPrefs({ language: wish });
}

/** Change settings and keep them. */
export function setPrefs(change: Partial<Kept>): void {
	Object.assign(prefs, change);
	try {
		localStorage.setItem(PREFS_KEY, JSON.stringify(prefs));
	} catch {
		// They last as long as the page.
	}
	showPrefs();
}

/** Take over what is kept: another window of this device has changed it. */
export function adoptPrefs(): void {
	Object.assign(prefs, keptPrefs());
	showPrefs();
}

/** Theme, size, hand, sound and language. They are marked on the page itself; the style sheet does the rest. */
export function showPrefs(): void {
	const page = document.documentElement;
	page.lang = prefs.language;
	page.dataset.theme = prefs.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : prefs.theme;
	page.dataset.hand = prefs.hand;
	page.dataset.child = String(prefs.child);
	page.dataset.still = String(reducedMotion());
	page.dataset.large = String(prefs.size > LARGE);
	page.style.setProperty('--size', String(prefs.size));
	setVolume(prefs.volume);
	setMusic(prefs.music);
}

const none = { matches: false, addEventListener: () => {} } as unknown as MediaQueryList;
const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)') ?? none;
const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)') ?? none;
/** What the device itself is set to; drawn pictures follow it, as the style sheet does. */
const system = $state({ dark: dark.matches });
dark.addEventListener('change', () => {
	system.dark = dark.matches;
	showPrefs();
});
still.addEventListener('change', showPrefs);

/** Is the dark theme shown now? */
export function isDark(): boolean {
	return prefs.theme === 'auto' ? system.dark : prefs.theme === 'dark';
}

/** Nothing may travel over the screen. */
export function reducedMotion(): boolean {
	return still.matches || prefs.speed === 'off';
}

/** What a length of time is multiplied with. */
export function pace(): number {
	return { slow: 1.7, normal: 1, fast: 0.5, off: 0 }[prefs.speed];
}
