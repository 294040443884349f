/**
 * A Mau-Mau for boardgame.io: the same 110 cards and the same course of play as ours with the preset `full`.
 *
 * Written the way its documentation advises: what is hidden lies in `secret` and `players` and is cut out by
 * STRIP_SECRETS, moves that touch it run on the server only, and a turn order of its own says who is next. What no seat
 * needs to see is kept out of the public part, so that the messages stay small.
 */
import { createRequire } from 'node:module';

const { INVALID_MOVE, PlayerView } = createRequire(import.meta.url)('boardgame.io/core');

// A card is colour * 13 + kind; kinds 0..8 are the numbers 1..9.
const COLOURS = 4;
const KINDS = 13;
const REVERSE = 9;
const TAKE2 = 10;
const TAKE4 = 11;
const STOP = 12;
export const COLOUR_CHANGE = COLOURS * KINDS;
const HAND = 5;
const GAMES = 3;

const colourOf = (card) => Math.trunc(card / KINDS);
const kindOf = (card) => card % KINDS;
const points = (card) => (card === COLOUR_CHANGE || kindOf(card) >= REVERSE ? 10 : kindOf(card) + 1);

const DECK = [];
for (let card = 0; card < COLOUR_CHANGE; card++) DECK.push(card, card);
for (let copy = 0; copy < 6; copy++) DECK.push(COLOUR_CHANGE);

/** Whether a card goes on what lies there. G may be the whole game or a seat's view of it. */
export function fits(G, card) {
  const topKind = G.top === COLOUR_CHANGE ? -1 : kindOf(G.top);
  if (G.debt > 0) return card !== COLOUR_CHANGE && kindOf(card) === TAKE2;
  return card === COLOUR_CHANGE || colourOf(card) === G.colour || kindOf(card) === topKind;
}

/** Drawing is for whoever cannot lay a coloured card, or has cards to take. */
export function mayDraw(G, hand) {
  return G.debt > 0 || !hand.some((card) => card !== COLOUR_CHANGE && fits(G, card));
}

function take(G, random, seat, count) {
  const { secret } = G;
  for (let taken = 0; taken < count; taken++) {
    if (secret.deck.length === 0) {
      secret.deck = random.Shuffle(secret.below);
      secret.below = [];
    }
    if (secret.deck.length === 0) break;
    G.players[seat].hand.push(secret.deck.pop());
  }
  G.sizes[seat] = G.players[seat].hand.length;
  G.left = secret.deck.length;
}

/** Five cards for everyone, and a number to start with. */
function deal(G, random, seats) {
  const deck = random.Shuffle(DECK);
  for (let seat = 0; seat < seats; seat++) {
    G.players[seat] = { hand: deck.splice(-HAND) };
    G.sizes[seat] = HAND;
  }
  const number = deck.findLastIndex((card) => card !== COLOUR_CHANGE && kindOf(card) < REVERSE);
  [G.top] = deck.splice(number, 1);
  G.secret = { deck, below: [] };
  G.left = deck.length;
  G.colour = colourOf(G.top);
  G.debt = 0;
  G.direction = 1;
  G.dealer = (G.dealer + 1) % seats;
  G.next = (G.dealer + 1) % seats;
}

function setup({ ctx, random }) {
  const seats = ctx.numPlayers;
  const G = { secret: {}, players: {}, sizes: [], scores: Array(seats).fill(0), game: 1, over: false };
  G.dealer = random.Die(seats) - 1;
  deal(G, random, seats);
  return G;
}

function endGame(G, random, seats) {
  for (let seat = 0; seat < seats; seat++) {
    for (const card of G.players[seat].hand) G.scores[seat] += points(card);
  }
  if (G.game === GAMES) {
    G.over = true;
  } else {
    G.game += 1;
    deal(G, random, seats);
  }
}

/** What a card does to the player after it; leaves in `next` whose turn it is. */
function work(G, random, seats, seat, card) {
  const kind = card === COLOUR_CHANGE ? -1 : kindOf(card);
  if (kind === REVERSE) G.direction = -G.direction;
  const after = (from) => (from + G.direction + seats) % seats;
  G.next = after(seat);
  if (kind === TAKE2) G.debt += 2;
  if (kind === TAKE4) take(G, random, G.next, 4);
  if (kind === TAKE4 || kind === STOP) G.next = after(G.next);
}

function lay({ G, ctx, random, playerID }, card, colour, mau) {
  const seat = Number(playerID);
  const { hand } = G.players[seat];
  const place = hand.indexOf(card);
  if (place < 0 || !fits(G, card)) return INVALID_MOVE;
  const wishes = card === COLOUR_CHANGE && hand.length > 1;
  if (wishes && !(Number.isInteger(colour) && colour >= 0 && colour < COLOURS)) return INVALID_MOVE;
  hand.splice(place, 1);
  G.secret.below.push(G.top);
  G.top = card;
  G.colour = card === COLOUR_CHANGE ? colour ?? G.colour : colourOf(card);
  G.sizes[seat] = hand.length;
  if (hand.length === 0) {
    endGame(G, random, ctx.numPlayers);
    return;
  }
  if (hand.length === 1 && !mau) take(G, random, seat, 1);
  work(G, random, ctx.numPlayers, seat, card);
}

function draw({ G, ctx, random, playerID }) {
  const seat = Number(playerID);
  if (!mayDraw(G, G.players[seat].hand)) return INVALID_MOVE;
  take(G, random, seat, G.debt || 1);
  G.debt = 0;
  G.next = (seat + G.direction + ctx.numPlayers) % ctx.numPlayers;
}

export const MauMau = {
  name: 'mau-mau',
  minPlayers: 2,
  maxPlayers: 6,
  setup,
  moves: { lay: { move: lay, client: false }, draw: { move: draw, client: false } },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.next, next: ({ G }) => G.next },
  },
  endIf: ({ G }) => (G.over ? { scores: G.scores } : undefined),
  playerView: PlayerView.STRIP_SECRETS,
  // Nobody takes a move back once cards were seen; without a history of states it is also quicker.
  disableUndo: true,
};
