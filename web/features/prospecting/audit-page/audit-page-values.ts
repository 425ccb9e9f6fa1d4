import type { CallInput } from '#contract/core/endpoint.ts'
import type {
  AuditLanguage,
  AuditPage,
  CALL_TO_ACTION_KINDS,
  saveAuditPage,
} from '#contract/prospecting/audits.ts'

/** Fields of the form; an empty text is the built-in one. */
export interface AuditPageValues {
  is_on: boolean
  list_id: string
  headline: string
  intro: string
  consent: string
  service_ids: string[]
  action_kind: (typeof CALL_TO_ACTION_KINDS)[number] | ''
  action_label: string
  action_target: string
  needs_confirmation: boolean
  languages: AuditLanguage[]
  days: number | ''
  label_ids: string[]
  notify_ids: string[]
}

export const auditPageValues = (page: AuditPage): AuditPageValues => ({
  is_on: page.is_on,
  list_id: page.list_id === null ? '' : String(page.list_id),
  headline: page.headline ?? '',
  intro: page.intro ?? '',
  consent: page.consent ?? '',
  service_ids: (page.service_ids ?? []).map(String),
  action_kind: page.call_to_action?.kind ?? '',
  action_label: page.call_to_action?.label ?? '',
  action_target: page.call_to_action?.target ?? '',
  needs_confirmation: page.needs_confirmation,
  languages: page.languages,
  days: page.days,
  label_ids: page.label_ids.map(String),
  notify_ids: page.notify_ids.map(String),
})

export const toAuditPage = (values: AuditPageValues): CallInput<typeof saveAuditPage>['body'] => ({
  is_on: values.is_on,
  list_id: values.list_id === '' ? null : Number(values.list_id),
  headline: values.headline.trim() || null,
  intro: values.intro.trim() || null,
  consent: values.consent.trim() || null,
  service_ids: values.service_ids.length === 0 ? null : values.service_ids.map(Number),
  call_to_action:
    values.action_kind === ''
      ? null
      : { kind: values.action_kind, label: values.action_label, target: values.action_target },
  needs_confirmation: values.needs_confirmation,
  languages: values.languages,
  days: values.days === '' ? 90 : values.days,
  label_ids: values.label_ids.map(Number),
  notify_ids: values.notify_ids.map(Number),
})
