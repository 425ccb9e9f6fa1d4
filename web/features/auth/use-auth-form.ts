import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { ApiError } from '../../lib/api.ts'

type Fields = Record<string, string>

interface AuthFormOptions {
  /** Sentences per field before the server is asked; empty when the form may be sent. */
  check?: (values: Fields) => Fields
  /** What the form does. What it throws is shown at the fields it names, else above the form. */
  send: (values: Fields) => Promise<void>
  /** Sentences per field for an error that belongs to one although it names none. */
  place?: (error: ApiError) => Fields
  /** Field to go to when the error belongs to none. */
  focusOnFailure?: string
}

export interface AuthForm {
  /** Spread over the form element. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
    noValidate: true
  }
  errors: Fields
  failure: unknown
  busy: boolean
  /** Sends the form; `typed` stands in for fields whose newest value is not in the page yet. */
  submit: (typed?: Fields) => void
  /** Shows something that went wrong beside the form; undefined takes it away. */
  fail: (failure: unknown) => void
}

const fieldsIn = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (element): element is HTMLInputElement => 'name' in element && element.name !== '',
  )

const read = (form: HTMLFormElement): Fields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** The sentences of an error that fields of this form can show. */
function errorFields(error: unknown, form: HTMLFormElement, place: AuthFormOptions['place']): Fields {
  if (!(error instanceof ApiError)) return {}
  const names = new Set(fieldsIn(form).map((field) => field.name))
  const named = Object.entries(error.fields).filter(([name]) => names.has(name))
  if (named.length > 0) return Object.fromEntries(named)
  return Object.fromEntries(Object.entries(place?.(error) ?? {}).filter(([name]) => names.has(name)))
}

/** A form with fields of its own: sent once at a time, errors at their fields, the first wrong one in focus. */
export function useAuthForm({ check, send, place, focusOnFailure }: AuthFormOptions): AuthForm {
  const ref = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [errors, setErrors] = useState<Fields>({})
  const [failure, fail] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const refuse = (form: HTMLFormElement, found: Fields) => {
    setErrors(found)
    const first = fieldsIn(form).find((field) => field.name in found)
    first?.focus()
    if (first?.type !== 'checkbox') first?.select()
  }

  const trySend = async (form: HTMLFormElement, typed: Fields) => {
    if (sending.current) return
    const values = { ...read(form), ...typed }
    const found = check?.(values) ?? {}
    fail(undefined)
    if (Object.keys(found).length > 0) return refuse(form, found)
    setErrors({})
    sending.current = true
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      const wrong = errorFields(error, form, place)
      if (Object.keys(wrong).length > 0) return refuse(form, wrong)
      fail(error)
      if (focusOnFailure)
        fieldsIn(form)
          .find((field) => field.name === focusOnFailure)
          ?.focus()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const submit = (typed: Fields = {}) => {
    if (ref.current) void trySend(ref.current, typed)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    submit()
  }
  // What is being put right is no longer called wrong.
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement
    setErrors((now) => {
      if (!(name in now)) return now
      const { [name]: _, ...rest } = now
      return rest
    })
  }
  return { props: { ref, onSubmit, onInput, noValidate: true }, errors, failure, busy, submit, fail }
}
