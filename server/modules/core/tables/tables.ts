/** One table of the database: who owns it and what becomes of its rows. */
export interface Table {
  name: string
  /** The one module whose SQL may name it, as `group/module`, or `platform`. */
  owner: string
  /**
   * `tenant`: rows of one account, which every query names. `directory`: people, sites and what they sign in with,
   * found by keys of their own. `installation`: shared by all accounts.
   */
  scope: 'tenant' | 'directory' | 'installation'
  /**
   * What becomes of an account's rows when it is deleted: `delete`; `keep`, without anything about people; `detach`,
   * they stay and no longer name the account; `cascade`, they go with a row that they point to; `none`, no row is an
   * account's.
   */
  onClose: 'delete' | 'keep' | 'detach' | 'cascade' | 'none'
  /** Whether the account's archive has a file of it. */
  archive: boolean
  /** Whether erasing a person searches it. Not searched: users of this program, secrets, and what erasing itself keeps. */
  erasure: 'search' | 'skip'
  /** How rows are spread over several database servers (docs/scale.md). */
  distribution: 'distributed' | 'reference' | 'local'
}

type Usual = Omit<Table, 'name' | 'owner'>
const scoped =
  (usual: Usual) =>
  (name: string, owner: string, other: Partial<Usual> = {}) =>
    ({ ...usual, ...other, name, owner }) satisfies Table

const tenant = scoped({
  scope: 'tenant',
  onClose: 'delete',
  archive: false,
  erasure: 'search',
  distribution: 'distributed',
})
const directory = scoped({
  scope: 'directory',
  onClose: 'cascade',
  archive: false,
  erasure: 'skip',
  distribution: 'local',
})
const installation = scoped({
  scope: 'installation',
  onClose: 'none',
  archive: false,
  erasure: 'skip',
  distribution: 'local',
})

