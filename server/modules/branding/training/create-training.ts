import type { Db } from '#server/platform/db/db.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { saveBuiltIn } from './built-in.ts'
import { createContentService } from './content-service.ts'
import { createFilesService } from './files-service.ts'
import { createPagesService } from './pages-service.ts'
import { createTopicsService } from './topics-service.ts'
import type { TrainingServices } from './training-routes.ts'
import { createTrainingService } from './training-service.ts'

interface TrainingOptions {
  db: Db
  /** Whether a host's site shows training. */
  isShown(host: string): Promise<boolean>
  uploads: RateLimit
}

/** Reading and editing training content. */
export function createTraining({ db, isShown, uploads }: TrainingOptions): TrainingServices {
  let saved: Promise<void> | undefined
  /** Once per process, on first use; failures are retried. */
  const builtIn = (): Promise<void> => {
    saved ??= saveBuiltIn(db).catch((error) => {
      saved = undefined
      throw error
    })
    return saved
  }
  return {
    reading: createTrainingService({ db, isShown, builtIn }),
    courses: createContentService({ db, builtIn }),
    pages: createPagesService({ db }),
    topics: createTopicsService({ db, builtIn }),
    files: createFilesService({ db }),
    uploads,
  }
}
