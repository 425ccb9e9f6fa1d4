export { keepQuote, promisedBy } from './quotes.ts'
export { removeOldQuotes } from './quotes-store.ts'
