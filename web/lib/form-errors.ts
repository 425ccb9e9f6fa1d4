import type { Schema } from '#contract/core/endpoint.ts'
import { fieldErrors } from '#contract/core/messages.ts'
import { ApiError } from './api-error.ts'

/** Messages by field. */
export type FieldErrors = Record<string, string>

/** Validates an input against its contract schema; empty if it is valid. */
export function schemaErrors(schema: Schema | undefined, input: unknown): FieldErrors {
  const result = schema?.safeParse(input)
  return result?.error ? fieldErrors(result.error) : {}
}

/**
 * Assigns messages to fields of the form: one about a part (`modules.0`) goes to its field. `rest` holds
 * those without a field in the form.
 */
export function atFields(
  errors: FieldErrors,
  fields: readonly string[],
): { fields: FieldErrors; rest: string[] } {
  const shown: FieldErrors = {}
  const rest: string[] = []
  for (const [path, sentence] of Object.entries(errors)) {
    const parts = path.split('.')
    // `tags.0` belongs to the field `tags`, `values.website` to `website`.
    const field = [path, parts[0] ?? path, parts.at(-1) ?? path].find((name) => fields.includes(name))
    if (field === undefined) rest.push(sentence)
    else shown[field] ??= sentence
  }
  return { fields: shown, rest }
}

/**
 * Messages of a refused call: those of fields, and `failure` to show above the buttons. `place` names the
 * field of an error that has none.
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

/** The server's messages for fields that have not changed since. */
export const unchanged = (errors: FieldErrors, sent: object, now: object): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([field]) =>
        JSON.stringify((sent as Record<string, unknown>)[field]) ===
        JSON.stringify((now as Record<string, unknown>)[field]),
    ),
  )

/** A wrong code is shown at the code field. */
export const wrongCode = (error: ApiError): FieldErrors =>
  error.code === 'invalid_code' ? { code: error.message } : {}
