/** An id as addresses have it; undefined for anything else. */
export function readId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

const isIdName = (name: string): boolean => name === 'id' || name.endsWith('Id')

/** Whether every id among the parameters of an address is one: `id`, `pageId` and the like. */
export const hasValidIds = (params: Readonly<Record<string, string>>): boolean =>
  Object.entries(params).every(([name, value]) => !isIdName(name) || readId(value) !== undefined)
