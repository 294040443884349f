/** What `import.meta.glob` found (`./<game>/<file>`), by game. */
export function byFolder<T>(found: Record<string, T>): Map<string, T> {
	return new Map(Object.entries(found).map(([path, module]) => [path.split('/')[1]!, module]));
}
