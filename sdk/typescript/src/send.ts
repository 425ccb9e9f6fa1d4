import { LeadwrightError, readError } from './error.ts'

export interface ClientOptions {
  /** Address of the server, such as `https://leads.example.com`. */
  url: string
  /** An API key: Profile settings, API keys. */
  key: string
  /** How often a call is repeated after 429, 502, 503, 504 or a lost connection: 4. Only where that does no harm. */
  retries?: number
  /** How long one attempt may take until its reply begins, in milliseconds: 60,000. */
  timeoutMs?: number
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch
}

interface Outgoing {
  method: string
  /** Path with query. */
  path: string
  headers: Record<string, string>
  body?: RequestInit['body']
  /** Whether it may be sent again. */
  isRepeatable: boolean
  signal?: AbortSignal
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 60_000
const PASSING = new Set([429, 502, 503, 504])

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Milliseconds before the next attempt: as the server says, otherwise twice as long each time. */
function waitAfter(attempt: number, response: Response | null): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN)
  if (asked >= 0) return asked * 1000
  return FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2)
}

const isPassing = async (response: Response): Promise<boolean> => {
  if (PASSING.has(response.status)) return true
  if (response.status !== 409) return false
  return (await readError(response.clone())).code === 'in_progress'
}

/** Sends once. The time limit is for the reply's head; `signal` also ends reading its body. */
async function sendOnce(options: ClientOptions, outgoing: Outgoing): Promise<Response> {
  const { method, path, headers, body, signal } = outgoing
  const limit = new AbortController()
  const end = () => limit.abort(signal?.reason)
  if (signal?.aborted) throw signal.reason
  signal?.addEventListener('abort', end, { once: true })
  const timer = setTimeout(
    () => limit.abort(new Error('no reply within the time limit')),
    options.timeoutMs ?? 60_000,
  )
  try {
    const send = options.fetch ?? fetch
    return await send(options.url.replace(/\/+$/, '') + path, {
      method,
      headers,
      redirect: 'error',
      signal: limit.signal,
      ...(body !== undefined && { body }),
    })
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    const why =
      cause instanceof Error ? String((cause.cause as Error | undefined)?.message ?? cause.message) : ''
    throw new LeadwrightError(
      { code: 'unreachable', message: `Cannot reach ${options.url}: ${why}` },
      { cause },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Sends, and again where that may help and does no harm. @throws LeadwrightError */
export async function send(options: ClientOptions, outgoing: Outgoing): Promise<Response> {
  const retries = outgoing.isRepeatable ? (options.retries ?? 4) : 0
  for (let attempt = 0; ; attempt++) {
    let response: Response | null = null
    try {
      response = await sendOnce(options, outgoing)
      if (response.ok) return response
      if (attempt >= retries || !(await isPassing(response))) throw await readError(response)
    } catch (error) {
      const isLost = error instanceof LeadwrightError && error.code === 'unreachable'
      if (!isLost || attempt >= retries) throw error
    }
    const wait = waitAfter(attempt, response)
    if (response && wait > LONGEST_WAIT_MS) throw await readError(response)
    await response?.body?.cancel()
    await pause(wait, outgoing.signal)
  }
}
