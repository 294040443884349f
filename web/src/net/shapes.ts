// Views, events, decisions and actions of the games, as a seat gets them. Written by `make docs`; do not edit.

export type MauMauDecision = "turn" | "take2" | "drawn" | "name_colour" | "catch";

/** What everybody may conclude about a hand, because its owner had to draw or pass. */
export interface MauMauLack {
  /** So many cards of the hand are none of the following. */
  cards: number;
  /** Colours (`R`), kinds (`8`, `Stop`) or `CC`. */
  none: string[];
}

export interface MauMauSeat {
  /** How many in the hand. */
  cards: number;
  score: number;
  /** The oldest conclusion first. */
  lacks: MauMauLack[];
}

/**
 * A card is `R8` (colour and number), `B-Rev`, `G-T2`, `Y-T4`, `R-Stop` (colour and kind) or `CC` (colour change).
 */
export interface MauMauView {
  /** The number of the running game, from 1. */
  game: number;
  games: number;
  dealer: number;
  /** Whose view this is. */
  seat: number | null;
  /** Options that differ from the usual ones, by name. */
  house: Record<string, boolean | number | string | number[]>;
  turn: number | null;
  seats: MauMauSeat[];
  /** The top card of the pile. */
  top: string;
  /** The colour in force; null while it is being chosen. */
  colour: "R" | "B" | "G" | "Y" | null;
  clockwise: boolean;
  /** Cards that wait for whoever does not answer with a Take 2. */
  pending: number;
  /** How many cards. */
  deck: number;
  /** The top card last. */
  pile: string[];
  /** Turned up at the opening and put back. */
  returned: string[];
  /** Whoever is on turn has just drawn a card that may be laid. */
  drew: boolean;
  /** So many turns in a row moved no card; when that goes once round, the game ends. */
  idle: number;
  /** Decisions made in this game; after 2000 it ends without a winner. */
  made: number;
  /** Who forgot to say mau and can be caught. */
  silent: number | null;
  /** Who may still speak up about it. */
  watch: number[];
  /** One line per round, by seat. */
  rounds: number[][];
  /** What was left in the hands after the game before; empty in the first one. */
  hands: string[][];
  hand?: string[];
  /** The card just drawn, that may be laid or kept. */
  drawn?: string;
}

/** `legal` says it all. */
export type MauMauHint = never;

/** Game {game}. {dealer:name} deals {cards} {cards:plural(card|cards)} to everybody. */
export interface MauMauDealtEvent {
  kind: "dealt";
  dealer: number;
  /** How many for each. */
  cards: number;
  game: number;
}

/** {seat:name} picks up the cards. */
export interface MauMauHandEvent {
  kind: "hand";
  seat: number;
  cards?: string[];
}

/** {card:a} is turned up and goes back into the draw pile. */
export interface MauMauReturnedEvent {
  kind: "returned";
  card: string;
}

/** The first card is {card:a}. */
export interface MauMauOpenedEvent {
  kind: "opened";
  card: string;
}

/** {seat:name} plays {card:a}. {left:plural(No cards|One card|{left} cards)} left. */
export interface MauMauLaidEvent {
  kind: "laid";
  seat: number;
  card: string;
  /** Cards left in the hand. */
  left: number;
}

/** {seat:name} chooses {colour:word}. */
export interface MauMauColourEvent {
  kind: "colour";
  seat: number;
  colour: "R" | "B" | "G" | "Y";
}

/** {seat:name} draws a card. */
export interface MauMauDrewEvent {
  kind: "drew";
  seat: number;
  card?: string;
}

/** {seat:name} keeps it. */
export interface MauMauKeptEvent {
  kind: "kept";
  seat: number;
}

/** {seat:name} cannot do anything and passes. */
export interface MauMauPassedEvent {
  kind: "passed";
  seat: number;
}

/** The other way round! Play now goes {clockwise:if(clockwise|anticlockwise)}. */
export interface MauMauReversedEvent {
  kind: "reversed";
  clockwise: boolean;
}

/** Stop! {seat:name} misses a turn. */
export interface MauMauStoppedEvent {
  kind: "stopped";
  seat: number;
}

/** {seat:name} must take {n} {n:plural(card|cards)} or answer with a Take 2. */
export interface MauMauPendingEvent {
  kind: "pending";
  /** Who must answer or take. */
  seat: number;
  n: number;
}

/** {seat:name} takes a card. */
export interface MauMauTake2Event {
  kind: "take2";
  seat: number;
  card?: string;
}

/** {seat:name} has to take a card. */
export interface MauMauTake4Event {
  kind: "take4";
  seat: number;
  card?: string;
}

/** {seat:name} says “mau”! */
export interface MauMauMauEvent {
  kind: "mau";
  seat: number;
}

/** {seat:name} says “mau mau”! */
export interface MauMauMauMauEvent {
  kind: "mau_mau";
  seat: number;
}

/** {seat:name} forgot to say “mau”. */
export interface MauMauMauForgottenEvent {
  kind: "mau_forgotten";
  seat: number;
}

/** {seat:name} draws a card for forgetting “mau”. */
export interface MauMauMauPenaltyEvent {
  kind: "mau_penalty";
  seat: number;
  card?: string;
}

/** “No mau!” {by:name} has caught {seat:name}. */
export interface MauMauCaughtEvent {
  kind: "caught";
  /** Who forgot to say mau. */
  seat: number;
  by: number;
}

/** {seat:name} says nothing. */
export interface MauMauLetGoEvent {
  kind: "let_go";
  seat: number;
}

/**
 * The draw pile was empty. {cards:plural(One card from the discard pile is|{cards} cards from the discard pile
 * are)} shuffled into a new draw pile.
 */
export interface MauMauReshuffledEvent {
  kind: "reshuffled";
  /** How many. */
  cards: number;
}

/** Nobody can do anything any more. The game ends without a winner. */
export interface MauMauStuckEvent {
  kind: "stuck";
}

/** This game has gone on for a very long time. It ends here without a winner. */
export interface MauMauTooLongEvent {
  kind: "too_long";
}

/** Game {game} is over. Winner: {winner:name}. Points: {points:each}. */
export interface MauMauGameOverEvent {
  kind: "game_over";
  winner: number;
  /** By seat. */
  points: number[];
  /** What was left, by seat. */
  hands: string[][];
  game: number;
}

/** The match is over. Points: {scores:each}. */
export interface MauMauMatchOverEvent {
  kind: "match_over";
  /** By seat. */
  scores: number[];
  /** By seat, 1 for the winner; ties share a place. */
  places: number[];
}

export type MauMauEvent =
  | MauMauDealtEvent
  | MauMauHandEvent
  | MauMauReturnedEvent
  | MauMauOpenedEvent
  | MauMauLaidEvent
  | MauMauColourEvent
  | MauMauDrewEvent
  | MauMauKeptEvent
  | MauMauPassedEvent
  | MauMauReversedEvent
  | MauMauStoppedEvent
  | MauMauPendingEvent
  | MauMauTake2Event
  | MauMauTake4Event
  | MauMauMauEvent
  | MauMauMauMauEvent
  | MauMauMauForgottenEvent
  | MauMauMauPenaltyEvent
  | MauMauCaughtEvent
  | MauMauLetGoEvent
  | MauMauReshuffledEvent
  | MauMauStuckEvent
  | MauMauTooLongEvent
  | MauMauGameOverEvent
  | MauMauMatchOverEvent;

export type MauMauAction =
  | { key: "lay"; params: { card: string } }
  | { key: "lay_mau"; params: { card: string } }
  | { key: "lay_wild"; params: { card: string; colour: string } }
  | { key: "lay_wild_mau"; params: { card: string; colour: string } }
  | { key: "draw"; params: Record<string, never> }
  | { key: "take"; params: Record<string, never> }
  | { key: "pass"; params: Record<string, never> }
  | { key: "keep"; params: Record<string, never> }
  | { key: "no_mau"; params: Record<string, never> }
  | { key: "mau"; params: Record<string, never> }
  | { key: "name_colour"; params: { colour: string } };

export type PitStopDecision = "turn" | "open_colour" | "open_garage" | "garage" | "service" | "fine" | "exchange_reply" | "drawn" | "new_car" | "say";

