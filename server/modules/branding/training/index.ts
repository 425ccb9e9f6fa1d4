import { courseItems, courses, markCourseItem, topics } from '#contract/branding/courses.ts'
import { route } from '#server/platform/http/route.ts'
import type { TrainingService } from './training-service.ts'

export { createTrainingService, type TrainingService } from './training-service.ts'
export { detachTopics } from './training-store.ts'

export const trainingRoutes = (training: TrainingService) => [
  route(topics, async ({ actor, host }) => ({ data: await training.topics(actor, host) })),
  route(courses, ({ actor, host, query }) => training.page(actor, host, query)),
  route(courseItems, async ({ actor, host, params }) => ({
    data: await training.items(actor, host, params.id),
  })),
  route(markCourseItem, async ({ actor, host, params, body }) => ({
    data: await training.mark(actor, host, params.id, body.done),
  })),
]
