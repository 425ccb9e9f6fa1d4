import { MAX_RADIUS_KM } from '#contract/core/constants.ts'
import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { distanceLabel } from '#web/lib/distance.ts'
import { checkDraft, emptyDraft, type SearchDraft, setValue } from './search-draft.ts'

/** The form with one filter less, or with a wider one. */
export interface LooserSearch {
  label: string
  draft: SearchDraft
  search: Record<string, unknown>
}

/** At most so many are counted. */
const MAX_LOOSER = 12
const WIDER = 4

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Each choice of several alone, then the whole filter. */
function loosen(draft: SearchDraft, item: SearchFormItem): Omit<LooserSearch, 'search'>[] {
  const { name, label, kind, options = [] } = item
  const value = draft.values[name]
  const usual = emptyDraft(draft.type).values[name]
  // The radius has a default, which may be too small.
  if (kind === 'radius')
    return draft.values.near && typeof value === 'number' ? widen(draft, name, value) : []
  if (kind === 'source' || value === undefined || isSame(value, usual)) return []
  const whole = { label: `Without “${label}”`, draft: setValue(draft, name, usual) }
  if (!Array.isArray(value) || value.length < 2) return [whole]
  return [
    ...value.map((one) => ({
      label: `Without “${label}: ${options.find((option) => option.value === one)?.label ?? one}”`,
      draft: setValue(
        draft,
        name,
        value.filter((other) => other !== one),
      ),
    })),
    whole,
  ]
}

function widen(draft: SearchDraft, name: string, km: number): Omit<LooserSearch, 'search'>[] {
  if (km >= MAX_RADIUS_KM) return []
  const wider = Math.min(MAX_RADIUS_KM, km * WIDER)
  return [{ label: `Within ${distanceLabel(wider)}`, draft: setValue(draft, name, wider) }]
}

/** Searches that differ from the form in one filter and are complete without it. */
export function listLooserSearches(draft: SearchDraft): LooserSearch[] {
  return LIST_TYPES[draft.type].searchForm
    .flatMap((item) => loosen(draft, item))
    .flatMap((looser) => {
      const checked = checkDraft(looser.draft)
      return checked.ok ? [{ ...looser, search: checked.search }] : []
    })
    .slice(0, MAX_LOOSER)
}
