import type { ApiScope } from '#contract/core/scopes.ts'

/** The caller: one column of the access matrix. */
const CALLERS = [
  'nobody',
  'main',
  'member',
  'ownLists',
  'memberWithoutModule',
  'withoutModule',
  'otherAccount',
  'reseller',
  'customer',
  'admin',
] as const
export type Caller = (typeof CALLERS)[number]

/** Callers of the account that owns the records. */
const OWNERS: ReadonlySet<Caller> = new Set(['main', 'member', 'ownLists', 'memberWithoutModule'])
/** Members who are not owners, with the modules of the account; `ownLists` sees only lists of their own. */
const MEMBERS: Caller[] = ['member', 'ownLists']

type Refusal = 401 | 403 | 404 | 409
const refused = (status: Refusal, callers: Caller[]) =>
  Object.fromEntries(callers.map((caller) => [caller, status]))
const SIGNED_OUT = refused(401, ['nobody'])
const SIGNED_IN = CALLERS.filter((caller) => caller !== 'nobody')
const NO_SELLERS = SIGNED_IN.filter((caller) => caller !== 'reseller' && caller !== 'admin')
const EVERYBODY_BUT_ADMIN = CALLERS.filter((caller) => caller !== 'admin' && caller !== 'nobody')

/** The rules, each as the callers that it refuses. Independent of the contract. */
const RULES = {
  open: {},
  signedIn: SIGNED_OUT,
  leads: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule', 'withoutModule']) },
  /** For a shared record: its creator and owners of the account. */
  leadsOwner: { ...SIGNED_OUT, ...refused(403, [...MEMBERS, 'memberWithoutModule', 'withoutModule']) },
  /** Owners, and members with a module. */
  memberModule: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule']) },
  ai: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule', 'otherAccount', 'reseller', 'customer']) },
  wallet: { ...SIGNED_OUT, ...refused(403, [...MEMBERS, 'memberWithoutModule']) },
  /** The payer, except for the platform's account, which pays nobody. */
  buyer: {
    ...SIGNED_OUT,
    ...refused(403, [...MEMBERS, 'memberWithoutModule']),
    ...refused(409, ['admin']),
  },
  mainUser: { ...SIGNED_OUT, ...refused(403, [...MEMBERS, 'memberWithoutModule']) },
  /** Owners of accounts with a brand: resellers and the platform. */
  seller: { ...SIGNED_OUT, ...refused(403, NO_SELLERS) },
  /** Impersonation: a reseller can't find members of this account. */
  actingStaff: { ...SIGNED_OUT, ...refused(403, NO_SELLERS), ...refused(404, ['reseller']) },
  staff: { ...SIGNED_OUT, ...refused(403, EVERYBODY_BUT_ADMIN) },
} satisfies Record<string, Partial<Record<Caller, Refusal>>>
type Rule = keyof typeof RULES

/**
 * Ids for the calls. One set serves all callers without access and then the owner; every other permitted caller gets
 * a separate set.
 */
export interface CallRecords {
  list: number
  binnedList: number
  /** A list of people with one lead. */
  peopleList: { id: number; leads: number[] }
  leads: number[]
  binnedLead: number
  /** A view that the owner shares with the account. */
  view: number
  deletedView: number
  service: number
  deletedService: number
  form: number
  deletedForm: number
  /** A call that enriched one lead. */
  enrichCall: number
  /** What was handed in at the import address of a list. */
  importDelivery: { list: number; id: number }
  exportTemplate: number
  /** The owner's note on a lead. */
  note: number
  deletedNote: number
  customField: number
  /** The owner's labels; the first has a rule. */
  label: number
  otherLabel: number
  deletedLabel: number
  deletedCustomField: number
  /** A change of leads that can be undone. */
  leadChange: { list: number; token: number }
  run: number
  /** An export run whose file was downloaded. */
  exportRun: number
  upload: string
  ticket: string
  importRun: number
  leadImport: number
  /** Two possible duplicates in the corpus. */
  duplicate: { place_id: number; other_id: number }
  importUpload: string
  /** A corpus source that is fetched by area. */
  areaSource: number
  /** A run of checks, a checked address, and an uploaded file of addresses. */
  verifyRun: number
  checkedAddress: string
  addressUpload: string
  email: string
  /** Of every caller. */
  password: string
  /** A session and an API key of the owner other than those of the calls. */
  session: number
  apiKey: number
  /** The request of an app that wants to be connected. */
  appRequest: string
  mainUser: number
  /** The owner's account. */
  account: number
  /** A member of the platform's account who is not staff. */
  colleague: number
  /** A member of the owner's account who is not a caller. */
  teammate: number
  invitation: number
  mail: number
  /** Email of the owner of a platform account who is not a caller. */
  customer: string
  /** A finished export of all the owner's data. */
  accountExport: number
  notification: number
  /** An entry of the owner's suppression list. */
  suppression: number
  erasure: number
  /** The owner's list, filled by a search. */
  searchedList: number
  autopilot: number
  deletedAutopilot: number
  crmConnection: number
  /** A finished push of the owner's list with a failed lead. */
  crmRun: number
  webhook: number
  deletedWebhook: number
  /** A Zap's subscription. */
  zapierHook: number
  webhookListener: number
  webhookDelivery: number
  profile: { id: number; version: number }
  /** A course of the product and one of its items. */
  course: { id: number; item: number }
  /** A customer's credit request to the owner's account. */
  creditRequest: number
  /** A kit that the owner shares, and a roll-out that nobody has begun. */
  kit: number
  kitRollout: number
  /** The owner's account itself. */
  ownAccount: number
  /** A shared prompt of the owner, and one with two versions. */
  prompt: number
  changedPrompt: number
  /** A run of texts without failures, and a text that waits for review. */
  aiRun: number
  aiText: number
  /** The owner's training: one of each kind, one in the trash; a finished crawl, and its website. */
  training: Record<'page' | 'text' | 'qa' | 'file' | 'deleted' | 'job' | 'website', number>
  termsVersion: number
}

