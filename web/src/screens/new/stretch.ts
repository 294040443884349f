/** A number between two others, however it is asked for. */
export interface Stretch {
	label: string;
	help?: string;
	value: number;
	low: number;
	high: number;
	step?: number;
	/** The value in words; without it, its figures. */
	words?: string;
	onchange: (value: number) => void;
}
