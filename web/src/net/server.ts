// A server at the address of this page.
import type { Carrier } from './wire';

export const server: Carrier = {
	ask(method, path, authorization, body) {
		const headers: Record<string, string> = {};
		if (body !== undefined) headers['Content-Type'] = 'application/json';
		if (authorization) headers.Authorization = authorization;
		return fetch(path, { method, headers, body });
	},

	dial(ends) {
		const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
		socket.onopen = () => ends.opened();
		socket.onmessage = (event) => ends.message(String(event.data));
		socket.onclose = () => ends.closed();
		return {
			send: (text) => socket.send(text),
			close: () => socket.close(),
			get open() {
				return socket.readyState === WebSocket.OPEN;
			},
		};
	},
};
