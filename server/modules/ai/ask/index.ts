import { askSearch } from '#contract/ai/ask.ts'
import { canonicalListType } from '#contract/leads/list-types/index.ts'
import type { ModelsService } from '#server/modules/ai/models/index.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { ModelError } from '#server/providers/models/index.ts'
import { readWithModel } from './ask-model.ts'
import { readSentence } from './read-sentence.ts'

export { readSentence } from './read-sentence.ts'

/** Seconds a model may take before the grammar is used. */
const MODEL_MS = 15_000

interface AskDeps {
  models: Pick<ModelsService, 'choose'>
  /** Rate limit of sentences read by a model, by account. */
  limit: RateLimit
}

/** The route that fills a search form from a sentence. It starts nothing. */
export const sentenceRoutes = ({ models, limit }: AskDeps): Route[] => [
  route(askSearch, async ({ actor, body, signal }) => {
    const type = body.type && canonicalListType(body.type)
    const { model, rate } = await models.choose(actor.accountId)
    // A sentence is free: it uses only a model that the account pays for itself.
    if (rate > 0 || model.provider === 'template') return { data: readSentence(body.sentence, type) }
    await limit.consume(`account:${actor.accountId}`)
    try {
      const until = AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)])
      const read = await readWithModel(model, body.sentence, type, until)
      return { data: read ?? readSentence(body.sentence, type) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelError) && !(error instanceof Error && error.name === 'TimeoutError'))
        throw error
      return { data: readSentence(body.sentence, type) }
    }
  }),
]
