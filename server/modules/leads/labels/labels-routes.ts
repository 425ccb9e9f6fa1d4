import * as api from '#contract/leads/labels.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { changeReply } from '#server/modules/leads/lead-edits/index.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { LabelsService } from './labels-service.ts'

const leads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

export const labelRoutes = (labels: LabelsService) => [
  route(api.labels, ({ actor }) => data(labels.list(actor))),
  route(api.createLabel, ({ actor, body }) => data(labels.create(actor, body))),
  route(api.changeLabel, ({ actor, params, body }) => data(labels.change(actor, params.id, body))),
  route(api.deleteLabel, async ({ actor, params }) => {
    await labels.remove(actor, params.id)
    return { success: true as const, message: 'Label deleted' }
  }),
  route(api.restoreLabel, ({ actor, params }) => data(labels.restore(actor, params.id))),
  route(api.mergeLabels, async ({ actor, params, body }) => {
    const { label, count } = await labels.merge(actor, params.id, body.into)
    return { data: label, count }
  }),
  route(api.tryLabelRule, ({ actor, params, body }) => data(labels.tryRule(actor, params.id, body.rule))),
  route(api.runLabelRule, async ({ actor, params }) => {
    const { name, figures } = await labels.runRule(actor, params.id)
    const { adds, removes } = figures
    return { data: figures, message: `“${name}” added to ${leads(adds)} and removed from ${leads(removes)}` }
  }),
  route(api.labelLeads, async ({ actor, params, body }) => {
    const where = { listId: params.id, type: canonicalListType(params.type) }
    const done = await labels.setOn(actor, where, body.selection, body)
    return changeReply(done, `Labels changed on ${leads(done.count)}`)
  }),
]
