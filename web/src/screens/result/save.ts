// A file for the person: the browser saves it where it saves everything.
export function save(name: string, text: string, type = 'text/plain'): void {
	const address = URL.createObjectURL(new Blob([text], { type }));
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
