import type { OpenApi } from './build-document.ts'

let document: Promise<OpenApi> | undefined

/** The OpenAPI document. Its parts are loaded, and it is built, when it is first asked for. */
export const loadOpenApi = (): Promise<OpenApi> =>
  (document ??= import('./build-document.ts').then(({ buildDocument }) => buildDocument()))
