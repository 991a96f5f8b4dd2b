/** Why something was refused, in the player's language where it has words for it. */
import { named } from '../i18n/i18n.svelte';
import { ProblemError } from '../net/problem';
import { problemText } from '../net/words';

export function refusalText(error: unknown): string {
  const problem = error instanceof ProblemError ? error.problem : null;
  return problem?.refusal
    ? named(`table.refusal.${problem.refusal}`, problem.message)
    : problemText(error);
}
