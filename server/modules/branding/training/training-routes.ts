import * as api from '#contract/branding/courses.ts'
import * as content from '#contract/branding/training-content.ts'
import * as topicCalls from '#contract/branding/training-topics.ts'
import { readUploadBytes } from '#server/modules/branding/sites/index.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { route, routeWithLookup } from '#server/platform/http/route.ts'
import type { ContentService } from './content-service.ts'
import type { FilesService } from './files-service.ts'
import type { PagesService } from './pages-service.ts'
import type { TopicsService } from './topics-service.ts'
import type { TrainingService } from './training-service.ts'

export interface TrainingServices {
  reading: TrainingService
  courses: ContentService
  pages: PagesService
  topics: TopicsService
  files: FilesService
  uploads: RateLimit
}

const readerRoutes = ({ reading }: TrainingServices) => [
  route(api.topics, async ({ actor, host }) => ({ data: await reading.topics(actor, host) })),
  route(api.courses, ({ actor, host, query }) => reading.page(actor, host, query)),
  route(api.courseItems, async ({ actor, host, params }) => ({
    data: await reading.items(actor, host, params.id),
  })),
  route(api.coursePage, async ({ actor, host, params }) => ({
    data: await reading.text(actor, host, params.id),
  })),
  route(api.searchCourses, async ({ actor, host, query }) => ({
    data: await reading.search(actor, host, query.search),
  })),
  route(api.markCourseItem, async ({ actor, host, params, body }) => ({
    data: await reading.mark(actor, host, params.id, body.done),
  })),
  route(api.memberProgress, ({ actor, query }) => reading.members(actor, query)),
]

const courseRoutes = ({ courses: service, topics: topicList }: TrainingServices) => [
  route(content.contentTopics, async () => ({ data: await topicList.choices() })),
  route(content.contentCourses, ({ actor, query }) => service.page(actor, query)),
  route(content.contentCourse, async ({ actor, params }) => ({ data: await service.show(actor, params.id) })),
  route(content.createCourse, async ({ actor, body }) => ({ data: await service.create(actor, body) })),
  route(content.updateCourse, async ({ actor, params, body }) => ({
    data: await service.update(actor, params.id, body),
  })),
  route(content.hideCourse, async ({ actor, params, body }) => ({
    data: await service.hide(actor, params.id, body.is_hidden),
  })),
  route(content.resetCourse, async ({ actor, params }) => ({ data: await service.reset(actor, params.id) })),
  route(content.deleteCourse, async ({ actor, params }) => {
    await service.remove(actor, params.id)
    return { success: true as const }
  }),
  route(content.restoreCourse, async ({ actor, params }) => ({
    data: await service.restore(actor, params.id),
  })),
  route(content.orderPages, async ({ actor, params, body }) => ({
    data: await service.order(actor, params.id, body.page_ids),
  })),
]

const pageRoutes = ({ pages, files, uploads }: TrainingServices) => [
  route(content.createPage, async ({ actor, params, body }) => ({
    data: await pages.create(actor, params.id, body),
  })),
  route(content.editedPage, async ({ actor, params }) => ({ data: await pages.show(actor, params.id) })),
  route(content.saveDraft, async ({ actor, params, body }) => ({
    data: await pages.saveDraft(actor, params.id, body),
  })),
  route(content.publishPage, async ({ actor, params, body }) => ({
    data: await pages.publish(actor, params.id, body.version),
  })),
  route(content.discardDraft, async ({ actor, params, body }) => ({
    data: await pages.discard(actor, params.id, body.version),
  })),
  route(content.hidePage, async ({ actor, params, body }) => ({
    data: await pages.hide(actor, params.id, body.is_hidden),
  })),
  route(content.resetPage, async ({ actor, params }) => ({ data: await pages.reset(actor, params.id) })),
  route(content.deletePage, async ({ actor, params }) => {
    await pages.remove(actor, params.id)
    return { success: true as const }
  }),
  route(content.restorePage, async ({ actor, params }) => ({ data: await pages.restore(actor, params.id) })),
  routeWithLookup(
    content.uploadTrainingFile,
    async ({ actor, query, request }) => {
      await uploads.consume(String(actor.accountId))
      return files.check(await readUploadBytes(request), query)
    },
    async ({ actor, query }, file) => ({ data: await files.add(actor, query.name, file) }),
  ),
]

const topicRoutes = ({ topics: service }: TrainingServices) => [
  route(topicCalls.adminTopics, async () => ({ data: await service.list() })),
  route(topicCalls.createTopic, async ({ actor, body }) => ({ data: await service.create(actor, body) })),
  route(topicCalls.updateTopic, async ({ actor, params, body }) => ({
    data: await service.update(actor, params.id, body),
  })),
  route(topicCalls.deleteTopic, async ({ actor, params }) => {
    await service.remove(actor, params.id)
    return { success: true as const }
  }),
  route(topicCalls.orderTopics, async ({ actor, body }) => ({
    data: await service.order(actor, body.topic_ids),
  })),
]

export const trainingRoutes = (services: TrainingServices) => [
  ...readerRoutes(services),
  ...courseRoutes(services),
  ...pageRoutes(services),
  ...topicRoutes(services),
]
