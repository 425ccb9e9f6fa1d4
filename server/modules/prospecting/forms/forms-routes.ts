import * as api from '#contract/prospecting/forms.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import * as forms from './forms.ts'
import { listSubmissions } from './list-submissions.ts'

export const formRoutes = (ctx: Context) => [
  route(api.forms, ({ actor }) => data(forms.listForms(ctx, actor))),
  route(api.showForm, ({ actor, params }) => data(forms.showForm(ctx, actor, params.id))),
  route(api.createForm, async ({ actor, body }) => ({
    data: await forms.createForm(ctx, actor, body),
    message: 'Form created',
  })),
  route(api.changeForm, async ({ actor, params, body }) => ({
    data: await forms.changeForm(ctx, actor, params.id, body),
    message: 'Form saved',
  })),
  route(api.deleteForm, async ({ actor, params }) => {
    await forms.removeForm(ctx, actor, params.id)
    return { success: true as const, message: 'Form deleted' }
  }),
  route(api.restoreForm, ({ actor, params }) => data(forms.restoreForm(ctx, actor, params.id))),
  route(api.submissions, ({ actor, params, query }) => listSubmissions(ctx, actor, params.id, query)),
]
