import type { SubmissionState } from '#contract/prospecting/forms.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { findForm } from './forms-store.ts'
import { presentSubmission } from './present-form.ts'
import { findSubmissions } from './submissions-store.ts'

/** What visitors sent with a form, newest first. @throws AppError not_found */
export async function listSubmissions(
  ctx: Context,
  { accountId }: Actor,
  formId: number,
  query: { page: number; limit: number; state?: SubmissionState | undefined },
) {
  const form = await findForm(ctx.db, accountId, formId)
  if (!form || form.deleted_at) throw notFound('The form')
  const { rows, total } = await findSubmissions(ctx.db, accountId, formId, query)
  return pageReply(rows.map(presentSubmission), query, total)
}
