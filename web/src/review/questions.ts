/** Decisions as questions. */
import type { Judgement, ReviewOption } from '../net/types';

/** Below this loss of winning chance an answer is nearly as good as the best. */
const NEAR = 0.02;
/** How many answers there are to choose from. */
const MOST = 8;

/** The answers: the best ones, what was played among them, in an order that gives nothing away. */
export function choicesOf(decision: Judgement): ReviewOption[] {
  const played = decision.options.find(({ action }) => action === decision.chosen.action);
  const best = decision.options.filter((option) => option !== played).slice(0, MOST - 1);
  const all = played === undefined ? best : [...best, played];
  return all.sort((a, b) => (a.action < b.action ? -1 : 1));
}

/** What is to be said of an answer. */
export function verdictOn(decision: Judgement, answer: string | null): 'right' | 'near' | 'wrong' {
  const { best, chosen, options } = decision;
  if (answer === best.action) return 'right';
  if (answer === chosen.action) return 'wrong';
  const value = (action: string) => options.find((option) => option.action === action)?.value.win;
  const [own, most] = [value(answer ?? ''), value(best.action) ?? best.value.win];
  return own !== undefined && most - own < NEAR ? 'near' : 'wrong';
}
