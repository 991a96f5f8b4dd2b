/** Parallel routes: nobody owns two of them, and with few players only one is used. */
import type { Mechanic } from './registry/mechanic';

const parallelRoutes: Mechanic = {
  name: 'parallel-routes',
  sections: { refusals: { 'twin-is-yours': 'twins', 'twin-taken': 'twins' } },
};
export default parallelRoutes;
