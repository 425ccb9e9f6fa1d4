import { contractViolations, type Document, replyViolations } from '../openapi-check.ts'
import { startVendorDouble, type VendorDouble, type VendorRequest } from '../vendor-double.ts'
import type { VendorAnswer } from '../vendor-faults.ts'

/** Token that every fake CRM accepts from the start. */
export const FAKE_TOKEN = 'fake-token-of-a-crm'

export type FakeContact = Record<string, unknown> & { id: string; tags: string[] }

export interface FakeCrmOptions {
  /** Requests per interval; more are refused with 429 and counted. */
  limit?: { max: number; ms: number }
  /** Shares of requests that fail: stored without a reply, cut off before, or 429 at random. */
  chaos?: {
    lateTimeouts?: number
    resets?: number
    tooMany?: number
    /** New contacts that are refused, and those refused although stored. */
    refusals?: number
    lateRefusals?: number
  }
}

/** A CRM on this machine with contacts, tags, fields and rate limits. Configure `url` as its base URL. */
export interface FakeCrm extends VendorDouble {
  contacts: Map<string, FakeContact>
  fields: { id: string; name: string; type: string }[]
  /** Accepted tokens. */
  tokens: Set<string>
  /** Refresh tokens with one remaining use. */
  refreshTokens: Set<string>
  /** Requests beyond the limit. */
  overLimit(): number
  /** Served requests in order, with parsed bodies. */
  served: (VendorRequest & { json: unknown })[]
  /** How requests and replies violated the vendor's contract. */
  violations: string[]
  /** Requests stored without a reply. */
  lost(): number
  /** Revokes all tokens. */
  revoke(): void
  /** Turns failures on or off. */
  setChaos(chaos: FakeCrmOptions['chaos']): void
  /** Refuses the next new contact. */
  failNextNew(): void
  /** Adds a contact, as if a user had created it there. */
  add(contact: Record<string, unknown>): FakeContact
}

export interface Desk {
  question: VendorRequest
  json: Record<string, unknown>
  contacts: Map<string, FakeContact>
  fields: FakeCrm['fields']
  newId(): string
  newTokens(): { access_token: string; refresh_token: string; expires_in: number }
  spendRefresh(token: string): boolean
}

/** What a fake compares requests and replies with. */
interface Contract {
  documents: readonly Document[]
  covers(path: string): boolean
  /** Path of the server that the documents leave out. */
  base?: string
  /** Properties that newer documents have. */
  alsoKnown?: readonly string[]
}

interface Routes {
  prefix: string
  /** Path for creating contacts. */
  creates: string
  wrongToken: VendorAnswer
  /** Paths without a token. */
  isOpen(path: string): boolean
  /** The vendor's documents and the paths that they cover: a request that violates them is refused. */
  contract?: Contract | null
  /** The reply to a refused request; 422 with a message by default. */
  refusal?: VendorAnswer
  /** Reads the credential; a bearer token by default. */
  tokenOf?(headers: VendorRequest['headers'], query: VendorRequest['query']): string
  headersOf(limit: { max: number; ms: number }, left: number): Record<string, string>
  /** How long to wait after a 429; with `retry-after: 1` by default. */
  retryHeaders?: Record<string, string>
  serve(desk: Desk): { status?: number; body: unknown; location?: string } | undefined
}

