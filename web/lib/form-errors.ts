import type { Schema } from '#contract/core/endpoint.ts'
import { fieldErrors } from '#contract/core/messages.ts'
import { ApiError } from './api-error.ts'

/** Sentences by field. */
export type FieldErrors = Record<string, string>

/** What a schema of the contract says about an input before it is sent; empty when it may be. */
export function schemaErrors(schema: Schema | undefined, input: unknown): FieldErrors {
  const result = schema?.safeParse(input)
  return result?.error ? fieldErrors(result.error) : {}
}

/**
 * Sentences at the fields of a form: one about a part of a field (`modules.0`) is at the field. `rest` holds those
 * that no field of the form can show.
 */
export function atFields(
  errors: FieldErrors,
  fields: readonly string[],
): { fields: FieldErrors; rest: string[] } {
  const shown: FieldErrors = {}
  const rest: string[] = []
  for (const [path, sentence] of Object.entries(errors)) {
    const parts = path.split('.')
    // `tags.0` belongs to the field of the tags, `values.website` to the one of the website.
    const field = [path, parts[0] ?? path, parts.at(-1) ?? path].find((name) => fields.includes(name))
    if (field === undefined) rest.push(sentence)
    else shown[field] ??= sentence
  }
  return { fields: shown, rest }
}

/**
 * What a refused call says, at the fields of a form; `failure` is what is above the buttons. `place` names the
 * field of an error that names none itself.
 */
export function refusal(
  error: unknown,
  fields: readonly string[],
  place?: (error: ApiError) => FieldErrors,
): { fields: FieldErrors; failure: unknown } {
  if (!(error instanceof ApiError)) return { fields: {}, failure: error }
  const named = Object.keys(error.fields).length > 0
  const found = atFields(named ? error.fields : (place?.(error) ?? {}), fields)
  const all = Object.keys(found.fields).length > 0 && found.rest.length === 0
  return { fields: found.fields, failure: all ? undefined : error }
}

/** The sentences of the server that still stand: those of fields that have not been changed since. */
export const unchanged = (errors: FieldErrors, sent: object, now: object): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([field]) =>
        JSON.stringify((sent as Record<string, unknown>)[field]) ===
        JSON.stringify((now as Record<string, unknown>)[field]),
    ),
  )

/** A wrong code belongs to the field of the code. */
export const wrongCode = (error: ApiError): FieldErrors =>
  error.code === 'invalid_code' ? { code: error.message } : {}
