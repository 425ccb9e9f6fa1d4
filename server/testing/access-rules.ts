import type { ApiScope } from '#contract/core/scopes.ts'

/** Who calls: one column of the access matrix. */
const CALLERS = [
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

type Refusal = 401 | 403 | 404 | 409
const refused = (status: Refusal, callers: Caller[]) =>
  Object.fromEntries(callers.map((caller) => [caller, status]))
const SIGNED_OUT = refused(401, ['nobody'])
const SIGNED_IN = CALLERS.filter((caller) => caller !== 'nobody')
const NO_SELLERS = SIGNED_IN.filter((caller) => caller !== 'reseller' && caller !== 'admin')
const EVERYBODY_BUT_ADMIN = CALLERS.filter((caller) => caller !== 'admin' && caller !== 'nobody')

/** The rules there are, each as the callers that it refuses. Written out here, not read from the contract. */
const RULES = {
  open: {},
  signedIn: SIGNED_OUT,
  leads: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule', 'withoutModule']) },
  /** Of a shared record: whoever made it, and owners of the account. */
  leadsOwner: { ...SIGNED_OUT, ...refused(403, ['member', 'memberWithoutModule', 'withoutModule']) },
  /** Owners, and members with a module. */
  memberModule: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule']) },
  ai: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule', 'otherAccount', 'reseller', 'customer']) },
  wallet: { ...SIGNED_OUT, ...refused(403, ['member', 'memberWithoutModule']) },
  /** Who pays, unless there is nobody to pay: the account of the installation itself. */
  buyer: {
    ...SIGNED_OUT,
    ...refused(403, ['member', 'memberWithoutModule']),
    ...refused(409, ['admin']),
  },
  mainUser: { ...SIGNED_OUT, ...refused(403, ['member', 'memberWithoutModule']) },
  /** Owners of accounts that have a brand of their own: resellers, and the installation. */
  seller: { ...SIGNED_OUT, ...refused(403, NO_SELLERS) },
  /** To log in as someone: for a reseller, nobody of this account exists. */
  actingStaff: { ...SIGNED_OUT, ...refused(403, NO_SELLERS), ...refused(404, ['reseller']) },
  staff: { ...SIGNED_OUT, ...refused(403, EVERYBODY_BUT_ADMIN) },
} satisfies Record<string, Partial<Record<Caller, Refusal>>>
type Rule = keyof typeof RULES

/**
 * The ids a call can be about. One set serves all callers who must not reach it and then the owner, who must; everyone
 * else who is let through gets a set of their own.
 */
export interface Things {
  list: number
  binnedList: number
  /** A list of people with one of them. */
  peopleList: { id: number; leads: number[] }
  leads: number[]
  binnedLead: number
  /** Views of the owner's that the account shares. */
  view: number
  deletedView: number
  exportTemplate: number
  /** A note of the owner's on a lead. */
  note: number
  deletedNote: number
  customField: number
  /** Labels of the owner's; the first has a rule. */
  label: number
  otherLabel: number
  deletedLabel: number
  deletedCustomField: number
  /** A change of a list's leads that can be undone. */
  leadChange: { list: number; token: number }
  run: number
  /** A run of an export whose file was downloaded. */
  exportRun: number
  upload: string
  ticket: string
  importRun: number
  /** A run that imported leads. */
  leadImport: number
  /** Two records of the corpus that may be one. */
  duplicate: { place_id: number; other_id: number }
  importUpload: string
  /** A source of the corpus that is fetched by area. */
  areaSource: number
  /** A run of checks, an address that was checked, and an uploaded file of addresses. */
  verifyRun: number
  checkedAddress: string
  addressUpload: string
  email: string
  /** Of every caller. */
  password: string
  /** A session and an API key of the owner, beside those of the calls. */
  session: number
  apiKey: number
  mainUser: number
  /** The owner's account. */
  account: number
  /** Someone of the platform's own account who is not staff. */
  colleague: number
  /** A member of the owner's account that nobody calls as. */
  teammate: number
  invitation: number
  mail: number
  /** Email of the owner of an account of the platform that nobody calls as. */
  customer: string
  /** A finished export of all data of the owner's. */
  accountExport: number
  /** An unread notification of the owner's. */
  notification: number
  /** An entry of the owner's suppression list. */
  suppression: number
  /** The report of an erasure by the owner. */
  erasure: number
  /** A list of the owner's that a search made. */
  searchedList: number
  autopilot: number
  deletedAutopilot: number
  /** A connection to Zapier of the owner's account. */
  crmConnection: number
  /** A finished push of the owner's list, of which a lead has failed. */
  crmRun: number
  webhook: number
  deletedWebhook: number
  /** A subscription of a Zap. */
  zapierHook: number
  webhookDelivery: number
  /** The business profile of the owner's account. */
  profile: { id: number; version: number }
  /** A course of the product's, and one of its items. */
  course: { id: number; item: number }
  /** Credit request that a customer made to the owner's account. */
  creditRequest: number
  /** The owner's account itself. */
  ownAccount: number
  /** A prompt of the owner's that the team shares, and one with two versions. */
  prompt: number
  changedPrompt: number
  /** A run of texts in which nothing failed, and a text that waits for review. */
  aiRun: number
  aiText: number
  /** Training of the owner's, one of each kind, one in the trash; a crawl that has ended, and its website. */
  training: Record<'page' | 'text' | 'qa' | 'file' | 'deleted' | 'job' | 'website', number>
  /** Version of the newest terms. */
  termsVersion: number
}

export interface Line {
  rule: Rule
  /** What an API key needs; absent: no key may. Written out here, not read from the contract. */
  scope?: ApiScope
  /** Status of success. */
  ok: number
  /**
   * What a caller of another account sees: `hidden` = 404, `nothing` = success with count 0; both without any
   * change. `private` is `hidden`, `ignored` is `nothing` for everyone but the owner. Absent: the call is about
   * nobody's record.
   */
  foreign?: 'hidden' | 'nothing' | 'private' | 'ignored'
  /** Name of the call that the same caller makes first. */
  after?: string
  input?(things: Things): { params?: object; query?: object; body?: unknown; bytes?: string }
}

/** What a caller must get. */
function expectedStatus(line: Line, caller: Caller): number {
  const refusal = (RULES[line.rule] as Partial<Record<Caller, Refusal>>)[caller]
  if (refusal) return refusal
  if (line.foreign === 'private' && caller !== 'main') return 404
  return line.foreign === 'hidden' && !OWNERS.has(caller) ? 404 : line.ok
}

/** True when the call must not change anything of the owner's: it is refused or about someone else's record. */
const mustNotTouch = (line: Line, caller: Caller): boolean =>
  expectedStatus(line, caller) >= 400 ||
  (line.foreign === 'ignored' ? caller !== 'main' : line.foreign !== undefined && !OWNERS.has(caller))

/** One cell of the matrix: who calls, and what they must get. */
export interface Cell {
  title: string
  caller: Caller
  /** An API key of the owner: `full` has every scope, another one every scope but this. */
  key?: 'full' | ApiScope
  status: number
  /** The call must not change anything of the owner's. */
  quiet: boolean
  /** The sentence of a 403, where it matters which. */
  refusal?: string
}

function keyCell(line: Line, title: string, key: 'full' | ApiScope): Cell {
  const scoped = key === 'full'
  const status = line.rule === 'open' || (line.scope && scoped) ? expectedStatus(line, 'main') : 403
  const lacking = scoped
    ? 'You don’t have permission to do this'
    : `This API key lacks the scope "${line.scope}"`
  const refusal = line.scope ? lacking : 'This request needs a signed-in person'
  return { title, caller: 'main', key, status, quiet: status >= 400, refusal }
}

/**
 * The cells of a line in the order of the calls: first everyone who must not touch the records, then the owner, who
 * must still reach them, then the others.
 */
export function cellsOf(line: Line): Cell[] {
  const people = CALLERS.map((caller) => ({
    title: `by ${caller}`,
    caller,
    status: expectedStatus(line, caller),
    quiet: mustNotTouch(line, caller),
  }))
  const cells: Cell[] = [
    ...people,
    keyCell(line, 'with an API key of every scope', 'full'),
    keyCell(line, 'with an API key of other scopes only', line.scope ?? 'read'),
  ]
  const place = ({ quiet, caller, key }: Cell) => (quiet ? 0 : caller === 'main' && !key ? 1 : 2)
  return cells.sort((a, b) => place(a) - place(b))
}

/** The names of the things that the input of a line takes. */
export function thingsOf(line: Line): string[] {
  const names = new Set<string>()
  // Stands for any thing and for whatever is in it.
  const anything: unknown = new Proxy(() => '0', {
    get: (_target, name) => (name === Symbol.toPrimitive ? () => '0' : anything),
  })
  const things = new Proxy({} as Things, {
    get(_target, name) {
      names.add(String(name))
      return anything
    },
  })
  line.input?.(things)
  return [...names]
}
