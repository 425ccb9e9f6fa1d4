import * as api from '#contract/ai/ai-training.ts'
import {
  calculateTrainingTokens,
  checkCrawledStatus,
  crawlTrainingLink,
  crawlTrainingWebsite,
  scheduleTrainingWebsite,
  searchTrainingPassages,
  trainingForLead,
  trainingWebsites,
} from '#contract/ai/ai-training-websites.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import type { AiTraining, ItemRow } from './ai-training-service.ts'
import type { TrainingCrawls } from './crawl/crawl-service.ts'
import type { ReadUpload } from './files/read-upload.ts'
import type { createLeadTraining } from './lead-training.ts'
import { presentFile, presentLink, presentQa, presentText } from './present-training.ts'
import type { FoundTraining, TrainingSearch } from './training-search.ts'

export interface AiTrainingParts {
  training: AiTraining
  crawls: TrainingCrawls
  search: TrainingSearch
  forLead: ReturnType<typeof createLeadTraining>
  readUpload: ReadUpload
}

const presentPassage = ({ itemId, date, words, ...found }: FoundTraining, reasons: string[]) => ({
  ...found,
  item_id: itemId,
  date: date.toISOString(),
  reasons,
})

function itemRoutes({ training, crawls, readUpload }: AiTrainingParts): Route[] {
  type Query = { page: number; limit: number; search?: string | undefined }
  const listed = async <Item>(
    actor: Actor,
    kind: api.TrainingKind,
    query: Query,
    present: (row: ItemRow) => Item,
  ) => {
    const { rows, total } = await training.page(actor.accountId, kind, query)
    return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
  }
  const removed = async (actor: Actor, id: number, kind: api.TrainingKind, message: string) => {
    await training.remove(actor, id, kind)
    return { success: true as const, message }
  }
  return [
    route(api.websiteLinks, ({ actor, query }) => listed(actor, 'page', query, presentLink)),
    route(api.saveWebsiteLinks, async ({ actor, body }) => {
      const saved = await crawls.choose(actor, body.job_id, body.links)
      return { data: { saved }, message: saved === 1 ? 'Page added' : `${saved} pages added` }
    }),
    route(api.updateWebsiteLink, async ({ actor, params, body }) => ({
      data: presentLink(await training.retitle(actor, params.id, 'page', body)),
      message: 'Page saved',
    })),
    route(api.deleteWebsiteLink, ({ actor, params }) => removed(actor, params.id, 'page', 'Page deleted')),

    route(api.trainingTexts, ({ actor, query }) => listed(actor, 'text', query, presentText)),
    route(api.createTrainingText, async ({ actor, body }) => ({
      data: presentText(await training.addText(actor, body)),
    })),
    route(api.updateTrainingText, async ({ actor, params, body }) => ({
      data: presentText(await training.changeText(actor, params.id, body)),
    })),
    route(api.deleteTrainingText, ({ actor, params }) => removed(actor, params.id, 'text', 'Text deleted')),

    route(api.trainingQa, ({ actor, query }) => listed(actor, 'qa', query, presentQa)),
    route(api.createTrainingQa, async ({ actor, body }) => ({
      data: presentQa(await training.addQa(actor, body)),
      message: 'Question added',
    })),
    route(api.updateTrainingQa, async ({ actor, params, body }) => ({
      data: presentQa(await training.changeQa(actor, params.id, body)),
      message: 'Question saved',
    })),
    route(api.deleteTrainingQa, ({ actor, params }) => removed(actor, params.id, 'qa', 'Question deleted')),

    route(api.trainingFiles, ({ actor, query }) => listed(actor, 'file', query, presentFile)),
    routeWithLookup(
      api.createTrainingFile,
      ({ actor, body, signal }) => readUpload(actor, body.upload_id, body.language, signal),
      async ({ actor, body }, file) => ({
        data: presentFile(
          await training.addFile(actor, file, { title: body.title ?? file.title, language: body.language }),
        ),
        message: 'File added',
      }),
    ),
    route(api.updateTrainingFile, async ({ actor, params, body }) => ({
      data: presentFile(await training.retitle(actor, params.id, 'file', body)),
      message: 'File saved',
    })),
    route(api.deleteTrainingFile, ({ actor, params }) => removed(actor, params.id, 'file', 'File deleted')),

    route(api.restoreTraining, async ({ actor, params }) => {
      await training.restore(actor, params.id)
      return { success: true as const, message: 'Restored' }
    }),
    route(api.showTraining, ({ actor, params }) => data(training.show(actor.accountId, params.id))),
  ]
}

/** AI training: pages, texts, questions and files, crawls, and the search over all of it. */
export const aiTrainingRoutes = (parts: AiTrainingParts): Route[] => [
  ...itemRoutes(parts),
  route(crawlTrainingWebsite, ({ actor, body }) => data(parts.crawls.website(actor, body))),
  route(crawlTrainingLink, ({ actor, body }) => data(parts.crawls.link(actor, body.link))),
  route(checkCrawledStatus, ({ actor, query }) => data(parts.crawls.status(actor, query.job_id))),
  route(trainingWebsites, ({ actor }) => data(parts.crawls.websites(actor.accountId))),
  route(scheduleTrainingWebsite, async ({ actor, params, body }) => ({
    data: await parts.crawls.schedule(actor, params.id, body.refresh_days),
    message: body.refresh_days > 0 ? 'Refresh scheduled' : 'Refresh turned off',
  })),
  route(calculateTrainingTokens, ({ actor, body }) =>
    data(parts.training.tokens(actor.accountId, body.text)),
  ),
  route(searchTrainingPassages, async ({ actor, query }) => {
    const found = await parts.search.find(actor.accountId, query.query, query.limit)
    return { data: found.map((training) => presentPassage(training, training.words)) }
  }),
  route(trainingForLead, async ({ actor, query }) => {
    const { lead, requested, found } = await parts.forLead(
      actor.accountId,
      query.list_id,
      query.lead_id,
      query.limit,
    )
    const passages = found.map(({ reasons, ...passage }) => presentPassage(passage, reasons))
    return { data: { lead, requested, passages } }
  }),
]
