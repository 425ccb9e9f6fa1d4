export { askingSource } from './source-errors.ts'
export { createSourcesService, type SourcesService } from './sources-service.ts'
