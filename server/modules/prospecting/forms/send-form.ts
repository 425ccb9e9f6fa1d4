import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { answerName, type Entered, SENT } from './form-html.ts'
import type { FormWords } from './form-words.ts'
import type { FormRow } from './forms-store.ts'
import { checkProof, spendProof } from './proof-of-work.ts'
import { findQuestions, readAnswers } from './read-submission.ts'
import { takeSubmission } from './take-submission.ts'

const networkLimit = defineRateLimit({ name: 'form-network', points: 20, seconds: 600 })
const formLimit = defineRateLimit({ name: 'form', points: 300, seconds: 3600 })
/** Nobody gets more confirmation emails than that because somebody else enters their address. */
const mailLimit = defineRateLimit({ name: 'form-mail', points: 3, seconds: 3600 })

/** Fields of the body by name. */
export type SentForm = Readonly<Record<string, string>>

/** Sent, or the form again with what was entered and the status of the page. */
type Answer = { waits: boolean } | { entered: Entered; status: number }

/**
 * Takes what a visitor sent with a form.
 * @throws AppError rate_limited
 */
export async function sendForm(
  ctx: Context,
  form: FormRow,
  { sent, ip, lang, words }: { sent: SentForm | undefined; ip: string; lang: string; words: FormWords },
): Promise<Answer> {
  await networkLimit.consume(ctx, ip)
  const { account_id: accountId, key } = form
  const body = sent ?? {}
  // Whoever fills this in is a program, and learns nothing.
  if (body[SENT.trap]) return { waits: false }
  const questions = await findQuestions(ctx.db, accountId, form)
  const answers = Object.fromEntries(questions.map(({ field }) => [field, body[answerName(field)] ?? '']))
  const consent = body[SENT.consent] || null
  const agreed = body[SENT.agreed] === 'yes'
  const again = (errors: Entered['errors'], problem: string, status = 422): Answer => ({
    // What was agreed to may differ from what the page now shows.
    entered: { answers, agreed: agreed && consent === form.consent, errors, problem },
    status,
  })
  const proof = await checkProof(ctx, { accountId, purpose: `form:${key}`, consent }, body[SENT.proof] ?? '')
  if (!proof) return again({}, words.again)
  // After the work, so that nobody closes a form for others without any.
  await formLimit.consume(ctx, `${accountId}|${form.id}`)
  const read = readAnswers(form.list_type, questions, answers)
  const refused = {
    ...(read.errors && translate(read.errors, answers, words)),
    ...(consent !== null && !agreed && { [SENT.agreed]: words.agree }),
  }
  if (read.errors || Object.keys(refused).length > 0) return again(refused, words.problems)
  const { values } = read
  if (form.needs_confirmation)
    await mailLimit.consume(ctx, `${accountId}|${String(values.email).toLowerCase()}`)
  const taken = await transaction(ctx.db, async () =>
    (await spendProof(ctx, accountId, proof))
      ? takeSubmission(ctx, {
          accountId,
          formId: form.id,
          source: form.name,
          listId: form.list_id,
          type: form.list_type,
          values,
          labelIds: form.label_ids,
          notifyIds: form.notify_ids,
          consent: consent === null ? null : { text: consent, at: ctx.clock.now() },
          language: lang,
          ip,
          needsConfirmation: form.needs_confirmation,
        })
      : null,
  )
  return taken ? { waits: taken.state === 'unconfirmed' } : again({}, words.sentBefore, 409)
}

/** Problems in the visitor’s language; in English they say more. */
const translate = (
  errors: Readonly<Record<string, string>>,
  answers: Readonly<Record<string, string>>,
  words: FormWords,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, problem]) => [
      field,
      answers[field]?.trim() === '' ? words.missing : (words.invalid ?? problem),
    ]),
  )
