import { openApiDocument } from '#server/modules/core/system/index.ts'
import { defineModule } from '#server/platform/module.ts'
import { loadOpenApi } from './openapi/index.ts'

/** What only the whole program knows. */
export const appModule = defineModule({ on: [openApiDocument.answer(loadOpenApi)] })
