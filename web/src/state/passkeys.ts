/** Accounts without a password: the device itself says who one is. */
import { post } from '../net/http';
import { session } from './session.svelte';

/** Whether this browser, on this page, can do it. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    navigator.credentials !== undefined
  );
}

/**
 * Give the account a passkey of this device. An account that can sign in already needs a proof.
 * Resolves to `false` if the player changed their mind.
 */
export async function makePasskey(label: string, proof: string | null): Promise<boolean> {
  await session.ensure();
  const { options, state } = await post('/api/passkeys/new', { body: { proof } });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  if (credential === null) return false;
  session.user = (
    await post('/api/passkeys', { body: { state, credential, label: label || null } })
  ).user;
  return true;
}

/** Sign in by a passkey. Resolves to `false` if the player changed their mind. */
export async function signInByPasskey(): Promise<boolean> {
  const answer = await answered();
  if (answer === null) return false;
  session.user = (await post('/api/passkeys/login', { body: answer })).user;
  return true;
}

/** Prove by a passkey that this is the owner of the account. Resolves to `null` if the player changed their mind. */
export async function proveByPasskey(): Promise<string | null> {
  const passkey = await answered();
  return passkey && (await post('/api/account/proof', { body: { passkey } })).proof;
}

/** The answer of a passkey to a challenge of the server. */
async function answered() {
  const { options, state } = await post('/api/passkeys/challenge');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  return credential && { state, credential };
}

async function asked(ask: () => Promise<Credential | null>): Promise<Record<string, never> | null> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as never) : null;
  } catch {
    // The player closed the browser's question, or the device has no such key.
    return null;
  }
}
