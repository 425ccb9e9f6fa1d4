import { deleteOpenAiKey, openAiKey, saveOpenAiKey, testOpenAiKey } from '#contract/ai/open-ai.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { findModelSetting } from './choose-model.ts'
import { recordModelKeyTest, removeModelKey, saveModelKey } from './store-key.ts'
import { requestNewModelKey, requestStoredModelKey } from './test-key.ts'

export { chooseModel, findEmbedder, type ModelChoice } from './choose-model.ts'
export { formatMask } from './mask.ts'

export { findModelKey } from './models-store.ts'

const modelRoutes = (ctx: Context): Route[] => [
  route(openAiKey, ({ actor }) => data(findModelSetting(ctx, actor.accountId))),
  routeWithLookup(
    saveOpenAiKey,
    ({ actor, body, signal }) => requestNewModelKey(ctx, actor, body, signal),
    async ({ actor, body }, lookedUp) => ({
      data: await saveModelKey(ctx, actor, body, lookedUp),
      message: lookedUp.tested_at ? 'Key tested and saved' : 'Key saved',
    }),
  ),
  routeWithLookup(
    testOpenAiKey,
    ({ actor, signal }) => requestStoredModelKey(ctx, actor, signal),
    ({ actor }, error) => recordModelKeyTest(ctx, actor, error),
  ),
  route(deleteOpenAiKey, async ({ actor }) => ({
    data: await removeModelKey(ctx, actor),
    message: 'Key deleted',
  })),
]

export const modelsModule = defineModule({ routes: (ctx) => modelRoutes(ctx) })
