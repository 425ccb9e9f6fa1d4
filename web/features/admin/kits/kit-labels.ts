import { partLabel } from '#contract/admin/kit-part-names.ts'
import type { Rollout, RolloutAccount } from '#contract/admin/kit-rollouts.ts'
import { formatCount } from '#web/lib/format.ts'

/** The part and the setting of a name such as `labels/Hot`. */
function splitName(name: string): [part: string, setting: string] {
  const at = name.indexOf('/')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** Names such as `labels/Hot` under the label of their part, in the order in which parts first appear. */
export function groupNames(names: readonly string[]): { label: string; settings: string[] }[] {
  const groups = Map.groupBy(names.map(splitName), ([part]) => part)
  return [...groups].map(([part, found]) => ({
    label: partLabel(part),
    settings: found.map(([, setting]) => setting),
  }))
}

const word = (value: unknown): string => {
  if (value === null || value === '') return '–'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The content of a setting as lines that people can read. */
export function formatContent(value: unknown, indent = ''): string {
  if (isPlain(value)) return `${indent}${word(value)}`
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return `${indent}${value.map(word).join(', ') || '–'}`
    return value.map((item) => `${indent}- ${formatContent(item, `${indent}  `).trimStart()}`).join('\n')
  }
  const lines = Object.entries(value as object).map(([key, inner]) => {
    const name = `${indent}${key.replaceAll('_', ' ')}:`
    const isLine = isPlain(inner) || (Array.isArray(inner) && inner.every(isPlain))
    return isLine ? `${name} ${formatContent(inner)}` : `${name}\n${formatContent(inner, `${indent}  `)}`
  })
  return lines.join('\n') || `${indent}–`
}

export const versionLabel = (version: number | null): string =>
  version === null ? 'Another file' : `Version ${version}`

interface Counts {
  added: number
  changed: number
  removed: number
}

/** Such as `2 added, 1 changed`. */
export const changesLabel = ({ added, changed, removed }: Counts): string =>
  [added > 0 && `${added} added`, changed > 0 && `${changed} changed`, removed > 0 && `${removed} removed`]
    .filter(Boolean)
    .join(', ') || 'Nothing'

export function rolloutBadge({ state, counts }: Pick<Rollout, 'state' | 'counts'>): {
  state: string
  label: string
} {
  if (state === 'waiting') return { state: 'queued', label: 'Waiting' }
  if (state === 'running') return { state: 'running', label: 'Running' }
  if (state === 'stopping') return { state: 'running', label: 'Stopping' }
  if (state === 'stopped') return { state: 'cancelled', label: 'Stopped' }
  return counts.refused > 0
    ? { state: 'partly', label: 'Done, some refused' }
    : { state: 'succeeded', label: 'Done' }
}

export const rolloutTitle = ({ kind, kit, version }: Pick<Rollout, 'kind' | 'kit' | 'version'>): string =>
  `${kind === 'apply' ? 'Roll-out' : 'Rollback'} of ${kit}, version ${version}`

export const rolloutFacts = ({ accounts, counts }: Pick<Rollout, 'accounts' | 'counts'>): string[] =>
  [
    `${accounts - counts.waiting} of ${formatCount(accounts, 'account')}`,
    counts.done > 0 && `${counts.done} changed`,
    counts.unchanged > 0 && `${counts.unchanged} unchanged`,
    counts.refused > 0 && `${counts.refused} refused`,
    counts.skipped > 0 && `${counts.skipped} skipped`,
  ].filter((fact) => fact !== false)

type Outcome = RolloutAccount['outcome']
export const OUTCOME_LABELS: Record<Outcome, string> = {
  waiting: 'Waiting',
  done: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
  skipped: 'Skipped',
}
const OUTCOME_STATES: Record<Outcome, string> = {
  waiting: 'queued',
  done: 'succeeded',
  unchanged: 'unchecked',
  refused: 'failed',
  skipped: 'cancelled',
}
export const outcomeBadge = (outcome: Outcome) => ({
  state: OUTCOME_STATES[outcome],
  label: OUTCOME_LABELS[outcome],
})

/** A file name from the name of a kit. */
export const fileName = (kit: string): string =>
  kit
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'kit'
