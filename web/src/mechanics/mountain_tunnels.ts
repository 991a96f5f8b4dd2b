/** Mountain tunnels: dug for more cards than they show. The rule has words of its own for the rest. */
import type { Mechanic } from './registry/mechanic';

const tunnels: Mechanic = {
  name: 'mountain-tunnels',
  sections: { lessons: { tunnel: 'mountain-tunnels' } },
};
export default tunnels;
