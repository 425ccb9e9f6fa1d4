import { CREDIT_COSTS } from '#contract/constants.ts'
import { findEmails } from '#contract/enrichment.ts'
import { call } from '#web/lib/api.ts'
import { formatCredits } from '#web/lib/format.ts'
import type { CellOffer } from '#web/lib/lead-actions.ts'

const PRICE = CREDIT_COSTS.domain_email

/** Finding the email of one lead, in the place where it would stand. It spends at most what the button says. */
export const emailCell: CellOffer = {
  field: 'email',
  label: 'Find email',
  price: formatCredits(PRICE),
  // Where a search has ended, the cell says what came of it; another try is in the menus.
  appliesTo: ({ values, is_sample, deleted_at }) =>
    !is_sample &&
    deleted_at === null &&
    Boolean(values.website || values.domain) &&
    (values.email_search === undefined || values.email_search === 'not_tried'),
  start: async ({ type, id }, lead) => {
    const { data } = await call(findEmails, {
      params: { type, id },
      body: { selection: { resultIds: [lead.id] }, max_cost: PRICE },
      quiet: true,
    })
    return { runId: data.run.id, listId: data.list_id }
  },
}
