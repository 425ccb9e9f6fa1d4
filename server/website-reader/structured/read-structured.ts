import { memoizePerObject } from '#server/platform/text/memoize.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readHcards } from './hcard.ts'
import { readJsonLd } from './json-ld.ts'
import { readMicrodata, readRdfa } from './microdata.ts'
import { readOpenGraph } from './open-graph.ts'
import type { StructuredItem } from './structured-item.ts'
import { readInlineVcards } from './vcard.ts'

const READERS = [readJsonLd, readMicrodata, readRdfa, readHcards, readInlineVcards, readOpenGraph]
/**
 * Everything the page describes for machines, whichever notation: JSON-LD, microdata, RDFa Lite, hCard, vCard, meta.
 * Flat: nested items are listed too, with `parent` and `property`. Read once per page. Never throws.
 */
export const readStructured = memoizePerObject((page: PageTree): StructuredItem[] =>
  READERS.flatMap((reader) => reader(page)),
)
