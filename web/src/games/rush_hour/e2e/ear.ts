import type { Hearing, Listener } from '../../../../e2e/ear';
import { t } from '../../../../e2e/words';

/** A lane that is asked for says that it can be chosen; else it is a card that is to be picked. */
function choose({ buttons, says }: Hearing): string | undefined {
	const more = buttons.some((one) => says(one.name, 'actions.play') || says(one.name, 'web.can'));
	return more ? undefined : buttons.find((one) => one.group === t('table.your_hand'))?.name;
}

export default {
	options: { hand_size: 5, specials: false },
	keys: ['actions.play', 'web.can'],
	choose,
	anytime: ['chosen'],
} satisfies Listener;
