import type { ApiScope } from '#contract/scopes.ts'

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

type Refusal = 401 | 403 | 409
const refused = (status: Refusal, callers: Caller[]) =>
  Object.fromEntries(callers.map((caller) => [caller, status]))
const SIGNED_OUT = refused(401, ['nobody'])
const EVERYBODY_BUT_ADMIN = CALLERS.filter((caller) => caller !== 'admin' && caller !== 'nobody')

/** The rules there are, each as the callers that it refuses. Written out here, not read from the contract. */
const RULES = {
  open: {},
  signedIn: SIGNED_OUT,
  leads: { ...SIGNED_OUT, ...refused(403, ['memberWithoutModule', 'withoutModule']) },
  ai: { ...SIGNED_OUT, ...refused(403, ['otherAccount', 'reseller', 'customer']) },
  wallet: { ...SIGNED_OUT, ...refused(403, ['member', 'memberWithoutModule']) },
  /** Who pays, unless there is nobody to pay: the account of the installation itself. */
  buyer: {
    ...SIGNED_OUT,
    ...refused(403, ['member', 'memberWithoutModule']),
    ...refused(409, ['admin']),
  },
  mainUser: { ...SIGNED_OUT, ...refused(403, ['member', 'memberWithoutModule']) },
  staff: { ...SIGNED_OUT, ...refused(403, EVERYBODY_BUT_ADMIN) },
} satisfies Record<string, Partial<Record<Caller, Refusal>>>
type Rule = keyof typeof RULES

/** The ids a call can be about; made anew for every call that is let through. */
export interface Things {
  list: number
  binnedList: number
  leads: number[]
  binnedLead: number
  /** Views that only the owner sees. */
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
  twin: { place_id: number; other_id: number }
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
  /** A name for the business profile of an account that has none. */
  newBusiness: string
  /** The business profile of the owner's account. */
  profile: { id: number; version: number }
  /** A course of the product's, and one of its items. */
  course: { id: number; item: number }
  /** A request for credits that a customer made to the owner's account. */
  creditRequest: number
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
   * change. `private` is `hidden` for everybody but the owner. Absent: the call is about nobody's record.
   */
  foreign?: 'hidden' | 'nothing' | 'private'
  /** Name of the call that the same caller makes first. */
  after?: string
  input?(things: Things): { params?: object; query?: object; body?: unknown; bytes?: string }
}

/** What a caller must get. */
export function expectedStatus(line: Line, caller: Caller): number {
  const refusal = (RULES[line.rule] as Partial<Record<Caller, Refusal>>)[caller]
  if (refusal) return refusal
  if (line.foreign === 'private' && caller !== 'main') return 404
  return line.foreign === 'hidden' && !OWNERS.has(caller) ? 404 : line.ok
}

/** What an API key of the owner must get; `scoped` tells whether it has the scope of the line. */
export const expectedKeyStatus = (line: Line, scoped: boolean): number =>
  line.rule === 'open' || (line.scope && scoped) ? expectedStatus(line, 'main') : 403

/** True when the call must not change anything of the owner's: it is refused or about somebody else's record. */
export const mustNotTouch = (line: Line, caller: Caller): boolean =>
  expectedStatus(line, caller) >= 400 || (line.foreign !== undefined && !OWNERS.has(caller))
