import * as z from 'zod/mini'
import { Done, Id, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import type { FilterGroup } from './conditions.ts'
import { LIST_TYPES, type ListTypeId } from './list-types/index.ts'
import { reasonRule, ServiceSignal, ServiceSignals } from './reasons.ts'
import type { SignalId } from './signals.ts'

export {
  appliesTo,
  describeReason,
  joinReasons,
  MAX_SERVICE_SIGNALS,
  reasonRule,
  ServiceSignal,
} from './reasons.ts'

/** Maximum number of services of an account. */
export const MAX_SERVICES = 30
/** How many reasons a lead shows. */
export const SHOWN_REASONS = 3

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

/** The service whose reasons an order of leads counts: `-why:12` is service 12, `why` is all; null for another order. */
export function readWhySort(sort: string | null | undefined): number | 'all' | null {
  const found = /^-?why(?::(\d{1,15}))?$/.exec(sort ?? '')
  if (!found) return null
  return found[1] === undefined ? 'all' : Number(found[1])
}

/**
 * Leads that need a service: at least one of its reasons applies. A filter like any other, also once it is saved. Null
 * where leads of the list type have none of its signals.
 */
export function needsService(
  { signals }: { signals: readonly ServiceSignal[] },
  type: ListTypeId,
): FilterGroup | null {
  const own = signals.filter(({ signal }) => LIST_TYPES[type].fields.some(({ name }) => name === signal))
  return own.length > 0 ? { or: own.map(reasonRule) } : null
}

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

export const NewService = z
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
  idempotent: true,
  audit: 'service.restored',
  summary: 'Restore a deleted service',
  reply: ServiceReply,
  errors: ['conflict'],
})
