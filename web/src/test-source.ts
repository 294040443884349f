// The sources of the client as trees, so that tests can ask what stands in them. One parser reads scripts and components.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'svelte/compiler';

export const ROOT = resolve(import.meta.dirname);

/** A node of the tree, and what it stands in. */
export interface Node {
	type: string;
	parent: Node | null;
	[field: string]: unknown;
}

export interface Source {
	/** The path below `src`. */
	name: string;
	nodes: Node[];
}

export interface Import {
	/** As it is written. */
	target: string;
	/** Only types, which are gone when it runs. */
	types: boolean;
}

/** What is built: no tests, and nothing that tries a game out. */
const built = (name: string): boolean =>
	/\.(ts|svelte)$/.test(name) &&
	!/\.test\.ts$|(^|\/)test-[\w-]+\.ts$/.test(name) &&
	!name.startsWith('games/test-') &&
	!name.split('/').includes('e2e');

export function sources(): Source[] {
	const names = (readdirSync(ROOT, { recursive: true }) as string[]).map((name) => name.replaceAll('\\', '/'));
	return names
		.filter(built)
		.sort()
		.map((name) => sourceOf(readFileSync(join(ROOT, name), 'utf8'), name));
}

export function sourceOf(text: string, name: string): Source {
	const component = name.endsWith('.svelte') ? text : `<script lang="ts">\n${text}\n</script>`;
	const nodes: Node[] = [];
	collect(parse(component, { modern: true }), null, nodes);
	return { name, nodes };
}

function collect(value: unknown, parent: Node | null, nodes: Node[]): void {
	if (Array.isArray(value)) {
		for (const one of value) collect(one, parent, nodes);
		return;
	}
	if (typeof value !== 'object' || value === null) return;
	const node = value as Node;
	const known = typeof node.type === 'string';
	if (known) nodes.push(node);
	for (const [field, inner] of Object.entries(node)) {
		if (field !== 'parent' && field !== 'metadata') collect(inner, known ? node : parent, nodes);
	}
	if (known) node.parent = parent;
}

export const of = (source: Source, ...types: string[]): Node[] =>
	source.nodes.filter((node) => types.includes(node.type));

export const inside = (node: Node, fits: (outer: Node, inner: Node) => boolean): boolean => {
	for (let at = node; at.parent; at = at.parent) if (fits(at.parent, at)) return true;
	return false;
};

/** The name of an identifier, or of what is taken from an object with a dot. */
export function nameOf(node: unknown): string {
	const one = node as Node | null | undefined;
	if (one?.type === 'Identifier' || one?.type === 'PrivateIdentifier') return String(one.name);
	return one?.type === 'MemberExpression' && !one.computed ? nameOf(one.property) : '';
}

const text = (node: unknown): string | null => {
	const one = node as Node | null | undefined;
	return one?.type === 'Literal' && typeof one.value === 'string' ? one.value : null;
};

/** Everything that a file takes from elsewhere: what it imports, hands on, or finds with `import.meta.glob`. */
export function importsOf(source: Source): Import[] {
	const found: Import[] = [];
	const add = (from: unknown, types: boolean) => {
		const target = text(from);
		if (target !== null) found.push({ target, types });
	};
	for (const node of source.nodes) {
		if (node.type === 'ImportDeclaration') add(node.source, node.importKind === 'type');
		if (/^Export(Named|All)Declaration$/.test(node.type)) add(node.source, node.exportKind === 'type');
		if (node.type === 'ImportExpression') add(node.source, false);
		if (node.type === 'TSImportType') add((node.argument as Node).literal ?? node.argument, true);
		if (node.type === 'CallExpression' && nameOf(node.callee) === 'glob') add((node.arguments as Node[])[0], false);
	}
	return found;
}

/** The files that an import means, of those that there are: several for a pattern with stars. */
export function filesOf(from: string, target: string, known: ReadonlySet<string>): string[] {
	if (!target.startsWith('.')) return [];
	const path = join(dirname(from), target.split('?')[0]!).replaceAll('\\', '/');
	if (path.includes('*')) {
		const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
		return [...known].filter((name) => pattern.test(name));
	}
	return [path, `${path}.ts`, `${path}.svelte.ts`, `${path}/index.ts`].filter((name) => known.has(name)).slice(0, 1);
}

/** Rings of things that need each other, each in no particular order. */
export function rings(needs: ReadonlyMap<string, Iterable<string>>): string[][] {
	const reach = (from: string): Set<string> => {
		const seen = new Set<string>();
		const next = [...(needs.get(from) ?? [])];
		for (let one = next.pop(); one !== undefined; one = next.pop()) {
			if (seen.has(one)) continue;
			seen.add(one);
			next.push(...(needs.get(one) ?? []));
		}
		return seen;
	};
	const reached = new Map([...needs.keys()].map((one) => [one, reach(one)]));
	const found: string[][] = [];
	for (const one of needs.keys()) {
		if (!reached.get(one)!.has(one) || found.some((ring) => ring.includes(one))) continue;
		found.push([...needs.keys()].filter((other) => reached.get(one)!.has(other) && reached.get(other)!.has(one)));
	}
	return found;
}
