/** A connected network: one builds outwards from one's start city. */
import type { Mechanic } from './registry/mechanic';

const network: Mechanic = {
  name: 'connected-network',
  sections: { refusals: { 'not-connected': 'start-city' }, lessons: { network: 'start-city' } },
};
export default network;
