import { AI_LIST_TYPES, type AiListType } from '#contract/ai/ai-prompt-types.ts'
import * as api from '#contract/ai/ai-prompts.ts'
import { showBusinessDetails } from '#server/modules/ai/business-details/index.ts'
import { chooseModel } from '#server/modules/ai/models/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { type BusinessTexts, draftPrompt } from './draft-prompt.ts'
import { createPrompt, removePrompt, restorePrompt, updatePrompt } from './edit-prompts.ts'
import { platformPromptRoutes } from './platform-prompts.ts'
import { promptVariables } from './prompt-variables.ts'
import { promptsKitPart } from './prompts-kit.ts'
import { listDefaultPrompts, listPrompts, listPromptVersions } from './read-prompts.ts'

export { BUSINESS_VARIABLES, promptFields, renderPrompt } from './prompt-variables.ts'
export { findPromptForRun, type PromptChoice } from './read-prompts.ts'

/** Drafts by a model, per account. */
const promptDraftLimit = defineRateLimit({ name: 'prompt-draft', points: 30, seconds: 15 * 60 })

/** Without a business profile. */
const NO_BUSINESS: BusinessTexts = { tone: '', proof: '', banned_phrases: [] }

const promptRoutes = (ctx: Context): Route[] => [
  route(api.fineTunes, ({ actor, query }) => data(listPrompts(ctx, actor, query))),
  route(api.createFineTune, async ({ actor, body }) => ({
    data: await createPrompt(ctx, actor, body),
    message: 'Prompt saved',
  })),
  route(api.updateFineTune, async ({ actor, params, body }) => ({
    data: await updatePrompt(ctx, actor, params.id, body),
    message: 'Prompt saved',
  })),
  route(api.deleteFineTune, async ({ actor, params }) => {
    await removePrompt(ctx, actor, params.id)
    return { success: true as const, message: 'Prompt deleted' }
  }),
  route(api.fineTuneVersions, ({ actor, params }) => data(listPromptVersions(ctx, actor, params.id))),
  route(api.restoreFineTune, async ({ actor, params, body }) => ({
    data: await restorePrompt(ctx, actor, params.id, body.version),
    message: `Version ${body.version} restored`,
  })),
  routeWithLookup(
    api.generateFineTune,
    async ({ actor, body, signal }) => {
      await promptDraftLimit.consume(ctx, `account:${actor.accountId}`)
      // A draft is free: it uses only a model that the account pays for itself.
      const own = await chooseModel(ctx, actor.accountId)
      const choice = own.rate === 0 ? own : await chooseModel(ctx, actor.accountId, 'template')
      const business = await showBusinessDetails(ctx, actor.accountId)
      return draftPrompt(body, { business: business ?? NO_BUSINESS, model: choice.model, signal })
    },
    async (_context, data) => ({ data }),
  ),
  route(api.defaultQuestions, async ({ actor }) => {
    const custom = await findFieldDefinitions(ctx.db, actor.accountId)
    const variables = Object.fromEntries(
      AI_LIST_TYPES.map((type) => [type, promptVariables(type, custom)]),
    ) as Record<AiListType, ReturnType<typeof promptVariables>>
    return { data: await listDefaultPrompts(ctx), variables }
  }),
]

export const aiPromptsModule = defineModule({
  routes: (ctx) => [...promptRoutes(ctx), ...platformPromptRoutes(ctx)],
  kitParts: [promptsKitPart],
})
