import type { Labels } from './labels.ts'

/** An invented website: sample data, none of these companies exist. */
export interface SampleSite extends Labels {
  id: string
  /** HTML by path; the start page first. */
  pages: Record<string, string>
  /** Served without encryption. */
  isPlain?: true
}

export const PHONE = '<meta name="viewport" content="width=device-width, initial-scale=1">'
export const head = (title: string, more = '') =>
  `<html lang="en"><head><title>${title}</title>${PHONE}${more}</head>`
export const about = (text: string) => `<meta name="description" content="${text}">`

/** What a page must have besides what it is labelled for, so that each differs from the others in what is looked at. */
export const FULL = ['viewport', 'title', 'description'] as const
