import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { type Counted, createExactTest } from './exact-test.ts'
import { type Condition, fieldGroups, listLevels } from './segment-values.ts'

/** Leads with the same values. */
export interface Cell extends Counted {
  values: Record<string, string | null>
}

export interface Segment extends Counted {
  conditions: Condition[]
  /** Probability of such a segment by chance, corrected for the number of tested segments; 0 to 1. */
  chance: number
}

/** Maximum reported segments. */
const MAX_SEGMENTS = 5
const MIN_LEADS = 5
/** Probability that leads without any pattern show one (the family-wise error rate). */
export const ALPHA = 0.01
/** A smaller difference, even if certain, does not help to choose leads. */
export const MIN_ODDS_RATIO = 2

interface Candidate extends Counted {
  conditions: Condition[]
  cells: Cell[]
}

const sum = (cells: readonly Counted[]): Counted => ({
  leads: cells.reduce((total, { leads }) => total + leads, 0),
  matching: cells.reduce((total, { matching }) => total + matching, 0),
})

/** Every value of every group, and every pair of values of two groups, with their leads. */
function makeCandidates(type: ListTypeId, cells: readonly Cell[]): Candidate[] {
  const groups = fieldGroups(type)
  const found = new Map<string, Candidate>()
  const add = (conditions: Condition[], cell: Cell) => {
    const key = JSON.stringify(conditions)
    const known = found.get(key) ?? { conditions, leads: 0, matching: 0, cells: [] }
    known.leads += cell.leads
    known.matching += cell.matching
    known.cells.push(cell)
    found.set(key, known)
  }
  for (const cell of cells) {
    const levels = groups.map((group) => listLevels(group, cell.values))
    for (const [at, own] of levels.entries())
      for (const segment of own) {
        add(segment, cell)
        for (const other of levels.slice(at + 1).flat()) add([...segment, ...other], cell)
      }
  }
  return [...found.values()].filter(({ leads }) => leads >= MIN_LEADS)
}

/** Odds of a match inside the group over those outside, with half a lead added to each (Haldane and Anscombe). */
export function oddsRatio(total: Counted, { leads, matching }: Counted): number {
  const inside = (matching + 0.5) / (leads - matching + 0.5)
  const outside = { leads: total.leads - leads, matching: total.matching - matching }
  return inside / ((outside.matching + 0.5) / (outside.leads - outside.matching + 0.5))
}

/** The candidate least likely by chance; of equal ones, the one with fewer conditions. */
function findBest(
  candidates: readonly Candidate[],
  total: Counted,
): { best: Candidate; chance: number } | null {
  const test = createExactTest(total)
  let found: { best: Candidate; chance: number } | null = null
  for (const candidate of candidates) {
    if (candidate.leads < MIN_LEADS || oddsRatio(total, candidate) < MIN_ODDS_RATIO) continue
    const chance = test(candidate)
    const isBetter =
      !found ||
      chance < found.chance - 1e-9 ||
      (chance < found.chance + 1e-9 && candidate.conditions.length < found.best.conditions.length)
    if (isBetter) found = { best: candidate, chance }
  }
  return found
}

/**
 * Segments in which leads match far more often than elsewhere, clearest first. Each is tested with Fisher's
 * exact test at a level divided by the number of segments with enough leads (Bonferroni), so that leads without
 * a pattern show one in at most 1 of 100 cases. A segment's leads are removed before the next is searched:
 * "breweries" without the breweries of Oregon must be significant by itself.
 */
export function findSegments(type: ListTypeId, cells: readonly Cell[]): Segment[] {
  const tested = makeCandidates(type, cells).length
  const segments: Segment[] = []
  let rest = [...cells]
  while (segments.length < MAX_SEGMENTS) {
    const total = sum(rest)
    const found = findBest(makeCandidates(type, rest), total)
    if (!found) break
    const chance = Math.exp(found.chance) * tested
    if (chance >= ALPHA) break
    const { conditions, leads, matching, cells: chosen } = found.best
    segments.push({ conditions, leads, matching, chance })
    const covered = new Set(chosen)
    rest = rest.filter((cell) => !covered.has(cell))
  }
  return segments
}
