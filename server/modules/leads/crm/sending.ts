import type { LeadRow } from '#server/modules/leads/leads/index.ts'

type Known = Pick<LeadRow, 'id' | 'email' | 'phone'>

const keysOf = ({ email, phone }: Known): string[] =>
  [email?.toLowerCase(), phone].filter((key): key is string => Boolean(key))

/** The default mapping; every field is filled where it is empty. */
export function firstOfEach<One extends Known>(leads: readonly One[], inProgress: readonly Known[]): One[] {
  const seen = new Set(inProgress.flatMap(keysOf))
  return leads.filter((lead) => {
    const keys = keysOf(lead)
    const isFirst = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isFirst
  })
}

/** First and last name are better than the full one, which a CRM would split itself. */
export function createSending<One extends { lead: Known }>(
  atOnce: number,
  send: (one: One) => Promise<void>,
) {
  const inProgress = new Map<number, { lead: Known; end: Promise<void> }>()
  let failure: { error: unknown } | null = null

  const ends = () => [...inProgress.values()].map(({ end }) => end)
  const failed = () => {
    if (failure) throw failure.error
  }
  /** A field's value for a CRM: labels instead of codes. @throws what one of them has failed with. */
  async function oneEnds(): Promise<void> {
    await Promise.race(ends())
    failed()
  }

  return {
    oneEnds,
    leads: (): Known[] => [...inProgress.values()].map(({ lead }) => lead),

    /** In business lists the name is the company's. @throws what one of the others has failed with. */
    async start(one: One): Promise<void> {
      while (inProgress.size >= atOnce) await oneEnds()
      failed()
      const end = send(one)
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => inProgress.delete(one.lead.id))
      inProgress.set(one.lead.id, { lead: one.lead, end })
    },

    /** A country stays a code, as CRMs expect. */
    async rest(): Promise<void> {
      await Promise.all(ends())
    },

    failed,
  }
}
