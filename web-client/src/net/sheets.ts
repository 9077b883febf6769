/** Games that people keep by hand, as the server takes and tells them. */
import type { Place, Start, Wind } from '../riichi/fold';
import type { Closing, Kept, SheetHand, Told, Write } from '../riichi/kept';
import type { Options } from '../riichi/options';
import { assertNever } from '../table/seats';
import type { DataQuality } from './games';
import type { BySeat, Seat } from '../wire/messages.generated';

/** A hand as the server tells it; what follows from it is missing while nobody is sure of it. */
export type ToldHand = Omit<SheetHand, 'edited_at'> & {
  readonly number: number;
  readonly recorded_at: number;
  readonly edited_at: number | null;
  readonly round?: string;
  readonly honba?: number;
  readonly deltas?: BySeat<number>;
  readonly scores_after?: BySeat<number>;
};

/** A kept game as the server tells it. */
export type ToldGame = {
  readonly id: string;
  readonly version: number;
  readonly started_at: number;
  readonly data_quality: DataQuality;
  readonly players: readonly { readonly seat: Seat; readonly name?: string }[];
  readonly hands: number;
  readonly scores: BySeat<number>;
  readonly rules: Options;
  readonly sheet: {
    readonly table: {
      readonly round: string;
      readonly wind: Wind;
      readonly number: number;
      readonly dealer: Seat;
      readonly honba: number;
      readonly riichi_sticks: number;
      readonly declared: readonly Seat[];
      readonly scores: BySeat<number>;
      readonly is_over: boolean;
    };
    readonly final: { readonly places: readonly Place[] } | null;
    readonly closed_at: number | null;
    /** Words about the game. */
    readonly note: string;
    readonly start: Start | null;
    readonly last_hand: ToldHand | null;
  };
};

/** What became of a write. */
export type Written =
  | { readonly type: 'made'; readonly id: string; readonly recorderKey: string; readonly organiserKey: string; readonly version: number }
  | { readonly type: 'written'; readonly version: number; readonly repeated: boolean }
  /** Somebody else has written meanwhile; nothing of this was. */
  | { readonly type: 'conflict' }
  | { readonly type: 'refused'; readonly code: string }
  /** Whether it was written is not known: the same again is harmless. */
  | { readonly type: 'later' };

/** A single change that would explain a difference. */
export type Proposal = {
  readonly kind: 'swapped_winner' | 'swapped_discarder' | 'missing_stick' | 'extra_stick' | 'missing_honba' | 'uncertain_hand';
  readonly hand: number;
  readonly id: string;
  readonly body: Omit<SheetHand, 'id'>;
};

/** What comparing a game with the scores on the table came to. */
export type Reconciled = { readonly by_hands: BySeat<number>; readonly difference: BySeat<number>; readonly proposals: readonly Proposal[] };

/** How long to wait after the server would not let us follow. */
const FOLLOW_AGAIN_MS = 5_000;
/** A request that takes longer is given up, so that it can be tried again. */
const ANSWER_MS_MAX = 15_000;
/** How often a game is asked for that changes between two questions. */
const ASK_MAX = 4;

const LATER: Written = { type: 'later' };

type Request = { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly path: string; readonly body?: unknown };

/** How a write is said to the server. */
export function requestOf(kept: Kept, write: Write): Request {
  const game = `/api/games/${kept.id}`;
  switch (write.type) {
    case 'create': {
      const { players, rules, start } = kept.base;
      const body = { players, rules, secret: kept.secret, started_at: kept.startedAt, ...windowOf(kept), ...(start === null ? {} : { start }) };
      return { method: 'POST', path: '/api/games', body };
    }
    case 'record': {
      const { edited_at: _edited, ...hand } = write.hand;
      return { method: 'POST', path: `${game}/hands`, body: write.before === undefined ? hand : { ...hand, before: write.before } };
    }
    case 'replace': {
      const { id, edited_at: _edited, ...body } = write.hand;
      return { method: 'PUT', path: `${game}/hands/${id}`, body };
    }
    case 'remove':
      return { method: 'DELETE', path: `${game}/hands/${write.id}` };
    case 'undo':
      return { method: 'POST', path: `${game}/undo` };
    case 'riichi':
      return { method: 'POST', path: `${game}/riichi`, body: { seat: write.seat, declared: write.declared } };
    case 'close':
      return { method: 'POST', path: `${game}/close`, body: write.closing };
    case 'reopen':
      return { method: 'POST', path: `${game}/reopen${because(write.reason)}` };
    case 'amend':
      return { method: 'PATCH', path: `${game}${because(write.reason)}`, body: { players: write.players, rules: write.rules } };
    case 'delete':
      return { method: 'DELETE', path: `${game}${because(write.reason)}` };
    default:
      return assertNever(write);
  }
}

function because(reason: string): string {
  return reason === '' ? '' : `?${new URLSearchParams({ reason })}`;
}

/** The key a write needs: the recorder's, until it is the organiser's alone. */
function keyFor({ base, recorderKey, organiserKey }: Kept, { type }: Write): string {
  const isForOrganiser = type === 'reopen' || type === 'delete' || (type === 'amend' && base.closing !== null);
  return (isForOrganiser ? (organiserKey ?? recorderKey) : recorderKey) ?? '';
}

