import * as z from 'zod/mini'
import { apolloSource } from './apollo.ts'
import { blueskySource } from './bluesky.ts'
import { corpusSource } from './corpus.ts'
import type { SourceDeclaration } from './define.ts'
import { githubSource } from './github.ts'
import { googlePlacesSource } from './google-places.ts'
import { hunterSource } from './hunter.ts'
import { joinedSource } from './joined.ts'
import { modashSource } from './modash.ts'
import { osmSource } from './osm.ts'
import { peopleDataLabsSource } from './people-data-labs.ts'
import { sampleSource } from './sample.ts'
import { websiteSource } from './website.ts'
import { youtubeSource } from './youtube.ts'

/** Every lead source, in display order. A new one is one declaration and one line here. */
export const SOURCES: readonly SourceDeclaration[] = [
  corpusSource,
  websiteSource,
  peopleDataLabsSource,
  apolloSource,
  hunterSource,
  githubSource,
  osmSource,
  googlePlacesSource,
  blueskySource,
  modashSource,
  youtubeSource,
  joinedSource,
  sampleSource,
]

const byId = new Map(SOURCES.map((source) => [source.id, source]))

export const sourceById = (id: unknown): SourceDeclaration | undefined => byId.get(String(id))

/** Label of what delivers leads, values or texts; an unknown id is shown as it is. */
export const sourceLabel = (id: string): string =>
  id === 'openai' ? 'Language model' : (sourceById(id)?.label ?? id)

export const listSourcesFor = (listType: string): SourceDeclaration[] =>
  SOURCES.filter(({ answers }) => Object.hasOwn(answers, listType))

/** Whether a source requires a vendor key. */
export const needsKey = ({ credential }: Pick<SourceDeclaration, 'credential'>): boolean =>
  credential.some(({ optional }) => !optional)

/** Whether a search uses invented data. */
export const isSampleSearch = (search: { source?: unknown }): boolean =>
  sourceById(search.source)?.isSample ?? false

/** Schema of a search's source: a source of the list type, by default the first one. */
export const sourceField = (listType: string) => {
  const ids = listSourcesFor(listType).map(({ id }) => id) as [string, ...string[]]
  return z._default(z.enum(ids), ids[0])
}

/** The source choice in the search form of a list type. */
export const sourceFormItem = (listType: string) => ({
  name: 'source',
  label: 'Source',
  kind: 'source' as const,
  options: listSourcesFor(listType).map(({ id, label }) => ({ value: id, label })),
})
