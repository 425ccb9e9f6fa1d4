import * as z from 'zod/mini'
import { Id } from '../core/common.ts'
import { LeadSelection } from './leads.ts'

/** Maximum cost of a call. */
export const maxCost = z.optional(z.int().check(z.minimum(0)))

/** Price fields of a call that spends credits. */
export const priceFields = {
  quote_id: z.optional(Id),
  max_cost: maxCost.check(z.describe('The run stops when this many credits are spent')),
}

/** Input of a paid call on leads of a list: which leads, and the maximum cost. */
export const paidSelection = { selection: LeadSelection, ...priceFields }
