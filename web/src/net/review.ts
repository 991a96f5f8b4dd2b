/** The review of a finished game, which the server makes once. */
import { get, post } from './http';
import type { Review, ReviewStatus } from './types';

/** Milliseconds between two questions how far it is. */
const PACE = 1_000;

/** Start a review if nobody has, and wait for it; `null` if there is none in the end. */
export async function waitForReview(
  table: string,
  tell: (status: ReviewStatus) => void,
  left: AbortSignal,
): Promise<Review | null> {
  const path = { table };
  let status = await post('/api/tables/{table}/review', { path });
  for (;;) {
    if (left.aborted) return null;
    tell(status);
    if (status.status === 'done') return status.review ?? null;
    if (status.status === 'failed' || status.status === 'unfinished') return null;
    await new Promise((wake) => setTimeout(wake, PACE));
    if (left.aborted) return null;
    // A server that stopped has left it to others.
    const lost = status.status === 'none';
    status = lost
      ? await post('/api/tables/{table}/review', { path })
      : await get('/api/tables/{table}/review', { path });
  }
}
