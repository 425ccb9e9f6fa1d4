import { COUPON_DURATIONS, LOG_IN_AS, PACKAGE_MODULES, PRICED_KINDS } from '#contract/accounts/plans.ts'
import { ACCESS_LEVELS, BILLING_STATES } from '#contract/accounts/subscriptions.ts'
import { NOTIFICATION_KIND_NAMES } from '#contract/activity/notification-kinds/index.ts'
import { CRM_POLICIES, DOUBTFUL_EMAILS } from '#contract/activity/run-kinds/crm.ts'
import { RUN_KINDS } from '#contract/activity/run-kinds/index.ts'
import { FINAL_RUN_STATES, RUN_STATES } from '#contract/activity/runs.ts'
import { WEBHOOK_EVENT_TYPES } from '#contract/activity/webhook-events.ts'
import { DELIVERY_STATES } from '#contract/activity/webhooks.ts'
import { KIT_PART_NAMES } from '#contract/admin/kit-part-names.ts'
import { USER_STATES } from '#contract/admin/users.ts'
import { AI_LIMIT_ORIGINS } from '#contract/ai/ai-limits.ts'
import { AI_LANGUAGES, PROMPT_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { AI_REVIEWS, AI_TEXT_STATES } from '#contract/ai/ai-text.ts'
import { TRAINING_LANGUAGES } from '#contract/ai/ai-training.ts'
import { MAIL_STATES } from '#contract/branding/mail.ts'
import { BOUNCE_SOURCES, MAIL_BOUNCES, MAIL_EVENT_SENDERS } from '#contract/branding/mail-events.ts'
import { MAIL_CATEGORIES } from '#contract/branding/mail-kinds/define.ts'
import { MAIL_TEMPLATE_NAMES } from '#contract/branding/mail-kinds/index.ts'
import { SMTP_SECURITIES } from '#contract/branding/mail-server.ts'
import { GOOGLE_POPUP_TYPES } from '#contract/branding/sites.ts'
import { MODULES, ROLES, SEARCH_MODES, STAFF_ROLES } from '#contract/core/constants.ts'
import { CRMS, SENDERS } from '#contract/core/crms/index.ts'
import { DIMENSIONS } from '#contract/core/dimensions.ts'
import { API_SCOPES } from '#contract/core/scopes.ts'
import { CUSTOM_FIELD_KINDS } from '#contract/leads/custom-fields.ts'
import { EMAIL_STATES } from '#contract/leads/email-states.ts'
import { LABEL_COLORS } from '#contract/leads/label-colors.ts'
import { LIST_TYPE_IDS, LIST_TYPE_NAMES } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS } from '#contract/leads/signals.ts'
import { SUPPRESSION_KINDS } from '#contract/privacy/suppression.ts'
import { AUDIT_LANGUAGES } from '#contract/prospecting/audits.ts'
import { EVERY } from '#contract/prospecting/autopilot-schedule.ts'
import { AUTOPILOT_STEP_NAMES } from '#contract/prospecting/autopilot-steps.ts'
import { REFRESH_EVERY } from '#contract/sources/corpus-area-shapes.ts'
import { KEY_LEVELS } from '#contract/sources/lead-sources.ts'
import { PLACE_FORMATS } from '#contract/sources/place-formats.ts'
import { WANTS } from '#contract/sources/source-kinds/define.ts'

/**
 * Choices that several calls share, by their name in the OpenAPI document. Names stay (docs/api.md, Versions). A
 * choice of the same values in another order is the same.
 */
