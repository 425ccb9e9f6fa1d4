import type { Lead } from '#contract/leads/leads.ts'
import { findEmails } from '#contract/prospecting/enrichment.ts'
import { call } from '#web/lib/api.ts'
import { creditPrice } from '#web/lib/credit-prices.ts'
import { formatCredits } from '#web/lib/format.ts'
import type { CellOffer } from '#web/lib/lead-actions.ts'

const price = () => creditPrice('domain_email')

/** Whether an email can be searched: the lead has none, has a website, and no search is in progress. */
export const couldHaveEmail = ({ values, is_sample, deleted_at }: Lead): boolean =>
  !is_sample &&
  deleted_at === null &&
  !values.email &&
  Boolean(values.website || values.domain) &&
  values.email_search !== 'queued' &&
  values.email_search !== 'running'

/** Whether a search has ended without an email: repeating it costs the same and may find the same. */
export const wasSearched = ({ values }: Lead): boolean =>
  values.email_search === 'not_found' || values.email_search === 'unreadable'

/** Finds the email of one lead from its empty cell. It costs at most the price on the button. */
export const emailCell: CellOffer = {
  field: 'email',
  label: 'Find email',
  price: () => formatCredits(price()),
  // After a search, the cell shows its result; menus offer another try.
  appliesTo: (lead) =>
    couldHaveEmail(lead) &&
    (lead.values.email_search === undefined || lead.values.email_search === 'not_tried'),
  start: async ({ type, id }, lead) => {
    const { data } = await call(findEmails, {
      params: { type, id },
      body: { selection: { resultIds: [lead.id] }, max_cost: price() },
      // Shown instead: the run's progress and the cell
      quiet: true,
    })
    return { runId: data.run.id, listId: data.list_id }
  },
}
