import { onTestFinished, vi } from 'vitest'
import { ACCESS_TOKEN_KEY, MODULES } from '#contract/core/constants.ts'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/core/errors.ts'
import type { User } from '#contract/identity/user.ts'
import { shell } from '../lib/endpoints.ts'
import { clearSession, loadSession } from '../lib/session.ts'
import { listCapabilities } from './capabilities.ts'

/** What a call sent; `query` has the last value of each name. */
export interface SentCall {
  path: string
  query: Record<string, string>
  body: unknown
}

interface Refusal {
  code: ErrorCode
  message: string
  fields?: Record<string, string>
}

type Facts = Pick<Endpoint, 'method' | 'path'>

const matches = ({ method, path }: Facts, url: URL, used: string): boolean =>
  method === used && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname)

/** Someone who may do everything in an account with these modules. */
const userWith = (modules: User['modules'][number]['slug'][]): User =>
  ({
    id: 1,
    email: 'ann@sample.example',
    first_name: 'Ann',
    last_name: 'Sample',
    modules: modules.map((slug, at) => ({ id: at + 1, slug })),
    isMainUser: true,
    can: listCapabilities(modules, { isMainUser: true }),
    formats: { time_zone: 'UTC', locale: 'en', hour_cycle: null },
    custom_fields: [],
  }) as unknown as User

/**
 * Answers the calls of the part under test and records them, until the test is over. A call without an answer is
 * refused with a message that names it.
 */
export function fakeServer() {
  const answers: { endpoint: Facts; answer: () => Response }[] = []
  const sent: (SentCall & { method: string })[] = []
  localStorage.setItem(ACCESS_TOKEN_KEY, 'test')
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    const url = new URL(address, location.origin)
    const { pathname: path, searchParams } = url
    sent.push({
      method,
      path,
      query: Object.fromEntries(searchParams),
      body: body ? JSON.parse(String(body)) : undefined,
    })
    const found = answers.findLast(({ endpoint }) => matches(endpoint, url, method))
    const missing = { code: 'not_found', message: `No answer for ${method} ${path}` }
    return found?.answer() ?? Response.json(missing, { status: 404 })
  })
  onTestFinished(() => {
    clearSession()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
  const server = {
    /** Answers an endpoint from now on. */
    answer<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
      answers.push({ endpoint, answer: () => Response.json(reply) })
      return server
    },
    /** Refuses an endpoint from now on. */
    refuse(endpoint: Endpoint, refusal: Refusal) {
      const status = ERROR_STATUS[refusal.code]
      answers.push({ endpoint, answer: () => Response.json(refusal, { status }) })
      return server
    },
    /** What was sent to an endpoint so far. */
    sentTo: (endpoint: Endpoint): SentCall[] =>
      sent
        .filter(({ method, path }) => matches(endpoint, new URL(path, location.origin), method))
        .map(({ method: _method, ...call }) => call),
    /** Signs in someone with these modules, for screens of the base layout. */
    async signIn(modules: User['modules'][number]['slug'][] = [...MODULES], differs: Partial<User> = {}) {
      const me = { data: { ...userWith(modules), ...differs } }
      const nothing = { checklist: null, limits: null, runs: null, unread: null, to_review: null }
      server.answer(shell.start, { data: { me, list_types: { data: [] }, ...nothing } })
      await loadSession({ again: true })
      return server
    },
  }
  return server
}

/** A page of a list with these rows. */
export const pageOf = <Row>(rows: Row[]) => ({
  data: rows,
  currentPage: 1,
  pageSize: 20,
  total: rows.length,
  next_cursor: null,
})
