import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { dataReply, IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'

/** Minimum number of won leads of a list type for scores. */
export const MIN_WON_LEADS = 20

/** A value of a lead and its contribution to the score. */
const ScoreReason = z.object({
  field: z.string(),
  label: z.string(),
  text: z.string(),
  weight: z.number().check(z.describe('Log-odds; above 0 raises the score')),
  leads: z.int().check(z.describe('Leads with this value')),
  won: z.int().check(z.describe('Of those, won')),
})

export const LeadScore = z.object({
  score: z.nullable(z.int()).check(z.describe('0 to 100; 50 is an average lead. Null without a score')),
  computed_at: z.nullable(Timestamp),
  reasons: z.array(ScoreReason).check(z.describe('The strongest first')),
})
export type LeadScore = z.output<typeof LeadScore>

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const scoreLeads = api.create('/api/campaign/{id}/score', {
  name: 'leadScores.compute',
  changes: ['runs', 'history:{id}'],
  audit: 'run.started',
  idempotent: true,
  summary: 'Score all leads of the list’s type by their similarity to won leads',
  description: `Scores are updated every night. At least ${MIN_WON_LEADS} won leads of the type are required.`,
  reply: z.object({ data: Run, message: z.string() }),
  errors: ['conflict'],
})

export const scoreReadiness = api.get('/api/campaign/{id}/score', {
  name: 'leadScores.readiness',
  reads: ['list:*'],
  summary: 'Whether the leads of the list’s type can be scored',
  reply: dataReply(
    z.object({
      won: z.int().check(z.describe('Won leads of the list’s type in the account')),
      refusal: z.nullable(z.string()).check(z.describe('Why they can’t be scored yet; null if they can')),
    }),
  ),
})

export const leadScore = api.get('/api/{type}-results/{id}/{resultId}/score', {
  name: 'leadScores.show',
  reads: ['list:{id}'],
  summary: 'The score of a lead with its reasons',
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam, resultId: IdParam }),
  reply: dataReply(LeadScore),
})
