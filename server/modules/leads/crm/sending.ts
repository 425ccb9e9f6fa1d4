import type { LeadRow } from '#server/modules/leads/leads/index.ts'

type Known = Pick<LeadRow, 'id' | 'email' | 'phone'>

const keysOf = ({ email, phone }: Known): string[] =>
  [email?.toLowerCase(), phone].filter((key): key is string => Boolean(key))

/** Those who share no address or number with one before them or under way: the others are looked up when that is there. */
export function firstOfEach<One extends Known>(leads: readonly One[], underWay: readonly Known[]): One[] {
  const seen = new Set(underWay.flatMap(keysOf))
  return leads.filter((lead) => {
    const keys = keysOf(lead)
    const isFirst = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isFirst
  })
}

/**
 * Sends leads, a few at a time. A lead that the CRM keeps waiting holds up its own place and nobody else, so what comes
 * next is looked up meanwhile.
 */
export function createSending<One extends { lead: Known }>(
  atOnce: number,
  send: (one: One) => Promise<void>,
) {
  const underWay = new Map<number, { lead: Known; end: Promise<void> }>()
  let failure: { error: unknown } | null = null

  const ends = () => [...underWay.values()].map(({ end }) => end)
  const failed = () => {
    if (failure) throw failure.error
  }
  /** Waits until one of them is done. @throws what one of them has failed with. */
  async function oneEnds(): Promise<void> {
    await Promise.race(ends())
    failed()
  }

  return {
    oneEnds,
    leads: (): Known[] => [...underWay.values()].map(({ lead }) => lead),

    /** Starts with one as soon as there is a place. @throws what one of the others has failed with. */
    async start(one: One): Promise<void> {
      while (underWay.size >= atOnce) await oneEnds()
      failed()
      const end = send(one)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => underWay.delete(one.lead.id))
      underWay.set(one.lead.id, { lead: one.lead, end })
    },

    /** Waits for all that are under way, also for those that fail. */
    async rest(): Promise<void> {
      await Promise.all(ends())
    },

    failed,
  }
}
