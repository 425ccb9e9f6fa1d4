import * as z from 'zod/mini'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** Adds new leads from a source to a list. */
/** A website search counts websites read and shows the outcome of each. */
const readsWebsites = (listType: string | null) =>
  LIST_TYPES[listType as ListTypeId]?.searchUnit === 'website'

export const searchRun = defineRun({
  kind: 'search',
  input: z.object({
    type: z.enum(LIST_TYPE_IDS),
    search: z.record(z.string(), z.unknown()),
    source: z.string(),
    /** Maximum number of leads. */
    limit: z.int(),
    onlyNew: z.boolean(),
    unitCost: z.int(),
    /** Maximum cost. The run reserves the expected cost and more as it goes. */
    maxCost: z.int(),
    /** Matches already paid for, at most this many, which arrive free of charge. */
    paidBefore: z.int(),
    /** Starts a check of the websites of what it delivered. */
    checkWebsites: z.optional(z.boolean()),
    /** Charge kind per lead, if it differs from the list type's. */
    chargeKind: z.optional(z.enum(['people_similar'])),
  }),
  counts: {
    matched: null,
    delivered: 'delivered',
    already_in_list: 'already in the list',
    already_exported: 'exported before',
    already_in_crm: 'in your CRM',
    charged: null,
    unpaid: 'skipped for lack of credits',
    suppressed: 'on your suppression list',
    areas: ['area searched', 'areas searched'],
    areas_cut: [
      'area with more matches than the source returns',
      'areas with more matches than the source returns',
    ],
  },
  outcomes: {
    delivered: 'found',
    already_in_list: 'not_found',
    already_exported: 'not_found',
    already_in_crm: 'not_found',
    unpaid: 'not_tried',
  },
  usesSources: true,
  pieces: (listType) => (readsWebsites(listType) ? ['website', 'websites'] : ['lead', 'leads']),
  touches: ['lists', 'list:{list_id}', 'wallet'],
  labels: { name: 'Search', history: 'Search' },
  isPaid: true,
  readsWebsites,
})
