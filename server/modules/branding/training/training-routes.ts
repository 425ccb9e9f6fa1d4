import * as api from '#contract/branding/courses.ts'
import * as content from '#contract/branding/training-content.ts'
import * as topicCalls from '#contract/branding/training-topics.ts'
import { readUploadBytes } from '#server/modules/branding/sites/index.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
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
  route(api.topics, ({ actor, host }) => data(reading.topics(actor, host))),
  route(api.courses, ({ actor, host, query }) => reading.page(actor, host, query)),
  route(api.courseItems, ({ actor, host, params }) => data(reading.items(actor, host, params.id))),
  route(api.coursePage, ({ actor, host, params }) => data(reading.text(actor, host, params.id))),
  route(api.searchCourses, ({ actor, host, query }) => data(reading.search(actor, host, query.search))),
  route(api.markCourseItem, ({ actor, host, params, body }) =>
    data(reading.mark(actor, host, params.id, body.done)),
  ),
  route(api.memberProgress, ({ actor, query }) => reading.members(actor, query)),
]

const courseRoutes = ({ courses: service, topics: topicList }: TrainingServices) => [
  route(content.contentTopics, () => data(topicList.choices())),
  route(content.contentCourses, ({ actor, query }) => service.page(actor, query)),
  route(content.contentCourse, ({ actor, params }) => data(service.show(actor, params.id))),
  route(content.createCourse, ({ actor, body }) => data(service.create(actor, body))),
  route(content.updateCourse, ({ actor, params, body }) => data(service.update(actor, params.id, body))),
  route(content.hideCourse, ({ actor, params, body }) =>
    data(service.hide(actor, params.id, body.is_hidden)),
  ),
  route(content.resetCourse, ({ actor, params }) => data(service.reset(actor, params.id))),
  route(content.deleteCourse, async ({ actor, params }) => {
    await service.remove(actor, params.id)
    return { success: true as const }
  }),
  route(content.restoreCourse, ({ actor, params }) => data(service.restore(actor, params.id))),
  route(content.orderPages, ({ actor, params, body }) =>
    data(service.order(actor, params.id, body.page_ids)),
  ),
]

const pageRoutes = ({ pages, files, uploads }: TrainingServices) => [
  route(content.createPage, ({ actor, params, body }) => data(pages.create(actor, params.id, body))),
  route(content.editedPage, ({ actor, params }) => data(pages.show(actor, params.id))),
  route(content.saveDraft, ({ actor, params, body }) => data(pages.saveDraft(actor, params.id, body))),
  route(content.publishPage, ({ actor, params, body }) =>
    data(pages.publish(actor, params.id, body.version)),
  ),
  route(content.discardDraft, ({ actor, params, body }) =>
    data(pages.discard(actor, params.id, body.version)),
  ),
  route(content.hidePage, ({ actor, params, body }) => data(pages.hide(actor, params.id, body.is_hidden))),
  route(content.resetPage, ({ actor, params }) => data(pages.reset(actor, params.id))),
  route(content.deletePage, async ({ actor, params }) => {
    await pages.remove(actor, params.id)
    return { success: true as const }
  }),
  route(content.restorePage, ({ actor, params }) => data(pages.restore(actor, params.id))),
  routeWithLookup(
    content.uploadTrainingFile,
    async ({ actor, query, request }) => {
      await uploads.consume(String(actor.accountId))
      return files.check(await readUploadBytes(request), query)
    },
    ({ actor, query }, file) => data(files.add(actor, query.name, file)),
  ),
]

const topicRoutes = ({ topics: service }: TrainingServices) => [
  route(topicCalls.adminTopics, () => data(service.list())),
  route(topicCalls.createTopic, ({ actor, body }) => data(service.create(actor, body))),
  route(topicCalls.updateTopic, ({ actor, params, body }) => data(service.update(actor, params.id, body))),
  route(topicCalls.deleteTopic, async ({ actor, params }) => {
    await service.remove(actor, params.id)
    return { success: true as const }
  }),
  route(topicCalls.orderTopics, ({ actor, body }) => data(service.order(actor, body.topic_ids))),
]

export const trainingRoutes = (services: TrainingServices) => [
  ...readerRoutes(services),
  ...courseRoutes(services),
  ...pageRoutes(services),
  ...topicRoutes(services),
]
