import type { Reply } from '#contract/endpoint.ts'
import type { ledger } from '#contract/wallet.ts'

export type LedgerLine = Reply<typeof ledger>['data'][number]

/** A movement of its own, or every movement of one run that the page has. Lines stand newest first. */
export type LedgerEntry =
  | { kind: 'line'; line: LedgerLine }
  | { kind: 'run'; runId: number; newest: LedgerLine; lines: LedgerLine[] }

/** Folds the lines of each run into one entry, which stands where the newest of them stood. */
export function groupByRun(lines: readonly LedgerLine[]): LedgerEntry[] {
  const runs = new Map<number, LedgerLine[]>()
  const entries: LedgerEntry[] = []
  for (const line of lines) {
    const known = line.run_id === null ? undefined : runs.get(line.run_id)
    if (known) known.push(line)
    else if (line.run_id === null) entries.push({ kind: 'line', line })
    else {
      const group = [line]
      runs.set(line.run_id, group)
      entries.push({ kind: 'run', runId: line.run_id, newest: line, lines: group })
    }
  }
  return entries
}

/** The runs of the entries, in their order. */
export const runIdsOf = (entries: readonly LedgerEntry[]): number[] =>
  entries.flatMap((entry) => (entry.kind === 'run' ? [entry.runId] : []))
