/** Who calls: one column of the access matrix. */
export const CALLERS = [
  'nobody',
  'main',
  'member',
  'memberWithoutModule',
  'withoutModule',
  'otherAccount',
  'reseller',
  'customer',
  'admin',
] as const
export type Caller = (typeof CALLERS)[number]

/** The account whose records the calls are about. */
const OWNERS: ReadonlySet<Caller> = new Set(['main', 'member', 'memberWithoutModule'])

type Refusal = 401 | 403
const refused = (status: Refusal, callers: Caller[]) =>
  Object.fromEntries(callers.map((caller) => [caller, status]))
const SIGNED_OUT = refused(401, ['nobody'])
const EVERYBODY_BUT_ADMIN = CALLERS.filter((caller) => caller !== 'admin' && caller !== 'nobody')

/** The rules there are, each as the callers that it refuses. Written out here, not read from the contract. */
const RULES = {
  open: {},
  signedIn: SIGNED_OUT,
  leads: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule', 'withoutModule']) },
  wallet: { ...SIGNED_OUT, ...refused(403, ['member', 'memberWithoutModule']) },
  staff: { ...SIGNED_OUT, ...refused(403, EVERYBODY_BUT_ADMIN) },
} satisfies Record<string, Partial<Record<Caller, Refusal>>>
type Rule = keyof typeof RULES

/** The ids a call can be about; made anew for every call that is let through. */
export interface Things {
  list: number
  binnedList: number
  leads: number[]
  binnedLead: number
  run: number
  upload: string
  ticket: string
  importRun: number
  importUpload: string
  email: string
  password: string
}

export interface Line {
  rule: Rule
  /** Status of success. */
  ok: number
  /**
   * What a caller of another account sees: `hidden` = 404, `nothing` = success with count 0; both without any
   * change. Absent: the call is about nobody's record.
   */
  foreign?: 'hidden' | 'nothing'
  input?(things: Things): { params?: object; query?: object; body?: unknown; bytes?: string }
}

const id = (things: Things) => ({ params: { id: things.list } })
const inList = (things: Things) => ({ params: { type: 'local', id: things.list } })
const SAMPLE = { source: 'sample' }

