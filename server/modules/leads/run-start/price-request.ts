import type * as z from 'zod/mini'
import type { LeadSelection } from '#contract/leads/leads.ts'

export interface PriceRequest {
  quoteId?: number
  maxCost?: number
}

interface PriceBody {
  quote_id?: number
  max_cost?: number
}

const readPrice = ({ quote_id: quoteId, max_cost: maxCost }: PriceBody): PriceRequest => ({
  quoteId,
  maxCost,
})

/** The selected leads of a list, and the cost limits of a paid request for them. */
export const readPaidSelection = (body: PriceBody & { selection: z.output<typeof LeadSelection> }) => ({
  selection: body.selection,
  ...readPrice(body),
})
