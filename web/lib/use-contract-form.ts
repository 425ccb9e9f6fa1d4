import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { type ApiError, type CallArgs, call } from './api.ts'
import { atFields, type FieldErrors, refusal, schemaErrors } from './form-errors.ts'
import { useCheckedForm } from './use-checked-form.ts'
import { useIntentKey } from './use-intent-key.ts'

type Body<E> = NonNullable<CallInput<E>['body' & keyof CallInput<E>]>

interface ContractFormOptions<E extends Endpoint, V extends object, R> {
  /** What the fields hold at first; its keys are the fields of the form. */
  initial: V
  /** Parameters of the endpoint's path. */
  params?: Record<string, unknown>
  /** The query of the call. */
  query?: Record<string, unknown>
  /** The body of the call; the values as they are by default. */
  body?: (values: V) => Body<E>
  /** What the schema cannot know, by field. */
  check?: (values: V) => FieldErrors
  /** The field of an error that names none: a wrong code belongs to the field of the code. */
  place?: (error: ApiError) => FieldErrors
  /** Does something else than the plain call; what it throws is shown like an error of the call. */
  send?: (values: V) => Promise<R>
  onSuccess?: (reply: R, values: V) => unknown
  /** The form itself shows what came of it: the reply's message is no toast. */
  quiet?: boolean
  /** Field to go to when an error belongs to none. */
  focusOnFailure?: keyof V & string
}

export interface ContractForm<V extends object> {
  /** Spread over the form element. */
  props: {
    ref: RefObject<HTMLFormElement | null>
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onInput: () => void
    noValidate: true
    tabIndex: -1
  }
  values: V
  set: (change: Partial<V>) => void
  /** Everything an input of this field needs: spread it. `checkbox` for what is ticked. */
  // biome-ignore lint/suspicious/noExplicitAny: inputs take their values in types of their own
  field: (name: keyof V & string, type?: 'checkbox') => any
  errors: FieldErrors
  /** What went wrong beside the fields; undefined when nothing did. */
  failure: unknown
  busy: boolean
  /** Whether something was changed since the start, or since the last success. */
  dirty: boolean
  /** Sends the form; `typed` replaces values that the fields do not hold yet. */
  submit: (typed?: Partial<V>) => void
  /** Starts over with these values, or takes back what was changed. */
  restart: (values?: V) => void
  /** Shows something that went wrong beside the form; undefined takes it away. */
  fail: (failure: unknown) => void
}

/** Moves the focus: to the first wrong field, else to the one that was asked for, else back to a lost button. */
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

/** Leads the focus after each try, once buttons and fields are themselves again. */
function useFocusAfter(form: RefObject<HTMLFormElement | null>, busy: boolean) {
  const [turn, setTurn] = useState<{ field: string | undefined } | null>(null)
  useEffect(() => {
    if (turn && !busy) leadFocus(form.current, turn.field)
  }, [form, turn, busy])
  return (field?: string) => setTurn({ field })
}

/** The call that a form makes. A call that must act only once carries the same key for the same values. */
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

/**
 * A form that posts to an endpoint. Checked by the endpoint's own schema when it is sent and from then on with every
 * change; sent once at a time; what is wrong is at its field, anything else in `failure`.
 */
export function useContractForm<E extends Endpoint, V extends object, R = Reply<E>>(
  endpoint: E,
  options: ContractFormOptions<E, V, R>,
): ContractForm<V> {
  const { initial, check, place, onSuccess, focusOnFailure } = options
  const fields = Object.keys(initial)
  const body = (values: V) => (options.body ? options.body(values) : values)
  const checked = useCheckedForm(initial, (values) => {
    const found = atFields(schemaErrors(endpoint.body, body(values)), fields)
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
