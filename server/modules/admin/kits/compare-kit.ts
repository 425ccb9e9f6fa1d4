import { isDeepStrictEqual } from 'node:util'
import type { KitPartName } from '#contract/admin/kit-part-names.ts'
import type { KitChange, KitDiff } from '#contract/admin/kits.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { KitPart } from '#server/platform/kit-part.ts'
import type { Settings } from './kits-store.ts'
import { completeContent, fillFromAccount, listKitParts, readPart, type Setting } from './read-settings.ts'

/** A setting in the account, in the document and in the document that was applied before it; undefined for none. */
interface Sides {
  now: unknown
  wanted: unknown
  applied: unknown
}

/**
 * What a document does to a setting. The account's own change since the last document is a conflict; so is a setting
 * that was there before a kit came, because nobody asked the account whether it may be replaced.
 */
function judge({ now, wanted, applied }: Sides): KitChange['outcome'] | null {
  const isTheirs = applied === undefined || !isDeepStrictEqual(now, applied)
  if (wanted === undefined) {
    if (now === undefined) return null
    if (applied === undefined) return 'kept'
    return isTheirs ? 'conflict' : 'removed'
  }
  if (now === undefined) return applied === undefined ? 'added' : 'conflict'
  if (isDeepStrictEqual(now, wanted)) return 'unchanged'
  return isTheirs ? 'conflict' : 'changed'
}

/** One setting that a document is about. */
export interface Comparison extends Omit<KitChange, 'before' | 'after'> {
  before: unknown
  after: unknown
  setting: Setting | undefined
}

const contentsOf = (part: KitPart<unknown>, items: Record<string, unknown> | undefined) =>
  new Map(
    Object.entries(items ?? {}).map(([name, written]) => {
      const content = completeContent(part.name, written)
      return [name.toLowerCase(), { name, content: part.normalise?.(content) ?? content }]
    }),
  )

/**
 * Compares a document with the actor's account; `last` is what the kit set there before. Parts that the document leaves
 * out are not looked at.
 */
export async function compareKit(
  ctx: Context,
  actor: Actor,
  document: Settings,
  last: Settings = {},
): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const part of listKitParts(ctx)) {
    const name = part.name as KitPartName
    if (document[name] === undefined) continue
    const now = await readPart(ctx, actor, part)
    const wanted = contentsOf(part, document[name])
    const applied = contentsOf(part, last[name])
    for (const key of new Set([...wanted.keys(), ...applied.keys(), ...now.keys()])) {
      const setting = now.get(key)
      const [before, after] = [setting?.content, wanted.get(key)?.content]
      const outcome = judge({
        now: before,
        wanted: fillFromAccount(part, after, before),
        applied: fillFromAccount(part, applied.get(key)?.content, before),
      })
      if (!outcome) continue
      const shown = wanted.get(key)?.name ?? setting?.name ?? key
      comparisons.push({ part: name, name: setting?.name ?? shown, outcome, before, after, setting })
    }
  }
  return comparisons
}

export function presentDiff(accountId: number, all: readonly Comparison[], skipped: string[] = []): KitDiff {
  const namesOf = (outcome: KitChange['outcome']) =>
    all.filter((item) => item.outcome === outcome).map(({ part, name }) => `${part}/${name}`)
  return {
    account_id: accountId,
    added: namesOf('added'),
    changed: namesOf('changed'),
    removed: namesOf('removed'),
    unchanged: namesOf('unchanged'),
    conflicts: namesOf('conflict'),
    kept: namesOf('kept'),
    skipped,
    changes: all
      .filter(({ outcome }) => outcome !== 'unchanged' && outcome !== 'kept')
      .map(({ setting: _setting, ...change }) => change),
  }
}
