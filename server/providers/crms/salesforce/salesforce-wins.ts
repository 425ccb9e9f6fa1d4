import * as z from 'zod/mini'
import type { CrmWins } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { querySalesforce, quoted } from './salesforce-request.ts'

const WON = 'won'
const STAGE = 'stage:'

const Stage = z.object({ MasterLabel: z.string() })
const Role = z.object({ OpportunityId: z.string(), ContactId: z.string() })

/** Opportunities that are won, or in a stage, with the contacts that have a role in them. */
export const createSalesforceWins = (request: CrmRequest): CrmWins => ({
  async signs(context) {
    const query = 'SELECT MasterLabel FROM OpportunityStage WHERE IsActive = true ORDER BY SortOrder'
    const stages = await querySalesforce(request, context, query, Stage)
    return [
      { id: WON, label: 'An opportunity is won' },
      ...stages.map(({ MasterLabel: name }) => ({ id: `${STAGE}${name}`, label: `Opportunity: ${name}` })),
    ]
  },
  async list(context, sign, since) {
    const which = sign.startsWith(STAGE)
      ? `Opportunity.StageName = ${quoted(sign.slice(STAGE.length))}`
      : 'Opportunity.IsWon = true'
    const after = `${since.toISOString().slice(0, 19)}Z`
    const query = `SELECT OpportunityId, ContactId FROM OpportunityContactRole WHERE ${which} AND Opportunity.LastModifiedDate >= ${after}`
    const roles = await querySalesforce(request, context, query, Role)
    const byDeal = Map.groupBy(roles, ({ OpportunityId }) => OpportunityId)
    return [...byDeal].map(([id, deals]) => ({
      id: `opportunity:${id}`,
      contactIds: deals.map(({ ContactId }) => ContactId),
    }))
  },
})
