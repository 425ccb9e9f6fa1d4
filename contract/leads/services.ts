import * as z from 'zod/mini'
import { Done, Id, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import type { Condition, FilterGroup } from './leads.ts'
import { findSignal, SIGNAL_IDS, type SignalId } from './signals.ts'

/** Maximum number of services of an account. */
export const MAX_SERVICES = 30
/** Maximum number of reasons of a service. */
export const MAX_SERVICE_SIGNALS = 20
/** Maximum number of different reasons of all services that a list counts. */
const MAX_JOINED = 80
/** How many reasons a lead shows. */
export const SHOWN_REASONS = 3

/** Whether a value of a signal can make a prospect: `yes` and `no`, or part of a name; a year can’t. */
const fits = ({ signal, is }: { signal: SignalId; is: string }): boolean => {
  const { kind } = findSignal(signal)
  return kind === 'names' || (kind === 'yes-no' && (is === 'yes' || is === 'no'))
}

/** A reason to call: a signal with the value that makes a lead a prospect. */
export const ServiceSignal = z
  .strictObject({
    signal: z.enum(SIGNAL_IDS),
    is: text(60).check(z.describe('`yes` or `no`; for `technology` a name or part of one')),
  })
  .check(
    z.refine(fits, {
      path: ['is'],
      error: 'Choose yes or no, and for technology a name',
    }),
  )
export type ServiceSignal = z.output<typeof ServiceSignal>

const nameOf = ({ signal, is }: ServiceSignal): string => `${signal}:${is.toLowerCase()}`

/** Reasons of a service, the strongest first, each once. */
const ServiceSignals = z.array(ServiceSignal).check(
  z.minLength(1),
  z.maxLength(MAX_SERVICE_SIGNALS),
  z.refine((signals) => new Set(signals.map(nameOf)).size === signals.length, {
    error: 'Each reason can be there once',
  }),
)

interface ServiceTemplate {
  label: string
  /** Signals that are a reason when they are `yes`, the strongest first. */
  signals: readonly SignalId[]
}

/** Services to start from. A new signal is added to those that it is a reason for, at its place by strength. */
export const SERVICE_TEMPLATES = {
  web_design: {
    label: 'Web design',
    signals: [
      'no_website',
      'dead_site',
      'parked',
      'not_mobile',
      'outdated',
      'bad_certificate',
      'no_https',
      'slow',
      'heavy',
      'no_contact_form',
    ],
  },
  search_engine_optimization: {
    label: 'Search engine optimization',
    signals: ['no_title', 'no_description', 'no_structured_data', 'slow', 'heavy', 'not_mobile', 'outdated'],
  },
  local_ads: {
    label: 'Local ads',
    signals: ['no_phone_link', 'no_contact_form', 'not_mobile', 'slow', 'no_structured_data', 'hiring'],
  },
  booking: { label: 'Online booking', signals: ['no_booking', 'no_contact_form', 'no_phone_link'] },
  hosting_security: {
    label: 'Hosting and security',
    signals: ['dead_site', 'bad_certificate', 'certificate_ends_soon', 'no_https', 'slow', 'parked'],
  },
  email_deliverability: {
    label: 'Email deliverability',
    signals: ['no_spf', 'no_dmarc', 'free_mail', 'no_site_email'],
  },
  reviews_social: {
    label: 'Reviews and social media',
    signals: ['no_social', 'no_website', 'no_structured_data'],
  },
  accessibility: { label: 'Accessibility', signals: ['not_mobile', 'no_title', 'no_phone_link'] },
  recruiting: { label: 'Recruiting', signals: ['hiring', 'several_places'] },
} as const satisfies Record<string, ServiceTemplate>
export type ServiceTemplateId = keyof typeof SERVICE_TEMPLATES
export const SERVICE_TEMPLATE_IDS = Object.keys(SERVICE_TEMPLATES) as [
  ServiceTemplateId,
  ...ServiceTemplateId[],
]

export const templateSignals = (id: ServiceTemplateId): ServiceSignal[] =>
  SERVICE_TEMPLATES[id].signals.map((signal) => ({ signal, is: 'yes' }))

/** A reason in the words of who sells the remedy. */
export function describeReason({ signal, is }: ServiceSignal): string {
  const { kind, label, reason } = findSignal(signal)
  if (signal === 'technology') return `Made with ${is}`
  if (kind !== 'yes-no') return `${label}: ${is}`
  return is === 'yes' ? reason : `Doesn’t have “${label}”`
}

/**
 * The reasons of several services, each once: first the strongest of every service, then the second, and so on.
 */
export function joinReasons(services: readonly { signals: readonly ServiceSignal[] }[]): ServiceSignal[] {
  const byName = new Map<string, ServiceSignal>()
  for (let at = 0; at < MAX_SERVICE_SIGNALS; at++)
    for (const { signals } of services) {
      const reason = signals[at]
      if (reason && !byName.has(nameOf(reason))) byName.set(nameOf(reason), reason)
    }
  return [...byName.values()].slice(0, MAX_JOINED)
}

/** A reason as a condition on leads; filters, order and counts all use this one. */
export const reasonCondition = ({ signal, is }: ServiceSignal): Condition => ({
  field: signal,
  operator: 'like',
  // One of several values is exact, a single one is part of a name.
  value: findSignal(signal).kind === 'names' ? is : [is],
})

/** Whether a reason applies to a value of its signal, as `reasonCondition` decides. */
export const appliesTo = (
  { signal, is }: ServiceSignal,
  value: string | number | null | undefined,
): boolean => {
  const [text, wanted] = [String(value ?? '').toLowerCase(), is.toLowerCase()]
  return findSignal(signal).kind === 'names' ? text.includes(wanted) : text === wanted
}

/** The service whose reasons an order of leads counts: `-why:12` is service 12, `why` is all; null for another order. */
export function readWhySort(sort: string | null | undefined): number | 'all' | null {
  const found = /^-?why(?::(\d{1,15}))?$/.exec(sort ?? '')
  if (!found) return null
  return found[1] === undefined ? 'all' : Number(found[1])
}

/** Leads that need a service: at least one of its reasons applies. A filter like any other, also once it is saved. */
export const needsService = ({ signals }: { signals: readonly ServiceSignal[] }): FilterGroup => ({
  or: signals.map(reasonCondition),
})

const ServiceName = text(60)
const Template = z
  .nullable(z.enum(SERVICE_TEMPLATE_IDS))
  .check(z.describe('Template that it was made from; null without one'))

/** A service that an account sells. */
export const Service = z.object({
  id: Id,
  name: z.string(),
  template: Template,
  signals: z.array(ServiceSignal).check(z.describe('What makes a prospect, the strongest reason first')),
})
export type Service = z.output<typeof Service>

const NewService = z
  .strictObject({
    name: ServiceName,
    template: z._default(Template, null),
    signals: z.optional(ServiceSignals).check(z.describe('By default those of the template')),
  })
  .check(
    z.refine(({ template, signals }) => template !== null || signals !== undefined, {
      path: ['signals'],
      error: 'Choose at least one reason, or a template',
    }),
  )
export type NewService = z.output<typeof NewService>

const api = defineArea({ tag: 'Services', access: { module: 'leads' }, scope: 'write' })
/** Leads show reasons, so their lists are stale too. */
const CHANGES = ['services', 'list:*'] as const
const ServiceReply = z.object({ data: Service, message: z.optional(z.string()) })

export const services = api.get('/api/services', {
  name: 'services.index',
  reads: ['services'],
  summary: 'Services that the account sells, with the signals that make a prospect',
  description:
    'An account without services of its own has those of its seller, who presets them by having services. Own services replace all of them.',
  reply: z.object({
    data: z.array(Service),
    is_own: z.boolean().check(z.describe('Whether these are the account’s own')),
    seller: z.nullable(z.string()).check(z.describe('Brand of the seller whose services these are')),
  }),
})

export const createService = api.create('/api/services', {
  name: 'services.create',
  changes: [...CHANGES],
  audit: 'service.created',
  summary: 'Add a service',
  description: `At most ${MAX_SERVICES}. The first one replaces all services of the seller.`,
  idempotent: true,
  body: NewService,
  reply: ServiceReply,
  errors: ['conflict'],
})

export const setServices = api.put('/api/services', {
  name: 'services.set',
  changes: [...CHANGES],
  audit: 'services.set',
  summary: 'Set all services of the account',
  description:
    'Services are told apart by name: one with the same name is changed, others are added, and those that are not named are deleted. An empty list brings back the services of the seller.',
  body: z.strictObject({
    services: z.array(NewService).check(
      z.maxLength(MAX_SERVICES),
      z.refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, {
        error: 'Each name can be there once',
      }),
    ),
  }),
  reply: z.object({ data: z.array(Service), message: z.optional(z.string()) }),
})

export const changeService = api.put('/api/services/{id}', {
  name: 'services.change',
  changes: [...CHANGES],
  audit: 'service.changed',
  summary: 'Rename a service, or change its reasons',
  description: 'Absent fields keep their value. Saved filters keep the reasons that they were made with.',
  body: z.strictObject({ name: z.optional(ServiceName), signals: z.optional(ServiceSignals) }),
  reply: ServiceReply,
  errors: ['conflict'],
})

export const deleteService = api.delete('/api/services/{id}', {
  name: 'services.delete',
  changes: [...CHANGES],
  audit: 'service.deleted',
  summary: 'Delete a service; it can be restored for 30 days',
  reply: Done,
})

export const restoreService = api.post('/api/services/{id}/restore', {
  name: 'services.restore',
  changes: [...CHANGES],
  audit: 'service.restored',
  summary: 'Restore a deleted service',
  reply: ServiceReply,
  errors: ['conflict'],
})
