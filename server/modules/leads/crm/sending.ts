import type { LeadRow } from '#server/modules/leads/leads/index.ts'

type Known = Pick<LeadRow, 'id' | 'email' | 'phone'>

const makeKeys = ({ email, phone }: Known): string[] =>
  [email?.toLowerCase(), phone].filter((key): key is string => Boolean(key))

/** Leads that share no email or phone with an earlier or running lead: the others are looked up afterwards. */
export function firstOfEach<Item extends Known>(
  leads: readonly Item[],
  inProgress: readonly Known[],
): Item[] {
  const seen = new Set(inProgress.flatMap(makeKeys))
  return leads.filter((lead) => {
    const keys = makeKeys(lead)
    const isFirst = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isFirst
  })
}

/**
 * Sends several leads concurrently. A lead delayed by the CRM blocks only its own slot, so the next ones are
 * looked up in the meantime.
 */
export function createSending<Item extends { lead: Known }>(
  atOnce: number,
  send: (lead: Item) => Promise<void>,
) {
  const inProgress = new Map<number, { lead: Known; end: Promise<void> }>()
  let failure: { error: unknown } | null = null

  const ends = () => [...inProgress.values()].map(({ end }) => end)
  const throwFailure = () => {
    if (failure) throw failure.error
  }
  /** Waits until one of them is done. @throws the error of a failed one. */
  async function nextEnd(): Promise<void> {
    await Promise.race(ends())
    throwFailure()
  }

  return {
    nextEnd,
    leads: (): Known[] => [...inProgress.values()].map(({ lead }) => lead),

    /** Starts one as soon as a slot is free. @throws the error of a failed one. */
    async start(item: Item): Promise<void> {
      while (inProgress.size >= atOnce) await nextEnd()
      throwFailure()
      const end = send(item)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => inProgress.delete(item.lead.id))
      inProgress.set(item.lead.id, { lead: item.lead, end })
    },

    /** Waits for all in progress, including failing ones. */
    async allEnd(): Promise<void> {
      await Promise.all(ends())
    },

    throwFailure,
  }
}