function ask(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, { ...init, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
}

function windowOf({ correctionMinutes }: Kept): { readonly correction_minutes?: number } {
  return correctionMinutes === undefined ? {} : { correction_minutes: correctionMinutes };
}

/** Sends a write. A game that would begin in the far future by a clock that is wrong begins now, by the server's. */
export async function sendWrite(kept: Kept, write: Write): Promise<Written> {
  const request = requestOf(kept, write);
  const written = await send(kept, write, request);
  if (write.type !== 'create' || written.type !== 'refused' || written.code !== 'bad_start') return written;
  const { started_at: _at, ...body } = request.body as Record<string, unknown>;
  return send(kept, write, { ...request, body });
}

async function send(kept: Kept, write: Write, { method, path, body }: Request): Promise<Written> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (write.type !== 'create') {
    headers['authorization'] = `Bearer ${keyFor(kept, write)}`;
    headers['if-match'] = `"${kept.version}"`;
  }
  try {
    const response = await ask(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return readWritten(write, response.status, await response.json());
  } catch {
    return LATER;
  }
}

function readWritten(write: Write, status: number, body: unknown): Written {
  const told = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const code = typeof told['code'] === 'string' ? told['code'] : `http_${status}`;
  if (status >= 500 || status === 429 || status === 408) return LATER;
  if (status === 428 || code === 'version_conflict' || code === 'hand_not_found') return { type: 'conflict' };
  if (status >= 400) return { type: 'refused', code: typeof told['reason'] === 'string' ? told['reason'] : code };
  if (write.type !== 'create') return { type: 'written', version: Number(told['version']), repeated: told['repeated'] === true };
  const made = told as { id: string; recorder_key: string; organiser_key: string; game: { version: number } };
  return { type: 'made', id: made.id, recorderKey: made.recorder_key, organiserKey: made.organiser_key, version: made.game.version };
}

/** Asks for a game with all its hands, both of one version; null when the server can't be asked, 'missing' without it. */
export async function fetchSheet(id: string): Promise<{ readonly game: ToldGame; readonly hands: readonly ToldHand[] } | 'missing' | null> {
  try {
    for (let asked = 0; asked < ASK_MAX; asked += 1) {
      const response = await ask(`/api/games/${id}`, { cache: 'no-store' });
      if (response.status === 404 || response.status === 400) return 'missing';
      if (!response.ok) return null;
      const game = (await response.json()) as ToldGame;
      const hands = await fetchHands(id);
      if (hands === null) return null;
      // Somebody wrote between the two: asked again, both are of one version.
      if (hands.version === game.version) return { game, hands: hands.hands };
    }
  } catch {
    // As when it can't be asked.
  }
  return null;
}

async function fetchHands(id: string): Promise<{ version: number; hands: readonly ToldHand[] } | null> {
  const hands: ToldHand[] = [];
  let after = 0;
  for (;;) {
    const response = await ask(`/api/games/${id}/hands?after=${after}`, { cache: 'no-store' });
    if (!response.ok) return null;
    const page = (await response.json()) as { version: number; hands: readonly ToldHand[]; next?: number };
    hands.push(...page.hands);
    if (page.next === undefined) return { version: page.version, hands };
    after = page.next;
  }
}

/** What the server says, as it is kept on this device. */
export function toldOf(game: ToldGame, hands: readonly ToldHand[]): Told {
  const { players, rules, sheet, version } = game;
  const names = [0, 1, 2, 3].map((seat) => players.find((player) => player.seat === seat)?.name ?? '');
  const closing: Closing | null = sheet.closed_at === null ? null : { final_scores: game.scores };
  return {
    version,
    sheet: {
      players: names as unknown as BySeat<string>,
      rules,
      start: sheet.start,
      hands: hands.map(toldHand),
      declared: sheet.table.declared,
      closing,
    },
  };
}

function toldHand({ id, riichi, outcome, uncertain, note, edited_at }: ToldHand): SheetHand {
  const edited = edited_at === null ? {} : { edited_at };
  return { id, riichi, note, ...(outcome === undefined ? {} : { outcome }), ...(uncertain === undefined ? {} : { uncertain }), ...edited };
}

/** Compares a game with the scores on the table; says the code of why it can't be compared. */
export async function reconcile(id: string, scores: BySeat<number>): Promise<Reconciled | string> {
  try {
    const response = await ask(`/api/games/${id}/reconcile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ final_scores: scores }),
    });
    const body = (await response.json()) as Reconciled & { code?: string };
    return response.ok ? body : (body.code ?? 'unreachable');
  } catch {
    return 'unreachable';
  }
}

/** A line of notes that is not understood. */
export type NoteProblem = { readonly line: number; readonly code: string; readonly detail: string };

/** Sends notes of several hands: all are written down, or none; the same under the same id once. */
export async function sendNotes(kept: Kept, notes: { readonly id: string; readonly text: string }): Promise<'written' | readonly NoteProblem[] | { readonly code: string }> {
  try {
    const response = await ask(`/api/games/${kept.id}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${kept.recorderKey ?? ''}`, 'if-match': `"${kept.version}"` },
      body: JSON.stringify(notes),
    });
    if (response.ok) return 'written';
    const { code, reason, lines } = (await response.json()) as { code: string; reason?: string; lines?: readonly NoteProblem[] };
    return lines ?? { code: reason ?? code };
  } catch {
    return { code: 'unreachable' };
  }
}

/** Follows a game as it changes, until the returned function is called. Where the server refuses, the game may be gone. */
export function followSheet(id: string, onGame: (game: ToldGame) => void, onState: (isLive: boolean) => void, onRefused: () => void = () => {}): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource(`/api/games/${id}/live`);
    source.addEventListener('game', (event) => onGame(JSON.parse((event as MessageEvent<string>).data) as ToldGame));
    source.addEventListener('open', () => onState(true));
    source.addEventListener('error', () => {
      onState(false);
      // The browser comes back by itself after a break, but not after a refusal.
      if (source.readyState !== EventSource.CLOSED) return;
      again = setTimeout(open, FOLLOW_AGAIN_MS);
      onRefused();
    });
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}