/** Every table once, in the order in which closing an account deletes: children before what they point to. */
export const TABLES: readonly Table[] = [
  tenant('webhook_attempt', 'activity/webhooks'),
  tenant('webhook_delivery', 'activity/webhooks'),
  tenant('webhook_lane', 'activity/webhooks'),
  tenant('webhook_event', 'activity/webhooks'),
  tenant('webhook', 'activity/webhooks', { archive: true, erasure: 'skip' }),
  tenant('crm_item', 'leads/crm'),
  tenant('crm_ledger', 'leads/crm', { archive: true }),
  tenant('crm_mapping', 'leads/crm', { archive: true, erasure: 'skip' }),
  tenant('crm_consent', 'leads/crm', { erasure: 'skip', distribution: 'local' }),
  tenant('crm_connection', 'leads/crm', { archive: true, erasure: 'skip' }),
  tenant('autopilot_run', 'prospecting/autopilots', { archive: true }),
  tenant('autopilot', 'prospecting/autopilots', { archive: true }),
  tenant('ai_text', 'ai/ai-text', { archive: true }),
  tenant('ai_page', 'ai/ai-text'),
  tenant('ai_training_crawl_page', 'ai/ai-training'),
  tenant('ai_training_passage', 'ai/ai-training'),
  tenant('ai_training_item', 'ai/ai-training', { archive: true }),
  tenant('ai_training_website', 'ai/ai-training', { archive: true }),
  tenant('fine_tune_version', 'ai/ai-prompts', { archive: true }),
  tenant('fine_tune', 'ai/ai-prompts', { archive: true }),
  tenant('model_key', 'ai/models', { erasure: 'skip', distribution: 'local' }),
  tenant('notification', 'activity/notifications'),
  tenant('notification_setting', 'activity/notifications', { archive: true }),
  tenant('training_progress', 'branding/training', { archive: true, distribution: 'local' }),
  tenant('training_page_text', 'branding/training', { archive: true, distribution: 'local' }),
  tenant('training_course_setting', 'branding/training', { archive: true, distribution: 'local' }),
  directory('training_file', 'branding/training', { onClose: 'delete' }),
  directory('training_course', 'branding/training', { onClose: 'delete', archive: true, erasure: 'search' }),
  tenant('plan_move_item', 'accounts/plans', { erasure: 'skip', distribution: 'local' }),
  tenant('plan_move', 'accounts/plans', { erasure: 'skip', distribution: 'local' }),
  tenant('credit_alert', 'accounts/billing'),
  tenant('recharge_rule', 'accounts/billing', { erasure: 'skip' }),
  tenant('credit_pack', 'accounts/billing', { distribution: 'local' }),
  tenant('credit_request', 'accounts/billing', { archive: true, distribution: 'local' }),
  tenant('business_profile', 'ai/business-details', { archive: true, distribution: 'local' }),
  tenant('bounce', 'prospecting/bounces'),
  tenant('email_verification', 'prospecting/email-verification'),
  tenant('verification_item', 'prospecting/email-verification'),
  tenant('found_email', 'sources/source-stats'),
  tenant('website_visit', 'sources/websites'),
  tenant('enrich_item', 'prospecting/enrichment'),
  tenant('lookup', 'prospecting/waterfalls'),
  tenant('source_attempt', 'sources/source-stats'),
  tenant('source_use', 'sources/sources', { erasure: 'skip', distribution: 'local' }),
  tenant('source_credential', 'sources/sources', { erasure: 'skip', distribution: 'local' }),
  tenant('waterfall', 'prospecting/waterfalls', { archive: true }),
  tenant('corpus_rejected', 'sources/corpus'),
  tenant('import_rejected', 'prospecting/lead-imports'),
  tenant('import_mapping', 'prospecting/lead-imports'),
  tenant('exported_lead', 'leads/exports'),
  tenant('export_template', 'leads/exports', { archive: true }),
  tenant('export_file', 'leads/exports'),
  tenant('run_item', 'activity/runs'),
  tenant('lead_change', 'leads/leads'),
  tenant('lead_label', 'leads/leads'),
  tenant('lead_note', 'leads/lead-edits', { archive: true }),
  tenant('lead_view_choice', 'leads/views'),
  tenant('lead_view', 'leads/views', { archive: true }),
  tenant('label', 'leads/leads', { archive: true }),
  tenant('custom_field', 'leads/custom-fields', { archive: true }),
  tenant('suppression', 'privacy/suppression', { archive: true }),
  tenant('erasure', 'privacy/erasure', { erasure: 'skip' }),
  tenant('history', 'leads/lists', { archive: true }),
  tenant('list_pin', 'leads/lists'),
  tenant('lead', 'leads/leads'),
  tenant('entity_alias', 'leads/leads'),
  tenant('entity', 'leads/leads'),
  tenant('deferred_charge', 'accounts/wallet'),
  tenant('charge', 'accounts/wallet'),
  tenant('reservation', 'accounts/wallet'),
  tenant('quote', 'core/quotes'),
  tenant('agent_quote', 'core/quotes', { erasure: 'skip' }),
  tenant('run', 'activity/runs', { archive: true }),
  tenant('list', 'leads/lists', { archive: true }),
  directory('ticket', 'core/files', { onClose: 'delete', erasure: 'search' }),
  directory('upload', 'core/files', { onClose: 'delete', erasure: 'search' }),
  tenant('member_cap', 'accounts/wallet', { erasure: 'skip' }),
  directory('invitation', 'identity/team', { onClose: 'delete' }),
  tenant('mail_dkim_key', 'branding/mail-servers', { erasure: 'skip', distribution: 'local' }),
  tenant('mail_template', 'branding/mail', { archive: true, erasure: 'skip', distribution: 'local' }),
  tenant('mail_suppression', 'branding/mail', { erasure: 'skip', distribution: 'local' }),
  tenant('mail_setting', 'branding/mail', { erasure: 'skip', distribution: 'local' }),
  tenant('mail_server', 'branding/mail-servers', { erasure: 'skip', distribution: 'local' }),
  directory('mail_message', 'branding/mail', { onClose: 'delete', erasure: 'search' }),
  tenant('idempotency_key', 'platform'),
  directory('app_error', 'core/telemetry', { onClose: 'delete', erasure: 'search' }),
  tenant('audit_entry', 'core/audit', { archive: true }),
  directory('site_domain', 'branding/sites', { distribution: 'reference' }),
  directory('site_image', 'branding/sites'),
  directory('acting_visit', 'identity/sessions', { onClose: 'delete', archive: true, erasure: 'search' }),
  directory('site', 'branding/sites', { onClose: 'delete', archive: true, distribution: 'reference' }),
  directory('app_user', 'accounts/accounts', { onClose: 'delete', archive: true, distribution: 'reference' }),
  tenant('margin_entry', 'accounts/margin', { onClose: 'keep', erasure: 'skip' }),
  tenant('grant_use', 'accounts/wallet', { onClose: 'keep', erasure: 'skip' }),
  tenant('credit_arrival', 'accounts/wallet', { onClose: 'keep', erasure: 'skip' }),
  tenant('credit_transfer', 'accounts/wallet', { onClose: 'keep' }),
  tenant('credit_grant', 'accounts/wallet', { onClose: 'keep', archive: true }),
  tenant('wallet', 'accounts/wallet', { onClose: 'keep' }),
  tenant('ledger', 'accounts/wallet', { onClose: 'keep', archive: true }),
  directory('access_hold', 'accounts/subscriptions', { onClose: 'delete' }),
  directory('access_policy', 'accounts/subscriptions', { onClose: 'delete' }),
  directory('account_contact', 'accounts/subscriptions', { onClose: 'delete' }),
  directory('trial_use', 'accounts/subscriptions', { onClose: 'delete' }),
  directory('subscription_change', 'accounts/subscriptions', { onClose: 'keep' }),
  directory('subscription_period', 'accounts/subscriptions', { onClose: 'keep' }),
  directory('subscription', 'accounts/subscriptions', { onClose: 'keep' }),
  tenant('audit_chain', 'core/audit', { onClose: 'keep', erasure: 'skip' }),
  tenant('audit_checkpoint_head', 'core/audit', { onClose: 'keep', erasure: 'skip' }),
  directory('terms_acceptance', 'accounts/terms'),
  directory('terms', 'accounts/terms'),
  directory('session', 'identity/sessions'),
  directory('api_key', 'identity/sessions'),
  directory('identity', 'identity/auth'),
  directory('recovery_code', 'identity/second-factor'),
  directory('second_factor', 'identity/second-factor'),
  directory('one_time_code', 'core/one-time-codes'),
  directory('account', 'accounts/accounts', { onClose: 'keep', archive: true, distribution: 'reference' }),
  directory('realm', 'accounts/accounts', { onClose: 'detach', distribution: 'reference' }),
  directory('training_page', 'branding/training', { erasure: 'search' }),
  directory('training_topic', 'branding/training', { onClose: 'none', erasure: 'search' }),
  directory('plan_coupon', 'accounts/plans', { onClose: 'none' }),
  directory('plan_add_on', 'accounts/plans', { onClose: 'none' }),
  directory('plan_version', 'accounts/plans', { onClose: 'none', distribution: 'reference' }),
  directory('plan', 'accounts/plans', { onClose: 'none', distribution: 'reference' }),
  installation('audit_checkpoint', 'core/audit'),
  installation('corpus_area', 'sources/corpus', { onClose: 'detach' }),
  installation('corpus_link', 'sources/corpus', { erasure: 'search' }),
  installation('corpus_load', 'sources/corpus'),
  installation('corpus_person', 'sources/corpus', { erasure: 'search' }),
  installation('corpus_place', 'sources/corpus', { erasure: 'search' }),
  installation('corpus_source', 'sources/corpus'),
  installation('installation', 'platform'),
  installation('kysely_migration', 'platform'),
  installation('kysely_migration_lock', 'platform'),
  installation('mail_reach', 'prospecting/email-verification'),
  installation('pace', 'platform'),
  installation('rate_limit', 'platform'),
  installation('source_answer', 'sources/sources', { erasure: 'search' }),
  installation('source_day', 'sources/sources'),
  installation('source_health', 'sources/sources'),
  installation('source_setting', 'sources/sources'),
]

