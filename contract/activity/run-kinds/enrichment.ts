import * as z from 'zod/mini'
import { LIST_TYPE_IDS } from '../../leads/list-types/index.ts'
import { defineRun } from './define.ts'

/** Input of runs that work on leads; the leads and their websites are in separate tables. */
const EnrichInput = z.object({
  type: z.enum(LIST_TYPE_IDS),
  /** The list of the leads; employees are added to the run's own list. */
  listId: z.int(),
  unitCost: z.int(),
  /** Maximum cost. The run reserves the expected cost and more as it goes. */
  maxCost: z.int(),
  maxPeople: z.int(),
  withEmails: z.boolean(),
  /** People sources to query after the website, in order, with the price per person. */
  peopleSources: z.optional(z.array(z.object({ id: z.string(), unitCost: z.int() }))),
})

/**
 * Finds addresses for leads without one. Found, potential, not found, failed (the website could not be read) and not
 * tried add up to all leads.
 */
export const findEmailsRun = defineRun({
  kind: 'find_emails',
  input: EnrichInput,
  counts: {
    found: 'found',
    potential: 'potential',
    not_found: 'not found',
    inferred: 'inferred',
    failed: 'could not be read',
    not_tried: 'not tried',
    charged: null,
  },
  outcomes: {
    found: 'found',
    potential: 'potential',
    not_found: 'not_found',
    failed: 'failed',
    not_tried: 'not_tried',
  },
  usesSources: true,
  failures: 'failed',
  failedLeads: { field: 'email_search', value: 'unreadable' },
  pieces: () => ['lead', 'leads'],
  touches: ['lists', 'list:{list_id}', 'wallet'],
  labels: { name: 'Find emails', history: 'Emails found' },
  ending: { events: { ended: ['enrichment.finished'] } },
  isPaid: true,
  readsWebsites: () => true,
})

/** Reads what websites show of how they are made; checked, unread and not tried add up to all leads. */
export const checkWebsitesRun = defineRun({
  kind: 'check_websites',
  input: z.object({
    type: z.enum(LIST_TYPE_IDS),
    listId: z.int(),
    /** Credits per website read, and the most they may be together. Absent in runs that were free. */
    unitCost: z.optional(z.int()),
    maxCost: z.optional(z.int()),
    /** The search that asked for it. */
    afterRunId: z.optional(z.int()),
  }),
  counts: {
    checked: 'checked',
    changed: 'changed',
    unread: 'could not be read',
    not_tried: 'not tried',
  },
  outcomes: { checked: 'found', unread: 'failed', not_tried: 'not_tried' },
  failures: 'unread',
  pieces: () => ['lead', 'leads'],
  touches: ['lists', 'list:{list_id}', 'wallet'],
  labels: { name: 'Check websites', history: 'Websites checked' },
  ending: { events: { ended: ['enrichment.finished'] } },
  isPaid: true,
  readsWebsites: () => true,
})

/** Finds the people of companies for a list of people. Found, not found and failed add up to all websites. */
export const getEmployeesRun = defineRun({
  kind: 'get_employees',
  input: EnrichInput,
  counts: {
    people: ['person', 'people'],
    from_sources: 'from people sources',
    completed: 'completed by people sources',
    emails: ['email', 'emails'],
    found: ['website with people', 'websites with people'],
    not_found: 'without people',
    failed: 'could not be read',
    unanswered: ['source lookup failed', 'source lookups failed'],
    unpaid: null,
    already_in_list: null,
    charged: null,
  },
  outcomes: { found: 'found', not_found: 'not_found', failed: 'failed' },
  usesSources: true,
  failures: 'failed',
  pieces: () => ['website', 'websites'],
  touches: ['lists', 'list:{list_id}', 'wallet'],
  labels: { name: 'Get employees', history: 'People collected' },
  ending: { events: { ended: ['enrichment.finished'] } },
  isPaid: true,
  readsWebsites: () => true,
})
