import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  FORM_DEFAULTS,
  type Form,
  type FormField,
  formFields,
  type NewForm,
} from '#contract/prospecting/forms.ts'

/** What the builder edits; empty texts stand for none. */
export interface FormValues {
  name: string
  list_id: number | null
  heading: string
  intro: string
  fields: FormField[]
  submit_label: string
  consent: string
  thanks_text: string
  thanks_url: string
  label_ids: number[]
  notify_ids: number[]
  needs_confirmation: boolean
  active: boolean
}

const ask = (field: string, label: string, required: boolean): FormField => ({
  field,
  label,
  help: null,
  required,
  long: false,
})

/** What a new form asks for: few questions, as people answer few. */
export const usualFields = (type: ListTypeId): FormField[] => {
  const known = new Set(formFields(type, []).map(({ name }) => name))
  return [ask('name', 'Name', true), ask('email', 'Email', true), ask('website', 'Website', false)].filter(
    ({ field }) => known.has(field),
  )
}

export const newValues = (userId: number): FormValues => ({
  name: '',
  list_id: null,
  ...FORM_DEFAULTS,
  intro: '',
  fields: usualFields('local'),
  consent: 'I agree that my details are used to answer my request.',
  thanks_url: '',
  label_ids: [],
  notify_ids: [userId],
  needs_confirmation: false,
  active: true,
})

export const makeValues = (form: Form): FormValues => ({
  name: form.name,
  list_id: form.list_id,
  heading: form.heading,
  intro: form.intro ?? '',
  fields: form.fields,
  submit_label: form.submit_label,
  consent: form.consent ?? '',
  thanks_text: form.thanks_text,
  thanks_url: form.thanks_url ?? '',
  label_ids: form.label_ids,
  notify_ids: form.notify_ids,
  needs_confirmation: form.needs_confirmation,
  active: form.active,
})

export const formBody = (values: FormValues): NewForm => ({
  ...values,
  list_id: values.list_id as number,
  intro: values.intro.trim() || null,
  consent: values.consent.trim() || null,
  thanks_url: values.thanks_url.trim() || null,
})

/** Fields that the form doesn’t ask for yet. */
export const openFields = (
  type: ListTypeId,
  custom: readonly FieldDefinition[],
  fields: readonly FormField[],
): FieldDefinition[] =>
  formFields(type, custom).filter(({ name }) => !fields.some(({ field }) => field === name))
