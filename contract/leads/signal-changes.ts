import { counted } from '../core/plural.ts'
import { findSignal, type SignalId } from './signals.ts'

/** A known value of a signal that another one replaced. */
export interface SignalChange {
  signal: string
  from: string | number | null
  to: string | number | null
}

/** What became of it: when it turned to yes, and to no. Others are read from their label. */
const PHRASES: Partial<Record<string, readonly [string, string]>> = {
  no_website: ['website gone', 'first website'],
  dead_site: ['website stopped answering', 'website answers again'],
  parked: ['website parked', 'website no longer parked'],
  no_title: ['page title gone', 'page title added'],
  no_description: ['page description gone', 'page description added'],
  not_mobile: ['no longer made for phones', 'now made for phones'],
  outdated: ['website became outdated', 'website updated'],
  no_booking: ['booking link gone', 'booking link added'],
  free_mail: ['moved to a free email provider', 'left its free email provider'],
  hiring: ['started hiring', 'stopped hiring'],
}

const findLabel = (id: string): string => findSignal(id as SignalId)?.label ?? id
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** `Online booking` of “No online booking”; null for a label that lacks nothing. */
const findLacked = (label: string): string | null => {
  const lacked = /^(?:No|Not) (.+)$/.exec(label)?.[1]
  return lacked === undefined ? null : capital(lacked)
}

const OPPOSITE: Record<string, string> = { yes: 'no', no: 'yes' }

/** The change in people’s words, about what is there rather than what lacks: `Online booking: yes → no`. */
export function formatSignalChange({ signal, from, to }: SignalChange): string {
  const label = findLabel(signal)
  if (from === null) return `${label}: ${to}`
  const lacked = OPPOSITE[String(to)] ? findLacked(label) : null
  const word = (value: string | number | null) =>
    value === null ? 'unknown' : (lacked && OPPOSITE[String(value)]) || String(value)
  return `${lacked ?? label}: ${word(from)} → ${word(to)}`
}

/** What happened, in a few words: `booking link gone`. */
function nameSignalChange({ signal, to }: SignalChange): string {
  const label = findLabel(signal)
  if (findSignal(signal as SignalId)?.isNews) return small(label)
  if (to !== 'yes' && to !== 'no') return `${small(label)} changed`
  const at = to === 'yes' ? 0 : 1
  const phrase = PHRASES[signal]?.[at]
  if (phrase) return phrase
  const lacked = findLacked(label)
  return lacked === null ? `${small(label)}: ${to}` : `${small(lacked)} ${at === 0 ? 'gone' : 'added'}`
}

/** The most frequent changes of many leads: `booking link gone at 3 leads, stopped hiring at 1 lead`. */
export function summariseSignalChanges(
  leads: readonly { changes: readonly SignalChange[] }[],
  most = 5,
): string {
  const counts = new Map<string, number>()
  for (const { changes } of leads)
    for (const name of new Set(changes.map(nameSignalChange))) counts.set(name, (counts.get(name) ?? 0) + 1)
  const named = [...counts].sort(([, a], [, b]) => b - a)
  const more = named.length - most
  return [
    ...named.slice(0, most).map(([name, count]) => `${name} at ${counted(count, 'lead')}`),
    ...(more > 0 ? [`and ${counted(more, 'other change')}`] : []),
  ].join(', ')
}
