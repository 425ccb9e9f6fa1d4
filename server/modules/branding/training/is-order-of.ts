/** Whether the ids contain each known one exactly once and nothing else. */
export const isOrderOf = (ids: readonly number[], known: readonly number[]): boolean => {
  const given = new Set(ids)
  return given.size === ids.length && given.size === known.length && known.every((id) => given.has(id))
}
