import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { type FieldErrors, unchanged } from './form-errors.ts'

/** Messages for invalid values: at fields of the form, and for the form as a whole. */
interface Problems {
  fields: FieldErrors
  rest: string[]
}

/**
 * Values of uncontrolled fields: password managers fill them without events, so they are read from the page
 * on submit.
 */
function ownTexts<V extends object>(
  form: HTMLFormElement | null,
  values: V,
  managed: ReadonlySet<string>,
): Partial<V> {
  const texts = [...new FormData(form ?? undefined)].filter(
    ([name]) => typeof values[name as keyof V] === 'string' && !managed.has(name),
  )
  return Object.fromEntries(texts.map(([name, text]) => [name, String(text)])) as Partial<V>
}

/** Shown for the whole form while a required field is empty. */
const FILL_ALL = new Error(MESSAGES.fillAll)

/** Form values with their errors: shown from the first submit on, and updated with every change. */
export function useCheckedForm<V extends object>(initial: V, problems: (values: V) => Problems) {
  const ref = useRef<HTMLFormElement>(null)
  const managed = useRef(new Set<string>())
  /** Set by the first submit: the values, and the server's errors. */
  const tried = useRef<{ values: V; refused: FieldErrors } | null>(null)
  const [problem, fail] = useState<unknown>()
  const form = useForm<V>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => look(values),
  })
  const read = (values: V = form.getValues()): V => ({
    ...values,
    ...ownTexts(ref.current, values, managed.current),
  })
  const look = (values?: V) => {
    if (!tried.current) return
    const now = read(values)
    const { refused, values: sent } = tried.current
    form.setErrors({ ...unchanged(refused, sent, now), ...problems(now).fields })
  }
  /** Whether the values are valid; shows the errors if not. */
  const check = (values: V): boolean => {
    const { fields, rest } = problems(values)
    tried.current = { values, refused: {} }
    form.setErrors(fields)
    fail(rest[0] === undefined ? undefined : new Error(rest[0]))
    return Object.keys(fields).length === 0 && rest.length === 0
  }
  const refuse = (values: V, refused: FieldErrors, why: unknown) => {
    tried.current = { values, refused }
    form.setErrors(refused)
    fail(why)
  }
  const restart = (values: V = form.getInitialValues()) => {
    tried.current = null
    fail(undefined)
    form.setInitialValues(values)
    form.setValues(values)
    form.clearErrors()
  }
  /** Makes the saved values the new initial values. */
  const accept = (values: V) => {
    tried.current = null
    form.setInitialValues(values)
  }
  const isEmptySomewhere = Object.values(form.errors).includes(MESSAGES.required)
  const failure = problem ?? (isEmptySomewhere ? FILL_ALL : undefined)
  // biome-ignore lint/suspicious/noExplicitAny: inputs take values of their own types
  const field = (name: keyof V & string, type?: 'checkbox'): any => {
    managed.current.add(name)
    return { ...form.getInputProps(name as never, type ? { type } : {}), name }
  }
  return { ref, form, failure, fail, read, look, check, refuse, restart, accept, field }
}
