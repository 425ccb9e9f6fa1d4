import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The addresses of all pages, from their rows; `{name}` stands for a parameter. */
export const listPagePaths = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('-pages.ts'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {4}path: '([^']+)',$/gm)])
    .map(([, path]) => path as string)

/** Tells the server which pages exist, in `pages.json` beside the built page. */
export const pagesPlugin = (folder: string): Plugin => ({
  name: 'pages',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(listPagePaths(folder)) })
  },
})
