import { checklist, dismissChecklist } from '#contract/identity/me.ts'
import { route } from '#server/platform/http/route.ts'
import type { ChecklistService } from './checklist-service.ts'

export { type ChecklistService, createChecklistService } from './checklist-service.ts'

/** Their own list of first steps: see it, close it, bring it back. */
export const checklistRoutes = (service: ChecklistService) => [
  route(checklist, async ({ actor }) => ({ data: await service.show(actor) })),
  route(dismissChecklist, async ({ actor, body }) => ({
    data: await service.dismiss(actor, body.dismissed),
  })),
]
