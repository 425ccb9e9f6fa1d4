import type { KitForm } from '#contract/admin/kit-forms.ts'
import { findLabels, readLabelNames } from '#server/modules/leads/leads/index.ts'
import { ensureList, findNamedLists } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { byKitName, defineKitPart } from '#server/platform/kit-part.ts'
import { pick } from '#server/platform/pick.ts'
import { changeForm, createForm, removeForm, restoreForm } from './forms.ts'
import { findDeletedForm, findForm, findForms } from './forms-store.ts'

const TEXTS = [
  'heading',
  'intro',
  'fields',
  'submit_label',
  'consent',
  'thanks_text',
  'thanks_url',
  'needs_confirmation',
] as const

/** The content with the ids of this account. @throws AppError validation_failed for a label that it doesn’t have. */
async function readContent(
  ctx: Context,
  actor: Actor,
  { type, list, labels, ...content }: KitForm,
  current?: number,
) {
  const label_ids = await readLabelNames(ctx.db, actor.accountId, labels)
  return {
    ...content,
    label_ids,
    list_id: await ensureList(ctx, actor, { type, list, search: null }, current),
  }
}

/** Of several forms with one name, the first. Whom a form notifies, and whether it is on, is in no document. */
export const formsKitPart = defineKitPart<KitForm>({
  name: 'forms',
  module: 'leads',
  async list(ctx, { accountId }) {
    const rows = await findForms(ctx.db, accountId)
    const labels = await findLabels(ctx.db, accountId)
    const lists = await findNamedLists(
      ctx,
      accountId,
      rows.map((row) => row.list_id),
    )
    return byKitName(
      rows.toReversed().flatMap((row) => {
        const list = lists.get(row.list_id)
        return list ? [{ row, list }] : []
      }),
      ({ row }) => row.name,
      ({ row, list: { type, list } }) => ({
        id: row.id,
        content: {
          type,
          list,
          ...pick(row, ...TEXTS),
          labels: row.label_ids.flatMap((id) => labels.find((label) => label.id === id)?.name ?? []),
        },
      }),
    )
  },
  async create(ctx, actor, name, content) {
    return createForm(ctx, actor, { ...(await readContent(ctx, actor, content)), name, active: true })
  },
  async change(ctx, actor, id, content, name) {
    const row = await findForm(ctx.db, actor.accountId, id)
    return changeForm(ctx, actor, id, { ...(await readContent(ctx, actor, content, row?.list_id)), name })
  },
  remove: removeForm,
  async restore(ctx, actor, name) {
    const row = await findDeletedForm(ctx.db, actor.accountId, name)
    if (!row) return null
    await restoreForm(ctx, actor, row.id)
    return row.id
  },
})
