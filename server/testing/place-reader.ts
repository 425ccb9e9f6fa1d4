/** The program's parser of businesses, for tests of sources. */
export { placeReader } from '#server/modules/sources/corpus/index.ts'