export interface Line {
  rule: Rule
  /** Scope that an API key needs; absent: API keys have no access. Independent of the contract. */
  scope?: ApiScope
  /** Status of success. */
  ok: number
  /**
   * The reply to a caller of another account: `hidden` = 404, `nothing` = success with count 0; both without any
   * change. `private` and `ignored` are the same for everyone but the owner. Absent: the call concerns no single
   * record.
   */
  foreign?: 'hidden' | 'nothing' | 'private' | 'ignored'
  /** It concerns all lists of the account: refused to a member who sees only their own. */
  allLists?: true
  /** Name of the call that the same caller makes first. */
  after?: string
  input?(things: CallRecords): { params?: object; query?: object; body?: unknown; bytes?: string }
}

/** Records that belong to a list, or to a run or an autopilot of one. */
const OF_LISTS: ReadonlySet<string> = new Set<keyof CallRecords>([
  'aiRun',
  'aiText',
  'autopilot',
  'binnedLead',
  'binnedList',
  'crmRun',
  'deletedAutopilot',
  'enrichCall',
  'exportRun',
  'importDelivery',
  'importRun',
  'leadChange',
  'leadImport',
  'leads',
  'list',
  'peopleList',
  'run',
  'searchedList',
])

/** Whether the records of a call are no concern of this caller. */
const isForeign = (line: Line, caller: Caller): boolean =>
  !OWNERS.has(caller) || (caller === 'ownLists' && listRecordNames(line).some((name) => OF_LISTS.has(name)))

function expectedStatus(line: Line, caller: Caller): number {
  const refusal = (RULES[line.rule] as Partial<Record<Caller, Refusal>>)[caller]
  if (refusal) return refusal
  if (line.allLists && caller === 'ownLists') return 403
  if (line.foreign === 'private' && caller !== 'main') return 404
  return line.foreign === 'hidden' && isForeign(line, caller) ? 404 : line.ok
}

/** True when the call is refused or concerns another account's record. */
const mustNotTouch = (line: Line, caller: Caller): boolean =>
  expectedStatus(line, caller) >= 400 ||
  (line.foreign === 'ignored' ? caller !== 'main' : line.foreign !== undefined && isForeign(line, caller))

/** One cell of the matrix: caller and expected reply. */
export interface Cell {
  title: string
  caller: Caller
  /** An API key of the owner: `full` has every scope, another one every scope but this. */
  key?: 'full' | ApiScope
  status: number
  /** The call must not change anything of the owner. */
  quiet: boolean
  /** Message of a 403, if it matters. */
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
 * A line's cells in call order: first everyone who must not change the records, then the owner, who must still reach
 * them, then the others.
 */
export function listCells(line: Line): Cell[] {
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

/** Names of the records used by a line's input. */
export function listRecordNames(line: Line): string[] {
  const names = new Set<string>()
  // Acts as any record and any of its properties.
  const anyRecord: unknown = new Proxy(() => '0', {
    get: (_target, name) => (name === Symbol.toPrimitive ? () => '0' : anyRecord),
  })
  const things = new Proxy({} as CallRecords, {
    get(_target, name) {
      names.add(String(name))
      return anyRecord
    },
  })
  line.input?.(things)
  return [...names]
}
