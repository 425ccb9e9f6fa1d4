import { describeReason, type ServiceSignal } from '#contract/leads/services.ts'
import { findSignal, SIGNALS, type SignalDefinition } from '#contract/leads/signals.ts'

/** Identifies a reason within a service. */
export const reasonKey = ({ signal, is }: ServiceSignal): string => `${signal}:${is}`

/** A reason of a service as its form shows it: a short name, and what it means. */
export function reasonLabel(reason: ServiceSignal): { label: string; means: string } {
  const { label, kind } = findSignal(reason.signal)
  if (kind === 'names') return { label: describeReason(reason), means: `${label} contains “${reason.is}”` }
  return { label: reason.is === 'yes' ? label : `${label}: no`, means: describeReason(reason) }
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
  const [id, is = ''] = value.split(':')
  const signal = SIGNALS.find((known) => known.id === id)
  return signal ? { signal: signal.id, is } : null
}
