import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '#contract/endpoint.ts'
import { fieldErrors } from '#contract/messages.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'

/** Sentences by field. */
export type FieldErrors = Record<string, string>

/** What a schema of the contract says about an input before it is sent; empty when it may be. */
export function schemaErrors(schema: Schema, input: unknown): FieldErrors {
  const result = schema.safeParse(input)
  return result.success ? {} : fieldErrors(result.error)
}

/** Sentences of a refused call by field; a wrong code belongs to the field of the code. */
export function errorFields(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  return error.code === 'invalid_code' ? { code: error.message } : error.fields
}

/** The sentence of an error that no field of the form shows; undefined when there is none. */
export function failureOf(error: unknown, shows: readonly string[]): string | undefined {
  if (!error) return undefined
  const fields = Object.keys(errorFields(error))
  return fields.length > 0 && fields.every((field) => shows.includes(field)) ? undefined : errorMessage(error)
}

interface FormCallOptions<I, R> {
  send: (input: I) => Promise<R>
  /** What is wrong before anything is sent. */
  check?: (input: I) => FieldErrors
  /** Fields that show their own sentence; what is wrong with others stands above the buttons. */
  shows: readonly string[]
  onSuccess?: (reply: R, input: I) => unknown
}

export interface FormCall<I> {
  busy: boolean
  fields: FieldErrors
  failure: string | undefined
  error: unknown
  submit: (input: I) => void
  /** Takes the sentences away: something was changed. */
  touch: () => void
}

/** A form's one call: checks, sends once at a time, and keeps what was wrong until something is changed. */
export function useFormCall<I, R>({ send, check, shows, onSuccess }: FormCallOptions<I, R>): FormCall<I> {
  const [refused, setRefused] = useState<FieldErrors>({})
  const mutation = useMutation({ mutationFn: send, onSuccess: (reply, input) => onSuccess?.(reply, input) })
  return {
    busy: mutation.isPending,
    fields: { ...errorFields(mutation.error), ...refused },
    failure: failureOf(mutation.error, shows),
    error: mutation.error,
    submit: (input) => {
      if (mutation.isPending) return
      const found = check?.(input) ?? {}
      setRefused(found)
      if (Object.keys(found).length > 0) mutation.reset()
      else mutation.mutate(input)
    },
    touch: () => {
      if (Object.keys(refused).length > 0) setRefused({})
      if (mutation.isError) mutation.reset()
    },
  }
}
