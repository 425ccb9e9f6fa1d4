/** A step to another lead: its id when it stands on the known page, else where to find it on the next one. */
export interface Step {
  page: number
  id?: number
  /** Place on the other page: 0 is its first lead, -1 its last. */
  at: 0 | -1
}

/** The steps back and on from a lead on a page of a result; null at the ends, and when the lead is not on it. */
export function neighbours(
  ids: readonly number[],
  leadId: number,
  page: number,
  limit: number,
  total: number,
): { back: Step | null; on: Step | null } {
  const index = ids.indexOf(leadId)
  if (index < 0) return { back: null, on: null }
  const before = ids[index - 1]
  const after = ids[index + 1]
  const step = (id: number | undefined, other: number, exists: boolean, at: 0 | -1): Step | null => {
    if (id !== undefined) return { page, id, at }
    return exists ? { page: other, at } : null
  }
  return {
    back: step(before, page - 1, page > 1, -1),
    on: step(after, page + 1, page * limit < total, 0),
  }
}
