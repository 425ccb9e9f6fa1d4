import type { Lead } from '#contract/leads/leads.ts'
import { findEmails } from '#contract/prospecting/enrichment.ts'
import { call } from '#web/lib/api.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import type { CellOffer } from '#web/lib/lead-actions.ts'

const price = () => creditPrice('domain_email')

/** Whether a lead's email can be looked for: it has none, a website to read, and nobody is at it now. */
export const couldHaveEmail = ({ values, is_sample, deleted_at }: Lead): boolean =>
  !is_sample &&
  deleted_at === null &&
  !values.email &&
  Boolean(values.website || values.domain) &&
  values.email_search !== 'queued' &&
  values.email_search !== 'running'

/** Whether a search for the lead's email has ended without one: the same again costs the same and may bring the same. */
export const wasSearched = ({ values }: Lead): boolean =>
  values.email_search === 'not_found' || values.email_search === 'unreadable'

/** Finding the email of one lead, in the place where it would stand. It spends at most what the button says. */
export const emailCell: CellOffer = {
  field: 'email',
  label: 'Find email',
  price: () => formatCredits(price()),
  // Where a search has ended, the cell says what came of it; another try is in the menus.
  appliesTo: (lead) =>
    couldHaveEmail(lead) &&
    (lead.values.email_search === undefined || lead.values.email_search === 'not_tried'),
  start: async ({ type, id }, lead) => {
    const { data } = await call(findEmails, {
      params: { type, id },
      body: { selection: { resultIds: [lead.id] }, max_cost: price() },
      quiet: true,
    })
    return { runId: data.run.id, listId: data.list_id }
  },
}
