import * as api from '#contract/branding/courses.ts'
import * as content from '#contract/branding/training-content.ts'
import * as topicCalls from '#contract/branding/training-topics.ts'
import { readUploadBytes } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import {
  createCourse,
  hideCourse,
  listCourses,
  orderCoursePages,
  removeCourse,
  resetCourse,
  restoreCourse,
  showCourse,
  updateCourse,
} from './content-courses.ts'
import { addContentFile, checkTrainingFile } from './content-files.ts'
import {
  createContentPage,
  discardPageDraft,
  hidePage,
  publishPage,
  removePage,
  resetPage,
  restorePage,
  savePageDraft,
  showContentPage,
} from './content-pages.ts'
import {
  listLearners,
  listTrainingCourses,
  listTrainingTopics,
  markTrainingPage,
  searchCourses,
  showTrainingCourse,
  showTrainingText,
} from './learning.ts'
import {
  createTopic,
  listContentTopics,
  listTopicChoices,
  orderTopics,
  removeTopic,
  updateTopic,
} from './topics.ts'

const trainingFileLimit = defineRateLimit({ name: 'training-file', points: 300, seconds: 60 * 60 })

const readerRoutes = (ctx: Context) => [
  route(api.topics, ({ actor, host }) => data(listTrainingTopics(ctx, actor, host))),
  route(api.courses, ({ actor, host, query }) => listTrainingCourses(ctx, actor, host, query)),
  route(api.courseItems, ({ actor, host, params }) => data(showTrainingCourse(ctx, actor, host, params.id))),
  route(api.coursePage, ({ actor, host, params }) => data(showTrainingText(ctx, actor, host, params.id))),
  route(api.searchCourses, ({ actor, host, query }) => data(searchCourses(ctx, actor, host, query.search))),
  route(api.markCourseItem, ({ actor, host, params, body }) =>
    data(markTrainingPage(ctx, actor, host, params.id, body.done)),
  ),
  route(api.memberProgress, ({ actor, query }) => listLearners(ctx, actor, query)),
]

const courseRoutes = (ctx: Context) => [
  route(content.contentTopics, () => data(listTopicChoices(ctx))),
  route(content.contentCourses, ({ actor, query }) => listCourses(ctx, actor, query)),
  route(content.contentCourse, ({ actor, params }) => data(showCourse(ctx, actor, params.id))),
  route(content.createCourse, ({ actor, body }) => data(createCourse(ctx, actor, body))),
  route(content.updateCourse, ({ actor, params, body }) => data(updateCourse(ctx, actor, params.id, body))),
  route(content.hideCourse, ({ actor, params, body }) =>
    data(hideCourse(ctx, actor, params.id, body.is_hidden)),
  ),
  route(content.resetCourse, ({ actor, params }) => data(resetCourse(ctx, actor, params.id))),
  route(content.deleteCourse, async ({ actor, params }) => {
    await removeCourse(ctx, actor, params.id)
    return { success: true as const }
  }),
  route(content.restoreCourse, ({ actor, params }) => data(restoreCourse(ctx, actor, params.id))),
  route(content.orderPages, ({ actor, params, body }) =>
    data(orderCoursePages(ctx, actor, params.id, body.page_ids)),
  ),
]

const pageRoutes = (ctx: Context) => [
  route(content.createPage, ({ actor, params, body }) =>
    data(createContentPage(ctx, actor, params.id, body)),
  ),
  route(content.editedPage, ({ actor, params }) => data(showContentPage(ctx, actor, params.id))),
  route(content.saveDraft, ({ actor, params, body }) => data(savePageDraft(ctx, actor, params.id, body))),
  route(content.publishPage, ({ actor, params, body }) =>
    data(publishPage(ctx, actor, params.id, body.version)),
  ),
  route(content.discardDraft, ({ actor, params, body }) =>
    data(discardPageDraft(ctx, actor, params.id, body.version)),
  ),
  route(content.hidePage, ({ actor, params, body }) => data(hidePage(ctx, actor, params.id, body.is_hidden))),
  route(content.resetPage, ({ actor, params }) => data(resetPage(ctx, actor, params.id))),
  route(content.deletePage, async ({ actor, params }) => {
    await removePage(ctx, actor, params.id)
    return { success: true as const }
  }),
  route(content.restorePage, ({ actor, params }) => data(restorePage(ctx, actor, params.id))),
  routeWithLookup(
    content.uploadTrainingFile,
    async ({ actor, query, request }) => {
      await trainingFileLimit.consume(ctx, String(actor.accountId))
      return checkTrainingFile(await readUploadBytes(request), query)
    },
    ({ actor, query }, file) => data(addContentFile(ctx, actor, query.name, file)),
  ),
]

const topicRoutes = (ctx: Context) => [
  route(topicCalls.adminTopics, () => data(listContentTopics(ctx))),
  route(topicCalls.createTopic, ({ actor, body }) => data(createTopic(ctx, actor, body))),
  route(topicCalls.updateTopic, ({ actor, params, body }) => data(updateTopic(ctx, actor, params.id, body))),
  route(topicCalls.deleteTopic, async ({ actor, params }) => {
    await removeTopic(ctx, actor, params.id)
    return { success: true as const }
  }),
  route(topicCalls.orderTopics, ({ actor, body }) => data(orderTopics(ctx, actor, body.topic_ids))),
]

export const trainingRoutes = (ctx: Context) => [
  ...readerRoutes(ctx),
  ...courseRoutes(ctx),
  ...pageRoutes(ctx),
  ...topicRoutes(ctx),
]
