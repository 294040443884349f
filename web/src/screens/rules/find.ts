// The rules of a game as they stand in its texts, and finding a clause in them.
export interface Chapter {
	title: string;
	clauses: [id: string, words: string][];
}

export function chapters(raw: unknown): Chapter[] {
	if (!Array.isArray(raw)) return [];
	return (raw as { title: string; clauses: Record<string, string> }[]).map(({ title, clauses }) => ({
		title,
		clauses: Object.entries(clauses),
	}));
}

const plain = (text: string) => text.toLocaleLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Clauses with every word of the search in them, or in their chapter's title, or with this very id. */
export function find(all: readonly Chapter[], search: string): Chapter[] {
	const wanted = plain(search).split(/\s+/).filter(Boolean);
	if (!wanted.length) return [...all];
	return all
		.map(({ title, clauses }) => ({
			title,
			clauses: clauses.filter(([id, words]) => {
				const text = plain(`${title} ${id} ${words}`);
				return wanted.every((word) => text.includes(word));
			}),
		}))
		.filter((chapter) => chapter.clauses.length);
}
