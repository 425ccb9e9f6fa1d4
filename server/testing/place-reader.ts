/** How the program reads businesses, for tests of sources that are given it. */
export { placeReader } from '#server/modules/sources/corpus/index.ts'
