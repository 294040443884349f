// Who carries what this page asks. Nobody else knows which of them it is.
import { device } from './device/page.svelte';
import { CAN, wayTo } from './near/guest.svelte';
import { server } from './server';
import type { Carrier } from './wire';

/** There is no server behind this page: the build decides. */
export const ALONE = __ALONE__;

/** Without a server other devices of the same network can still come to a table, where the browser lets them. */
export const NEAR = ALONE && CAN;

const TABLE = /^\/api\/tables\/([^/?]+)/;

/** This page has a table server of its own; some tables are at other devices. */
const alone: Carrier = {
	ask: (method, path, authorization, body) =>
		(wayTo(TABLE.exec(path)?.[1] ?? '') ?? device).ask(method, path, authorization, body),
	dial: (ends, table) => (wayTo(table) ?? device).dial(ends, table),
};

export const carrier: Carrier = ALONE ? alone : server;
