import * as z from 'zod/mini'
import { text } from '../core/common.ts'
import type { Condition, FilterGroup } from './conditions.ts'
import { daysAgo, resolveDay } from './relative-day.ts'
import { findSignal, SIGNAL_IDS, type SignalDefinition } from './signals.ts'

/** Maximum number of reasons of a service. */
export const MAX_SERVICE_SIGNALS = 20
/** Maximum number of different reasons of all services that a list counts. */
const MAX_JOINED = 80

const Days = z.int().check(z.minimum(1), z.maximum(3650))

/** What a reason asks of its signal: exactly one of these. */
const ASKED = {
  is: z
    .optional(text(60))
    .check(
      z.describe('`yes`, `no` or one of the choices; for names such as `technology` one or part of one'),
    ),
  lacks: z.optional(text(60)).check(z.describe('For names: none of those that are known has this in it')),
  at_least: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))).check(z.describe('For counts')),
  within_days: z.optional(Days).check(z.describe('For dates: in the last so many days')),
  older_than_days: z.optional(Days).check(z.describe('For dates: before so many days')),
}
export type ReasonOperator = keyof typeof ASKED
type Value = string | number
type Rule = Condition | FilterGroup

interface Operator {
  /** Whether it can ask this of the signal. */
  fits?(value: Value, signal: SignalDefinition): boolean
  /** The leads that it applies to. Filters, order, counts and `appliesTo` all use this one. */
  rule(field: string, value: Value): Rule
  /** The reason in words. */
  words(signal: SignalDefinition, value: Value): string
  /** The value in a form, after the signal’s label: `at least … `. */
  before: string
  after?: string
}

const isOneOf: Operator['rule'] = (field, value) => ({ field, operator: 'like', value: [String(value)] })
const compare = (field: string, operator: 'lower' | 'greater', value: Value): Condition => ({
  field,
  operator,
  value,
})
/** A day that lies ahead is in no last days. */
const isPast: Operator['fits'] = (_value, { isAhead }) => !isAhead

/** What can be asked of each kind of signal; the first is the usual one. */
export const REASON_OPERATORS: Record<SignalDefinition['kind'], Partial<Record<ReasonOperator, Operator>>> = {
  'yes-no': {
    is: {
      fits: (value) => value === 'yes' || value === 'no',
      rule: isOneOf,
      words: ({ label, reason }, value) => (value === 'yes' ? reason : `Doesn’t have “${label}”`),
      before: 'is',
    },
  },
  choice: {
    is: {
      fits: (value, { values = [] }) => values.includes(String(value)),
      rule: isOneOf,
      words: ({ label }, value) => `${label}: ${value}`,
      before: 'is',
    },
  },
  names: {
    is: {
      rule: (field, value) => ({ field, operator: 'like', value }),
      words: ({ id, label }, value) => (id === 'technology' ? `Made with ${value}` : `${label}: ${value}`),
      before: 'with',
    },
    lacks: {
      // Without any known name nothing is known to be lacking.
      rule: (field, value) => ({
        and: [
          { field, operator: 'not empty' },
          { field, operator: 'not like', value },
        ],
      }),
      words: ({ label }, value) => `${label} without “${value}”`,
      before: 'without',
    },
  },
  count: {
    at_least: {
      rule: (field, value) => compare(field, 'greater', Number(value) - 1),
      words: ({ label }, value) => `${label}: at least ${value}`,
      before: 'at least',
    },
  },
  date: {
    within_days: {
      fits: isPast,
      rule: (field, value) => compare(field, 'greater', daysAgo(Number(value))),
      words: ({ label }, value) => `${label} within the last ${value} days`,
      before: 'within the last',
      after: 'days',
    },
    older_than_days: {
      fits: isPast,
      rule: (field, value) => compare(field, 'lower', daysAgo(Number(value))),
      words: ({ label }, value) => `${label} more than ${value} days ago`,
      before: 'more than',
      after: 'days ago',
    },
  },
  year: {},
}

const NAMES = Object.keys(ASKED) as ReasonOperator[]

