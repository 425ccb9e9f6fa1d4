import { counted } from '#contract/core/plural.ts'
import * as api from '#contract/leads/labels.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { changeReply } from '#server/modules/leads/lead-edits/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { runLabelRule, tryLabelRule } from './label-rules.ts'
import { changeLabel, createLabel, listLabels, mergeLabels, removeLabel, restoreLabel } from './labels.ts'
import { setLabels } from './set-labels.ts'

const leads = (count: number) => counted(count, 'lead')

export const labelRoutes = (ctx: Context) => [
  route(api.labels, ({ actor }) => data(listLabels(ctx, actor))),
  route(api.createLabel, ({ actor, body }) => data(createLabel(ctx, actor, body))),
  route(api.changeLabel, ({ actor, params, body }) => data(changeLabel(ctx, actor, params.id, body))),
  route(api.deleteLabel, async ({ actor, params }) => {
    await removeLabel(ctx, actor, params.id)
    return { success: true as const, message: 'Label deleted' }
  }),
  route(api.restoreLabel, ({ actor, params }) => data(restoreLabel(ctx, actor, params.id))),
  route(api.mergeLabels, async ({ actor, params, body }) => {
    const { label, count } = await mergeLabels(ctx, actor, params.id, body.into)
    return { data: label, count }
  }),
  route(api.tryLabelRule, ({ actor, params, body }) => data(tryLabelRule(ctx, actor, params.id, body.rule))),
  route(api.runLabelRule, async ({ actor, params }) => {
    const { name, figures } = await runLabelRule(ctx, actor, params.id)
    const { adds, removes } = figures
    return { data: figures, message: `“${name}” added to ${leads(adds)} and removed from ${leads(removes)}` }
  }),
  route(api.labelLeads, async ({ actor, params, body }) => {
    const where = { listId: params.id, type: canonicalListType(params.type) }
    const done = await setLabels(ctx, actor, where, body.selection, body)
    return changeReply(done, `Labels changed on ${leads(done.count)}`)
  }),
]