/** Every endpoint with its rule and a call that succeeds for the owner. An endpoint that is missing fails the test. */
export const ACCESS: Record<string, Line> = {
  'system.health': { rule: 'open', ok: 200 },
  'system.ready': { rule: 'open', ok: 200 },
  'system.openapi': { rule: 'open', ok: 200 },
  'sites.settings': { rule: 'open', ok: 200, input: () => ({ body: { domain: 'a.example' } }) },
  'telemetry.logAppError': { rule: 'open', ok: 200, input: () => ({ body: { message: 'x' } }) },
  'auth.login': {
    rule: 'open',
    ok: 200,
    input: ({ email, password }) => ({ body: { email, password } }),
  },
  'auth.logout': { rule: 'signedIn', ok: 200 },
  'me.show': { rule: 'signedIn', ok: 200 },
  'listTypes.index': { rule: 'signedIn', ok: 200 },
  'wallet.limits': { rule: 'signedIn', ok: 200 },
  'wallet.ledger': { rule: 'wallet', ok: 200 },
  'vocabulary.categories': { rule: 'leads', ok: 200, input: () => ({ query: { q: 'bar' } }) },
  'vocabulary.places': { rule: 'leads', ok: 200, input: () => ({ query: { q: 'oslo' } }) },
  'searches.count': { rule: 'leads', ok: 200, input: () => ({ body: { type: 'local', search: SAMPLE } }) },
  'searches.quote': {
    rule: 'leads',
    ok: 201,
    input: () => ({ body: { type: 'people', search: SAMPLE, limit: 2 } }),
  },
  'runs.index': { rule: 'signedIn', ok: 200 },
  'runs.show': {
    rule: 'signedIn',
    ok: 200,
    foreign: 'hidden',
    input: ({ run }) => ({ params: { id: run } }),
  },
  'runs.cancel': {
    rule: 'signedIn',
    ok: 200,
    foreign: 'hidden',
    input: ({ run }) => ({ params: { id: run } }),
  },
  'events.live': { rule: 'signedIn', ok: 200 },
  'lists.index': { rule: 'leads', ok: 200 },
  'lists.create': {
    rule: 'leads',
    ok: 201,
    input: () => ({ body: { name: 'New', type: 'people', search: SAMPLE, limit: 1 } }),
  },
  'lists.search': {
    rule: 'leads',
    ok: 201,
    foreign: 'hidden',
    input: (things) => ({ ...id(things), body: { search: SAMPLE, limit: 1 } }),
  },
  'lists.show': { rule: 'leads', ok: 200, foreign: 'hidden', input: id },
  'lists.rename': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ ...id(things), body: { name: 'Renamed' } }),
  },
  'lists.delete': { rule: 'leads', ok: 200, foreign: 'hidden', input: id },
  'lists.archive': { rule: 'leads', ok: 200, foreign: 'hidden', input: id },
  'lists.history': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ ...id(things), body: {} }),
  },
  'lists.bulkDelete': {
    rule: 'leads',
    ok: 200,
    foreign: 'nothing',
    input: ({ list }) => ({ body: { resultIds: [list] } }),
  },
  'lists.restore': {
    rule: 'leads',
    ok: 200,
    foreign: 'nothing',
    input: ({ binnedList }) => ({ body: { resultIds: [binnedList] } }),
  },
  'lists.bulkArchive': {
    rule: 'leads',
    ok: 200,
    foreign: 'nothing',
    input: ({ list }) => ({ body: { resultIds: [list], is_archived: true } }),
  },
  'leads.index': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ ...inList(things), body: {} }),
  },
  'leads.facets': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ ...inList(things), body: {} }),
  },
  'leads.show': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ params: { ...inList(things).params, resultId: things.leads[0] } }),
  },
  'leads.delete': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ ...inList(things), body: { resultIds: things.leads } }),
  },
  'leads.restore': {
    rule: 'leads',
    ok: 200,
    foreign: 'hidden',
    input: (things) => ({ ...inList(things), body: { resultIds: [things.binnedLead] } }),
  },
  'uploads.create': { rule: 'signedIn', ok: 201, input: () => ({ body: { name: 'a.csv', size: 5 } }) },
  'uploads.show': {
    rule: 'signedIn',
    ok: 200,
    foreign: 'hidden',
    input: ({ upload }) => ({ params: { id: upload } }),
  },
  'uploads.append': {
    rule: 'signedIn',
    ok: 200,
    foreign: 'hidden',
    input: ({ upload }) => ({ params: { id: upload }, query: { offset: 0 }, bytes: 'id,na' }),
  },
  'files.download': { rule: 'open', ok: 200, input: ({ ticket }) => ({ params: { ticket } }) },
  'exports.create': {
    rule: 'leads',
    ok: 201,
    foreign: 'hidden',
    input: ({ list }) => ({ body: { list_id: list } }),
  },
  'corpus.sources': { rule: 'staff', ok: 200 },
  'corpus.preview': {
    rule: 'staff',
    ok: 200,
    input: ({ importUpload }) => ({ body: { upload_id: importUpload } }),
  },
  'corpus.import': {
    rule: 'staff',
    ok: 201,
    input: ({ importUpload }) => ({ body: { upload_id: importUpload, source: 'matrix', licence: 'test' } }),
  },
  'corpus.rejected': {
    rule: 'staff',
    ok: 200,
    input: ({ importRun }) => ({ params: { run_id: importRun } }),
  },
  'corpus.rejectedFile': {
    rule: 'staff',
    ok: 200,
    input: ({ importRun }) => ({ params: { run_id: importRun } }),
  },
}

/** What a caller must get. */
export function expectedStatus(line: Line, caller: Caller): number {
  const refusal = (RULES[line.rule] as Partial<Record<Caller, Refusal>>)[caller]
  if (refusal) return refusal
  return line.foreign === 'hidden' && !OWNERS.has(caller) ? 404 : line.ok
}

/** True when the call must not change anything of the owner's: it is refused or about somebody else's record. */
export const mustNotTouch = (line: Line, caller: Caller): boolean =>
  expectedStatus(line, caller) >= 400 || (line.foreign !== undefined && !OWNERS.has(caller))