/** What everybody may conclude about a hand, because its owner had to draw or pass. */
export interface PitStopLack {
  /** So many cards of the hand are none of the following. */
  cards: number;
  /** Colours (`R`), kinds (`8`, `Sv`) or grey cards (`PS`). */
  none: string[];
}

export interface PitStopSeat {
  /** How many in the hand. */
  cards: number;
  score: number;
  /** In this round, from 1; null while still in. */
  place: number | null;
  /** Cards that lie open before this player. */
  front: ("NC" | "CX")[];
  /** The oldest conclusion first. */
  lacks: PitStopLack[];
  /** What may be supposed besides, because the owner drew or answered no penalty. */
  hunches: PitStopLack[];
  /** Had to pass: no Garage lies in this hand together with a Car. */
  no_garage?: boolean;
}

/** A penalty that waits for an answer. */
export interface PitStopPending {
  kind: "service" | "fine";
  target: number;
  /** Who added a Fine, in order; empty for a Service. */
  chain: number[];
  /** How many the target must take; 0 for a Service. */
  cards: number;
}

/** A swap that is announced and not yet answered. */
export interface PitStopExchange {
  seat: number;
  target: number;
}

/** What follows when the words or the window are over. */
export interface PitStopThen {
  kind: "turn" | "service" | "fine" | "exchange_reply" | "renewal";
  seat: number;
}

/**
 * A card is `R5` (a Car), `B-Sv` (Service), `Y-Fn` (Fine), or a grey one: `PS` (Paint Shop), `GA` (Garage), `CX`
 * (Car Exchange), `NC` (New Car). `?` is a card whose face is not known.
 */
export interface PitStopView {
  round: number;
  /** How many are played; null when points decide, and until the time is up. */
  last_round: number | null;
  /** The target; null when something else decides. */
  points: number | null;
  /** How long new rounds begin; null when no clock decides. */
  minutes: number | null;
  dealer: number;
  /** Whose view this is. */
  seat: number | null;
  /** Options that differ from the usual ones, by name. */
  house: Record<string, boolean | number | string | number[]>;
  turn: number | null;
  seats: PitStopSeat[];
  /** Who has finished this round, in order. */
  places: number[];
  /** The top card of the pile. */
  top: string;
  /** The colour in force; null while it is being chosen. */
  colour: "R" | "B" | "G" | "Y" | null;
  /** How many cards. */
  deck: number;
  /** The top card last; buried cards lie lowest, `?` to all but who buried them. */
  pile: string[];
  pending: PitStopPending | null;
  exchange: PitStopExchange | null;
  /** Cars laid in the open Garage; null without one. */
  garage: number | null;
  /** Who has no cards left and may be brought back just now. */
  finisher: number | null;
  /** The kind of the open decision; null when the match is over. */
  asked: "turn" | "open_colour" | "open_garage" | "garage" | "service" | "fine" | "exchange_reply" | "drawn" | "new_car" | "say" | null;
  /** Who may still bring the finisher back. */
  watch: number[];
  then: PitStopThen | null;
  /** In a row. */
  passes: number;
  /** Turns in a row without a card on the table. */
  idle: number;
  /** Decisions in this round so far. */
  steps: number;
  /** Who put the lowest cards under the pile, one seat for each. */
  buriers: number[];
  /** What all could follow: who has seen cards of whose hand, how many, of how many, 1 if it was another's then. */
  seen: number[][];
  /** One line per round, by seat. */
  rounds: number[][];
  /** By seat, when the match is over. */
  hands?: string[][];
  hand?: string[];
  /** By seat: cards of others that this seat has seen or gave away. */
  known?: string[][];
  /** By seat: cards of this hand that they are sure to know. */
  told?: string[][];
  /** Cards this seat buried under the pile. */
  buried?: string[];
  /** The card just drawn, that may be played or kept. */
  drawn?: string;
}

/** `legal` says it all. */
export type PitStopHint = never;

/** Round {round}. {dealer:name} deals {cards:plural(one card|{cards} cards)} to everybody. */
export interface PitStopDealtEvent {
  kind: "dealt";
  dealer: number;
  /** How many for each. */
  cards: number;
  round: number;
}

/** {seat:name} picks up the cards. */
export interface PitStopHandEvent {
  kind: "hand";
  seat: number;
  cards?: string[];
}

/** The card turned up is {card:a}. It goes back into the draw pile. */
export interface PitStopReturnedEvent {
  kind: "returned";
  card: string;
}

/** The first card is {card:a}. */
export interface PitStopOpenedEvent {
  kind: "opened";
  card: string;
}

/** {seat:name} has no Car and draws a card. */
export interface PitStopNoCarEvent {
  kind: "no_car";
  seat: number;
  card?: string;
}

/** {seat:name} plays {card:a}.{left:plural(| One card left.| {left} cards left.)} */
export interface PitStopLaidEvent {
  kind: "laid";
  seat: number;
  card: string;
  /** Cards left in the hand. */
  left: number;
}

/** {seat:name} chooses {colour:word}. */
export interface PitStopColourEvent {
  kind: "colour";
  seat: number;
  colour: "R" | "B" | "G" | "Y";
}

/** {seat:name} closes the {cars:plural(empty Garage|Garage with one Car inside|Garage with {cars} Cars inside)}. */
export interface PitStopGarageDoneEvent {
  kind: "garage_done";
  seat: number;
  /** How many went in. */
  cars: number;
}

/** {seat:name} gets a Service and must miss a turn or answer with a Service. */
export interface PitStopServicedEvent {
  kind: "serviced";
  seat: number;
}

/** {seat:name} misses a turn. */
export interface PitStopMissedEvent {
  kind: "missed";
  seat: number;
}

/** {seat:name} is fined and must take {n:plural(one card|{n} cards)} or answer with a Fine. */
export interface PitStopFinedEvent {
  kind: "fined";
  seat: number;
  /** How many cards. */
  n: number;
}

/** {seat:name} answers with {card:a}.{left:plural(| One card left.| {left} cards left.)} */
export interface PitStopCounteredEvent {
  kind: "countered";
  seat: number;
  card: string;
  /** Cards left in the hand. */
  left: number;
}

/** {seat:name} accepts the Fine: {n:plural(one card|{n} cards)}. */
export interface PitStopAcceptedEvent {
  kind: "accepted";
  seat: number;
  /** How many cards. */
  n: number;
}

/** {seat:name} takes a card from {giver:name}'s hand. */
export interface PitStopFineHandEvent {
  kind: "fine_hand";
  /** Who takes it. */
  seat: number;
  giver: number;
  card?: string;
}

/** {seat:name} takes a card from the draw pile for the Fine. */
export interface PitStopFineDeckEvent {
  kind: "fine_deck";
  seat: number;
  card?: string;
}

/** {seat:name} plays a New Car just to get rid of it.{left:plural(| One card left.| {left} cards left.)} */
export interface PitStopNewCarEvent {
  kind: "new_car";
  seat: number;
  /** Cards left in the hand. */
  left: number;
}

/** {seat:name} plays a Car Exchange just to get rid of it.{left:plural(| One card left.| {left} cards left.)} */
export interface PitStopExchangeEvent {
  kind: "exchange";
  seat: number;
  /** Cards left in the hand. */
  left: number;
}

/** {seat:name} plays a Car Exchange to swap {left:plural(one card for a new one|{left} cards for new ones)}. */
export interface PitStopRenewEvent {
  kind: "renew";
  seat: number;
  /** Cards left in the hand. */
  left: number;
}

/**
 * {seat:name} plays a Car Exchange and wants to swap hands with {target:name}, offering {left:plural(one
 * card|{left} cards)}.
 */
export interface PitStopSwapEvent {
  kind: "swap";
  seat: number;
  target: number;
  /** Cards left in the hand. */
  left: number;
}

/**
 * {seat:name} and {target:name} swap hands. {seat:name} now has {cards:plural(one card|{cards} cards)},
 * {target:name} has {given:plural(one|{given})}.
 */
export interface PitStopSwappedEvent {
  kind: "swapped";
  seat: number;
  target: number;
  /** How many `seat` has now. */
  cards: number;
  /** How many `target` has now. */
  given: number;
  /** The new hand of `seat`; both of them see it. */
  hand?: string[];
  /** The new hand of `target`. */
  other?: string[];
}

/**
 * {seat:name} stops {trader:name}'s swap with a Car Exchange.{left:plural(| One card left.| {left} cards left.)}
 */
