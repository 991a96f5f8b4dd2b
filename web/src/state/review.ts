/** The review of a finished game, which the server makes once. */
import { get, post } from '../net/http';
import type { Review, ReviewStatus } from '../net/types';
import { session } from './session.svelte';

/** Milliseconds between two questions how far it is. */
const PACE = 1_000;

/** Start a review if nobody has, and wait for it; `null` if there is none in the end. */
export async function waitForReview(
  table: string,
  report: (status: ReviewStatus) => void,
  left: AbortSignal,
): Promise<Review | null> {
  let status = await look(table);
  if (status.status === 'failed') status = await start(table);
  for (;;) {
    // A server that stopped has left it to others.
    if (status.status === 'none') status = await start(table);
    if (left.aborted) return null;
    report(status);
    if (status.status === 'done') return status.review ?? null;
    if (status.status === 'failed' || status.status === 'unfinished') return null;
    await new Promise((wake) => setTimeout(wake, PACE));
    if (left.aborted) return null;
    status = await look(table);
  }
}

function look(table: string): Promise<ReviewStatus> {
  return get('/api/tables/{table}/review', { path: { table } });
}

/** Visitors who only look at a game have no session yet. */
async function start(table: string): Promise<ReviewStatus> {
  await session.ensure();
  return post('/api/tables/{table}/review', { path: { table } });
}
