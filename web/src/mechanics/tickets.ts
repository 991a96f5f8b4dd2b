/** Tickets: two places to connect. Some are offered, some of these must be kept. */
import { list, signed, t } from '../i18n/i18n.svelte';
import type { Board, Result } from '../net/types';
import { type Asked, eventsOfType, type Mechanic, type OwnQuestion } from './registry/mechanic';
import TicketDeck from './tickets/TicketDeck.svelte';
import TicketPrompt from './tickets/TicketPrompt.svelte';
import TicketRecap from './tickets/TicketRecap.svelte';
import TicketStep from './tickets/TicketStep.svelte';
import Tickets from './tickets/Tickets.svelte';

const offer = (_: Asked): OwnQuestion => ({
  kind: 'own',
  shows: ['keep'],
  prompt: TicketPrompt,
  tall: true,
});

const tickets: Mechanic = {
  name: 'tickets',
  questions: { FirstTickets: offer, TicketOffer: offer },
  turn: (asked) => ({
    shows: ['tickets'],
    buttons: [{ order: 30, text: t('table.turn.tickets'), does: asked.first('tickets') }],
  }),
  shortcut: (key, asked) => (key.kind === 'tickets' ? asked.first('tickets') : null),
  own: Tickets,
  market: TicketDeck,
  facts({ players }, seat) {
    const count = players[seat]?.tickets.length ?? 0;
    return [
      {
        order: 30,
        text: t('table.player.tickets', { count }),
        count,
        icon: '<path d="M1 4H15V6.5A1.5 1.5 0 0 0 15 9.5V12H1V9.5A1.5 1.5 0 0 0 1 6.5Z"/>',
      },
    ];
  },
  does: {
    tickets: () => t('table.turn.tickets'),
    keep: ({ tickets }, names) =>
      tickets.length === 0
        ? t('table.does.keep-none')
        : t('table.does.keep', {
            count: tickets.length,
            tickets: list(tickets.map((ticket) => names.ticket(ticket))),
          }),
  },
  luck(events, { who, names }) {
    const [offered] = eventsOfType(events, 'offered');
    if (!offered) return null;
    const known = offered.tickets.filter((id) => id !== null);
    const tickets = list(known.map((id) => names.ticket(id)));
    return t('table.luck.offered', { player: who(offered.seat), tickets });
  },
  brief: {
    kept: ({ tickets }) => ({
      kind: 'tickets',
      count: tickets.length,
      say: (count) => t('table.player.tickets', { count }),
    }),
  },
  log: {
    offered: (event, { who }) =>
      t('table.log.offered', { player: who(event.seat), count: event.tickets.length }),
    chose: (event, { who }) => t('table.log.chose', { player: who(event.seat) }),
    kept: (event, { who }) =>
      t('table.log.kept', { player: who(event.seat), count: event.tickets.length }),
    'shuffled-tickets': () => null,
    revealed: () => null,
    ticket: () => null,
  },
  categories: [
    {
      name: 'tickets',
      order: 20,
      title: () => t('table.category.tickets'),
      logged: false,
      steps: (result, board) => turnedOver(result, board, result.complete, 1),
      why: ({ won, lost, winner, loser }) =>
        t('table.why.tickets', {
          ...{ player: winner, count: won.complete.length, won: signed(won.points.tickets ?? 0) },
          ...{ other: loser, fewer: lost.complete.length, lost: signed(lost.points.tickets ?? 0) },
        }),
      card: TicketStep,
    },
    {
      name: 'failed-tickets',
      order: 30,
      title: () => t('table.category.failed-tickets'),
      logged: false,
      steps: (result, board) => turnedOver(result, board, result.failed, -1),
      why: ({ lost, loser, isYou }) =>
        t(isYou ? 'table.why.failed-tickets.you' : 'table.why.failed-tickets', {
          ...{ other: loser, count: lost.failed.length },
          lost: signed(lost.points['failed-tickets'] ?? 0),
        }),
      card: TicketStep,
    },
  ],
  recap: TicketRecap,
  worth: () => [{ order: 20, text: t('table.worth.tickets') }],
  flights: {
    offered: ({ seat }) => [{ from: 'ticket-deck', to: `seat-${seat}`, card: 'ticket' }],
  },
  sounds: { offered: 'card' },
  tip: (asked) => (asked.all('keep').length > 0 ? t('learn.hint.tickets') : null),
  lit: { actions: { tickets: () => '[data-fly="ticket-deck"]' } },
  sections: {
    decisions: { FirstTickets: 'tickets', TicketOffer: 'tickets' },
    lessons: { 'more-tickets': 'tickets', keep: 'tickets' },
  },
};
export default tickets;

/** Tickets are turned over one by one. */
function turnedOver(result: Result, board: Board, tickets: readonly string[], sign: 1 | -1) {
  return tickets.map((ticket) => ({
    ticket,
    way: result.ways[ticket] ?? [],
    points: sign * (board.tickets.find(({ id }) => id === ticket)?.points ?? 0),
  }));
}
