import { isConnectionError, refuseInTransaction } from '../db/db.ts'
import { inParallel } from '../in-parallel.ts'

/** Failures that are kept with their error; further ones are counted. */
const KEPT = 20
/** Failures named in the message. */
const NAMED = 5
/** Connection errors in a row after which the database is considered lost, and every further item would fail. */
const LOST = 3

interface Failure {
  item: string
  error: unknown
}

/** An item's id, else its account, else the item itself. */
function nameOfItem(item: unknown): unknown {
  const { id, account_id } = Object(item) as { id?: unknown; account_id?: unknown }
  return id ?? account_id ?? item
}

const formatReason = ({ error }: Failure): string => (error instanceof Error ? error.message : String(error))

/** Some items of a job failed; the others are done. A job that ends with it is shown as failed, with this message. */
export class ItemsFailedError extends Error {
  override readonly name = 'ItemsFailedError'
  /** The first of them. */
  readonly failures: readonly Failure[]

  constructor(what: string, { failed, total }: { failed: number; total: number }, failures: Failure[]) {
    const named = failures.slice(0, NAMED).map((failure) => `${failure.item} (${formatReason(failure)})`)
    const more = failed - named.length
    const others = failed < total ? ', the others are done' : ''
    super(
      `${failed} of ${total} ${what} failed${others}: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
    )
    this.failures = failures
  }

  /** Every kept failure; those of a step that worked through items itself are named after it. */
  causes(): Failure[] {
    return this.failures.flatMap(({ item, error }) =>
      error instanceof ItemsFailedError
        ? error.causes().map((cause) => ({ ...cause, item: `${item}: ${cause.item}` }))
        : [{ item, error }],
    )
  }
}

/**
 * Works through a job's items, each on its own: one that fails stops no other. Pass every item that is due, not the
 * first few, or those that always fail come first for ever. Each item opens its own transaction.
 * @throws ItemsFailedError when all are done and some failed; the queue logs each failure
 */
export async function forEachItem<Item>(
  /** In the plural, as in "2 of 9 subscriptions failed". */
  what: string,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  { nameItem = nameOfItem, atOnce = 1 }: { nameItem?: (item: Item) => unknown; atOnce?: number } = {},
): Promise<void> {
  refuseInTransaction('Working through items')
  const failures: Failure[] = []
  let [failed, lost] = [0, 0]
  async function workOn(item: Item): Promise<void> {
    try {
      await work(item)
      lost = 0
    } catch (error) {
      lost = isConnectionError(error) ? lost + 1 : 0
      if (lost === LOST) throw error
      failed += 1
      if (failures.length < KEPT) failures.push({ item: String(nameItem(item)), error })
    }
  }
  for await (const _done of inParallel(items, atOnce, workOn));
  if (failed > 0) throw new ItemsFailedError(what, { failed, total: items.length }, failures)
}

/**
 * Runs a job's independent steps in order; one that fails stops no other.
 * @throws ItemsFailedError when all have run and some failed
 */
export const runSteps = (steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> =>
  forEachItem('steps', Object.entries(steps), ([, step]) => step(), { nameItem: ([name]) => name })
