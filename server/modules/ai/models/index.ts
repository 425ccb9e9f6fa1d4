import { deleteOpenAiKey, openAiKey, saveOpenAiKey, testOpenAiKey } from '#contract/ai/open-ai.ts'
import { askingRoute, type Route, route } from '#server/platform/http/route.ts'
import type { ModelsService } from './models-service.ts'

export type { ModelAccess, ModelChoice } from './choose-model.ts'
export { maskOf } from './mask.ts'
export { createModelsService, type ModelsService } from './models-service.ts'
export { findModelKey } from './models-store.ts'

export const modelRoutes = (models: ModelsService): Route[] => [
  route(openAiKey, async ({ actor }) => ({ data: await models.show(actor) })),
  askingRoute(
    saveOpenAiKey,
    ({ actor, body, signal }) => models.askNew(actor, body, signal),
    async ({ actor, body }, asked) => ({
      data: await models.save(actor, body, asked),
      message: asked.tested_at ? 'Key tested and saved' : 'Key saved',
    }),
  ),
  askingRoute(
    testOpenAiKey,
    ({ actor, signal }) => models.askStored(actor, signal),
    ({ actor }, error) => models.noteTest(actor, error),
  ),
  route(deleteOpenAiKey, async ({ actor }) => ({
    data: await models.remove(actor),
    message: 'Key deleted',
  })),
]
