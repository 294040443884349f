// Who carries what this page asks. Nobody else knows which of the two it is.
import { device } from './device/page.svelte';
import { server } from './server';
import type { Carrier } from './wire';

/** There is no server behind this page: the build decides. */
export const ALONE = __ALONE__;

export const carrier: Carrier = ALONE ? device : server;
