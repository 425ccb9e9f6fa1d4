import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** One kind of records in the archive: its file, description, and query. */
interface Part {
  file: string
  about: string
  table: string
  /** Monotonic column for paging; for a small table without one, its key columns. */
  key: string | readonly string[]
  /** Excluded columns: secrets, and internal ones. */
  without?: readonly string[]
  /** Row filter; all of the account by default. */
  where?: RawBuilder<unknown>
}

const isActive = sql`deleted_at is null`

/** Everything of an account besides leads. A new table is one entry here. */
export const PARTS: readonly Part[] = [
  {
    file: 'account',
    about: 'The account itself, with its time zone and modules.',
    table: 'account',
    key: 'id',
    without: ['path'],
  },
  {
    file: 'members',
    about: 'People of the account with their rights, removed ones among them.',
    table: 'app_user',
    key: 'id',
    without: ['password_hash', 'search'],
  },
  {
    file: 'logged-in-as',
    about: 'Who was logged in as people of the account, when and why.',
    table: 'acting_visit',
    key: 'id',
    without: ['session_id'],
  },
  {
    file: 'searches',
    about: 'Lists with the search that each was made by.',
    table: 'list',
    key: 'id',
    where: isActive,
  },
  {
    file: 'history',
    about: 'What happened to lists and leads.',
    table: 'history',
    key: 'id',
  },
  {
    file: 'email-templates',
    about: 'Texts of emails that the account has written, with earlier versions.',
    table: 'mail_template',
    key: ['template', 'language', 'version'],
  },
  { file: 'labels', about: 'Labels with their rules.', table: 'label', key: 'id', where: isActive },
  { file: 'notes', about: 'Notes on leads.', table: 'lead_note', key: 'id', where: isActive },
  {
    file: 'custom-fields',
    about: 'Fields that were added to leads.',
    table: 'custom_field',
    key: 'id',
    where: isActive,
  },
  {
    file: 'services',
    about: 'Services that the account sells, with the signals that make a prospect.',
    table: 'service',
    key: 'id',
    where: isActive,
  },
  { file: 'forms', about: 'Forms for websites.', table: 'form', key: 'id', where: isActive },
  {
    file: 'submissions',
    about: 'What visitors of websites sent, and what they agreed to.',
    table: 'submission',
    key: 'id',
    without: ['network', 'token_hash'],
  },
  {
    file: 'audit-pages',
    about: 'Settings of the audit page.',
    table: 'audit_page',
    key: ['site_id'],
  },
  {
    file: 'audits',
    about: 'Websites that visitors and members had checked, with what was found.',
    table: 'audit',
    key: 'id',
    without: ['token_hash', 'token_sealed'],
  },
  { file: 'views', about: 'Saved views of lists.', table: 'lead_view', key: 'id' },
  {
    file: 'export-templates',
    about: 'Saved choices of what a file of leads holds.',
    table: 'export_template',
    key: 'id',
  },
  {
    file: 'runs',
    about: 'Searches, imports, exports and checks with their results.',
    table: 'run',
    key: 'id',
    without: ['cursor', 'attempt', 'failures', 'lease_until', 'lease_owner'],
  },
  {
    file: 'credit-grants',
    about: 'Credits that the account got, with their expiry and what is left of each.',
    table: 'credit_grant',
    key: 'id',
    without: ['provider_cost', 'sales'],
  },
  { file: 'ledger', about: 'Every movement of credits.', table: 'ledger', key: 'id' },
  {
    file: 'suppression-list',
    about:
      'What is never stored or exported. People who were erased are only known by a digest, which stays here.',
    table: 'suppression',
    key: 'id',
    without: ['digest'],
  },
  {
    file: 'waterfalls',
    about: 'Which sources are asked for a value, in which order.',
    table: 'waterfall',
    key: ['want'],
  },
  {
    file: 'prompts',
    about: 'Prompts of the AI assistant.',
    table: 'fine_tune',
    key: 'id',
    where: isActive,
  },
  {
    file: 'prompt-versions',
    about: 'What each version of a prompt says.',
    table: 'fine_tune_version',
    key: ['fine_tune_id', 'version'],
  },
  {
    file: 'ai-texts',
    about: 'Texts about leads with the words that they cite, and what was said to them.',
    table: 'ai_text',
    key: 'id',
    without: ['answer'],
  },
  {
    file: 'autopilots',
    about: 'Searches that start by themselves, with their steps.',
    table: 'autopilot',
    key: 'id',
    where: isActive,
  },
  {
    file: 'autopilot-runs',
    about: 'What each time of an autopilot has brought and cost.',
    table: 'autopilot_run',
    key: 'id',
  },
  {
    file: 'business-profile',
    about: 'What the account says about its own business.',
    table: 'business_profile',
    key: 'id',
  },
  {
    file: 'ai-training',
    about: 'Pages, texts, questions and files that the AI may read, as plain text.',
    table: 'ai_training_item',
    key: 'id',
    without: ['digest'],
    where: isActive,
  },
  {
    file: 'ai-training-websites',
    about: 'Websites that are read for AI training, and how often.',
    table: 'ai_training_website',
    key: 'id',
  },
  {
    file: 'credit-requests',
    about: 'Credits that were asked for, and what became of it.',
    table: 'credit_request',
    key: 'id',
  },
  {
    file: 'payments',
    about: 'Payments for packages and credits, and what was refunded.',
    table: 'payment',
    key: 'id',
  },
  {
    file: 'training-progress',
    about: 'Pages of courses that members have done.',
    table: 'training_progress',
    key: ['user_id', 'page_id'],
  },
  {
    file: 'training-pages',
    about: 'Texts of training pages, drafts too.',
    table: 'training_page_text',
    key: 'page_id',
    without: ['words'],
  },
  {
    file: 'training-courses',
    about: 'Training courses that the account wrote.',
    table: 'training_course',
    key: 'id',
  },
  {
    file: 'training-course-settings',
    about: 'Training courses that the account renamed or hid.',
    table: 'training_course_setting',
    key: 'course_id',
  },
  {
    file: 'crm-connections',
    about: 'CRMs that leads are sent to, without the access.',
    table: 'crm_connection',
    key: 'id',
    without: ['sealed', 'renewed_until'],
  },
  {
    file: 'crm-mappings',
    about: 'Which field of a lead goes to which field of a CRM, every version.',
    table: 'crm_mapping',
    key: ['connection_id', 'list_type', 'version'],
  },
  {
    file: 'crm-ledger',
    about: 'What was sent of each lead to a CRM, and what it stored.',
    table: 'crm_ledger',
    key: ['connection_id', 'lead_id'],
  },
  {
    file: 'webhooks',
    about: 'Where events are sent, without the secrets.',
    table: 'webhook',
    key: 'id',
    without: ['secret', 'old_secret', 'old_secret_until'],
    where: isActive,
  },
  {
    file: 'notification-settings',
    about: 'Where members are told of what.',
    table: 'notification_setting',
    key: ['user_id', 'kind'],
  },
  {
    file: 'sites',
    about: 'Domains and brands of the account.',
    table: 'site',
    key: 'id',
    without: ['google_client_secret_sealed', 'facebook_app_secret_sealed', 'sign_on_secret_sealed', 'script'],
  },
  {
    file: 'audit-log',
    about: 'Every change with who made it.',
    table: 'audit_entry',
    key: 'seq',
    without: ['salt', 'digest', 'hash', 'v', 'key_id', 'mac'],
  },
]

/** A page of a part's rows, as objects, after the last key. */
export async function readPart(
  db: Db,
  part: Part,
  { accountId, after, limit }: { accountId: number; after: number; limit: number },
) {
  const mine = part.table === 'account' ? sql`id = ${accountId}` : sql`account_id = ${accountId}`
  const key =
    typeof part.key === 'string'
      ? sql.ref(part.key)
      : sql`row_number() over (order by ${sql.join(part.key.map((column) => sql.ref(column)))})`
  const { rows } = await sql<{ key: number; record: Record<string, unknown> }>`
    select key, record from (
      select ${key} as key, to_jsonb(t) - ${[...(part.without ?? [])]}::text[] as record
      from ${sql.table(part.table)} t
      where ${mine} and ${part.where ?? sql`true`}) as part
    where key > ${after} order by key limit ${limit}`.execute(db)
  return rows
}
