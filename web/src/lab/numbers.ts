// Numbers as the language of the page writes them.
import type { Figure } from './study';

/** What is counted decides how it is written. */
export type Unit = 'share' | 'points' | 'number';

/** Between a number and its sign, so that they stay on one line. */
const CLOSE = '\u00a0';

export class Numbers {
	constructor(readonly language: string) {}

	/** Three digits say enough; whole numbers stay whole. */
	plain(value: number): string {
		return this.write(value, enough(value));
	}

	/** Beside an axis: as many digits as tell neighbours apart. */
	tick(value: number, step: number, unit: Unit, signed = false): string {
		const [at, by] = unit === 'number' ? [value, step] : [100 * value, 100 * step];
		const said = this.write(at, digitsOf(by)) + (unit === 'share' ? `${CLOSE}%` : '');
		return signed && at > 0 ? `+${said}` : said;
	}

	count(value: number): string {
		return this.write(value, 0);
	}

	/** 0.253 as `25 %`, or with so many digits that columns stand in line. */
	share(value: number, digits?: number): string {
		const fine = Math.abs(value) < 0.0995 || Math.abs(value - 1) < 0.0995 ? 1 : 0;
		return `${this.write(100 * value, digits ?? fine, digits)}${CLOSE}%`;
	}

	value(value: number, unit: Unit): string {
		return unit === 'number' ? this.plain(value) : this.share(value, 1);
	}

	/** With a sign before it: what one has more or less than the other. */
	difference(value: number, unit: Unit): string {
		const said = unit === 'number' ? this.plain(value) : this.write(100 * value, 1, 1);
		return value > 0 && /[1-9]/.test(said) ? `+${said}` : said;
	}

	/** `24.1–26.3 %` */
	interval({ low, high }: Figure, unit: Unit): string {
		if (unit === 'number') {
			// So many digits that both ends of a short one differ.
			const fine = high > low ? Math.min(3, -Math.floor(Math.log10(high - low))) : 0;
			const digits = Math.max(enough(high), fine);
			return `${this.write(low, digits)}–${this.write(high, digits)}`;
		}
		return `${this.write(100 * low, 1, 1)}–${this.write(100 * high, 1, 1)}${CLOSE}%`;
	}

	private write(value: number, most: number, least = 0): string {
		const digits = { maximumFractionDigits: most, minimumFractionDigits: least };
		const said = value.toLocaleString(this.language, digits);
		// A minus, not a hyphen; and no minus before nothing.
		return said.replace(/^-/, '−').replace(/^−(?=[0.,]*$)/, '');
	}
}

/** Digits behind the point that make three in all. */
function enough(value: number): number {
	if (Math.abs(value) >= 100) return 0;
	return Math.abs(value) >= 0.995 ? 1 : 2;
}

function digitsOf(step: number): number {
	for (let digits = 0; digits < 4; digits++) {
		const moved = step * 10 ** digits;
		if (Math.abs(moved - Math.round(moved)) < 1e-6) return digits;
	}
	return 4;
}
