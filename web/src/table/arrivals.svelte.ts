/** Routes whose vehicles are just rolling on. Each has its own time, whatever is claimed after it. */
const LASTS = 1200;

export class Arrivals {
  routes = $state.raw<readonly string[]>([]);
  #timers = new Set<ReturnType<typeof setTimeout>>();

  add(routes: readonly string[]): void {
    if (routes.length === 0) return;
    this.routes = [...this.routes, ...routes];
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.routes = this.routes.filter((route) => !routes.includes(route));
    }, LASTS);
    this.#timers.add(timer);
  }

  /** Stop all timers. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.routes = [];
  }
}
