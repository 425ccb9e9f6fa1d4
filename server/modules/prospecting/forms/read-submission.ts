import { MESSAGES } from '#contract/core/messages.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import { type ListTypeId, leadSubject } from '#contract/leads/list-types/index.ts'
import { type FormField, formFields } from '#contract/prospecting/forms.ts'
import { cleanText, isNothing } from '#server/modules/core/normalise/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { planRows, readRow, type Values } from '#server/modules/prospecting/lead-imports/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'

interface FormShape {
  list_type: ListTypeId
  fields: readonly FormField[]
}
export type Question = FormField & { definition: FieldDefinition }

/** The questions of a form, without those about custom fields that were deleted since. */
export async function findQuestions(db: Db, accountId: number, form: FormShape): Promise<Question[]> {
  const known = new Map(
    formFields(form.list_type, await findFieldDefinitions(db, accountId)).map((field) => [field.name, field]),
  )
  return form.fields.flatMap((question) => {
    const definition = known.get(question.field)
    return definition ? [{ ...question, definition }] : []
  })
}

/** Fields any of which identifies a lead by itself. */
const IDENTIFYING = ['email', 'website', 'linkedin_url', 'handle']

/**
 * Refuses questions that the list has no field for, and those whose answers would identify no lead.
 * @throws AppError validation_failed
 */
export async function checkQuestions(
  db: Db,
  accountId: number,
  form: FormShape & { needs_confirmation: boolean },
): Promise<void> {
  const known = new Set((await findQuestions(db, accountId, form)).map(({ field }) => field))
  const unknown = form.fields.find(({ field }) => !known.has(field))
  if (unknown) throw invalidField('fields', `This list has no field “${unknown.field}”`)
  const required = new Set(form.fields.filter((field) => field.required).map(({ field }) => field))
  if (form.needs_confirmation && !required.has('email'))
    throw invalidField('fields', 'Make the email required: it is what a visitor confirms')
  const names = required.has('name') && leadSubject(form.list_type) === 'business'
  if (!names && !IDENTIFYING.some((field) => required.has(field)))
    throw invalidField('fields', 'Require a field that tells leads apart, such as the email or the website')
}

/** What a visitor entered: values of the lead, or what is wrong by field. */
type ReadAnswers = { values: Values; errors?: undefined } | { errors: Record<string, string> }

/** Reads answers as an import reads a row. An answer to a question that the form doesn’t have is not looked at. */
export function readAnswers(
  type: ListTypeId,
  questions: readonly Question[],
  answers: Readonly<Record<string, string>>,
): ReadAnswers {
  const cells = questions.map(({ field }) => (answers[field] ?? '').trim())
  const plan = planRows({
    type,
    cells: questions.map(({ field, definition }, at) => ({ at, column: field, field: definition })),
    country: null,
    rest: 'drop',
    fixes: [],
    dropped: [],
  })
  const row = readRow(plan, 1, cells)
  // As in a file, “n/a” is no answer.
  const missing = questions.filter(({ required }, at) => required && isNothing(cleanText(cells[at] ?? '')))
  const errors = Object.fromEntries([
    ...row.problems.map(({ column, problem }) => [column, problem] as const),
    ...missing.map(({ field }) => [field, MESSAGES.required] as const),
  ])
  if (Object.keys(errors).length > 0) return { errors }
  if (row.reason !== undefined) return { errors: { [questions[0]?.field ?? '']: row.reason } }
  return { values: row.values }
}
