import { type Context, perContext } from '#server/platform/context.ts'

const stoppingOf = perContext(() => new AbortController())

/** Aborts when the process stops. */
export const getStopSignal = (ctx: Context): AbortSignal => stoppingOf(ctx).signal

/** Stops single checks and retries; claimed addresses are retried later. */
export const stopChecking = (ctx: Context): void => stoppingOf(ctx).abort()