/** A view that the owner of a table lets other modules read. */
export interface ReadView {
  name: string
  owner: string
}

const view = (name: string, owner: string): ReadView => ({ name, owner })

/** Nobody writes through a view or locks its rows: the owner exports a function for that. */
export const READ_VIEWS: readonly ReadView[] = [
  view('member', 'accounts/accounts'),
  view('account_node', 'accounts/accounts'),
  view('active_plan', 'accounts/accounts'),
  view('realm_info', 'accounts/accounts'),
  view('plan_version_info', 'accounts/plans'),
  view('account_package', 'accounts/accounts'),
  view('subscription_info', 'accounts/subscriptions'),
  view('upload_info', 'core/files'),
  view('site_info', 'branding/sites'),
  view('site_host_info', 'branding/sites'),
  view('session_info', 'identity/sessions'),
  view('api_key_info', 'identity/sessions'),
  view('invitation_info', 'identity/team'),
  view('wallet_info', 'accounts/wallet'),
  view('ledger_info', 'accounts/wallet'),
  view('credit_grant_info', 'accounts/wallet'),
  view('reservation_info', 'accounts/wallet'),
  view('charge_info', 'accounts/wallet'),
  view('run_info', 'activity/runs'),
  view('webhook_info', 'activity/webhooks'),
  view('list_info', 'leads/lists'),
  view('history_info', 'leads/lists'),
  view('lead_info', 'leads/leads'),
  view('lead_change_info', 'leads/leads'),
  view('entity_info', 'leads/leads'),
  view('export_file_info', 'leads/exports'),
  view('email_verification_info', 'prospecting/email-verification'),
  view('bounce_info', 'prospecting/bounces'),
  view('autopilot_info', 'prospecting/autopilots'),
  view('autopilot_run_info', 'prospecting/autopilots'),
]
