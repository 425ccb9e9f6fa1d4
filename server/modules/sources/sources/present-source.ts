import type { ChargeKind } from '#contract/core/constants.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LeadSourceEntry, SourceState } from '#contract/sources/lead-sources.ts'
import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import { needsKey } from '#contract/sources/source-kinds/index.ts'
import { parkLabel } from './parked-source.ts'
import { findKeyLevel, priceWith } from './price-and-level.ts'
import { retentionDays } from './retention.ts'
import type { SourceStatus } from './source-status-reads.ts'

/** Parts of a source's results with their own price. */
export function listChargeKinds({ answers, enriches, looksUp }: SourceDeclaration): ChargeKind[] {
  const kinds = Object.keys(answers).map((type) => LIST_TYPES[type as ListTypeId].chargeKind)
  if (enriches.includes('email')) kinds.push('domain_email')
  if (enriches.includes('phone')) kinds.push('people_phone')
  if (looksUp === 'website') kinds.push('website_check')
  return [...new Set(kinds)]
}

function findState(source: SourceDeclaration, status: SourceStatus): SourceState {
  if (!status.is_on) return 'off'
  if (needsKey(source) && status.credential_id === null) return 'needs_key'
  return status.is_parked ? 'parked' : 'ready'
}

const presentAnswers = ({ answers }: SourceDeclaration) =>
  Object.entries(answers).map(([type, names]) => {
    const { label, searchForm } = LIST_TYPES[type as ListTypeId]
    const fields = names.flatMap((name) => {
      const item = searchForm.find((item) => item.name === name)
      return item ? [{ name, label: item.label }] : []
    })
    return { list_type: type, label, fields }
  })

const REASONS: Record<'off' | 'needs_key', (label: string) => string> = {
  off: (label) => `An administrator turned ${label} off`,
  needs_key: (label) => `${label} needs a key`,
}

/** A source as this account sees it. Of another account's key it shows only that there is one. */
export function presentSource(
  source: SourceDeclaration,
  { status, accountId, now }: { status: SourceStatus; accountId: number; now: Date },
): LeadSourceEntry {
  const level = source.credential.length > 0 ? findKeyLevel(status, accountId) : 'none'
  const state = findState(source, status)
  const { id, label, enriches, verifies, isSample, vendorPrice, perMinute, terms } = source
  return {
    id,
    label,
    verifies,
    terms,
    state,
    answers: presentAnswers(source),
    enriches: [...enriches],
    is_sample: isSample,
    needs_key: needsKey(source),
    form: source.credential.map(({ help = null, optional = false, ...field }) => ({
      ...field,
      help,
      optional,
    })),
    prices: listChargeKinds(source).map((kind) => ({
      charge_kind: kind,
      credits: priceWith(source, { status, accountId, chargeKind: kind }),
    })),
    free_with_own_key: source.credential.length > 0 && (source.price === 'free' || status.own_key_free),
    vendor_price: vendorPrice,
    per_minute: perMinute,
    retention_days: retentionDays(source, status.retention_days),
    key_level: level,
    own_key:
      level === 'account' && status.since
        ? {
            hint: status.hint,
            since: status.since.toISOString(),
            tested_at: status.tested_at?.toISOString() ?? null,
            problem: status.test_problem,
            plan: status.vendor_plan,
            left: status.vendor_left,
            daily_limit: status.key_limit,
            used_today: status.used_today,
          }
        : null,
    parked_until: state === 'parked' ? (status.parked_until?.toISOString() ?? null) : null,
    reason:
      state === 'parked' ? parkLabel(label, status, now) : state === 'ready' ? null : REASONS[state](label),
  }
}