export const NAMED_ENUMS: Readonly<Record<string, readonly string[]>> = {
  AccessLevel: ACCESS_LEVELS,
  AccountKind: ROLES,
  AiLanguage: AI_LANGUAGES,
  AiLimitOrigin: AI_LIMIT_ORIGINS,
  AiReview: AI_REVIEWS,
  AiTextState: AI_TEXT_STATES,
  ApiScope: API_SCOPES,
  AuditLanguage: AUDIT_LANGUAGES,
  AutopilotStepName: AUTOPILOT_STEP_NAMES,
  BillingState: BILLING_STATES,
  BounceSource: BOUNCE_SOURCES,
  CouponDuration: COUPON_DURATIONS,
  Crm: CRMS,
  CustomFieldKind: CUSTOM_FIELD_KINDS,
  DeliveryState: DELIVERY_STATES,
  Dimension: Object.keys(DIMENSIONS),
  DoubtfulEmail: DOUBTFUL_EMAILS,
  EmailState: EMAIL_STATES,
  FinalRunState: FINAL_RUN_STATES,
  GooglePopupType: GOOGLE_POPUP_TYPES,
  KeyLevel: KEY_LEVELS,
  KitPartName: KIT_PART_NAMES,
  LabelColor: LABEL_COLORS,
  ListType: LIST_TYPE_IDS,
  ListTypeName: LIST_TYPE_NAMES,
  LogInAs: LOG_IN_AS,
  MailBounce: MAIL_BOUNCES,
  MailCategory: MAIL_CATEGORIES,
  MailEventSender: MAIL_EVENT_SENDERS,
  MailState: MAIL_STATES,
  MailTemplateName: MAIL_TEMPLATE_NAMES,
  MergePolicy: CRM_POLICIES,
  Module: MODULES,
  NotificationKind: NOTIFICATION_KIND_NAMES,
  PackageModule: PACKAGE_MODULES,
  PlaceFormat: PLACE_FORMATS,
  PricedKind: PRICED_KINDS,
  PromptType: PROMPT_TYPES,
  RefreshEvery: REFRESH_EVERY,
  RunKind: RUN_KINDS,
  RunState: RUN_STATES,
  ScheduleUnit: EVERY,
  SearchMode: SEARCH_MODES,
  Sender: SENDERS,
  SignalId: SIGNAL_IDS,
  SmtpSecurity: SMTP_SECURITIES,
  StaffRole: STAFF_ROLES,
  SuppressionKind: SUPPRESSION_KINDS,
  TextOrigin: ['own', 'inherited', 'built_in'],
  TrainingLanguage: ['auto', ...TRAINING_LANGUAGES],
  TrainingTextLanguage: TRAINING_LANGUAGES,
  UserState: USER_STATES,
  Want: WANTS,
  WebhookEventType: WEBHOOK_EVENT_TYPES,
}

type Json = Record<string, unknown>

const keyOf = (values: readonly unknown[]): string => JSON.stringify([...values].sort())

/** The document with each choice that has a name written once, among the schemas, and referred to elsewhere. */
export function nameEnums<Document extends { components: { schemas: Json } }>(
  document: Document,
  enums: Readonly<Record<string, readonly string[]>> = NAMED_ENUMS,
): Document {
  const { schemas } = document.components
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas)) {
    const { enum: values } = schema as { enum?: unknown[] }
    if (values) names.set(keyOf(values), name)
  }
  for (const [name, values] of Object.entries(enums)) {
    if (schemas[name]) throw new Error(`Two schemas are named ${name}. Rename the one of named-enums.ts`)
    if (!names.has(keyOf(values))) names.set(keyOf(values), name)
  }
  const used = new Set<string>()
  const replace = (value: unknown, isNamed = false): unknown => {
    if (Array.isArray(value)) return value.map((one) => replace(one))
    if (typeof value !== 'object' || value === null) return value
    const name =
      !isNamed && Array.isArray((value as Json).enum) && names.get(keyOf((value as Json).enum as []))
    const rest = Object.entries(value).filter(([key]) => !name || (key !== 'enum' && key !== 'type'))
    const inner = rest.map(([key, one]) => [key, key === 'example' ? one : replace(one)] as const)
    if (!name) return Object.fromEntries(inner)
    used.add(name)
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(inner) }
  }
  const { components, ...others } = document
  const { schemas: _schemas, ...parts } = components
  const named = Object.entries(schemas).map(
    ([name, schema]) => [name, replace(schema, 'enum' in (schema as Json))] as const,
  )
  const replaced = { ...(replace(others) as Json), components: { ...(replace(parts) as Json) } }
  const added = Object.entries(enums)
    .filter(([name]) => used.has(name))
    .map(([name, values]) => [name, { type: 'string', enum: [...values] }] as const)
  const sorted = [...named, ...added].sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...replaced, components: { ...replaced.components, schemas: Object.fromEntries(sorted) } } as never
}
