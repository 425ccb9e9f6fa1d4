import { askSearch } from '#contract/ai/ask.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import { chooseModel } from '#server/modules/ai/models/index.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { ModelError } from '#server/providers/models/index.ts'
import { readWithModel } from './ask-model.ts'
import { readSentence } from './read-sentence.ts'

const askLimit = defineRateLimit({ name: 'ask', points: 60, seconds: 15 * 60 })

export { readSentence } from './read-sentence.ts'

/** Seconds a model may take before the grammar is used. */
const MODEL_MS = 15_000

/** The route that fills a search form from a sentence. It starts nothing. */
const sentenceRoutes = (ctx: Context): Route[] => [
  route(askSearch, async ({ actor, body, signal }) => {
    const type = body.type && canonicalListType(body.type)
    const { model, rate } = await chooseModel(ctx, actor.accountId)
    // A sentence is free: it uses only a model that the account pays for itself.
    if (rate > 0 || model.provider === 'template') return { data: readSentence(body.sentence, type) }
    await askLimit.consume(ctx, `account:${actor.accountId}`)
    try {
      const until = AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)])
      const read = await readWithModel(model, { sentence: body.sentence, fixed: type, signal: until })
      return { data: read ?? readSentence(body.sentence, type) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelError) && !(error instanceof Error && error.name === 'TimeoutError'))
        throw error
      return { data: readSentence(body.sentence, type) }
    }
  }),
]

export const askModule = defineModule({ routes: (ctx) => sentenceRoutes(ctx) })
