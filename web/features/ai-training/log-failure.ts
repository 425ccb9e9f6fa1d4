/**
 * Says on the console that a call of AI training failed, and nowhere else: the product specification wants it so
 * (section 8). What the person has to know of it stands in place.
 */
export const logFailure = (error: unknown): void => {
  console.error('AI training', error)
}
