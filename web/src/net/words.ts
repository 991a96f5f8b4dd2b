/** What went wrong, in the player's language. */
import { t } from '../i18n/i18n.svelte';
import { Objection } from './fair';
import { ProblemError } from './problem';

/** Say an error of ours or of the server. */
export function problemText(error: unknown): string {
  if (error instanceof Objection) return t(`page.wait.${error.reason}`);
  if (!(error instanceof ProblemError)) return t('page.problem.unknown');
  const problem = error.problem;
  return problem === null ? t('page.problem.unreachable') : t(`page.problem.${problem.code}`);
}

/** The same of a table, which may be gone. */
export function tableProblemText(error: unknown): string {
  const missing = error instanceof ProblemError && error.problem?.code === 'not-found';
  return missing ? t('page.table.gone.text') : problemText(error);
}
