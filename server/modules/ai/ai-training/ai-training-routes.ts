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
import { counted } from '#contract/core/plural.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { data, type Route, route, routeWithLookup } from '#server/platform/http/route.ts'
import {
  chooseCrawledPages,
  countCrawl,
  showCrawl,
  startLinkCrawl,
  startWebsiteCrawl,
} from './crawl/crawl-jobs.ts'
import { listRefreshedWebsites, scheduleWebsiteRefresh } from './crawl/refresh-websites.ts'
import { readTrainingUpload } from './files/read-upload.ts'
import { addTrainingFile, retitleTraining } from './files-and-pages.ts'
import { findTrainingForLead } from './lead-training.ts'
import { presentFile, presentLink, presentQa, presentText } from './present-training.ts'
import { countTrainingTokens, type ItemRow, listTraining, showTraining } from './show-training.ts'
import {
  addTrainingQa,
  addTrainingText,
  changeTrainingQa,
  changeTrainingText,
} from './texts-and-questions.ts'
import { type FoundTraining, findTraining } from './training-search.ts'
import { removeTraining, restoreTraining } from './training-trash.ts'

const presentPassage = ({ itemId, date, words, ...found }: FoundTraining, reasons: string[]) => ({
  ...found,
  item_id: itemId,
  date: date.toISOString(),
  reasons,
})

function itemRoutes(ctx: Context): Route[] {
  type Query = { page: number; limit: number; search?: string }
  const listed = async <Item>(
    actor: Actor,
    kind: api.TrainingKind,
    query: Query,
    present: (row: ItemRow) => Item,
  ) => {
    const { rows, total } = await listTraining(ctx, actor.accountId, kind, query)
    return pageReply(rows.map(present), query, total)
  }
  const removed = async (actor: Actor, id: number, kind: api.TrainingKind, message: string) => {
    await removeTraining(ctx, actor, id, kind)
    return { success: true as const, message }
  }
  return [
    route(api.websiteLinks, ({ actor, query }) => listed(actor, 'page', query, presentLink)),
    route(api.saveWebsiteLinks, async ({ actor, body }) => {
      const saved = await chooseCrawledPages(ctx, actor, body.job_id, body.links)
      return { data: { saved }, message: saved === 1 ? 'Page added' : `${counted(saved, 'page')} added` }
    }),
    route(api.updateWebsiteLink, async ({ actor, params, body }) => ({
      data: presentLink(await retitleTraining(ctx, actor, params.id, 'page', body)),
      message: 'Page saved',
    })),
    route(api.deleteWebsiteLink, ({ actor, params }) => removed(actor, params.id, 'page', 'Page deleted')),

    route(api.trainingTexts, ({ actor, query }) => listed(actor, 'text', query, presentText)),
    route(api.createTrainingText, async ({ actor, body }) => ({
      data: presentText(await addTrainingText(ctx, actor, body)),
    })),
    route(api.updateTrainingText, async ({ actor, params, body }) => ({
      data: presentText(await changeTrainingText(ctx, actor, params.id, body)),
    })),
    route(api.deleteTrainingText, ({ actor, params }) => removed(actor, params.id, 'text', 'Text deleted')),

    route(api.trainingQa, ({ actor, query }) => listed(actor, 'qa', query, presentQa)),
    route(api.createTrainingQa, async ({ actor, body }) => ({
      data: presentQa(await addTrainingQa(ctx, actor, body)),
      message: 'Question added',
    })),
    route(api.updateTrainingQa, async ({ actor, params, body }) => ({
      data: presentQa(await changeTrainingQa(ctx, actor, params.id, body)),
      message: 'Question saved',
    })),
    route(api.deleteTrainingQa, ({ actor, params }) => removed(actor, params.id, 'qa', 'Question deleted')),

    route(api.trainingFiles, ({ actor, query }) => listed(actor, 'file', query, presentFile)),
    routeWithLookup(
      api.createTrainingFile,
      ({ actor, body, signal }) => readTrainingUpload(ctx, actor, body.upload_id, body.language, signal),
      async ({ actor, body }, file) => ({
        data: presentFile(
          await addTrainingFile(ctx, actor, file, {
            title: body.title ?? file.title,
            language: body.language,
          }),
        ),
        message: 'File added',
      }),
    ),
    route(api.updateTrainingFile, async ({ actor, params, body }) => ({
      data: presentFile(await retitleTraining(ctx, actor, params.id, 'file', body)),
      message: 'File saved',
    })),
    route(api.deleteTrainingFile, ({ actor, params }) => removed(actor, params.id, 'file', 'File deleted')),

    route(api.restoreTraining, async ({ actor, params }) => {
      await restoreTraining(ctx, actor, params.id)
      return { success: true as const, message: 'Restored' }
    }),
    route(api.showTraining, ({ actor, params }) => data(showTraining(ctx, actor.accountId, params.id))),
  ]
}

/** AI training: pages, texts, questions and files, crawls, and the search over all of it. */
export const aiTrainingRoutes = (ctx: Context): Route[] => [
  ...itemRoutes(ctx),
  routeWithLookup(
    crawlTrainingWebsite,
    ({ actor }) => countCrawl(ctx, actor),
    ({ actor, body }) => data(startWebsiteCrawl(ctx, actor, body)),
  ),
  routeWithLookup(
    crawlTrainingLink,
    ({ actor }) => countCrawl(ctx, actor),
    ({ actor, body }) => data(startLinkCrawl(ctx, actor, body.link)),
  ),
  route(checkCrawledStatus, ({ actor, query }) => data(showCrawl(ctx, actor, query.job_id))),
  route(trainingWebsites, ({ actor }) => data(listRefreshedWebsites(ctx, actor.accountId))),
  route(scheduleTrainingWebsite, async ({ actor, params, body }) => ({
    data: await scheduleWebsiteRefresh(ctx, actor, params.id, body.refresh_days),
    message: body.refresh_days > 0 ? 'Refresh scheduled' : 'Refresh turned off',
  })),
  route(calculateTrainingTokens, ({ actor, body }) =>
    data(countTrainingTokens(ctx, actor.accountId, body.text)),
  ),
  route(searchTrainingPassages, async ({ actor, query }) => {
    const found = await findTraining(ctx, actor.accountId, { text: query.query, limit: query.limit })
    return { data: found.map((training) => presentPassage(training, training.words)) }
  }),
  route(trainingForLead, async ({ actor, query }) => {
    const { lead, requested, found } = await findTrainingForLead(ctx, actor, {
      listId: query.list_id,
      leadId: query.lead_id,
      limit: query.limit,
    })
    const passages = found.map(({ reasons, ...passage }) => presentPassage(passage, reasons))
    return { data: { lead, requested, passages } }
  }),
]
