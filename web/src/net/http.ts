/** Calls to the server, relative to the page, so that any path prefix works. */
import type { paths } from './api';
import { ProblemError } from './problem';
import type { Problem } from './types';

type Method = 'get' | 'post' | 'delete';
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: object }> ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer O> ? O : never;
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } }
  ? B
  : undefined;
type Parameters<O> = O extends { parameters: infer P } ? P : never;
type Answer<O> = O extends { responses: infer R }
  ? {
      [S in keyof R]: S extends 200 | 201
        ? R[S] extends { content: { 'application/json': infer A } }
          ? A
          : undefined
        : never;
    }[keyof R]
  : never;

interface Call<O> {
  path?: Parameters<O> extends { path: infer P } ? P : never;
  query?: Parameters<O> extends { query?: infer Q } ? Q : never;
  body?: Body<O>;
}

export function apiUrl(path: string, query: object = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]));
  const url = new URL(path.replace(/^\//, ''), document.baseURI);
  url.search = search.toString();
  url.hash = '';
  return url.href;
}

interface AnyCall {
  path?: Record<string, unknown>;
  query?: object;
  body?: unknown;
}

async function call(method: Method, path: string, given: AnyCall): Promise<unknown> {
  const response = await send(method, path, given);
  return response.status === 204 ? undefined : response.json();
}

async function send(method: Method, path: string, given: AnyCall): Promise<Response> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.path?.[name])),
  );
  const headers: Record<string, string> = { 'x-fogline': '1' };
  if (given.body !== undefined) headers['content-type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(apiUrl(filled, given.query), {
      method: method.toUpperCase(),
      headers,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
  } catch {
    throw new ProblemError(null);
  }
  if (response.ok) return response;
  let problem: Problem | null = null;
  try {
    problem = (await response.json()) as Problem;
  } catch {
    // A proxy's own error page: the server was not reached.
  }
  throw new ProblemError(problem);
}

export function get<P extends PathsWith<'get'>>(
  path: P,
  given: Call<Operation<P, 'get'>> = {},
): Promise<Answer<Operation<P, 'get'>>> {
  return call('get', path, given as AnyCall) as Promise<Answer<Operation<P, 'get'>>>;
}

/** Get an answer of JSON lines, whole. */
export async function getLines<P extends PathsWith<'get'>>(
  path: P,
  given: Call<Operation<P, 'get'>> = {},
): Promise<unknown[]> {
  const response = await send('get', path, given as AnyCall);
  try {
    const text = await response.text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    throw new ProblemError(null);
  }
}

export function post<P extends PathsWith<'post'>>(
  path: P,
  given: Call<Operation<P, 'post'>> = {},
): Promise<Answer<Operation<P, 'post'>>> {
  return call('post', path, given as AnyCall) as Promise<Answer<Operation<P, 'post'>>>;
}

export function del<P extends PathsWith<'delete'>>(
  path: P,
  given: Call<Operation<P, 'delete'>> = {},
): Promise<Answer<Operation<P, 'delete'>>> {
  return call('delete', path, given as AnyCall) as Promise<Answer<Operation<P, 'delete'>>>;
}
