import * as z from 'zod/mini'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** New leads from a source into a list. */
/** Such a search counts the websites it has read, and shows what happened to each. */
const readsWebsites = (listType: string | null) =>
  LIST_TYPES[listType as ListTypeId]?.searchUnit === 'website'

export const searchRun = defineRun({
  kind: 'search',
  input: z.object({
    type: z.enum(LIST_TYPE_IDS),
    search: z.record(z.string(), z.unknown()),
    source: z.string(),
    /** Most leads to deliver. */
    limit: z.int(),
    onlyNew: z.boolean(),
    unitCost: z.int(),
    /** The most this run may cost; it holds what is to be expected and takes more on its way. */
    maxCost: z.int(),
    /** At most this many matches are paid for already and arrive free of charge. */
    paidBefore: z.int(),
    /** What a lead is charged as, where that is not what its list type says. */
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
    areas: 'areas searched',
    areas_cut: 'areas with more matches than the source shows',
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
