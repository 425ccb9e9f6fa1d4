import { AI_LIST_TYPES, type AiListType } from '#contract/ai/ai-prompt-types.ts'
import * as api from '#contract/ai/ai-prompts.ts'
import type { ModelsService } from '#server/modules/ai/models/index.ts'
import { customFieldsOf } from '#server/modules/leads/custom-fields/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { type BusinessTexts, draftPrompt } from './draft-prompt.ts'
import { promptVariables } from './prompt-variables.ts'
import type { PromptsService } from './prompts-service.ts'

export { createPlatformPrompts, platformPromptRoutes } from './platform-prompts.ts'
export {
  BUSINESS_VARIABLES,
  promptFields,
  renderPrompt,
} from './prompt-variables.ts'
export { createPromptsService, type PromptsService } from './prompts-service.ts'
export type { PromptChoice } from './read-prompts.ts'

export interface PromptRouteDeps {
  db: Db
  prompts: PromptsService
  models: ModelsService
  businessOf(accountId: number): Promise<BusinessTexts>
  /** Rate limit of drafts, by account. */
  limit: RateLimit
}

export const promptRoutes = ({ db, prompts, models, businessOf, limit }: PromptRouteDeps): Route[] => [
  route(api.fineTunes, ({ actor, query }) => data(prompts.list(actor, query))),
  route(api.createFineTune, async ({ actor, body }) => ({
    data: await prompts.create(actor, body),
    message: 'Prompt saved',
  })),
  route(api.updateFineTune, async ({ actor, params, body }) => ({
    data: await prompts.update(actor, params.id, body),
    message: 'Prompt saved',
  })),
  route(api.deleteFineTune, async ({ actor, params }) => {
    await prompts.remove(actor, params.id)
    return { success: true as const, message: 'Prompt deleted' }
  }),
  route(api.fineTuneVersions, ({ actor, params }) => data(prompts.versions(actor, params.id))),
  route(api.restoreFineTune, async ({ actor, params, body }) => ({
    data: await prompts.restore(actor, params.id, body.version),
    message: `Version ${body.version} restored`,
  })),
  routeWithLookup(
    api.generateFineTune,
    async ({ actor, body, signal }) => {
      await limit.consume(`account:${actor.accountId}`)
      // A draft is free: it uses only a model that the account pays for itself.
      const own = await models.choose(actor.accountId)
      const choice = own.rate === 0 ? own : await models.choose(actor.accountId, 'template')
      return draftPrompt(body, await businessOf(actor.accountId), choice.model, signal)
    },
    async (_context, data) => ({ data }),
  ),
  route(api.defaultQuestions, async ({ actor }) => {
    const custom = await customFieldsOf(db, actor.accountId)
    const variables = Object.fromEntries(
      AI_LIST_TYPES.map((type) => [type, promptVariables(type, custom)]),
    ) as Record<AiListType, ReturnType<typeof promptVariables>>
    return { data: await prompts.defaults(), variables }
  }),
]
