import { openApiDocument } from '#server/modules/core/system/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { buildOpenApi } from './openapi.ts'

/** What only the whole program knows. */
export const appModule = defineModule({ on: [openApiDocument.answer(buildOpenApi)] })
