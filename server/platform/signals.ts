import { type Context, perContext } from './context.ts'
import type { SignalHandler } from './module.ts'

/** Something that happened. Modules above may listen, any number of them. */
export interface Event<Facts> {
  /** Tells all listeners, one after the other, in the transaction of the caller: one that fails rolls it back. */
  emit(ctx: Context, facts: Facts): Promise<void>
  on(listen: (ctx: Context, facts: Facts) => unknown): SignalHandler
}

/** A question that exactly one module above answers. */
export interface Question<Facts, Answer> {
  /** Name of the constant, for errors. */
  name: string
  /** Asks within the transaction of the caller. */
  ask(ctx: Context, facts: Facts): Promise<Answer>
  answer(reply: (ctx: Context, facts: Facts) => Answer | Promise<Answer>): SignalHandler
}

const handlersOf = perContext((ctx) =>
  Map.groupBy(
    ctx.modules.flatMap((module) => module.on ?? []),
    ({ signal }) => signal,
  ),
)

/** Declared by the lower module, which does not know who listens. */
export function defineEvent<Facts>(): Event<Facts> {
  const event: Event<Facts> = {
    async emit(ctx, facts) {
      for (const { handle } of handlersOf(ctx).get(event) ?? []) await handle(ctx, facts)
    },
    on: (listen) => ({ signal: event, handle: listen }),
  }
  return event
}

/** All questions that were declared, so that a test can tell whether each has one answer. */
const QUESTIONS = new Set<Pick<Question<never, unknown>, 'name'>>()

/** Declared by the lower module, which does not know who answers. */
export function defineQuestion<Facts, Answer>(name: string): Question<Facts, Answer> {
  const question: Question<Facts, Answer> = {
    name,
    async ask(ctx, facts) {
      const [first, ...others] = handlersOf(ctx).get(question) ?? []
      if (!first || others.length > 0) throw new Error(`${name} needs exactly one answer`)
      return first.handle(ctx, facts) as Answer
    },
    answer: (reply) => ({ signal: question, handle: reply }),
  }
  QUESTIONS.add(question)
  return question
}

/** Questions that nobody answers, or several modules do. */
export const wronglyAnswered = (ctx: Context): string[] =>
  [...QUESTIONS].filter((question) => handlersOf(ctx).get(question)?.length !== 1).map(({ name }) => name)
