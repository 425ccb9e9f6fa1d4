import type { Form, Submission } from '#contract/prospecting/forms.ts'
import { findListFacts } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { FormRow } from './forms-store.ts'
import { findPublicBrand } from './serves-account.ts'
import { countSubmissions, type SubmissionRow } from './submissions-store.ts'

/** Forms of one account with their lists, addresses and numbers. */
export async function presentForms(
  ctx: Context,
  accountId: number,
  forms: readonly FormRow[],
): Promise<Form[]> {
  if (forms.length === 0) return []
  const { url } = await findPublicBrand(ctx, accountId)
  const counts = await countSubmissions(ctx.db, accountId)
  const listIds = [...new Set(forms.map(({ list_id }) => list_id))]
  const lists = new Map<number, Form['list']>()
  for (const id of listIds) {
    const list = await findListFacts(ctx, accountId, id)
    lists.set(id, list && { id, name: list.name, type: list.type, is_deleted: list.is_deleted })
  }
  return forms.map(
    ({
      account_id: _account,
      list_type: _type,
      created_by: _by,
      updated_at: _updated,
      deleted_at: _deleted,
      ...form
    }) => ({
      ...form,
      list: lists.get(form.list_id) ?? null,
      address: `${url}/forms/${form.key}`,
      embed: `<script src="${url}/embed/form.js" data-form="${form.key}" async></script>`,
      submissions: counts.get(form.id)?.count ?? 0,
      last_submission_at: counts.get(form.id)?.last.toISOString() ?? null,
      created_at: form.created_at.toISOString(),
    }),
  )
}

export const presentSubmission = ({
  account_id: _account,
  form_id: _form,
  label_ids: _labels,
  notify_ids: _people,
  token_hash: _token,
  consent,
  consented_at: at,
  ...row
}: SubmissionRow): Submission => ({
  ...row,
  consent: consent !== null && at ? { text: consent, at: at.toISOString() } : null,
  created_at: row.created_at.toISOString(),
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
})
