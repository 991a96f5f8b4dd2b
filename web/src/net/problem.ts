import type { Problem } from './types';

/** What the server, or the way to it, did not like. */
export class ProblemError extends Error {
  readonly problem: Problem | null;

  /** Without a problem the server could not be reached at all. */
  constructor(problem: Problem | null) {
    super(problem?.message ?? 'The server cannot be reached.');
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
