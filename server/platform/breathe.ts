/** Lets whatever else waits in this process have its turn: between two pieces of work that each take a while. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
