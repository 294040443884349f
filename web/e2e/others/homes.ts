// Where the table is handed out from: the whole way from the door to the result is tried at each of these.
import type { Server } from '../server';

export interface Home {
	name: string;
	address(server: Server): string;
}

export const HOMES: Home[] = [{ name: 'the server', address: (server) => server.url }];
