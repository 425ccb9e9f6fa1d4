/** Whether the ids contain each known one exactly once and nothing else. */
export const isOrderOf = (ids: readonly number[], known: readonly number[]): boolean => {
  const wanted = new Set(ids)
  return wanted.size === ids.length && wanted.size === known.length && known.every((id) => wanted.has(id))
}
