// Two devices shake hands: one holds out the first hand, the other takes it, and a channel stands between them. Nobody else is asked:
// there is no server that tells them where they are, so both must be in one network.
import { type Hand, handOf, read, sdpOf, textIn, Unclear, written } from './code';

/** So long a browser may look for its own addresses. */
const LOOKING = 2000;

/** This device has no address that another one could reach. */
export class NoWay extends Error {}

/** The second hand belongs to another first one. */
export class OtherHand extends Error {}

export interface First {
	text: string;
	/** The other one has taken it. */
	take(pasted: string): Promise<void>;
	/** Once it stands; rejected when it does not come about. */
	channel: Promise<Standing>;
	drop(): void;
}

export interface Second {
	text: string;
	channel: Promise<Standing>;
	drop(): void;
}

export interface Standing {
	channel: RTCDataChannel;
	hangUp(): void;
}

const connection = () => new RTCPeerConnection({ iceServers: [] });

async function looked(peer: RTCPeerConnection, patience = LOOKING): Promise<string> {
	await new Promise<void>((done) => {
		const look = () => {
			if (peer.iceGatheringState === 'complete') done();
		};
		peer.addEventListener('icegatheringstatechange', look);
		setTimeout(done, patience);
		look();
	});
	return peer.localDescription?.sdp ?? '';
}

function standing(peer: RTCPeerConnection, channel: Promise<RTCDataChannel>): Promise<Standing> {
	return new Promise((done, fail) => {
		peer.addEventListener('connectionstatechange', () => {
			if (peer.connectionState === 'failed') fail(new NoWay());
		});
		void channel.then((open) => {
			// A channel hears late, or never, that the other device is out of reach.
			peer.addEventListener('connectionstatechange', () => {
				if (['failed', 'closed'].includes(peer.connectionState)) open.close();
			});
			// Whoever closes the page says so.
			addEventListener('pagehide', () => peer.close());
			done({ channel: open, hangUp: () => peer.close() });
		});
	});
}

export async function holdOut(table: string, claim = '', patience = LOOKING): Promise<First> {
	const peer = connection();
	const channel = peer.createDataChannel('table');
	const open = new Promise<RTCDataChannel>((done) => {
		channel.onopen = () => done(channel);
	});
	await peer.setLocalDescription(await peer.createOffer());
	const tag = crypto.getRandomValues(new Uint32Array(1))[0]!;
	const hand = handOf(await looked(peer, patience), { kind: 'first', tag, table, claim });
	if (!hand) {
		peer.close();
		throw new NoWay();
	}
	let taken = false;
	return {
		text: written(hand),
		async take(pasted) {
			const other = read(pasted);
			if (other.kind !== 'second' || other.tag !== tag || other.table !== table || taken) throw new OtherHand();
			taken = true;
			await peer.setRemoteDescription({ type: 'answer', sdp: sdpOf(other) });
		},
		channel: standing(peer, open),
		drop: () => peer.close(),
	};
}

export async function takeHand(first: Hand): Promise<Second> {
	const peer = connection();
	const open = new Promise<RTCDataChannel>((done) => {
		peer.ondatachannel = ({ channel }) => {
			if (channel.readyState === 'open') done(channel);
			else channel.onopen = () => done(channel);
		};
	});
	await peer.setRemoteDescription({ type: 'offer', sdp: sdpOf(first) });
	await peer.setLocalDescription(await peer.createAnswer());
	const { tag, table } = first;
	const hand = handOf(await looked(peer), { kind: 'second', tag, table, claim: '' });
	if (!hand) {
		peer.close();
		throw new NoWay();
	}
	return { text: written(hand), channel: standing(peer, open), drop: () => peer.close() };
}

/** The link that a picture or a message holds. Opened at another device it leads to the same page. */
export const linkTo = (text: string) => `${location.origin}${location.pathname}${location.search}#/near/${text}`;

/** The key of the text that says what went wrong. */
export function flawOf(error: unknown): string {
	if (error instanceof Unclear) return `near.flaws.${error.flaw}`;
	return error instanceof OtherHand ? 'near.flaws.other' : 'near.flaws.no_way';
}

// A camera opens a link in a tab of its own: there the second hand is passed on to the tab that holds the first.
const PASSING = 'tailback-near';
const PATIENCE = 3000;

/** Called with second hands from other tabs; it says whether one was ours. */
export function onPassed(take: (text: string) => Promise<boolean>): () => void {
	const channel = new BroadcastChannel(PASSING);
	channel.onmessage = async ({ data }: MessageEvent<{ text?: unknown }>) => {
		if (typeof data.text !== 'string' || !(await take(data.text))) return;
		channel.postMessage({ taken: data.text });
	};
	return () => channel.close();
}

/** Give a second hand to the tab that waits for it; false when there is none. */
export function passOn(pasted: string): Promise<boolean> {
	const text = textIn(pasted);
	const channel = new BroadcastChannel(PASSING);
	return new Promise<boolean>((done) => {
		channel.onmessage = ({ data }: MessageEvent<{ taken?: unknown }>) => {
			if (data.taken === text) done(true);
		};
		channel.postMessage({ text });
		setTimeout(() => done(false), PATIENCE);
	}).finally(() => channel.close());
}
