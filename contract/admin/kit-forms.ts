import * as z from 'zod/mini'
import { WEBHOOK_EVENT_TYPES } from '../activity/webhook-events.ts'
import { WebhookEvents, WebhookUrl } from '../activity/webhooks.ts'
import { text } from '../core/common.ts'
import { LIST_TYPE_IDS } from '../leads/list-types/index.ts'
import { AUDIT_LIST_TYPES, AuditPageTexts } from '../prospecting/audits.ts'
import { FORM_DEFAULTS, FormContent } from '../prospecting/forms.ts'
import { ListName } from '../prospecting/searches.ts'
import { LeftToAccount } from './kit-packages.ts'
import { listVariables } from './kit-variables.ts'

const LabelNames = z._default(z.array(text(40)).check(z.maxLength(20)), [])

/** A form with the list that receives its leads. Whom it notifies is up to the account. */
export const KitForm = z.strictObject({
  type: z.enum(LIST_TYPE_IDS),
  list: ListName,
  heading: z._default(FormContent.heading, FORM_DEFAULTS.heading),
  intro: z._default(FormContent.intro, null),
  fields: FormContent.fields,
  submit_label: z._default(FormContent.submit_label, FORM_DEFAULTS.submit_label),
  consent: z._default(FormContent.consent, null),
  thanks_text: z._default(FormContent.thanks_text, FORM_DEFAULTS.thanks_text),
  thanks_url: z._default(FormContent.thanks_url, null),
  labels: LabelNames,
  needs_confirmation: z._default(FormContent.needs_confirmation, false),
})
export type KitForm = z.output<typeof KitForm>

/** Texts and rules of an audit page. Whether it is on and whom it notifies is up to the account. */
export const KitAuditPage = z.strictObject({
  list: z._default(z.nullable(z.strictObject({ type: z.enum(AUDIT_LIST_TYPES), name: ListName })), null),
  headline: z._default(AuditPageTexts.headline, null),
  intro: z._default(AuditPageTexts.intro, null),
  consent: z._default(AuditPageTexts.consent, null),
  services: z._default(z.nullable(z.array(text(60)).check(z.maxLength(30))), null),
  call_to_action: z._default(AuditPageTexts.call_to_action, null),
  needs_confirmation: z._default(AuditPageTexts.needs_confirmation, false),
  languages: z._default(AuditPageTexts.languages, ['en', 'de', 'fr', 'es']),
  days: z._default(AuditPageTexts.days, 90),
  labels: LabelNames,
})
export type KitAuditPage = z.output<typeof KitAuditPage>

/** A webhook of the whole account. A new one gets a secret of its own. */
export const KitWebhook = z.strictObject({
  // As they are stored.
  url: WebhookUrl.check(
    z.overwrite((url) => (listVariables(url).length > 0 ? url : (URL.parse(url)?.href ?? url))),
  ),
  events: WebhookEvents.check(
    z.overwrite((events) => WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type))),
  ),
  active: LeftToAccount,
})
export type KitWebhook = z.output<typeof KitWebhook>
