import * as api from '#contract/identity/me.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { dismissChecklist, showChecklist } from './checklist.ts'

/** The checklist of first steps: show, dismiss, restore. */
const checklistRoutes = (ctx: Context) => [
  route(api.checklist, ({ actor }) => data(showChecklist(ctx, actor))),
  route(api.dismissChecklist, ({ actor, body }) => data(dismissChecklist(ctx, actor, body.dismissed))),
]

export const checklistModule = defineModule({ routes: checklistRoutes })
