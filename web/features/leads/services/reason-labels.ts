import {
  describeReason,
  REASON_OPERATORS,
  type ReasonOperator,
  reasonKey,
  ServiceSignal,
} from '#contract/leads/reasons.ts'
import { findSignal, SIGNALS, type SignalDefinition, type SignalId } from '#contract/leads/signals.ts'

/** A reason of a service as its form shows it: a short name, and what it means. */
export function reasonLabel(reason: ServiceSignal): { label: string; means: string } {
  const { label, kind, reason: means } = findSignal(reason.signal)
  if (kind !== 'yes-no') return { label: describeReason(reason), means }
  return { label: reason.is === 'yes' ? label : `${label}: no`, means: describeReason(reason) }
}

/** A question about the value of a signal: “Broken links: at least …”. */
export interface ValueQuestion {
  key: string
  label: string
  signal: SignalId
  operator: ReasonOperator
  /** All answers; null where any is possible. */
  values: readonly string[] | null
  isNumber: boolean
}

const ofValues: readonly (SignalDefinition & { id: SignalId })[] = SIGNALS
/** All of them, in the order of the catalog. */
export const VALUE_QUESTIONS: readonly ValueQuestion[] = ofValues
  .filter(({ kind, isAhead }) => kind !== 'yes-no' && !isAhead)
  .flatMap(({ id, label, kind, values = null }) =>
    Object.entries(REASON_OPERATORS[kind]).map(([operator, { before, after = '' }]) => ({
      key: `${id}:${operator}`,
      label: `${label}: ${before} … ${after}`.trim(),
      signal: id,
      operator: operator as ReasonOperator,
      values,
      isNumber: kind === 'count' || kind === 'date',
    })),
  )

/** The reason of a question and its answer; null for an answer that doesn’t fit. */
export function answerQuestion({ signal, operator, isNumber }: ValueQuestion, answer: string) {
  const text = answer.trim()
  return ServiceSignal.safeParse({ signal, [operator]: isNumber ? Number(text) : text }).data ?? null
}

interface Option {
  value: string
  label: string
}

/** Reasons that can be added, in groups; those that are chosen are left out. */
export function reasonOptions(chosen: readonly ServiceSignal[]): { group: string; items: Option[] }[] {
  const taken = new Set(chosen.map(reasonKey))
  const all: readonly SignalDefinition[] = SIGNALS
  const option = (signal: ServiceSignal): Option[] =>
    taken.has(reasonKey(signal)) ? [] : [{ value: reasonKey(signal), label: reasonLabel(signal).label }]
  const asked = SIGNALS.filter(({ kind }) => kind === 'yes-no')
  const groups = [...new Set(all.map(({ group }) => group))].map((group) => ({
    group: group as string,
    items: asked
      .filter((signal) => signal.group === group)
      .flatMap(({ id }) => option({ signal: id, is: 'yes' })),
  }))
  const opposites = asked.flatMap(({ id }) => option({ signal: id, is: 'no' }))
  return [...groups, { group: 'The opposite', items: opposites }].filter(({ items }) => items.length > 0)
}

/** The reason of an option’s value. */
export function readReason(value: string): ServiceSignal | null {
  const [id, , is = ''] = value.split(':')
  const signal = SIGNALS.find((known) => known.id === id)
  return signal ? { signal: signal.id, is } : null
}
