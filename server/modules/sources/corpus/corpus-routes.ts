import * as api from '#contract/sources/corpus.ts'
import type { Context } from '#server/platform/context.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { issueRejectedRecords, listCorpusSources, showRejectedRecords } from './show-corpus.ts'
import { previewCorpusFile, startCorpusImport } from './start-corpus-import.ts'

export const corpusRoutes = (ctx: Context): Route[] => [
  route(api.previewImport, ({ actor, body }) => data(previewCorpusFile(ctx, actor, body))),
  route(api.startImport, ({ actor, body }) => data(startCorpusImport(ctx, actor, body))),
  route(api.corpusSources, () => data(listCorpusSources(ctx))),
  route(api.rejectedRows, ({ actor, params }) => showRejectedRecords(ctx, actor, params.run_id)),
  route(api.rejectedFile, ({ actor, params }) => data(issueRejectedRecords(ctx, actor, params.run_id))),
]
