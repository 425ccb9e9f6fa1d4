import * as z from 'zod/mini'
import { LIST_TYPE_IDS } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** Which value wins when the CRM has a different one: the CRM's, the newer one, or ours. */
export const CRM_POLICIES = ['fill', 'newer', 'always'] as const
export type CrmPolicy = (typeof CRM_POLICIES)[number]

/** A field of a lead and the CRM field that it maps to. */
export const CrmMappingItem = z.strictObject({
  field: z.string().check(z.minLength(1), z.maxLength(60)),
  to: z.string().check(z.minLength(1), z.maxLength(120)),
  policy: z._default(z.enum(CRM_POLICIES), 'fill'),
})
export type CrmMappingItem = z.output<typeof CrmMappingItem>

/** Emails whose check could not confirm them, which a sender gets only on request. */
export const DOUBTFUL_EMAILS = ['accept_all', 'risky', 'unknown'] as const
export type DoubtfulEmail = (typeof DOUBTFUL_EMAILS)[number]

const input = z.object({
  type: z.enum(LIST_TYPE_IDS),
  listId: z.int(),
  connectionId: z.int(),
  items: z.array(CrmMappingItem),
  mappingVersion: z.int(),
  tags: z.array(z.string()),
  /** Source text sent to the CRM; null: none. */
  source: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  onlyVerified: z.boolean(),
  /** Absent in runs from before it existed. */
  includeInvalid: z.optional(z.boolean()),
  onlyNew: z.boolean(),
  /** Of senders only: the campaign, which emails they get besides verified ones, and who is already in another. */
  campaign: z.optional(z.nullable(z.string())),
  doubtful: z.optional(z.array(z.enum(DOUBTFUL_EMAILS))),
  otherCampaigns: z.optional(z.boolean()),
})

const pieces = () => ['lead', 'leads'] as const
const touches = ['lists', 'list:{list_id}', 'history:{list_id}', 'crm'] as const

/** Leads sent to a CRM. Created, updated, skipped, failed and not tried add up to all of them. */
export const crmRun = defineRun({
  kind: 'crm',
  input,
  counts: {
    created: 'created',
    updated: 'updated',
    skipped: 'skipped',
    failed: 'failed',
    not_tried: 'not tried',
  },
  outcomes: {
    created: 'found',
    updated: 'found',
    skipped: 'not_found',
    failed: 'failed',
    not_tried: 'not_tried',
  },
  failures: 'failed',
  pieces,
  touches,
  labels: { name: 'Push to CRM', history: 'Pushed to a CRM' },
  graceSeconds: 120,
})

/** A dry run of a push: looks leads up in the CRM without changing anything there. */
export const crmPreviewRun = defineRun({
  kind: 'crm_preview',
  input,
  counts: {
    create: 'to be created',
    update: 'to be updated',
    skip: 'skipped',
    conflict: 'with a conflict',
    failed: ['lookup failed', 'lookups failed'],
    not_tried: 'not tried',
  },
  outcomes: {
    create: 'found',
    update: 'found',
    skip: 'not_found',
    conflict: 'potential',
    failed: 'failed',
    not_tried: 'not_tried',
  },
  failures: 'failed',
  pieces,
  touches: ['crm'],
  labels: { name: 'CRM preview', history: 'CRM checked' },
  graceSeconds: 120,
})
