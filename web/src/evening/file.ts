// The picture of an evening as a file. It is made on this device, and goes nowhere by itself.
import { FONT, guess, type Measure, type Picture, svgOf } from './picture';

const fontOf = (size: number): string => `700 ${size}px ${FONT}`;

/** With the font of the page, once it is here. */
export async function measured(): Promise<Measure> {
	await document.fonts?.load(fontOf(40)).catch(() => {});
	const pen = document.createElement('canvas').getContext('2d');
	if (!pen) return guess;
	return (words, size) => {
		pen.font = fontOf(size);
		return pen.measureText(words).width;
	};
}

async function shapes(picture: Picture): Promise<HTMLImageElement> {
	const image = new Image();
	image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(picture, false))}`;
	await image.decode();
	return image;
}

async function pixels(picture: Picture): Promise<Blob | null> {
	const sheet = document.createElement('canvas');
	[sheet.width, sheet.height] = [picture.width, Math.ceil(picture.height)];
	const pen = sheet.getContext('2d');
	if (!pen) return null;
	pen.drawImage(await shapes(picture), 0, 0);
	for (const { words, x, y, size, anchor, colour } of picture.lines) {
		pen.font = fontOf(size);
		pen.textAlign = anchor === 'middle' ? 'center' : anchor;
		pen.fillStyle = colour;
		pen.fillText(words, x, y);
	}
	return new Promise((done) => sheet.toBlob(done, 'image/png'));
}

/** Pixels, which every device shows; where none can be made of it, the drawing itself. */
export async function fileOf(picture: Picture, name: string): Promise<File> {
	const png = await pixels(picture).catch(() => null);
	return png
		? new File([png], `${name}.png`, { type: 'image/png' })
		: new File([svgOf(picture)], `${name}.svg`, { type: 'image/svg+xml' });
}
