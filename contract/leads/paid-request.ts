import * as z from 'zod/mini'
import { Id } from '../core/common.ts'
import { LeadSelection } from './leads.ts'

/** The most that a call may spend. */
export const maxCost = z.optional(z.int().check(z.minimum(0)))

/** What a call that spends credits says about its price. */
export const priceFields = {
  quote_id: z.optional(Id),
  max_cost: maxCost.check(z.describe('The run stops when this many credits are spent')),
}

/** What a paid call on leads of a list takes: which leads, and what it may cost. */
export const paidSelection = { selection: LeadSelection, ...priceFields }
