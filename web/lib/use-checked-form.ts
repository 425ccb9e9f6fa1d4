import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { type FieldErrors, unchanged } from './form-errors.ts'

/** Sentences for values that may not be sent: at fields of the form, and beside them. */
interface Problems {
  fields: FieldErrors
  rest: string[]
}

/**
 * Text of fields that keep their own value: a password manager fills them without any event, so that it is read from
 * the page when the form is sent.
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

/** Said beside the form while something that is required is empty. */
const FILL_ALL = new Error(MESSAGES.fillAll)

/** Values of a form with what is wrong about them: told at the first try, and from then on with every change. */
export function useCheckedForm<V extends object>(initial: V, problems: (values: V) => Problems) {
  const ref = useRef<HTMLFormElement>(null)
  const managed = useRef(new Set<string>())
  /** Set by the first try: what was sent, and what the server had against it. */
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
  /** Whether the values may be sent; reports what is wrong when they may not. */
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
  /** The values are stored: they are what was there at first from now on. */
  const accept = (values: V) => {
    tried.current = null
    form.setInitialValues(values)
  }
  const isEmptySomewhere = Object.values(form.errors).includes(MESSAGES.required)
  const failure = problem ?? (isEmptySomewhere ? FILL_ALL : undefined)
  // biome-ignore lint/suspicious/noExplicitAny: inputs take their values in types of their own
  const field = (name: keyof V & string, type?: 'checkbox'): any => {
    managed.current.add(name)
    return { ...form.getInputProps(name as never, type ? { type } : {}), name }
  }
  return { ref, form, failure, fail, read, look, check, refuse, restart, accept, field }
}
