import { checklist, dismissChecklist } from '#contract/identity/me.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { ChecklistService } from './checklist-service.ts'

export { type ChecklistService, createChecklistService } from './checklist-service.ts'

/** The checklist of first steps: show, dismiss, restore. */
export const checklistRoutes = (service: ChecklistService) => [
  route(checklist, ({ actor }) => data(service.show(actor))),
  route(dismissChecklist, ({ actor, body }) => data(service.dismiss(actor, body.dismissed))),
]
