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
  /** Whether the site of a host shows training. */
  isShown(host: string): Promise<boolean>
  /** Uploads per account. */
  uploads: RateLimit
}

/** Everything about training content: reading it, and writing it. */
export function createTraining({ db, isShown, uploads }: TrainingOptions): TrainingServices {
  let saved: Promise<void> | undefined
  /** Once in the life of a process, when someone first asks; what could not be saved is tried again. */
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