export interface PitStopNoSwapEvent {
  kind: "no_swap";
  /** Who stopped it. */
  seat: number;
  trader: number;
  /** Cards left in the hand of `seat`. */
  left: number;
}

/** {seat:name} puts {cards:plural(one card|{cards} cards)} under the discard pile. */
export interface PitStopBuriedEvent {
  kind: "buried";
  seat: number;
  /** How many. */
  cards: number;
}

/** {seat:name} draws a new card. */
export interface PitStopRenewCardEvent {
  kind: "renew_card";
  seat: number;
  card?: string;
}

/** {seat:name} draws a card. */
export interface PitStopDrewEvent {
  kind: "drew";
  seat: number;
  card?: string;
}

/** {seat:name} keeps the card. */
export interface PitStopKeptEvent {
  kind: "kept";
  seat: number;
}

/** {seat:name} cannot do anything and passes. */
export interface PitStopPassedEvent {
  kind: "passed";
  seat: number;
}

/** {seat:name} says: “{phrase:word}” */
export interface PitStopSaidEvent {
  kind: "said";
  seat: number;
  /** `say1`, `say2`, ...: a key in `words`. */
  phrase: string;
}

/** {seat:name} says nothing. */
export interface PitStopSilentEvent {
  kind: "silent";
  seat: number;
}

/** {seat:name} draws a card for saying nothing. */
export interface PitStopSilenceCardEvent {
  kind: "silence_card";
  seat: number;
  card?: string;
}

/** {seat:name} has no cards left. That would be place {place}. */
export interface PitStopFinishedEvent {
  kind: "finished";
  seat: number;
  /** From 1. */
  place: number;
}

/** {seat:name} plays no New Car. */
export interface PitStopLetGoEvent {
  kind: "let_go";
  seat: number;
}

/** New Car! {by:name} brings {seat:name} back into the round. */
export interface PitStopBroughtBackEvent {
  kind: "brought_back";
  /** Who is in again. */
  seat: number;
  by: number;
  /** Cards left in the hand of `by`. */
  left: number;
}

/** {seat:name} takes a card for coming back. */
export interface PitStopReturnCardEvent {
  kind: "return_card";
  seat: number;
  card?: string;
}

/**
 * The draw pile was empty. {cards:plural(One card from the discard pile becomes|{cards} cards from the discard pile
 * are shuffled and become)} the new one.
 */
export interface PitStopReshuffledEvent {
  kind: "reshuffled";
  /** How many. */
  cards: number;
}

/** Nobody can do anything any more. The round ends. The fewer cards you have, the better. */
export interface PitStopStuckEvent {
  kind: "stuck";
}

/**
 * Play has gone twenty times round the table and nobody has played a card. The round ends. The fewer cards you
 * have, the better.
 */
export interface PitStopIdleEvent {
  kind: "idle";
}

/** This round has gone on for a very long time. It ends here. The fewer cards you have, the better. */
export interface PitStopTooLongEvent {
  kind: "too_long";
}

/** The time is up. Round {round} is the last one. */
export interface PitStopTimeUpEvent {
  kind: "time_up";
  /** It is played to its end and is the last one. */
  round: number;
}

/** Round {round} is over. Finished: {order:name}. Points: {points:each}. */
export interface PitStopRoundOverEvent {
  kind: "round_over";
  round: number;
  /** Who finished, in order. */
  order: number[];
  /** By seat. */
  points: number[];
  /** What was left, by seat. */
  hands: string[][];
}

/** The match is over. Points: {scores:each}. */
export interface PitStopMatchOverEvent {
  kind: "match_over";
  /** By seat. */
  scores: number[];
  /** By seat, 1 for the winner; ties share a place. */
  places: number[];
}

export type PitStopEvent =
  | PitStopDealtEvent
  | PitStopHandEvent
  | PitStopReturnedEvent
  | PitStopOpenedEvent
  | PitStopNoCarEvent
  | PitStopLaidEvent
  | PitStopColourEvent
  | PitStopGarageDoneEvent
  | PitStopServicedEvent
  | PitStopMissedEvent
  | PitStopFinedEvent
  | PitStopCounteredEvent
  | PitStopAcceptedEvent
  | PitStopFineHandEvent
  | PitStopFineDeckEvent
  | PitStopNewCarEvent
  | PitStopExchangeEvent
  | PitStopRenewEvent
  | PitStopSwapEvent
  | PitStopSwappedEvent
  | PitStopNoSwapEvent
  | PitStopBuriedEvent
  | PitStopRenewCardEvent
  | PitStopDrewEvent
  | PitStopKeptEvent
  | PitStopPassedEvent
  | PitStopSaidEvent
  | PitStopSilentEvent
  | PitStopSilenceCardEvent
  | PitStopFinishedEvent
  | PitStopLetGoEvent
  | PitStopBroughtBackEvent
  | PitStopReturnCardEvent
  | PitStopReshuffledEvent
  | PitStopStuckEvent
  | PitStopIdleEvent
  | PitStopTooLongEvent
  | PitStopTimeUpEvent
  | PitStopRoundOverEvent
  | PitStopMatchOverEvent;

export type PitStopAction =
  | { key: "lay"; params: { card: string } }
  | { key: "car"; params: { card: string } }
  | { key: "fine"; params: { card: string; seat: number } }
  | { key: "counter_fine"; params: { card: string; seat: number } }
  | { key: "counter"; params: { card: string } }
  | { key: "paint"; params: { colour: string } }
  | { key: "garage"; params: { colour: string } }
  | { key: "swap"; params: { seat: number } }
  | { key: "renew"; params: Record<string, never> }
  | { key: "exchange"; params: Record<string, never> }
  | { key: "counter_cx"; params: Record<string, never> }
  | { key: "allow"; params: Record<string, never> }
  | { key: "new_car"; params: Record<string, never> }
  | { key: "return"; params: Record<string, never> }
  | { key: "draw"; params: Record<string, never> }
  | { key: "accept"; params: Record<string, never> }
  | { key: "pass"; params: Record<string, never> }
  | { key: "keep"; params: Record<string, never> }
  | { key: "done"; params: Record<string, never> }
  | { key: "silent"; params: Record<string, never> }
  | { key: "say"; params: { phrase: string } }
  | { key: "colour"; params: { colour: string } };

export type RushHourDecision = "choose_card" | "ambulance_row" | "police_row" | "place" | "take_row" | "front_row" | "tow_row";

export interface RushHourSeat {
  /** How many in the hand. */
  cards: number;
  /** Has picked a card for this turn. */
  chosen: boolean;
  /** Over all rounds. */
  score: number;
  /** Of this round; below zero with a head start. */
  points: number;
  /** The cards taken in this round. */
  pile: string[];
  /** How many cards in all rounds; fewer can settle equal points. */
  taken: number;
}

/** A card of the turn, in the order in which they are carried out. */
export interface RushHourRevealed {
  seat: number;
  card: string;
  /** It lies on the road or was taken. */
  done: boolean;
  /** The lane that was named for it and that it has not yet driven to, from 1. */
  row: number | null;
}

/** A turn of this round, once its cards were shown. */
export interface RushHourTurn {
  /** The lanes when the cards were picked: `12 14 / 20 / _ T+18`. */
  rows: string;
  /** What each seat showed. */
  cards: (string | null)[];
}

/**
 * A card is `17` (a car), `t15` (a trailer), `A` (ambulance), `P` (police) or `T` (tow truck). Lanes and spots
 * count from 1, the front of the lane first.
 */
export interface RushHourView {
  round: number;
  /** The match ends with it at the latest. */
  last_round: number;
  over: boolean;
  point_limit: number | null;
  /** Whose view this is. */
  seat: number | null;
  /** Options that differ from the usual ones, by name. */
  house: Record<string, boolean | number | string | number[]>;
  /** The lanes from the front, one text per spot: `12`, `_` for a gap, `T+18` bottom to top. */
  rows: string[][];
  /** A lane with so many spots is full; null where none ever is. */
  max_row: number | null;
  too_low_penalty: boolean;
  seats: RushHourSeat[];
  /** The seats, the youngest first. */
  ages: number[];
  /** Cards put away unseen. */
  unused: number;
  /** The turn on show, until the next one is. */
  revealed: RushHourRevealed[];
  /** Whose card is being carried out; null while all pick. */
  turn: number | null;
  /** One line per round, by seat. */
  rounds: number[][];
  /** The turns of this round, the last one on show included. */
  past: RushHourTurn[];
  hand?: string[];
  /** The card this seat has picked; it may be changed. */
  chosen?: string | null;
}

