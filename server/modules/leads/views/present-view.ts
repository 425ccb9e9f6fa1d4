import type { LeadView } from '#contract/leads/views.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { canEditView } from './view-policy.ts'
import type { ViewWithOwner } from './views-reads.ts'

export const presentView = (actor: Actor, view: ViewWithOwner): LeadView => ({
  id: view.id,
  type: view.list_type,
  ...pick(view, 'name', 'visibility', 'filters', 'sort', 'columns'),
  is_mine: view.owner_id === actor.userId,
  can: { edit: canEditView(actor, view) },
  owner: view.owner_email,
  created_at: view.created_at.toISOString(),
  updated_at: view.updated_at.toISOString(),
})
