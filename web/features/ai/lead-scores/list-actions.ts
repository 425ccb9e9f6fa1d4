import IconStars from '@tabler/icons-react/dist/esm/icons/IconStars.mjs'
import { scoreLeads, scoreReadiness } from '#contract/ai/lead-scores.ts'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { call } from '#web/lib/api.ts'
import type { ListAction } from '#web/lib/list-actions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'

/** Scores all leads of the list's type in a run. */
export const SCORE_ACTIONS: readonly ListAction[] = [
  {
    name: 'score',
    label: 'Score leads',
    icon: IconStars,
    places: ['menu'],
    appliesTo: ({ deleted_at, type }) => deleted_at === null && leadSubject(type as ListTypeId) !== 'address',
    useRefusal: ({ id }) => useEndpoint(scoreReadiness, { params: { id } }).data?.data.refusal ?? null,
    run: async ([list]) => {
      if (list) await call(scoreLeads, { params: { id: list.id } })
    },
  },
]