/** The same pseudo-random numbers between 0 and 1 in every run. */
function seededRandom(): () => number {
  let state = 12345
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** Requests of the last interval, by time. */
function createWindow({ max, ms }: { max: number; ms: number }) {
  let times: number[] = []
  let over = 0
  return {
    over: () => over,
    /** The remaining requests; null when this one exceeds the limit. */
    take(): number | null {
      const now = performance.now()
      times = times.filter((at) => now - at < ms)
      if (times.length >= max) {
        over += 1
        return null
      }
      times.push(now)
      return max - times.length
    },
  }
}

/** Starts a fake CRM. Other paths are 404. */
export async function startFakeCrm(options: FakeCrmOptions, routes: Routes): Promise<FakeCrm> {
  const limit = options.limit ?? { max: 10_000, ms: 1000 }
  const window = createWindow(limit)
  const dice = seededRandom()
  let chaos = options.chaos
  let [count, lost, failing] = [0, 0, 0]
  const contacts = new Map<string, FakeContact>()
  const fields: FakeCrm['fields'] = []
  const tokens = new Set([FAKE_TOKEN])
  const refreshTokens = new Set<string>()
  const served: FakeCrm['served'] = []
  const violations: string[] = []
  const tokenOf =
    routes.tokenOf ??
    (({ authorization }: VendorRequest['headers']) => (authorization ?? '').replace(/^Bearer /, ''))
  const newId = () => {
    count += 1
    return `${routes.prefix}${String(count).padStart(6, '0')}`
  }
  const newTokens = () => {
    const access_token = `access-${newId()}`
    const refresh_token = `refresh-${newId()}`
    tokens.add(access_token)
    refreshTokens.add(refresh_token)
    return { access_token, refresh_token, expires_in: 86_399 }
  }

  function answer(question: VendorRequest): VendorAnswer {
    const token = tokenOf(question.headers, question.query)
    if (!routes.isOpen(question.path) && !tokens.has(token)) return routes.wrongToken
    const left = window.take()
    const headers = routes.headersOf(limit, left ?? 0)
    if (left === null || dice() < (chaos?.tooMany ?? 0))
      return {
        status: 429,
        headers: { ...headers, ...(routes.retryHeaders ?? { 'retry-after': '1' }) },
        body: '{"message":"Too many"}',
      }
    if (dice() < (chaos?.resets ?? 0)) return { status: 200, breaks: true }
    const json = parse(question.body)
    const contract = routes.contract?.covers(question.path) ? routes.contract : null
    const covered = contract?.documents ?? []
    const path = question.path.slice(contract?.base?.length ?? 0)
    const wrong = contract ? contractViolations(covered, { ...question, path, json }, contract.alsoKnown) : []
    if (wrong.length > 0) {
      violations.push(...wrong)
      return { status: 400, headers, body: JSON.stringify({ message: wrong.join('; ') }) }
    }
    const spendRefresh = (token: string) => refreshTokens.delete(token)
    const refusal = routes.refusal ?? {
      status: 422,
      headers,
      body: '{"statusCode":422,"message":"Unprocessable"}',
    }
    const isNew = question.path === routes.creates && question.method !== 'GET'
    const isRefused = isNew && failing > 0
    if (isRefused) failing -= 1
    if (isRefused || (isNew && dice() < (chaos?.refusals ?? 0))) return refusal
    const reply = routes.serve({ question, json, contacts, fields, newId, newTokens, spendRefresh })
    if (!reply) return { status: 404, headers, body: '{"message":"Not found"}' }
    served.push({ ...question, json })
    const status = reply.status ?? 200
    if (covered.length > 0 && status < 300)
      violations.push(...replyViolations(covered, { ...question, path }, { status, json: reply.body }))
    if (isNew && dice() < (chaos?.lateRefusals ?? 0)) return refusal
    if (reply.location) return { status: 302, headers: { location: reply.location }, body: '' }
    if (question.method !== 'GET' && dice() < (chaos?.lateTimeouts ?? 0)) {
      lost += 1
      return { status: 200, breaks: true }
    }
    return { status, headers, body: JSON.stringify(reply.body) }
  }

  const double = await startVendorDouble(answer)
  return {
    ...double,
    contacts,
    fields,
    tokens,
    refreshTokens,
    served,
    violations,
    overLimit: window.over,
    lost: () => lost,
    revoke: () => tokens.clear(),
    failNextNew() {
      failing += 1
    },
    setChaos: (next) => {
      chaos = next
    },
    add(contact) {
      const made = { tags: [], ...contact, id: newId() } as FakeContact
      contacts.set(made.id, made)
      return made
    },
  }
}
