import { NotKept } from '../here/move';
import { t } from '../i18n/texts.svelte';
import { noWords } from './refusal';

/** Why a table did not move, and that nothing is lost. */
export function stayedWords(error: unknown): string {
	return `${error instanceof NotKept ? t('here.not_kept') : noWords(error)} ${t('here.stays')}`;
}
