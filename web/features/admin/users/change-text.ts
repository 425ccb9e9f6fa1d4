const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value)
}

type Side = Record<string, unknown> | null | undefined

/** What a change did, field by field: "role: user → related". */
export function changeText(detail: Record<string, unknown> | null): string {
  const [before, after] = [detail?.before as Side, detail?.after as Side]
  if (!after) return '–'
  const parts = Object.entries(after).map(([name, value]) => {
    const words = name.replaceAll('_', ' ')
    return before ? `${words}: ${shown(before[name])} → ${shown(value)}` : `${words}: ${shown(value)}`
  })
  return parts.join('; ') || '–'
}
