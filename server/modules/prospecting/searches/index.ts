import { searchSize } from '#server/modules/ai/icp/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { countSearch } from './count-search.ts'
import { searchExecutor } from './search-executor.ts'
import { searchRoutes } from './search-routes.ts'
import { similarRoutes } from './similar-routes.ts'

export const searchesModule = defineModule({
  routes: (ctx) => [...searchRoutes(ctx), ...similarRoutes(ctx)],
  executors: (ctx) => [searchExecutor(ctx)],
  on: [
    searchSize.answer(
      async (ctx, { actor, signal, ...query }) => (await countSearch(ctx, actor, query, signal)).matched,
    ),
  ],
})

export { fillDuplicates } from './fill-duplicates.ts'
export { resolvePeople } from './resolve-found.ts'
export { readSearch } from './search-input.ts'
export { prepareSearchInto, startSearchInto } from './start-search.ts'
