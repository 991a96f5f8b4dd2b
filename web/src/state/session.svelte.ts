/** Who we are to the server. */
import { t } from '../i18n/i18n.svelte';
import { get, post } from '../net/http';
import type { User } from '../net/types';

/** Two guests at one table need different names. */
function guestName(): string {
  const number = 100 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 900);
  return t('page.session.guest', { number });
}

class Session {
  /** `undefined` until the server was asked. */
  user = $state.raw<User | null | undefined>(undefined);

  /** Ask the server, once. */
  async load(): Promise<User | null> {
    if (this.user === undefined) this.user = (await get('/api/session')).user;
    return this.user;
  }

  /** Be somebody: the user of before, or a guest. */
  async ensure(): Promise<User> {
    const user = await this.load();
    return user ?? (await this.rename(guestName()));
  }

  async rename(name: string): Promise<User> {
    return this.#take((await post('/api/session', { body: { name } })).user);
  }

  async keep(login: string, password: string, proof: string | null): Promise<User> {
    await this.ensure();
    return this.#take((await post('/api/account', { body: { login, password, proof } })).user);
  }

  async signIn(login: string, password: string): Promise<User> {
    return this.#take((await post('/api/login', { body: { login, password } })).user);
  }

  async signOut(): Promise<void> {
    await post('/api/session/end');
    this.user = null;
  }

  #take(user: User | null): User {
    if (user === null) throw new Error('the server did not say who we are');
    this.user = user;
    return user;
  }
}

export const session = new Session();
