import type { WebhookEventType } from '#contract/activity/webhook-events.ts'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/core/audit.ts'
import type { Capability } from '#contract/core/capabilities.ts'
import { MODULE_LABELS } from '#contract/core/constants.ts'
import { actingRule, type Endpoint, type Schema } from '#contract/core/endpoint.ts'

/** What each capability is about. */
const CAPABILITY_TEXTS: Record<Capability, string> = {
  see_work: 'runs, uploads, the business profile, available sources and the language model',
  see_crm: 'CRM connections and pushes',
  see_all_lists: 'what is about leads of the whole account',
  use_wallet: 'balance, transactions, statements and credit requests',
  sell: 'packages, and customers’ requests for credits',
  manage_account: 'name, time zone, terms and closing of the account',
  manage_team: 'members and invitations',
  manage_webhooks: 'webhooks',
  manage_crm: 'setting up CRM connections',
  manage_brand: 'brand, domains and sign-up of the account’s own site',
  manage_sources: 'keys of lead sources',
  manage_models: 'the key of the language model',
  erase_people: 'suppression and erasure',
  see_audit: 'the audit log',
  log_in_as: 'logging in as someone else',
  see_admin: 'reading the admin panel',
  administer: 'changing the installation',
  support_users: 'support of people of any account',
  see_revenue: 'revenue and subscriptions of the installation',
}

/** Events that webhooks may get after a change; a run has its own. */
const EVENTS_AFTER: Partial<Record<AuditAction, readonly WebhookEventType[]>> = {
  'account.created': ['customer.created'],
  'account.reopened': ['customer.reopened'],
  'autopilot.paused': ['autopilot.paused'],
  'autopilot.run': ['autopilot.finished'],
  'lead.enriched': ['lead.added', 'lead.changed'],
  'leads.added_by_hand': ['lead.added'],
  'leads.cleaned_up': ['lead.changed'],
  'leads.deleted': ['lead.deleted'],
  'leads.edited': ['lead.changed'],
  'leads.merged': ['lead.changed', 'lead.deleted'],
  'leads.moved': ['lead.added', 'lead.deleted'],
  'leads.received': ['lead.added', 'lead.changed'],
  'leads.restored': ['lead.added'],
  'leads.status_changed': ['lead.changed', 'lead.won', 'lead.won_undone'],
  'leads.undone': ['lead.added', 'lead.changed', 'lead.deleted'],
  'list.created': ['list.created'],
  'list.deleted': ['list.deleted'],
  'list.restored': ['list.created'],
  'person.erased': ['lead.deleted'],
  'subscription.changed': ['customer.subscribed', 'customer.cancelled'],
  'suppression.added': ['lead.deleted'],
}

/** Changes that are the start of a run, whatever the call is named. */
const STARTS_RUN: ReadonlySet<AuditAction> = new Set<AuditAction>([
  'autopilot.run',
  'corpus.source_removed',
  'run.retried',
  'run.started',
])

const startsRun = ({ audit, scope }: Endpoint): boolean =>
  audit !== undefined && (STARTS_RUN.has(audit) || (scope === 'spend' && audit === 'list.created'))

/** Who may call it. */
function describeAccess({ access, scope, whileClosed, whileLocked, ...rest }: Endpoint): string {
  if (access === 'public') return 'Anyone may call it; it needs no token.'
  const callers = scope
    ? `A signed-in person or an API key with the scope \`${scope}\` may call it`
    : 'Only a signed-in person may call it, no API key'
  const conditions = [
    ...(access.module ? [`the module \`${access.module}\` (${MODULE_LABELS[access.module]})`] : []),
    ...(access.can ? [`the capability \`${access.can}\` (${CAPABILITY_TEXTS[access.can]})`] : []),
  ]
  const needs = conditions.length > 0 ? `. The person needs ${conditions.join(' and ')}` : ''
  const closed = whileClosed
    ? ' It works in closed, locked and read-only accounts.'
    : whileLocked
      ? ' It works in locked and read-only accounts.'
      : ''
  const acting =
    actingRule({ access, ...rest }) === 'never' ? ' Nobody may call it while logged in as someone else.' : ''
  return `${callers}${needs}.${closed}${acting}`
}

/** The fields of an object, also of one that has a default. */
function readShape(schema: Schema | undefined): Record<string, unknown> {
  const def = schema?._zod.def as { shape?: Record<string, unknown>; innerType?: Schema } | undefined
  return def?.shape ?? (def?.innerType ? readShape(def.innerType) : {})
}

/** What it may cost. */
function describeCost({ scope, method, body }: Endpoint): string | null {
  if (method === 'GET') return null
  if (scope !== 'spend') return scope === undefined ? null : 'It costs no credits.'
  return 'max_cost' in readShape(body)
    ? 'It may cost credits: at most those of its quote or `max_cost`.'
    : 'It starts, or allows, work that may cost credits.'
}

/** What it changes and starts, and what tells others about it. */
function describeEffect(endpoint: Endpoint): string[] {
  const { audit, method, changesNothing } = endpoint
  if (!audit) return changesNothing && method !== 'GET' ? ['It changes nothing.'] : []
  const run = startsRun(endpoint)
  const events = [...(EVENTS_AFTER[audit] ?? []), ...(run ? ['run.finished'] : [])]
  return [
    ...(run ? ['It starts a run: `GET /api/runs/{id}` shows its progress, until `finished_at` is set.'] : []),
    ...(events.length > 0
      ? [`Webhooks may get ${events.map((event) => `\`${event}\``).join(', ')} after it.`]
      : []),
    `A change is recorded in the audit log as “${AUDIT_ACTIONS[audit]}”.`,
  ]
}

/** Whether it may be repeated. */
const describeRepeats = ({ method, idempotent, changesNothing, kind }: Endpoint): string | null =>
  method !== 'POST' || changesNothing || kind === 'raw'
    ? null
    : idempotent
      ? 'With an `Idempotency-Key` it can be repeated safely.'
      : 'It takes no `Idempotency-Key`: each repeat is a new call.'

const TRANSPORT: Partial<Record<Endpoint['kind'], string>> = {
  stream: 'The reply is one JSON object a line, for as long as the caller stays.',
  upload: 'The body is raw bytes.',
  file: 'The reply is a file.',
}

/** Since when and until when a deprecated call works. */
const describeRemoval = ({ deprecated }: Endpoint): string | undefined =>
  deprecated &&
  `Deprecated since ${deprecated.since}: it may be gone from ${deprecated.removal}. Call \`${deprecated.instead}\` instead.`

/** The description of an operation: its own words, then what follows from its declaration. */
export function describe(endpoint: Endpoint): string {
  const sentences = [
    describeRemoval(endpoint),
    TRANSPORT[endpoint.kind],
    describeAccess(endpoint),
    describeCost(endpoint),
    ...describeEffect(endpoint),
    describeRepeats(endpoint),
  ].filter(Boolean)
  return [...(endpoint.description ? [endpoint.description] : []), sentences.join(' ')].join('\n\n')
}
