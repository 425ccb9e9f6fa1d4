import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { Route } from './http/route.ts'
import type { WebhookReceiver } from './http/webhook-receivers.ts'
import type { JobDefinition } from './queue/queue.ts'

declare module './context.ts' {
  interface Context {
    /** Every module of the program, whose parts and signals are looked up here. */
    modules: readonly Module[]
  }
}

/** Work that a process does by itself until it is closed. `close` is called even if it was never started. */
export interface BackgroundWorker {
  start(): void
  close(): Promise<unknown>
}

/** What a module does when a lower one reports or asks something. */
export interface SignalHandler {
  signal: object
  // biome-ignore lint/suspicious/noExplicitAny: events and questions keep the types of both sides
  handle(ctx: Context, facts: any): unknown
}

/**
 * What a module adds to the program, declared in its `index.ts` and listed in `server/app/modules.ts`. Modules that
 * collect parts of others, such as executors of runs, add their kind of part by declaration merging.
 */
export interface Module {
  routes?(ctx: Context): Route[]
  /** Pages and files for visitors without an account, at addresses outside of `/api`. */
  publicPages?(http: FastifyInstance, ctx: Context): void
  jobs?(ctx: Context): JobDefinition<never>[]
  /** Where vendors send events. */
  receivers?(ctx: Context): WebhookReceiver[]
  /** Loops of a process with the worker role. */
  workers?(ctx: Context): BackgroundWorker[]
  /** Steps of the nightly clean-up, by what they remove. */
  housekeeping?(ctx: Context): Record<string, () => Promise<unknown>>
  on?: readonly SignalHandler[]
  /** Tells its running work to stop at its next step, when a shutdown begins. */
  stop?(ctx: Context): void
  /** Closes what it holds open, once no request and no job runs any more. */
  close?(ctx: Context): Promise<unknown>
}

export const defineModule = (module: Module): Module => module

/** One kind of part of all modules, in the order of the modules. */
export const listParts = <Part>(
  ctx: Context,
  pick: (module: Module) => readonly Part[] | undefined,
): Part[] => ctx.modules.flatMap((module) => pick(module) ?? [])
