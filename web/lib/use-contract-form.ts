import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { type ApiError, type CallArgs, call } from './api.ts'
import { atFields, type FieldErrors, refusal, schemaErrors } from './form-errors.ts'
import { useCheckedForm } from './use-checked-form.ts'
import { useIntentKey } from './use-intent-key.ts'

type Body<E> = NonNullable<CallInput<E>['body' & keyof CallInput<E>]>

interface ContractFormOptions<E extends Endpoint, V extends object, R> {
  /** Initial values; its keys are the fields of the form. */
  initial: V
  /** Path parameters of the endpoint. */
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  /** Request body; the values by default. */
  body?: (values: V) => Body<E>
  /** Checks that the schema cannot do, by field. */
  check?: (values: V) => FieldErrors
  /** Assigns an error without a field to one, such as a wrong code to the code field. */
  place?: (error: ApiError) => FieldErrors
  /** Replaces the plain call; its errors are shown in the same way. */
  send?: (values: V) => Promise<R>
  onSuccess?: (reply: R, values: V) => unknown
  /** The form shows the result itself, so the response's message is no toast. */
  quiet?: boolean
  /** Field to focus after an error that belongs to none. */
  focusOnFailure?: keyof V & string
}

export interface ContractForm<V extends object> {
  /** Props of the form element. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: () => void
    noValidate: true
    tabIndex: -1
  }
  values: V
  set: (change: Partial<V>) => void
  /** Props of an input for this field; `checkbox` for checkboxes. */
  // biome-ignore lint/suspicious/noExplicitAny: inputs take values of their own types
  field: (name: keyof V & string, type?: 'checkbox') => any
  errors: FieldErrors
  /** Error of the form as a whole; undefined without one. */
  failure: unknown
  busy: boolean
  /** Whether something has changed since the start or the last success. */
  dirty: boolean
  /** Submits the form; `typed` overrides values that are not in the state yet. */
  submit: (typed?: Partial<V>) => void
  /** Resets the form, optionally to new values. */
  restart: (values?: V) => void
  /** Sets the form's error; undefined clears it. */
  fail: (failure: unknown) => void
}

/** Moves the focus to the first invalid field, or the given one, or back to the button that had it. */
function leadFocus(form: HTMLFormElement | null, field: string | undefined): void {
  const inputs = [...(form?.elements ?? [])] as HTMLInputElement[]
  const target =
    form?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ??
    inputs.find(({ name }) => field !== undefined && name === field)
  if (target) {
    target.focus()
    if (/^(text|email|password)$/.test(target.type)) target.select()
  } else if (document.activeElement === document.body) {
    const button = form?.querySelector<HTMLElement>('[type="submit"]:not(:disabled)')
    ;(button ?? form)?.focus()
  }
}

/** Moves the focus after each submit, once buttons and fields are enabled again. */
function useFocusAfter(form: RefObject<HTMLFormElement | null>, busy: boolean) {
  const [turn, setTurn] = useState<{ field: string | undefined } | null>(null)
  useEffect(() => {
    if (turn && !busy) leadFocus(form.current, turn.field)
  }, [form, turn, busy])
  return (field?: string) => setTurn({ field })
}

/** The form's call. For an idempotent endpoint, the same values carry the same key. */
function usePost<E extends Endpoint, V extends object, R>(
  endpoint: E,
  { send, params, query, quiet = false }: ContractFormOptions<E, V, R>,
  body: (values: V) => unknown,
) {
  const intent = useIntentKey()
  return async (values: V): Promise<R> => {
    if (send) return send(values)
    const input = { ...(params ? { params } : {}), ...(query ? { query } : {}), body: body(values) }
    const key = endpoint.idempotent ? { idempotencyKey: intent.keyFor(input) } : {}
    const options = { ...input, ...key, quiet: quiet || 'errors' }
    const reply = (await call(endpoint, ...([options] as unknown as CallArgs<E>))) as R
    intent.forget()
    return reply
  }
}

/** A built page has no schema of a whole document: the server checks it. */
const bodySchema = ({ maxBytes, body }: Endpoint) => (maxBytes === undefined ? body : undefined)

/**
 * A form that submits to an endpoint. It is validated by the endpoint's schema on submit and on every change
 * afterwards, and submitted once at a time. Errors are shown at their fields; `failure` holds any other.
 */
export function useContractForm<E extends Endpoint, V extends object, R = Reply<E>>(
  endpoint: E,
  options: ContractFormOptions<E, V, R>,
): ContractForm<V> {
  const { initial, check, place, onSuccess, focusOnFailure } = options
  const fields = Object.keys(initial)
  const body = (values: V) => (options.body ? options.body(values) : values)
  const checked = useCheckedForm(initial, (values) => {
    const found = atFields(schemaErrors(bodySchema(endpoint), body(values)), fields)
    return { fields: { ...found.fields, ...check?.(values) }, rest: found.rest }
  })
  const { ref, form, failure, fail, field, restart } = checked
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const focusAfter = useFocusAfter(ref, busy)
  const post = usePost(endpoint, options, body)
  const send = async (values: V) => {
    if (sending.current) return
    if (!checked.check(values)) return focusAfter()
    sending.current = true
    setBusy(true)
    try {
      const reply = await post(values)
      checked.accept(values)
      await onSuccess?.(reply, values)
      focusAfter()
    } catch (error) {
      const found = refusal(error, fields, place)
      checked.refuse(values, found.fields, found.failure)
      focusAfter(focusOnFailure)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const submit = (typed: Partial<V> = {}) => void send({ ...checked.read(), ...typed })
  return {
    props: {
      ref,
      onSubmit: (event) => {
        event.preventDefault()
        submit()
      },
      onInput: () => checked.look(),
      noValidate: true,
      tabIndex: -1,
    },
    values: form.values,
    set: (change) => form.setValues(change),
    field,
    errors: form.errors as FieldErrors,
    failure,
    busy,
    dirty: JSON.stringify(form.values) !== JSON.stringify(form.getInitialValues()),
    submit,
    restart,
    fail,
  }
}