/** A place where a card may go on the road as it lies now. */
export interface RushHourFit {
  /** The action that chooses this place, when the lane is asked for. */
  action: number;
  /** The lane, from 1. */
  row: number;
  /** The spot on which it stands then, from 1, counted from the front. */
  spot: number;
  /**
   * `hook`: onto another vehicle; `tow`: it loads the last stack; `jam`: the lane is full and swept up; `take`: too
   * low, a lane must be taken.
   */
  how: "end" | "gap" | "hook" | "front" | "tow" | "jam" | "take";
  /** The points that it costs. */
  takes: number;
}

/** A lane where the card may not be laid, and the refusal that it would give. */
export interface RushHourNoWay {
  /** The lane, from 1. */
  row: number;
  key: string;
  clause: string;
  params: Record<string, string | number>;
}

/** What would become of a card. */
export interface RushHourHint {
  /** The action that plays it; null where only its lane is asked for. */
  action: number | null;
  card: string;
  fits: RushHourFit[];
  /** The least it costs; null when it can go somewhere without sweeping up a lane. */
  takes: number | null;
  rows: RushHourNoWay[];
}

/**
 * With these house rules no card can cost anything: low cards are free, and no lane gets too full. Everybody wins!
 */
export interface RushHourNothingCostsEvent {
  kind: "nothing_costs";
}

/** Lane {row} cannot begin with this card: {card:word}. It is swapped. */
export interface RushHourReplacedEvent {
  kind: "replaced";
  /** The lane, from 1. */
  row: number;
  /** Drawn for the lane, but may not open it. */
  card: string;
}

/** Round {round}. The lanes begin with: {cards:word}. */
export interface RushHourOpenedEvent {
  kind: "opened";
  round: number;
  /** The first card of each lane. */
  cards: string[];
}

/** Each player gets {cards} {cards:plural(card|cards)}. */
export interface RushHourDealtEvent {
  kind: "dealt";
  /** How many. */
  cards: number;
}

/** {seat:name} picks up a hand of cards. */
export interface RushHourHandEvent {
  kind: "hand";
  seat: number;
  cards?: string[];
}

/** {seat:name} is ready. */
export interface RushHourChosenEvent {
  kind: "chosen";
  seat: number;
}

/** Cards up! They drive in this order: {cards:word} ({seats:name}). */
export interface RushHourRevealedEvent {
  kind: "revealed";
  /** In the order in which the cards are carried out. */
  seats: number[];
  /** The card of each of `seats`. */
  cards: string[];
}

/** {seat:name} sends {card:a} to lane {row}. */
export interface RushHourNamedEvent {
  kind: "named";
  seat: number;
  card: string;
  /** The lane, from 1. */
  row: number;
}

/** {count:plural(An ambulance rushes|Ambulances rush)} to the front of lane {row} ({seats:name}). */
export interface RushHourAmbulanceEvent {
  kind: "ambulance";
  /** Whose cars drive to this lane. */
  seats: number[];
  /** The lane, from 1. */
  row: number;
  /** How many; they take one spot together. */
  count: number;
}

/** {count:plural(A police car joins|Police cars join)} the end of lane {row} ({seats:name}). */
export interface RushHourPoliceEvent {
  kind: "police";
  /** Whose cars drive to this lane. */
  seats: number[];
  /** The lane, from 1. */
  row: number;
  /** How many; they take one spot together. */
  count: number;
}

/** {seat:name} puts the {card:word} in lane {row}, place {spot}. */
export interface RushHourPlacedEvent {
  kind: "placed";
  seat: number;
  card: string;
  /** The lane, from 1. */
  row: number;
  /** From 1, counted from the front. */
  spot: number;
}

/** {seat:name}'s {card:word} hooks onto the {on:word} in lane {row}. */
export interface RushHourHookedEvent {
  kind: "hooked";
  seat: number;
  card: string;
  /** The card it is hooked to. */
  on: string;
  /** The lane, from 1. */
  row: number;
}

/** {seat:name}'s {card:word} slips into the gap at place {spot} of lane {row}. */
export interface RushHourGapFilledEvent {
  kind: "gap_filled";
  seat: number;
  card: string;
  /** The lane, from 1. */
  row: number;
  /** From 1, counted from the front. */
  spot: number;
}

/** {seat:name}'s {card:word} drives to the front of lane {row}. */
export interface RushHourFrontEvent {
  kind: "front";
  seat: number;
  card: string;
  /** The lane, from 1. */
  row: number;
}

/**
 * Massive jam in lane {row}! {seat:name} takes these cards: {cards:word}. That is {points} penalty
 * {points:plural(point|points)}.
 */
export interface RushHourJamEvent {
  kind: "jam";
  seat: number;
  /** The lane, from 1. */
  row: number;
  cards: string[];
  points: number;
}

/**
 * Too low! {seat:name} takes the cards of lane {row}: {cards:word}. That is {points} penalty
 * {points:plural(point|points)}.
 */
export interface RushHourTooLowEvent {
  kind: "too_low";
  seat: number;
  /** The lane, from 1. */
  row: number;
  cards: string[];
  points: number;
}

/** Lane {row} now begins with {seat:name}'s {card:word}. */
export interface RushHourBeginsEvent {
  kind: "begins";
  seat: number;
  card: string;
  /** The lane, from 1. */
  row: number;
}

/** {seat:name} sends a tow truck to lane {row}. It loads: {cards:word}. */
export interface RushHourTowedEvent {
  kind: "towed";
  seat: number;
  /** The lane, from 1. */
  row: number;
  /** What the tow truck loads, bottom to top. */
  cards: string[];
}

/** Round {round} is over. Points this round: {points:each}. Points so far: {totals:each}. */
export interface RushHourRoundOverEvent {
  kind: "round_over";
  round: number;
  /** By seat. */
  points: number[];
  /** By seat. */
  totals: number[];
}

/** The match is over. Points: {scores:each}. */
export interface RushHourMatchOverEvent {
  kind: "match_over";
  /** By seat. */
  scores: number[];
  /** By seat, 1 for the winner; ties share a place. */
  places: number[];
}

export type RushHourEvent =
  | RushHourNothingCostsEvent
  | RushHourReplacedEvent
  | RushHourOpenedEvent
  | RushHourDealtEvent
  | RushHourHandEvent
  | RushHourChosenEvent
  | RushHourRevealedEvent
  | RushHourNamedEvent
  | RushHourAmbulanceEvent
  | RushHourPoliceEvent
  | RushHourPlacedEvent
  | RushHourHookedEvent
  | RushHourGapFilledEvent
  | RushHourFrontEvent
  | RushHourJamEvent
  | RushHourTooLowEvent
  | RushHourBeginsEvent
  | RushHourTowedEvent
  | RushHourRoundOverEvent
  | RushHourMatchOverEvent;

export type RushHourAction =
  | { key: "play"; params: { card: string } }
  | { key: "row"; params: { row: number } }
  | { key: "take"; params: { row: number } }
  | { key: "front"; params: { row: number } }
  | { key: "gap"; params: { row: number; spot: number } };

export type TookOverDecision = "open" | "place" | "take_over" | "take_more";

/** Somebody passed, so everybody can tell: at least so many cards of the hand lie between these two. */
export interface TookOverProof {
  cards: number;
  above: number;
  below: number;
}

export interface TookOverSeat {
  /** How many cards. */
  hand: number;
  /** How many cards. */
  stack: number;
  /** Both together; fewer is better. */
  score: number;
  /** Of the games that are over. */
  points: number;
  /** What passes prove of the hand; each pair lies within the next. */
  proven: TookOverProof[];
}

