import { HISTORY_EVENTS } from '#contract/leads/history.ts'
import { LEAD_STATUS_LABELS, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import type { LeadDetail } from '#contract/leads/leads.ts'
import { formatSignalChange, type SignalChange } from '#contract/leads/signal-changes.ts'
import { emailLabel } from '#web/lib/email-labels.ts'
import { emailSearchReason } from '#web/lib/email-search-labels.ts'
import { formatCount, formatCredits, formatList } from '#web/lib/format.ts'
import { originLabel } from './value-origins.ts'

type Entry = LeadDetail['history'][number]
type LoggedEvent = Pick<Entry, 'event' | 'detail' | 'user' | 'user_name'>

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `Ann found …`, or `Found …` without a known person. */
const did = ({ user_name: name, user }: LoggedEvent, label: string): string =>
  name || user ? `${name || user} ${label}` : capital(label)

/** Found fields; those that accompany an email are omitted. */
const FOUND: Record<string, string> = {
  email: 'an email',
  phone: 'a phone number',
  website: 'a website',
  linkedin_url: 'a LinkedIn profile',
  facebook_url: 'a Facebook page',
  instagram_url: 'an Instagram profile',
  name: 'a name',
  position: 'a position',
}
const UNTOLD = new Set(['email_state', 'email_kind'])

function foundLabel({ fields }: Entry['detail']): string {
  const names = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
  const listed = names
    .filter((name) => !UNTOLD.has(name))
    .map((name) => FOUND[name] ?? name.replaceAll('_', ' '))
  return listed.length > 0 ? `found ${formatList(listed)}` : 'found more about this lead'
}

/** ` in 3 sources`, if known. */
const inSources = (sources: unknown): string =>
  typeof sources === 'number' ? ` in ${formatCount(sources, 'source')}` : ''

function searchedLabel({
  email_search: state,
  email_search_reason: reason,
  sources,
}: Entry['detail']): string {
  if (state !== 'unreadable') return `looked for an email${inSources(sources)} and found none`
  const why = text(reason) ? `: ${emailSearchReason(text(reason))}` : ''
  return `looked for an email, but couldn’t read the website${why}`
}

function deletedLabels({ count }: Entry['detail'], verb: string): string {
  const others = typeof count === 'number' ? count - 1 : 0
  return others > 0 ? `${verb} this lead and ${formatCount(others, 'other')}` : `${verb} this lead`
}

/** What a CRM or sender told about a lead. */
function outcomeLabel({ crm, status }: Entry['detail']): string {
  if (status === 'won') return `Won in ${text(crm)}`
  return `${LEAD_STATUS_LABELS[status as LeadStatus] ?? 'Changed'} (told by ${text(crm)})`
}

const readName = (list: unknown): string =>
  typeof list === 'object' && list !== null && 'name' in list ? text(list.name) : ''

/** ` from “A” to “B”`, as far as the names are known. */
function fromTo({ from, to }: Entry['detail']): string {
  const [left, right] = [readName(from), readName(to)]
  return `${left ? ` from “${left}”` : ''}${right ? ` to “${right}”` : ''}`
}

const signalChanges = ({ signals }: Entry['detail']): SignalChange[] =>
  Array.isArray(signals) ? (signals as SignalChange[]) : []

const SENTENCES: Partial<Record<Entry['event'], (entry: LoggedEvent) => string>> = {
  'lead.added': (entry) => {
    const source = text(entry.detail.source)
    return did(entry, `added this lead${source ? ` from ${originLabel(source)}` : ''}`)
  },
  'lead.enriched': (entry) => did(entry, foundLabel(entry.detail)),
  'lead.email_searched': (entry) => did(entry, searchedLabel(entry.detail)),
  'lead.looked_up': (entry) => {
    const { want, sources } = entry.detail
    const value = want === 'phone' ? 'a phone number' : 'a profile'
    return did(entry, `looked for ${value}${inSources(sources)} and found none`)
  },
  'lead.signals_changed': ({ detail }) => formatList(signalChanges(detail).map(formatSignalChange)),
  'lead.email_checked': ({ detail }) =>
    detail.because === 'bounced'
      ? 'An email to this address bounced'
      : `Email verified: ${emailLabel(text(detail.email_state)).label.toLowerCase()}`,
  'lead.expired': () => 'Values were deleted because their source doesn’t allow keeping them longer',
  'lead.sent': (entry) => did(entry, `sent this lead to ${text(entry.detail.to) || 'a CRM'}`),
  'leads.deleted': (entry) => did(entry, deletedLabels(entry.detail, 'deleted')),
  'leads.restored': (entry) => did(entry, deletedLabels(entry.detail, 'restored')),
  'leads.added_by_hand': (entry) => did(entry, 'added this lead manually'),
  'leads.received': ({ detail }) => `Sent through ${text(detail.from) || 'a form'}`,
  'leads.merged': (entry) => did(entry, 'merged this lead with its duplicates'),
  'leads.labelled': (entry) => did(entry, 'changed the labels'),
  'leads.edited': (entry) => did(entry, 'changed this lead'),
  'leads.status_changed': (entry) =>
    entry.detail.crm ? outcomeLabel(entry.detail) : did(entry, 'changed the status'),
  'leads.moved': (entry) => did(entry, `moved this lead${fromTo(entry.detail)}`),
  'leads.copied': (entry) => did(entry, `copied this lead${fromTo(entry.detail)}`),
  'leads.cleaned_up': (entry) => did(entry, 'cleaned up this lead’s values'),
  'leads.undone': (entry) => did(entry, 'undid a change'),
  'run.lead_import': (entry) => did(entry, 'imported this lead'),
}

/** An event's label with its person: `Leads scored by Ann`. */
const byPerson = ({ event, user_name: name, user }: LoggedEvent): string =>
  name || user ? `${HISTORY_EVENTS[event]} by ${name || user}` : HISTORY_EVENTS[event]

/** A lead event as a sentence without a full stop: `Ann found an email · 1 credit`. */
export function eventSentence(entry: LoggedEvent & Pick<Entry, 'credits'>): string {
  const sentence = SENTENCES[entry.event]?.(entry) ?? byPerson(entry)
  return entry.credits > 0 ? `${sentence} · ${formatCredits(entry.credits)}` : sentence
}
