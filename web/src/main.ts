import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepHere } from './here/kept';
import { loadTexts } from './i18n/texts.svelte';
import { ALONE } from './net/carrier';
import { complete, fetchAhead } from './net/device/page.svelte';
import { isNear } from './net/near/guest.svelte';
import './offline/install.svelte';
import { registerOffline } from './offline/register';
import { adoptLanguage, showPrefs } from './prefs.svelte';
import { route } from './route.svelte';
import { nextScreen } from './screens/screens';
import { unlockOnGesture } from './sound/sound';

adoptLanguage();
showPrefs();
registerOffline(undefined, ALONE ? complete : undefined);
unlockOnGesture(window);

const target = document.getElementById('app')!;

async function start(): Promise<void> {
	// The picture of index.html stays until the words are here; without a line the page says so by itself.
	await loadTexts('web', 'games').catch(() => {});
	target.replaceChildren();
	mount(App, { target });
	// At a table of another device all is done there.
	if (!ALONE) keepHere();
	else if (route.at.screen !== 'near' && !isNear(route.at.id)) {
		// The line is theirs until then: what is tapped next is needed before Python is.
		await nextScreen();
		fetchAhead();
	}
}

void start();