/** A card is its number, 1 to 50. */
export interface TookOverView {
  /** Whose view this is. */
  seat: number | null;
  /** Options that differ from the usual ones, by name. */
  house: Record<string, boolean | number | string | number[]>;
  /** The active player. */
  turn: number | null;
  /** The one who may squeeze in. */
  taker: number | null;
  seats: TookOverSeat[];
  /** The convoy, ascending. */
  row: number[];
  /** Cards of earlier rows, ascending. */
  gone: number[];
  /** Cards that are not in this match. */
  left_out: number;
  /** Passes in a row; when everybody has passed, a new row begins. */
  passes: number;
  /** Has the active player laid a card in this turn? Then a pass does not count. */
  laid: boolean;
  /** The taker has squeezed in and may add more. */
  took: boolean;
  /** The match ends when so many more rows are put away; null without a limit. */
  rows_left: number | null;
  /** While the taker is asked: a card between these two fits. */
  window: [number, number] | null;
  /** Null also where several share the win. */
  winner: number | null;
  /** The number of the game that is played, or was played last. */
  game: number;
  /** How many the match has. */
  games: number;
  /** One line per round, by seat. */
  rounds: number[][];
  /** By seat, when the match is over. */
  hands?: number[][];
  /** Ascending. */
  hand?: number[];
}

/** `legal` says it all. */
export type TookOverHint = never;

/**
 * Each player gets a stack of {cards} {cards:plural(card|cards)}.{left:plural(| One card stays out of the game.|
 * {left} cards stay out of the game.)}
 */
export interface TookOverDealtEvent {
  kind: "dealt";
  /** How many for each, hand and stack together. */
  cards: number;
  /** How many are left out. */
  left: number;
  /** Which one, where the match has several. */
  game?: number;
  /** How many for each, where not all get the same. */
  stacks?: number[];
}

/** {seat:name} draws {n} {n:plural(card|cards)}. */
export interface TookOverDrewEvent {
  kind: "drew";
  seat: number;
  /** How many. */
  n: number;
  cards?: number[];
}

/** {seat:name} begins a new row with the {card}. */
export interface TookOverOpenedEvent {
  kind: "opened";
  seat: number;
  card: number;
}

/** {seat:name} plays the {card}. {left:plural(No cards|One card|{left} cards)} left in hand. */
export interface TookOverPlacedEvent {
  kind: "placed";
  seat: number;
  card: number;
  /** Cards left in the hand. */
  left: number;
}

/** {seat:name} does not take over. */
export interface TookOverLetGoEvent {
  kind: "let_go";
  seat: number;
}

/** “Took over!” {seat:name} takes over with the {card} and stops {active:name}. */
export interface TookOverTookOverEvent {
  kind: "took_over";
  seat: number;
  card: number;
  /** Whose turn it was. */
  active: number;
}

/** {seat:name} adds the {card}. */
export interface TookOverTookMoreEvent {
  kind: "took_more";
  seat: number;
  card: number;
  /** Whose turn it was. */
  active: number;
}

/** Now it is {seat:name}'s turn. */
export interface TookOverTurnTakenEvent {
  kind: "turn_taken";
  seat: number;
}

/** {seat:name} has no cards left in hand. The turn is over. */
export interface TookOverHandEmptyEvent {
  kind: "hand_empty";
  seat: number;
}

/** {seat:name} passes.{passes:plural(|| That makes {passes} turns in a row without a card.)} */
export interface TookOverPassedEvent {
  kind: "passed";
  seat: number;
  /** How many in a row. */
  passes: number;
}

/** Everybody has passed. The row is put away: {cards}. {seat:name} begins a new one. */
export interface TookOverRowGoneEvent {
  kind: "row_gone";
  cards: number[];
  /** Who opens the next row. */
  seat: number;
}

/** Everybody has passed. The last row is put away: {cards}. */
export interface TookOverLastRowEvent {
  kind: "last_row";
  cards: number[];
}

/** Game {game} is over. {winners:name} {winners:plural(wins|win)} it. Points: {points:each}. */
export interface TookOverGameOverEvent {
  kind: "game_over";
  /** Several where they share the win. */
  winners: number[];
  /** What this game brought, by seat: fewer is better. */
  points: number[];
  totals: number[];
  game: number;
}

/** {winners:name} {winners:plural(wins|win)}! Cards left: {scores:each}. */
export interface TookOverMatchOverEvent {
  kind: "match_over";
  /** Null where several share the win. */
  winner: number | null;
  winners: number[];
  /** By seat. */
  scores: number[];
  /** By seat, 1 for the winner; ties share a place. */
  places: number[];
}

export type TookOverEvent =
  | TookOverDealtEvent
  | TookOverDrewEvent
  | TookOverOpenedEvent
  | TookOverPlacedEvent
  | TookOverLetGoEvent
  | TookOverTookOverEvent
  | TookOverTookMoreEvent
  | TookOverTurnTakenEvent
  | TookOverHandEmptyEvent
  | TookOverPassedEvent
  | TookOverRowGoneEvent
  | TookOverLastRowEvent
  | TookOverGameOverEvent
  | TookOverMatchOverEvent;

export type TookOverAction =
  | { key: "place"; params: { card: number } }
  | { key: "take"; params: { card: number } }
  | { key: "open"; params: { card: number } }
  | { key: "pass"; params: Record<string, never> }
  | { key: "decline"; params: Record<string, never> }
  | { key: "done"; params: Record<string, never> };

export type TrafficMemoryDecision = "first_card" | "second_card" | "go_on" | "must_go_on" | "bridge";

export interface TrafficMemorySeat {
  /** How many were won. */
  cards: number;
  /** The cards won, and a head start. */
  score: number;
  /** The cards won, in order. */
  pile: string[];
}

/** A card is `17` (a number), `A` (ambulance) or `P` (police); the last two are jokers. Places count from 1. */
export interface TrafficMemoryView {
  /** Whose view this is; all see the same. */
  seat: number | null;
  /** Options that differ from the usual ones, by name. */
  house: Record<string, boolean | number | string | number[]>;
  turn: number | null;
  seats: TrafficMemorySeat[];
  columns: number;
  /** By place: an open card, `?` for one face down, null for a hole. */
  table: (string | null)[];
  /** Places opened in this turn, in order, from 1. */
  opened: number[];
  /** Place to card: open once, now face down. To be remembered, not to be shown. */
  seen: Record<string, string>;
  /** Place to how many cards were opened since; of those that are `seen`. */
  age: Record<string, number>;
  /** Cards opened in this match so far. */
  flips: number;
  /** Turns in a row in which nobody took a card; after 200 the match ends. */
  barren: number;
  /** The cards on the table, in order. */
  left: string[];
  /** How many of them are jokers. */
  jokers: number;
  /** One line per round, by seat. */
  rounds: number[][];
  /** Place to card: what stayed face down, when the match is over. */
  rest?: Record<string, string>;
}

/** `legal` says it all. */
export type TrafficMemoryHint = never;

/**
 * {cards} {cards:plural(card is|cards are)} face down, {columns} in a row.{jokers:plural(| One of them is a joker.|
 * {jokers} of them are jokers.)}
 */
export interface TrafficMemoryLaidOutEvent {
  kind: "laid_out";
  /** How many. */
  cards: number;
  columns: number;
  jokers: number;
}

/** {seat:name} turns over card {place}: {card:a}. */
export interface TrafficMemoryOpenedEvent {
  kind: "opened";
  seat: number;
  /** From 1. */
  place: number;
  card: string;
}

/** {seat:name} stops. */
export interface TrafficMemoryStoppedEvent {
  kind: "stopped";
  seat: number;
}

/** {seat:name} takes {n} {n:plural(card|cards)}: {cards:word}. */
export interface TrafficMemoryTakenEvent {
  kind: "taken";
  seat: number;
  /** How many. */
  n: number;
  cards: string[];
  /** Their places, from 1. */
  spots: number[];
}

/** {n:plural(This card is|These cards are)} turned back: {cards:word}, at {n:plural(place|places)} {spots}. */
export interface TrafficMemoryTurnedBackEvent {
  kind: "turned_back";
  seat: number;
  /** How many. */
  n: number;
  cards: string[];
  /** Their places, from 1. */
  spots: number[];
}

/** Nobody has taken a card for {turns:plural(one turn|{turns} turns)}. The match ends here. */
export interface TrafficMemoryTooLongEvent {
  kind: "too_long";
  /** So many in a row, and nobody took a card. */
  turns: number;
}

/**
 * {rest:plural(All cards have been taken.|One card is left over: {rest:word}.|These cards are left over:
 * {rest:word}.)} Cards won: {scores:each}.
 */
export interface TrafficMemoryMatchOverEvent {
  kind: "match_over";
  /** Cards that nobody won. */
  rest: string[];
  /** By seat. */
  scores: number[];
  /** By seat, 1 for the winner; ties share a place. */
  places: number[];
}

