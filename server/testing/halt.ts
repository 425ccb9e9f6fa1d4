/** A place in the work of a test: `pass` waits there until `open`, `reached` tells that somebody has come. */
export function halt() {
  const arrival = Promise.withResolvers<void>()
  const exit = Promise.withResolvers<void>()
  return {
    reached: arrival.promise,
    open: exit.resolve,
    pass: () => {
      arrival.resolve()
      return exit.promise
    },
  }
}
