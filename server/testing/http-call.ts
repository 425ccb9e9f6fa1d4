import { setTimeout as pause } from 'node:timers/promises'
import { type Run, run as showRun } from '#contract/activity/runs.ts'
import { buildPath } from '#contract/core/endpoint.ts'
import { appendUpload, createUpload } from '#contract/core/files.ts'
import { login } from '#contract/identity/auth.ts'
import { startImport } from '#contract/sources/corpus.ts'
import type { Call } from './call.ts'
import { PATIENCE_MS } from './patience.ts'

/**
 * Calls a listening server over real sockets. `origin` is read each time, because a restarted server has another
 * port.
 */
export function httpCall(origin: () => string): Call {
  return async (endpoint, input = {}, as = null, options = {}) => {
    const parts = input as { params?: object; query?: object; body?: unknown }
    const response = await fetch(
      `${origin()}${buildPath(endpoint.path, parts.params as never, parts.query as never)}`,
      {
        method: endpoint.method,
        headers: {
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(options.key && { 'idempotency-key': options.key }),
          ...(parts.body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
      },
    )
    const isJson = String(response.headers.get('content-type')).includes('application/json')
    // biome-ignore lint/suspicious/noExplicitAny: the caller names the endpoint and with it the shape
    const body: any = isJson ? await response.json() : await response.text()
    return { status: response.status, body, error: body, headers: Object.fromEntries(response.headers) }
  }
}

export interface Signed {
  token: string
}

/** @throws Error with the reply when it fails */
export async function signIn(
  call: Call,
  person: { email: string; password: string },
): Promise<Signed & { id: number; accountId: number }> {
  const answer = await call(login, { body: person })
  if (answer.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(answer.error)}`)
  const { authorisation, user } = answer.body.data
  return { token: authorisation.token, id: user.id, accountId: user.account.id }
}

/** Uploads a file and returns the upload's id. */
export async function upload(
  origin: string,
  as: Signed,
  bytes: Buffer | string,
  name = 'places.csv',
): Promise<string> {
  const content = Buffer.from(bytes)
  const call = httpCall(() => origin)
  const made = await call(createUpload, { body: { name, size: content.length } }, as)
  if (made.status !== 201) throw new Error(`upload refused: ${JSON.stringify(made.error)}`)
  const { id, chunk_size } = made.body.data
  for (let offset = 0; offset < content.length; offset += chunk_size) {
    const response = await fetch(`${origin}${buildPath(appendUpload.path, { id }, { offset })}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream' },
      body: content.subarray(offset, offset + chunk_size),
    })
    if (!response.ok) throw new Error(`chunk refused: ${await response.text()}`)
  }
  return id
}

type ImportBody = NonNullable<Parameters<typeof importBody>[1]>
const importBody = (
  uploadId: string,
  more: Partial<{
    kind: 'places' | 'people'
    source: string
    licence: string
    encoding: string
    category: string
    country: string
    mapping: Record<string, string>
  }> = {},
) => ({ upload_id: uploadId, source: 'generated', licence: 'CC0', ...more })

/** Uploads a file and starts its import; returns the reply. */
export async function startedImport(
  origin: string,
  as: Signed,
  bytes: Buffer | string,
  more: ImportBody = {},
) {
  const id = await upload(origin, as, bytes)
  return httpCall(() => origin)(startImport, { body: importBody(id, more) }, as)
}

/**
 * Waits until a run passes `test`, across restarts and outages.
 * @throws Error after `limitMs`
 */
export async function runThat(
  call: Call,
  id: number,
  as: Signed,
  test: (run: Run) => boolean,
  limitMs = PATIENCE_MS,
): Promise<Run> {
  const startedAt = performance.now()
  let last: unknown
  while (performance.now() - startedAt < limitMs) {
    const answer = await call(showRun, { params: { id } }, as).catch((error) => ({
      status: 0,
      error,
      body: null,
    }))
    last = answer.error
    if (answer.status === 200 && answer.body && test(answer.body.data)) return answer.body.data
    // Often at first, when much happens; later polls must not dominate the work.
    await pause(Math.min(20 + (performance.now() - startedAt) / 50, 200))
  }
  throw new Error(`run ${id} did not reach the expected state: ${JSON.stringify(last)}`)
}

export const ended = (call: Call, id: number, as: Signed, limitMs = PATIENCE_MS): Promise<Run> =>
  runThat(call, id, as, (run) => run.finished_at !== null, limitMs)
