import * as z from 'zod/mini'
import { LIST_TYPE_IDS } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** Which value stands when the CRM has another one: its own, the newer one, or ours. */
export const CRM_POLICIES = ['fill', 'newer', 'always'] as const
export type CrmPolicy = (typeof CRM_POLICIES)[number]

/** One field of a lead and the field of the CRM that it goes to. */
export const CrmMappingItem = z.strictObject({
  field: z.string().check(z.minLength(1), z.maxLength(60)),
  to: z.string().check(z.minLength(1), z.maxLength(120)),
  policy: z._default(z.enum(CRM_POLICIES), 'fill'),
})
export type CrmMappingItem = z.output<typeof CrmMappingItem>

const input = z.object({
  type: z.enum(LIST_TYPE_IDS),
  listId: z.int(),
  connectionId: z.int(),
  items: z.array(CrmMappingItem),
  mappingVersion: z.int(),
  tags: z.array(z.string()),
  /** What the CRM is notified of where the lead is from; null: nothing. */
  source: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  onlyVerified: z.boolean(),
  onlyNew: z.boolean(),
})

const pieces = () => ['lead', 'leads'] as const
const touches = ['lists', 'list:{list_id}', 'history:{list_id}', 'crm'] as const

/** Leads sent to a CRM. Created, updated, skipped, failed and not tried are all of them. */
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

/** What a push would do, looked up in the CRM without changing anything there. */
export const crmPreviewRun = defineRun({
  kind: 'crm_preview',
  input,
  counts: {
    create: 'to be created',
    update: 'to be updated',
    skip: 'skipped',
    conflict: 'with a conflict',
    failed: 'could not be looked up',
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
