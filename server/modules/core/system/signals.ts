import { defineQuestion } from '#server/platform/signals.ts'

/** The API as an OpenAPI 3.1 document. */
export const openApiDocument = defineQuestion<null, Record<string, unknown> & { openapi: string }>(
  'openApiDocument',
)
