import * as z from 'zod/mini'
import type { CrmWins } from '../crm-adapter.ts'
import type { CrmRequest } from '../request-crm.ts'
import { listPipedrive } from './pipedrive-request.ts'

const WON = 'won'
const STAGE = 'stage:'

const Named = z.object({
  id: z.coerce.string(),
  name: z.string(),
  is_deleted: z.optional(z.nullable(z.boolean())),
})
const Stage = z.extend(Named, { pipeline_id: z.coerce.string() })
const Deal = z.object({ id: z.coerce.string(), person_id: z.optional(z.nullable(z.coerce.string())) })

/** Deals that are won, or in a stage. */
export const createPipedriveWins = (request: CrmRequest): CrmWins => ({
  async signs(context) {
    const pipelines = await listPipedrive(request, context, { path: '/pipelines', item: Named })
    const names = new Map(pipelines.map(({ id, name }) => [id, name]))
    const stages = await listPipedrive(request, context, { path: '/stages', item: Stage })
    return [
      { id: WON, label: 'A deal is won' },
      ...stages.flatMap(({ id, name, pipeline_id, is_deleted }) =>
        is_deleted
          ? []
          : {
              id: `${STAGE}${id}`,
              label: `Deal: ${[names.get(pipeline_id), name].filter(Boolean).join(', ')}`,
            },
      ),
    ]
  },
  async list(context, sign, since) {
    const query = {
      ...(sign.startsWith(STAGE) ? { stage_id: sign.slice(STAGE.length) } : { status: WON }),
      // Without fractions of a second, as in its documents.
      updated_since: `${since.toISOString().slice(0, 19)}Z`,
      sort_by: 'update_time',
      sort_direction: 'asc',
    }
    const deals = await listPipedrive(request, context, { path: '/deals', query, item: Deal })
    return deals.map(({ id, person_id }) => ({ id: `deal:${id}`, contactIds: person_id ? [person_id] : [] }))
  },
})