export type TrafficMemoryEvent =
  | TrafficMemoryLaidOutEvent
  | TrafficMemoryOpenedEvent
  | TrafficMemoryStoppedEvent
  | TrafficMemoryTakenEvent
  | TrafficMemoryTurnedBackEvent
  | TrafficMemoryTooLongEvent
  | TrafficMemoryMatchOverEvent;

export type TrafficMemoryAction =
  | { key: "flip"; params: { place: number } }
  | { key: "stop"; params: Record<string, never> };

export type TraficTurboDecision = "place" | "use_card" | "step" | "draw_or_play" | "keep_or_play" | "traffic" | "police" | "mirror";

export interface TraficTurboOptions {
  circuit: string;
  laps: number;
  points: boolean;
  grey_needs_police: boolean;
  stack_skips: boolean;
  turbo_one_step: boolean;
  first_of_two: "gentle-start" | "rear-arrows" | "as-all";
}

export interface TraficTurboStation {
  id: string;
  /** The grey spaces before it: lane and column. */
  grey: [number, number][];
}

/** What matters to the rules; the picture comes from `/api/boards/{board}`. */
export interface TraficTurboBoard {
  circuit: string;
  lanes: number;
  columns: number;
  /** Columns to drive, all laps together. */
  goal: number;
  stations: TraficTurboStation[];
  /** The start arrows: lane and column. */
  arrows: [number, number][];
}

export interface TraficTurboCar {
  seat: number;
  /** Null before the start and after the finish. */
  lane: number | null;
  col: number | null;
  /** Columns driven since the line; below 0 on the grid. */
  p: number;
  to_go: number;
  /** At the finish, from 1. */
  place: number | null;
  /** A card lies face down before this player. */
  holds: boolean;
  /** Turns to miss. */
  skips: number;
  fines: number;
  hits: number;
  score: number;
}

export interface TraficTurboVehicle {
  id: string;
  kind: "car" | "van" | "taxi" | "pickup" | "truck";
  lane: number;
  /** Of its rear. */
  col: number;
  len: number;
}

/** With Warning the car waits on the last free space while its ghost drives on. */
export interface TraficTurboGhost {
  lane: number;
  col: number;
  p: number;
}

/**
 * A card is `traffic 5`, `turbo 3`, `police 2`, `skid left`, `mirror`, `warning` or `maneuver`. A space is
 * `lane:column`, both from 0; stations are `S1`, `S2`, ..., vehicles `T1`, `T2`, ...
 */
export interface TraficTurboView {
  /** Whose view this is. */
  seat: number | null;
  /** Options that differ from the usual ones, by name. */
  house: Record<string, boolean | number | string | number[]>;
  turn: number | null;
  /** What the table waits for. */
  phase: "place" | "use_card" | "step" | "draw_or_play" | "keep_or_play" | "traffic" | "police" | "mirror" | null;
  round: number;
  /** After it the race ends. */
  last_round: number;
  /** Always empty: nobody scores by rounds. */
  rounds: number[][];
  options: TraficTurboOptions;
  board: TraficTurboBoard;
  /** The seats in the order of their turns. */
  order: number[];
  cars: TraficTurboCar[];
  vehicles: TraficTurboVehicle[];
  /** A space or a station. */
  police: string;
  roll: number | null;
  /** Steps left. */
  left: number;
  /** What drives the car. */
  mode: "die" | "warning" | "maneuver" | "turbo" | null;
  /** To which side the car has gone in this move. */
  side: "L" | "R" | null;
  sidesteps: number;
  stopped: boolean;
  /** The space where the move began. */
  begin: string | null;
  ghost: TraficTurboGhost | null;
  /** What is left of the number on a Traffic or Police card. */
  budget: number;
  /** Vehicles that the running Traffic card has moved. */
  moved: string[];
  /** How many cards. */
  pile: number;
  discards: string[];
  /** A Mirror lies aside. */
  mirror: boolean;
  /** Seat to card: kept cards that can be worked out for certain. */
  known: Record<string, string>;
  /**
   * Who saw the pile: by watcher (the last one is the public) and holder, a number that holders share whose cards
   * this watcher knows as a set; 0 for a card that came later. Empty if all are 0.
   */
  marks: number[][];
  /** Number in `marks` to the cards of that set, for whom this view is. */
  among: Record<string, string[]>;
  /** Kept cards by seat, when the race is over. */
  hands?: string[][];
  /** The kept card, if there is one. */
  hand?: string[];
  /** The card just drawn, to be kept or played. */
  drawn?: string;
  /** Card to how many of it; only for whoever looks. */
  search?: Record<string, number>;
}

/** Where a piece can go, and by which actions. */
export interface TraficTurboHint {
  /** Before a `drive`: what is answered first. */
  with?: "use" | "no" | "play";
  /** `drive`: an end of the whole move; `step`: the next step only; else an end for that piece. */
  kind: "drive" | "step" | "vehicle" | "police" | "arrow";
  /** Null: the Police at a station. */
  end: [number, number] | null;
  /** One after the other they lead there. */
  actions: number[];
  /** The space after each step. */
  path: [number, number][];
  /** What happens on the way, the quietest way there is. */
  tags: ("push" | "bump" | "police" | "blocked" | "fine" | "finish" | "rival_finish" | "stay" | "station")[];
  /** How a `step` steers. */
  way?: "ahead" | "left" | "right" | "ahead_left" | "ahead_right";
  /** Lane and column. */
  toward?: [number, number];
  vehicle?: string;
  /** The spaces on which the `vehicle` stands then. */
  covers?: [number, number][];
  /** What the `vehicle` uses of the card. */
  n?: number;
  /** The seats that the Police would catch. */
  fines?: number[];
  /** Where the Police is in the end, if at a station. */
  station?: string | null;
  /** The number of a start arrow. */
  arrow?: number;
}

/** {seat:name} rolls a {roll} to see who starts. */
export interface TraficTurboOpeningRollEvent {
  kind: "opening_roll";
  seat: number;
  roll: number;
}

/** The driving order is {seats:name}. Start arrows are chosen the other way round, from last to first. */
export interface TraficTurboOrderEvent {
  kind: "order";
  /** In the order of their turns. */
  seats: number[];
}

/** {seat:name} lines up on arrow {arrow}, space {space}. */
export interface TraficTurboPlacedEvent {
  kind: "placed";
  seat: number;
  /** From 1. */
  arrow: number;
  /** `lane:column`. */
  space: string;
}

/** {seat:name} misses this turn. */
export interface TraficTurboSkippedEvent {
  kind: "skipped";
  seat: number;
}

/** {seat:name} drives first and starts gently: the die is set to 1. */
export interface TraficTurboGentleStartEvent {
  kind: "gentle_start";
  seat: number;
}

/** {seat:name} rolls a {roll}. */
export interface TraficTurboRolledEvent {
  kind: "rolled";
  seat: number;
  roll: number;
}

/** A 6! {seat:name} has to drive straight on and gets no card. */
export interface TraficTurboStraightOnEvent {
  kind: "straight_on";
  seat: number;
}

/** {seat:name} uses {card:a}. */
export interface TraficTurboUsedEvent {
  kind: "used";
  seat: number;
  card: string;
}

/** {seat:name} goes {step:word} to {space}. */
export interface TraficTurboSteppedEvent {
  kind: "stepped";
  seat: number;
  /** Forward, left, right, ahead left, ahead right. */
  step: "F" | "L" | "R" | "Q" | "E";
  /** `lane:column` after the step. */
  space: string;
}

/** {seat:name} glides {step:word} over {space}. */
export interface TraficTurboGlidedEvent {
  kind: "glided";
  seat: number;
  /** Forward, left, right, ahead left, ahead right. */
  step: "F" | "L" | "R" | "Q" | "E";
  /** `lane:column` after the step. */
  space: string;
}

