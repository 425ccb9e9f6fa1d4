import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { darkPicture, readGuides } from './help-pages.ts'

const GUIDES = 'virtual:help-guides'
const INDEX = 'virtual:help-index'

/**
 * Gives the web application the guides of a folder as two modules: `virtual:help-guides`, and
 * `virtual:help-index` for the search, which is loaded on first use.
 */
export function helpPlugin(folder: string): Plugin {
  return {
    name: 'help',
    enforce: 'pre',
    resolveId: (id) => (id === GUIDES || id === INDEX ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${GUIDES}` && id !== `\0${INDEX}`) return null
      for (const name of readdirSync(folder)) if (name.endsWith('.md')) this.addWatchFile(join(folder, name))
      const guides = readGuides(folder)
      if (id === `\0${INDEX}`)
        return `export const SECTIONS = ${JSON.stringify(guides.flatMap(({ sections }) => sections))}`
      // In dark colors too, where they were taken. A new one is taken from the application, which is built before.
      const pictures = [...new Set(guides.flatMap((guide) => guide.pictures))]
        .flatMap((path) => [path, darkPicture(path)])
        .filter((path) => existsSync(join(folder, path)))
      return [
        ...pictures.map((path, at) => `import p${at} from ${JSON.stringify(join(folder, path))}`),
        `export const PICTURES = {${pictures.map((path, at) => `${JSON.stringify(path)}: p${at}`).join(', ')}}`,
        `export const GUIDES = ${JSON.stringify(guides.map(({ slug, title, summary, body }) => ({ slug, title, summary, body })))}`,
      ].join('\n')
    },
  }
}
