import type { Erasure, SuppressionKind } from '#contract/privacy/suppression.ts'
import { formatCount } from '#web/lib/format.ts'

export const KIND_LABELS: Record<SuppressionKind, string> = {
  email: 'Email',
  domain: 'Domain',
  phone: 'Phone',
  profile: 'Profile',
}

/** Singular and plural of a record, with the places in the report that have such records. */
const RECORDS: readonly (readonly [one: string, many: string, places: readonly string[]])[] = [
  ['lead', 'leads', ['leads']],
  ['note', 'notes', ['lead_note']],
  ['label', 'labels', ['label', 'lead_label']],
  ['change', 'changes', ['history', 'lead_change', 'audit_details']],
  ['duplicate check', 'duplicate checks', ['entities', 'entity_alias']],
  ['email check', 'email checks', ['email_verifications', 'verification_lines']],
  ['found email', 'found emails', ['found_emails']],
  ['lookup', 'lookups', ['lookup', 'lookups', 'enrich_item']],
  ['website visit', 'website visits', ['websites']],
  ['CRM entry', 'CRM entries', ['crm_ledger', 'crm_item']],
  ['webhook delivery', 'webhook deliveries', ['webhook_event', 'webhook_delivery', 'webhook_attempt']],
  ['AI text', 'AI texts', ['ai_text', 'ai_texts', 'ai_page']],
  ['AI training passage', 'AI training passages', ['ai_training_item', 'ai_training_passage']],
  ['bounce', 'bounces', ['bounces']],
  ['email sent', 'emails sent', ['mails']],
  ['search or import', 'searches and imports', ['runs', 'run_items', 'quotes', 'list_searches']],
  ['rejected import row', 'rejected import rows', ['import_rejected', 'corpus_rejected']],
  ['saved view', 'saved views', ['views']],
  ['business data record', 'business data records', ['corpus_people', 'corpus_place', 'corpus_link']],
  ['uploaded file', 'uploaded files', ['uploads', 'upload']],
  ['exported file', 'exported files', ['exports', 'export_file', 'exported_lead']],
  ['suppression entry', 'suppression entries', ['suppression_entries']],
]
const OTHERS = ['other record', 'other records', []] as const

/** Removed records, grouped by kind. */
export function removedLabel(removed: Erasure['removed']): string {
  const counts = new Map<(typeof RECORDS)[number], number>()
  for (const [place, count] of Object.entries(removed)) {
    const record = RECORDS.find(([, , places]) => places.includes(place)) ?? OTHERS
    counts.set(record, (counts.get(record) ?? 0) + count)
  }
  const labels = [...RECORDS, OTHERS].flatMap((record) => {
    const count = counts.get(record)
    return count ? [formatCount(count, record[0], record[1])] : []
  })
  return labels.join(', ') || 'Nothing found'
}

/** Where a value is used: "4 leads in 3 lists". */
export const placeLabel = ({ lists, leads }: { lists: number; leads: number }): string =>
  leads === 0 ? 'Not in any list' : `${formatCount(leads, 'lead')} in ${formatCount(lists, 'list')}`

/** Values of a pasted text or file: one per line, or the first cell of each row. */
export const valuesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1'))
      .filter((value) => value !== ''),
  ),
]