/** The space is taken. {seat:name} stays on {space}, the last free one. */
export interface TraficTurboFellBackEvent {
  kind: "fell_back";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** {by:name} pushes {seat:name} to {space}. */
export interface TraficTurboPushedEvent {
  kind: "pushed";
  /** Who is pushed. */
  seat: number;
  by: number;
  /** `lane:column` where it stands now. */
  space: string;
}

/**
 * Crunch! {seat:name} runs into {vehicle:word}. {n:plural(It has no room to roll and stays on {space}|It rolls on
 * one space to {space}|It rolls on {n} spaces to {space})}.
 */
export interface TraficTurboHitEvent {
  kind: "hit";
  seat: number;
  vehicle: string;
  /** `lane:column` of its rear now. */
  space: string;
  /** How many spaces it moved. */
  n: number;
}

/** {seat:name} runs into the Police car and stops on {space}. */
export interface TraficTurboHitPoliceEvent {
  kind: "hit_police";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** {seat:name} cannot push any further and stops on {space}. */
export interface TraficTurboBlockedEvent {
  kind: "blocked";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** {seat:name} stops on the grey space {space}: a fine, and one turn missed. */
export interface TraficTurboGreyFineEvent {
  kind: "grey_fine";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** The Police car fines {seat:name} on {space}: one turn missed. */
export interface TraficTurboPoliceFineEvent {
  kind: "police_fine";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** {seat:name} draws {card:a}. */
export interface TraficTurboDrewEvent {
  kind: "drew";
  seat: number;
  card: string;
}

/** {seat:name} draws a card that can be kept. */
export interface TraficTurboDrewSecretEvent {
  kind: "drew_secret";
  seat: number;
  card?: string;
}

/** {seat:name} takes {card:a} out of the draw pile. */
export interface TraficTurboTookOpenEvent {
  kind: "took_open";
  seat: number;
  card: string;
}

/** {seat:name} takes a card that can be kept. */
export interface TraficTurboTookSecretEvent {
  kind: "took_secret";
  seat: number;
  card?: string;
}

/** {seat:name} takes no card. */
export interface TraficTurboTookNothingEvent {
  kind: "took_nothing";
  seat: number;
}

/** {seat:name} looks through the draw pile. */
export interface TraficTurboLookedEvent {
  kind: "looked";
  seat: number;
  /** Card to how many of it; only for whoever looks. */
  search?: Record<string, number>;
}

/** {seat:name} keeps the card, face down. */
export interface TraficTurboKeptEvent {
  kind: "kept";
  seat: number;
  card?: string;
}

/** {seat:name} throws the new card away: {card:word}. */
export interface TraficTurboThrewDrawnEvent {
  kind: "threw_drawn";
  seat: number;
  card: string;
}

/** {seat:name} throws the old card away: {card:word}. */
export interface TraficTurboThrewHeldEvent {
  kind: "threw_held";
  seat: number;
  card: string;
}

/** {seat:name} needs no card any more and puts away {card:a}. */
export interface TraficTurboGaveBackEvent {
  kind: "gave_back";
  seat: number;
  card: string;
}

/** {seat:name} plays {card:a}. Whoosh! */
export interface TraficTurboPlayedEvent {
  kind: "played";
  seat: number;
  card: string;
}

/** {seat:name} skids to {space}. */
export interface TraficTurboSkiddedEvent {
  kind: "skidded";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** {seat:name} skids, but there is no room. Nothing happens. */
export interface TraficTurboSkidBlockedEvent {
  kind: "skid_blocked";
  seat: number;
  /** `lane:column`. */
  space: string;
}

/** {seat:name} has just been fined, so the Skid does nothing. */
export interface TraficTurboSkidIgnoredEvent {
  kind: "skid_ignored";
  seat: number;
}

/** {seat:name} skids off the road and misses the next turn. */
export interface TraficTurboOffRoadEvent {
  kind: "off_road";
  seat: number;
}

/** {seat:name} moves {vehicle:word} to {space}, using {n}. */
export interface TraficTurboVehicleMovedEvent {
  kind: "vehicle_moved";
  seat: number;
  vehicle: string;
  /** `lane:column` of its rear now. */
  space: string;
  /** How many spaces it moved. */
  n: number;
}

/** No vehicle can go any further, so the {n} left on the card {n:plural(is|are)} lost. */
export interface TraficTurboTrafficStuckEvent {
  kind: "traffic_stuck";
  seat: number;
  /** What is left of the card and lost. */
  n: number;
}

/** {seat:name} sends the Police car to {to:word}. */
export interface TraficTurboPoliceMovedEvent {
  kind: "police_moved";
  seat: number;
  /** A space or a station. */
  to: string;
}

/** The Police car catches nobody and stays on {to:word}. */
export interface TraficTurboPoliceWaitsEvent {
  kind: "police_waits";
  /** A space or a station. */
  to: string;
}

/** The Police car parks in {to:word} and fines nobody. */
export interface TraficTurboPoliceParkedEvent {
  kind: "police_parked";
  /** A space or a station. */
  to: string;
}

/** {seat:name} leaves the Police car where it is. */
export interface TraficTurboPoliceStayedEvent {
  kind: "police_stayed";
  seat: number;
}

/** The Police car drives home to {to:word}. */
export interface TraficTurboPoliceHomeEvent {
  kind: "police_home";
  /** A space or a station. */
  to: string;
}

/**
 * The draw pile was empty. {cards} {cards:plural(card|cards)} from the discard pile {cards:plural(is|are)} shuffled
 * into a new one.
 */
export interface TraficTurboRenewedEvent {
  kind: "renewed";
  /** How many. */
  cards: number;
}

/** There is no card left for {seat:name} to draw. */
export interface TraficTurboNoCardEvent {
  kind: "no_card";
  seat: number;
}

/** {seat:name} crosses the finish line: place {place}! */
export interface TraficTurboCrossedEvent {
  kind: "crossed";
  seat: number;
  /** From 1. */
  place: number;
}

/** The race is over{capped:if( because the last round is done)}. Result: {scores:each}. */
export interface TraficTurboRaceOverEvent {
  kind: "race_over";
  /** By seat. */
  scores: number[];
  /** By seat, 1 for the winner; ties share a place. */
  places: number[];
  /** The last round was played without a car at the finish. */
  capped: boolean;
}

export type TraficTurboEvent =
  | TraficTurboOpeningRollEvent
  | TraficTurboOrderEvent
  | TraficTurboPlacedEvent
  | TraficTurboSkippedEvent
  | TraficTurboGentleStartEvent
  | TraficTurboRolledEvent
  | TraficTurboStraightOnEvent
  | TraficTurboUsedEvent
  | TraficTurboSteppedEvent
  | TraficTurboGlidedEvent
  | TraficTurboFellBackEvent
  | TraficTurboPushedEvent
  | TraficTurboHitEvent
  | TraficTurboHitPoliceEvent
  | TraficTurboBlockedEvent
  | TraficTurboGreyFineEvent
  | TraficTurboPoliceFineEvent
  | TraficTurboDrewEvent
  | TraficTurboDrewSecretEvent
  | TraficTurboTookOpenEvent
  | TraficTurboTookSecretEvent
  | TraficTurboTookNothingEvent
  | TraficTurboLookedEvent
  | TraficTurboKeptEvent
  | TraficTurboThrewDrawnEvent
  | TraficTurboThrewHeldEvent
  | TraficTurboGaveBackEvent
  | TraficTurboPlayedEvent
  | TraficTurboSkiddedEvent
  | TraficTurboSkidBlockedEvent
  | TraficTurboSkidIgnoredEvent
  | TraficTurboOffRoadEvent
  | TraficTurboVehicleMovedEvent
  | TraficTurboTrafficStuckEvent
  | TraficTurboPoliceMovedEvent
  | TraficTurboPoliceWaitsEvent
  | TraficTurboPoliceParkedEvent
  | TraficTurboPoliceStayedEvent
  | TraficTurboPoliceHomeEvent
  | TraficTurboRenewedEvent
  | TraficTurboNoCardEvent
  | TraficTurboCrossedEvent
  | TraficTurboRaceOverEvent;

export type TraficTurboAction =
  | { key: "step_F"; params: Record<string, never> }
  | { key: "step_L"; params: Record<string, never> }
  | { key: "step_R"; params: Record<string, never> }
  | { key: "step_Q"; params: Record<string, never> }
  | { key: "step_E"; params: Record<string, never> }
  | { key: "use"; params: Record<string, never> }
  | { key: "no"; params: Record<string, never> }
  | { key: "draw"; params: Record<string, never> }
  | { key: "play"; params: Record<string, never> }
  | { key: "keep"; params: Record<string, never> }
  | { key: "discard"; params: Record<string, never> }
  | { key: "stay"; params: Record<string, never> }
  | { key: "place"; params: { arrow: number } }
  | { key: "take_nothing"; params: Record<string, never> }
  | { key: "take"; params: { card: string } }
  | { key: "send_police"; params: { to: string } }
  | { key: "send_vehicle"; params: { vehicle: string; space: string } };

/** {seat:name} sits down. */
export interface TableSatEvent {
  kind: "table_sat";
  seat: number;
}

/** {seat:name}'s seat is free. */
export interface TableFreedEvent {
  kind: "table_freed";
  seat: number;
}

/** A robot plays for {seat:name} from now on. */
export interface TableBotEvent {
  kind: "table_bot";
  seat: number;
}

/** {seat:name} is away; a robot plays until they are back. */
export interface TableStandInEvent {
  kind: "table_stand_in";
  seat: number;
}

/** {seat:name} is back and plays again. */
export interface TableBackEvent {
  kind: "table_back";
  seat: number;
}

/** The next game is ready to be dealt. */
export interface TablePreparedEvent {
  kind: "table_prepared";
  /** The id of the next game. */
  game: string;
}

/** The table was taken along: whoever carries it can see all cards of this game. */
export interface TableTakenEvent {
  kind: "table_taken";
}

/**
 * The table has come from another place. A game that was dealt before could be seen by whoever carried it; the next
 * deal is new.
 */
export interface TableBroughtEvent {
  kind: "table_brought";
}

/** {seat:name} adds a word to the deal. */
export interface TableWordEvent {
  kind: "table_word";
  seat: number;
}

/** Time is up for {seats:name}. */
export interface TableTimeEvent {
  kind: "table_time";
  /** Whose time ran out; the clock moved for them. */
  seats: number[];
}

/** {seat:name} would like to take something back. */
export interface TableUndoAskedEvent {
  kind: "table_undo_asked";
  seat: number;
}

/** {seat:name} does not agree: nothing is taken back. */
export interface TableUndoRefusedEvent {
  kind: "table_undo_refused";
  seat: number;
}

/** {seat:name} does not want to take anything back any more. */
export interface TableUndoDroppedEvent {
  kind: "table_undo_dropped";
  seat: number;
}

/** {seat:name} takes back {moves} {moves:plural(move|moves)}. */
export interface TableUndoneEvent {
  kind: "table_undone";
  seat: number;
  /** How many were taken back. */
  moves: number;
}

/** {seat:name}: {phrase:word} */
export interface TableSaidEvent {
  kind: "table_said";
  seat: number;
  /** A phrase or an emote: a key in `words`. */
  phrase: string;
}

/**
 * The rules of this game have changed.{taken:plural(| One move that is no longer allowed was taken back.| {taken}
 * moves that are no longer allowed were taken back.)}
 */
export interface TableRulesEvent {
  kind: "table_rules";
  /** How many moves are no longer allowed and were taken back. */
  taken: number;
}

/** What happens at the table itself. */
export type TableEvent =
  | TableSatEvent
  | TableFreedEvent
  | TableBotEvent
  | TableStandInEvent
  | TableBackEvent
  | TablePreparedEvent
  | TableTakenEvent
  | TableBroughtEvent
  | TableWordEvent
  | TableTimeEvent
  | TableUndoAskedEvent
  | TableUndoRefusedEvent
  | TableUndoDroppedEvent
  | TableUndoneEvent
  | TableSaidEvent
  | TableRulesEvent;

/**
 * A text by its key in the game's texts (or the common ones), with its parameters; one of them may be Words, too.
 * Where there is no such text, the parameter `name` is what is said.
 */
export interface Words {
  key: string;
  params: Record<string, unknown>;
}

/**
 * Something that stands on a track: `at` a space, of a seat's colour or nobody's. `sign` is its kind of vehicle.
 */
export interface Piece {
  id: string;
  at: number;
  seat: number | null;
  sign?: string;
}

/**
 * A place on the table. `id` is where things fly from and to; that of a hand is `hand:<seat>`.
 * pile: `cards` from below to the top, of which the last ones may do, and `count` of all. row: `cards` side by
 * side. grid: `cards` line by line, `columns` wide. hand: `cards`, or backs. In rows and grids None is an empty
 * place, and cards that lie on one another are a list, the lowest first. track: `spaces` in a line (or round, with
 * `loop`), each of them perhaps drawn at `points` (None: there is no such space) and with a sign from `marks`, by
 * its number; `pieces` stand on them. dice: `values`. counter: a `count` with a `sign`, perhaps out of `most`.
 */
export interface Zone {
  id: string;
  kind: "pile" | "row" | "grid" | "hand" | "track" | "dice" | "counter";
  owner?: number | null;
  label?: Words;
  cards?: (string | string[] | null)[];
  count?: number;
  most?: number;
  columns?: number;
  spaces?: number;
  loop?: boolean;
  points?: (number[] | null)[];
  marks?: Record<string, string>;
  pieces?: Piece[];
  values?: number[];
  sign?: string;
}

/** A number beside a player's name, with the picture that says what it counts. */
export interface Fact {
  icon: "cards" | "star" | "flag";
  n: number;
}

/**
 * What one taps to choose an action: a card of a zone (without a zone: of the own hand), a piece of a track by its
 * id as `card`, a place of a zone by its number from 0, the zone itself, or a player. `zone` is an id, or of zones
 * that each seat has (`hand:0`, `hand:1`) what comes before the seat: then the own one is meant.
 */
export interface Touch {
  zone?: string;
  card?: string;
  place?: number;
  seat?: number;
}

/**
 * The whole table. `turn` is whose turn it is, None where that is nobody alone; `facts` are those of each seat;
 * `notes` are short lines that say what no zone shows, such as the colour that was wished for. `touches` is what
 * one taps for an action, by its number, where that hangs on the position; for all others `Game.touches` says it.
 */
export interface Spread {
  zones: Zone[];
  turn: number | null;
  facts: Fact[][];
  notes: Words[];
  touches?: Record<string, Touch[]>;
}

/**
 * A card that went from one zone to another, or was turned over where it lies (`start` is `end`); or a piece, by
 * its id, that went along a track. Events may carry a list of them as `moves`: in their open part with backs where
 * a card was not shown, in their secret part with its face for those who saw it.
 * `start_place` and `end_place` are places of a row or a grid and spaces of a track, from 0; without them a card is
 * found by its face and goes to the end.
 */
export interface CardMove {
  card: string;
  start: string;
  end: string;
  start_place?: number;
  end_place?: number;
}

/** What is printed on a card: a large text such as its number, a sign, a word by its text key; and its colour. */
export interface Face {
  colour?: "red" | "blue" | "green" | "yellow" | "orange" | "purple" | "grey" | "white";
  text?: string;
  sign?: string;
  word?: string;
}

/** The view of each game. */
export interface Views {
  mau_mau: MauMauView;
  pit_stop: PitStopView;
  rush_hour: RushHourView;
  took_over: TookOverView;
  traffic_memory: TrafficMemoryView;
  trafic_turbo: TraficTurboView;
}

/** The events of each game, without those of the table. */
export interface Events {
  mau_mau: MauMauEvent;
  pit_stop: PitStopEvent;
  rush_hour: RushHourEvent;
  took_over: TookOverEvent;
  traffic_memory: TrafficMemoryEvent;
  trafic_turbo: TraficTurboEvent;
}

/** The kinds of decision of each game. */
export interface Decisions {
  mau_mau: MauMauDecision;
  pit_stop: PitStopDecision;
  rush_hour: RushHourDecision;
  took_over: TookOverDecision;
  traffic_memory: TrafficMemoryDecision;
  trafic_turbo: TraficTurboDecision;
}

/** What `hints` brings in each game. */
export interface GameHints {
  mau_mau: MauMauHint;
  pit_stop: PitStopHint;
  rush_hour: RushHourHint;
  took_over: TookOverHint;
  traffic_memory: TrafficMemoryHint;
  trafic_turbo: TraficTurboHint;
}

/** Key and parameters of the actions of each game; `/api/games/{game}/actions` lists them. */
export interface Actions {
  mau_mau: MauMauAction;
  pit_stop: PitStopAction;
  rush_hour: RushHourAction;
  took_over: TookOverAction;
  traffic_memory: TrafficMemoryAction;
  trafic_turbo: TraficTurboAction;
}
