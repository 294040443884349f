/**
 * Scripted players for boardgame.io's server, each with a socket of its own.
 *
 *     node play.mjs <port> <tables> <seconds> [moves per second] [seconds to warm up]
 *
 * Whoever has the turn lays the first card that fits, or draws. Without a rate every table plays as fast as it gets
 * answers. Prints "seated" when everyone sits, waits for a line on stdin, prints "start" when the warm-up is over, and
 * at the end one line of JSON. Any refused move, unchanged hand or silent table is an error: then nothing was measured.
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { io } from 'socket.io-client';
import { COLOUR_CHANGE, MauMau, fits } from './game.mjs';

const SEATS = 4;
const [port, tableCount, seconds, rate = 0, warmUp = 2] = process.argv.slice(2).map(Number);
const lobby = `http://127.0.0.1:${port}/games/${MauMau.name}`;

const counts = { moves: 0, draws: 0, games: 0, matches: 0 };
const latencies = [];
const ready = [];
let measuring = false;
let running = false;

async function post(path, body) {
  const answer = await fetch(lobby + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** The colour held most often, as people wish for it. */
function wish(hand) {
  const held = [0, 0, 0, 0];
  for (const card of hand) if (card !== COLOUR_CHANGE) held[Math.trunc(card / 13)] += 1;
  return held.indexOf(Math.max(...held));
}

function choose(G, seat) {
  const { hand } = G.players[seat];
  const card = hand.find((held) => fits(G, held));
  if (card === undefined) return { type: 'draw', args: [] };
  const colour = card === COLOUR_CHANGE ? wish(hand) : null;
  const mau = hand.length === 2;
  return { type: 'lay', args: [card, colour, mau] };
}

class Table {
  constructor() {
    this.sockets = [];
    this.states = Array(SEATS).fill(null);
    this.waiting = null;
  }

  async sit() {
    ({ matchID: this.match } = await post('/create', { numPlayers: SEATS, unlisted: true }));
    const seated = new Promise((resolve) => {
      this.seated = resolve;
    });
    for (let seat = 0; seat < SEATS; seat++) {
      const socket = io(`http://127.0.0.1:${port}/${MauMau.name}`, { transports: ['websocket'], forceNew: true });
      this.sockets.push(socket);
      socket.on('connect', () => this.sync(seat));
      socket.on('sync', (match, { state }) => this.synced(seat, match, state));
      socket.on('update', (match, state) => this.updated(seat, match, state));
      socket.on('connect_error', fail);
      socket.on('disconnect', (why) => running && fail(new Error(`a seat lost its connection: ${why}`)));
    }
    await seated;
  }

  sync(seat) {
    this.sockets[seat].emit('sync', this.match, String(seat), undefined, SEATS);
  }

  synced(seat, match, state) {
    if (match !== this.match) return;
    const seen = Object.keys(state.G.players);
    if (state.G.secret || seen.length !== 1 || Number(seen[0]) !== seat) fail(new Error('a seat sees too much'));
    this.states[seat] = state;
    if (!this.states.every((known) => known?._stateID === state._stateID)) return;
    this.seated();
    this.turn();
  }

  /** The table is free for its next move: at once, or when its time comes. */
  turn() {
    this.waiting = null;
    if (rate > 0 || !running) ready.push(this);
    else this.move();
  }

  move() {
    const seat = Number(this.states[0].ctx.currentPlayer);
    const { G, _stateID } = this.states[seat];
    const { type, args } = choose(G, seat);
    this.type = type;
    this.before = { mover: seat, top: G.top, size: G.sizes[seat], game: G.game };
    this.expected = _stateID + 1;
    this.arrived = 0;
    this.waiting = this.sent = performance.now();
    const action = { type: 'MAKE_MOVE', payload: { type, args, playerID: String(seat) } };
    this.sockets[seat].emit('update', action, _stateID, this.match, String(seat));
  }

  updated(seat, match, state) {
    if (match !== this.match) return;
    if (state._stateID !== this.expected) fail(new Error(`move ${this.expected} was refused`));
    this.states[seat] = state;
    this.arrived += 1;
    if (this.arrived === SEATS) this.done(state);
  }

  done({ G, ctx }) {
    const { mover, top, size, game } = this.before;
    const dealt = G.game !== game || ctx.gameover !== undefined;
    const hand = this.states[mover].G.players[mover].hand;
    if (hand.length !== G.sizes[mover] || (!dealt && G.sizes[mover] === size)) {
      fail(new Error(`the hand of seat ${mover} did not change`));
    }
    if (measuring) {
      latencies.push(performance.now() - this.sent);
      counts.moves += 1;
      counts.draws += this.type === 'draw';
      counts.games += dealt;
    }
    if (ctx.gameover === undefined) this.turn();
    else this.again().catch(fail);
  }

  /** A rematch, as the lobby offers it: a new match to which the same sockets turn. */
  async again() {
    counts.matches += measuring;
    this.waiting = performance.now();
    const { nextMatchID } = await post(`/${this.match}/playAgain`, { playerID: '0', unlisted: true });
    this.match = nextMatchID;
    this.states.fill(null);
    for (let seat = 0; seat < SEATS; seat++) this.sync(seat);
  }
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}

/** Releases waiting tables, the longest waiting first, so that the moves sent keep to the rate. */
function pace(start) {
  let sent = 0;
  return setInterval(() => {
    const due = ((performance.now() - start) * rate) / 1000;
    while (sent < due && ready.length > 0) {
      ready.shift().move();
      sent += 1;
    }
  }, 1);
}

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time * 1000));

function at(part) {
  return latencies.length === 0 ? null : latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))];
}

const tables = Array.from({ length: tableCount }, () => new Table());
// A few at a time, as people come; the server's queue of connections is not the thing to measure.
for (let first = 0; first < tables.length; first += 10) {
  await Promise.all(tables.slice(first, first + 10).map((table) => table.sit()));
}
console.log('seated');
await once(process.stdin, 'data');
running = true;
if (rate > 0) pace(performance.now());
else for (const table of ready.splice(0)) table.move();
await wait(warmUp);
measuring = true;
const start = performance.now();
const used = process.cpuUsage();
console.log('start');
await wait(seconds);
measuring = false;
const spent = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(used);
latencies.sort((a, b) => a - b);
const silence = performance.now() - Math.max(5000, 10 * (at(0.99) ?? 0));
if (counts.moves === 0 || tables.some(({ waiting }) => waiting !== null && waiting < silence)) {
  fail(new Error('a table fell silent'));
}
const figures = { seconds: spent, ...counts, p50_ms: at(0.5), p99_ms: at(0.99), client_cpu: (user + system) / 1e6 };
console.log(JSON.stringify(figures));
process.exit(0);