/** A reason’s signal and what it asks; `operator` is undefined where its kind can’t be asked that. */
function readAsked(reason: ServiceSignal) {
  const signal = findSignal(reason.signal)
  const asked = NAMES.filter((name) => reason[name] !== undefined)
  const name = asked.length === 1 ? asked[0] : undefined
  const value = (name && reason[name]) ?? ''
  return { signal, name, value, operator: name && REASON_OPERATORS[signal.kind][name] }
}

function getAsked(reason: ServiceSignal) {
  const { operator, ...asked } = readAsked(reason)
  if (!operator) throw new Error(`${reason.signal} has no such reason`)
  return { ...asked, operator }
}

const fits = (reason: ServiceSignal): boolean => {
  const { signal, value, operator } = readAsked(reason)
  return operator !== undefined && (operator.fits?.(value, signal) ?? true)
}

const shape = { signal: z.enum(SIGNAL_IDS), ...ASKED }
/** What identifies a reason, as part of a reply. */
export const ReasonShape = shape

/** A reason to call: a signal with what makes a lead a prospect. */
export const ServiceSignal = z.strictObject(shape).check(
  z.refine(fits, {
    error:
      'Choose yes or no, a name, at_least for a count, within_days or older_than_days for a date: one of them',
  }),
)
export type ServiceSignal = z.output<z.ZodMiniObject<typeof shape>>

/** Identifies a reason within a service. */
export function reasonKey(reason: ServiceSignal): string {
  const { name, value } = readAsked(reason)
  return `${reason.signal}:${name}:${String(value).toLowerCase()}`
}

/** Reasons of a service, the strongest first, each once. */
export const ServiceSignals = z.array(ServiceSignal).check(
  z.minLength(1),
  z.maxLength(MAX_SERVICE_SIGNALS),
  z.refine((signals) => new Set(signals.map(reasonKey)).size === signals.length, {
    error: 'Each reason can be there once',
  }),
)

/** A reason in the words of who sells the remedy. */
export function describeReason(reason: ServiceSignal): string {
  const { signal, value, operator } = getAsked(reason)
  return operator.words(signal, value)
}

/** A reason as a condition on leads, or a group of them. */
export function reasonRule(reason: ServiceSignal): Rule {
  const { value, operator } = getAsked(reason)
  return operator.rule(reason.signal, value)
}

const fold = (value: unknown): string => String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a value fulfils a condition, as the database decides for the conditions that reasons have. */
function meets(rule: Rule, known: Value | null | undefined, today: string): boolean {
  if (!('operator' in rule)) return (rule.and ?? []).every((part) => meets(part, known, today))
  if (known === null || known === undefined || known === '') return false
  const { operator, value } = rule
  if (operator === 'not empty') return true
  if (operator === 'like' || operator === 'not like') {
    const isLike = Array.isArray(value)
      ? value.some((one) => fold(one) === fold(known))
      : fold(known).includes(fold(value))
    return isLike === (operator === 'like')
  }
  const day = resolveDay(value, today)
  const [own, other] = day === null ? [Number(known), Number(value)] : [String(known).slice(0, 10), day]
  return operator === 'lower' ? own < other : own > other
}

/** Whether a reason applies to a value of its signal. @param today `2026-11-29`, in UTC */
export const appliesTo = (reason: ServiceSignal, value: Value | null | undefined, today: string): boolean =>
  meets(reasonRule(reason), value, today)

/**
 * The reasons of several services, each once: first the strongest of every service, then the second, and so on.
 */
export function joinReasons(services: readonly { signals: readonly ServiceSignal[] }[]): ServiceSignal[] {
  const byName = new Map<string, ServiceSignal>()
  for (let at = 0; at < MAX_SERVICE_SIGNALS; at++)
    for (const { signals } of services) {
      const reason = signals[at]
      if (reason && !byName.has(reasonKey(reason))) byName.set(reasonKey(reason), reason)
    }
  return [...byName.values()].slice(0, MAX_JOINED)
}
