import { deleteOpenAiKey, openAiKey, saveOpenAiKey, testOpenAiKey } from '#contract/ai/open-ai.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { ModelsService } from './models-service.ts'

export type { ModelAccess, ModelChoice } from './choose-model.ts'
export { maskOf } from './mask.ts'
export { createModelsService, type ModelsService } from './models-service.ts'
export { findModelKey } from './models-store.ts'

export const modelRoutes = (models: ModelsService): Route[] => [
  route(openAiKey, ({ actor }) => data(models.show(actor))),
  routeWithLookup(
    saveOpenAiKey,
    ({ actor, body, signal }) => models.requestNew(actor, body, signal),
    async ({ actor, body }, lookedUp) => ({
      data: await models.save(actor, body, lookedUp),
      message: lookedUp.tested_at ? 'Key tested and saved' : 'Key saved',
    }),
  ),
  routeWithLookup(
    testOpenAiKey,
    ({ actor, signal }) => models.requestStored(actor, signal),
    ({ actor }, error) => models.recordTest(actor, error),
  ),
  route(deleteOpenAiKey, async ({ actor }) => ({
    data: await models.remove(actor),
    message: 'Key deleted',
  })),
]
